/* SPDX-License-Identifier: Apache-2.0 */
/* <cub/cub.cuh> and <cub/device/...> include CUB's calls for whole arrays, which are host code that NVRTC refuses. A program gets the
 * headers of the block and warp classes that it names, which also compile faster than all of them. */
#include "compile/cub.h"

#include <string.h>

/* The operators that CCCL 3 replaced by those of libcu++, under the names that programs know. */
static const char operators[] =
    "#if CUB_VERSION >= 300000\n"
    "namespace cub {\n"
    "struct Sum { template <typename A, typename B> __host__ __device__ auto operator()(const A "
    "&a, const B &b) const { return a + b; } };\n"
    "struct Difference { template <typename A, typename B> __host__ __device__ auto "
    "operator()(const A &a, const B &b) const { return a - b; } };\n"
    "struct Division { template <typename A, typename B> __host__ __device__ auto operator()(const "
    "A &a, const B &b) const { return a / b; } };\n"
    "struct Max { template <typename T> __host__ __device__ T operator()(const T &a, const T &b) "
    "const { return a < b ? b : a; } };\n"
    "struct Min { template <typename T> __host__ __device__ T operator()(const T &a, const T &b) "
    "const { return b < a ? b : a; } };\n"
    "struct Equality { template <typename A, typename B> __host__ __device__ bool operator()(const "
    "A &a, const B &b) const { return a == b; } };\n"
    "struct Inequality { template <typename A, typename B> __host__ __device__ bool "
    "operator()(const A &a, const B &b) const { return a != b; } };\n"
    "}\n"
    "#endif\n";

void cub_put(struct buf *out, bool (*mentions)(const void *program, const char *name),
             const void *program)
{
    static const struct {
        const char *name, *header;
    } parts[] = {

#define PART(name, header) {name, header},
#include "compile/cub_parts.def"
    };
    const char *last = "";
    bool adds = false;
    buf_puts(out, "#line 1 \"<cub/cub.cuh>\"\n#include <cub/version.cuh>\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!strcmp(parts[i].header, last) || !mentions(program, parts[i].name))
            continue;
        last = parts[i].header;
        buf_printf(out, "#include <cub/%s>\n", last);
        if (!strcmp(last, "thread/thread_operators.cuh"))
            adds = true;
    }
    if (adds) /* at the end, as what precedes can be precompiled */
        buf_puts(out, operators);
}
