/* SPDX-License-Identifier: Apache-2.0 */
/* device_code() of the cpu device: compiles a kernel once more, with a listing. What launches execute stays as it is. */
#include "device/cpu/cpu.h"
#include "device/cpu/jit/compilers.h"
#include "device/device_code.h"

static enum block_shape shape_for(const struct cpu_kernel *k, struct device_dim block,
                                  uint32_t *out_across)
{
    if (block.x)
        return block_shape_of(block.x, block.y, block.z, out_across);
    uint32_t at = SHAPE_LINE;
    for (uint32_t s = VECTOR_SHAPES; s-- > 0;)
        if (k->vectors_tried[s])
            at = s;
    *out_across = at == VECTOR_TILES_OF_8 ? WARP_LANES / VECTOR_ROWS_MAX
                  : at == SHAPE_TILE      ? WARP_LANES / 2
                                          : WARP_LANES;
    return at == VECTOR_TILES_OF_8 ? SHAPE_TILE : (enum block_shape) at;
}

static const char *const warps_of[VECTOR_SHAPES] = {
    [SHAPE_LINE] = "a warp is 32 threads that follow each other in x",
    [SHAPE_TILE] = "a warp is two rows of 16 threads",
    [SHAPE_ODD] = "a warp is 32 threads of any rows",
    [VECTOR_TILES_OF_8] = "a warp is four rows of 8 threads",
};

static void cpu_list_code(struct device *base, const struct device_kernel *kernel,
                          struct device_dim block, struct device_code *out)
{
    struct cpu_device *d = (struct cpu_device *) base;
    const struct cpu_kernel *k = (const struct cpu_kernel *) kernel;
    uint32_t across, bytes = d->exec.set->vector_bytes;
    enum block_shape shape = shape_for(k, block, &across);
    out->warps = warps_of[vector_shape(&shape, across)];
    out->ptx = kernel->module->ptx;
    out->processor = bytes == 64 ? "AVX-512" : bytes ? "AVX2" : NULL;
    struct vector_source source = {
        .code = k->code, .shape = shape, .across = across, .vector_bytes = bytes, .listing = out};
    struct vector_code *code = vector_compiler.compile(&source);
    vector_compiler.release(&code);
}

const struct device_code_ops cpu_code_ops = {cpu_list_code};
