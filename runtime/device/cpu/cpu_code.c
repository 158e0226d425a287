/* SPDX-License-Identifier: Apache-2.0 */
/* device_code() of the cpu device: compiles a kernel once more, with a listing. What launches execute stays as it is. */
#include "device/cpu/code/compilers.h"
#include "device/cpu/cpu.h"
#include "device/device_code.h"

/* Of blocks of these extents; none: of the last launch. */
static struct vector_layout layout_for(struct cpu_kernel *k, struct device_dim block)
{
    if (!block.x && k->vectors.n)
        return k->vectors.at[k->vectors.n - 1].layout;
    return cpu_layout_for(k, block.x ? block : (struct device_dim){WARP_LANES, 1, 1});
}

static const char *describe_warps(struct device_code *out, const struct vector_layout *l)
{
    static const char *const counts[] = {"a row", "a row", "two rows", "", "four rows"};
    if (l->shape == SHAPE_LINE)
        return "a warp is 32 threads that follow each other in x";
    if (l->shape == SHAPE_ODD)
        return "a warp is 32 threads of any rows";
    return arena_printf(&out->arena, "a warp is %s of %u threads%s", counts[WARP_LANES / l->across],
                        l->width,
                        vector_regroups(l) ? ", as the kernel does not ask for warps"
                        : l->cut           ? ", parts of a row of the block"
                                           : "");
}

static void cpu_list_code(struct device *base, const struct device_kernel *kernel,
                          struct device_dim block, struct device_code *out)
{
    struct cpu_device *d = (struct cpu_device *) base;
    struct cpu_kernel *k = (struct cpu_kernel *) (uintptr_t) kernel;
    uint32_t bytes = d->exec.set->vector_bytes;
    pthread_mutex_lock(&d->full_mask_lock);
    struct vector_layout layout = layout_for(k, block);
    bool careful = cpu_is_careful(k, &layout);
    pthread_mutex_unlock(&d->full_mask_lock);
    out->warps = describe_warps(out, &layout);
    out->ptx = kernel->module->ptx;
    out->processor = bytes == 64 ? "AVX-512" : bytes ? "AVX2" : NULL;
    struct vector_source source = {.code = k->inlined,
                                   .layout = layout,
                                   .vector_bytes = bytes,
                                   .careful = careful,
                                   .listing = out};
    struct vector_code *code = vector_compiler.compile(&source);
    vector_compiler.release(&code);
}

const struct device_code_ops cpu_code_ops = {cpu_list_code};
