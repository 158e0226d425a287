/* SPDX-License-Identifier: Apache-2.0 */
/* A program on the driver API, as a user has one, for the tests of `warpcell cuda`: it loads libcuda.so.1 by its name alone.
 *
 *     driver_program ok|fault|race|cpp|static|registers     what it does; its status is 0 if the driver answered as a GPU's would */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* i = threadIdx.x; x[i + first] = i; the lines are those of kernel.cu beside the program */
static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry store(.param .u64 x, .param .u32 first)\n{\n.loc 1 3 5\n"
    " .reg .b32 %r<4>; .reg .b64 %rd<4>;\n ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [first];\n"
    " mov.u32 %r2, %tid.x; add.u32 %r3, %r2, %r1; mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, "
    "%rd2; st.global.u32 [%rd3], %r2; ret;\n}\n"
    ".visible .entry collide(.param .u64 x, .param .u32 first)\n{\n.loc 1 8 5\n"
    " .reg .b32 %r<4>; .reg .b64 %rd<4>;\n ld.param.u64 %rd1, [x]; mov.u32 %r2, %tid.x; "
    "st.global.u32 [%rd1], %r2; ret;\n}\n"
    ".visible .entry _ZN5tools4fillEPjj(.param .u64 x, .param .u32 first)\n{\n ret;\n}\n"
    ".file 1 \"kernel.cu\"\n";

static void *library;

static void *find(const char *name)
{
    void *f = dlsym(library, name);
    if (!f)
        fprintf(stderr, "no %s\n", name);
    return f;
}

#define CALL(name, types, ...) (((int(*) types) find(name))(__VA_ARGS__))

static int run(const char *kernel, unsigned first)
{
    void *context, *module, *function;
    uint64_t x = 0;
    void *params[] = {&x, &first};
    if (CALL("cuInit", (unsigned), 0) ||
        CALL("cuCtxCreate_v2", (void **, unsigned, int), &context, 0, 0) ||
        CALL("cuModuleLoadData", (void **, const void *), &module, ptx) ||
        CALL("cuModuleGetFunction", (void **, void *, const char *), &function, module, kernel) ||
        CALL("cuMemAlloc_v2", (uint64_t *, size_t), &x, 256) ||
        CALL("cuLaunchKernel",
             (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *,
              void **, void **),
             function, 1, 1, 1, 64, 1, 1, 0, NULL, params, NULL))
        return 1;
    return CALL("cuCtxSynchronize", (void) );
}

/* Attributes of `store`, and how many blocks of 512 threads fit on a multiprocessor; loaded again with at most 32 registers. */
static int registers(void)
{
    enum { MAX_THREADS = 0, LOCAL = 3, REGISTERS = 4 };

    void *context, *module, *function;
    int options[] = {0 /* CU_JIT_MAX_REGISTERS */};
    void *values[] = {(void *) 32};
    dlopen("libnvJitLink.so", RTLD_NOW); /* reports are by the one that the program has */
    if (CALL("cuInit", (unsigned), 0) ||
        CALL("cuCtxCreate_v2", (void **, unsigned, int), &context, 0, 0))
        return 1;
    for (unsigned limited = 0; limited < 2; limited++) {
        static const int wanted[] = {REGISTERS, LOCAL, MAX_THREADS};
        int v[3], blocks = 0;
        if (CALL("cuModuleLoadDataEx", (void **, const void *, unsigned, int *, void **), &module,
                 ptx, limited, options, values) ||
            CALL("cuModuleGetFunction", (void **, void *, const char *), &function, module,
                 "store") ||
            CALL("cuOccupancyMaxActiveBlocksPerMultiprocessor", (int *, void *, int, size_t),
                 &blocks, function, 512, 0))
            return 1;
        for (int i = 0; i < 3; i++)
            if (CALL("cuFuncGetAttribute", (int *, int, void *), v + i, wanted[i], function))
                return 1;
        printf("%d registers, %d bytes local, at most %d threads, %d blocks of 512\n", v[0], v[1],
               v[2], blocks);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "ok";
    const void *table = NULL;
    char id[16] = {0};
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library) {
        puts("there is no driver");
        return 3;
    }
    if (!strcmp(what, "static"))
        return CALL("cuGetExportTable", (const void **, const void *), &table, id) ? 2 : 0;
    if (!strcmp(what, "registers"))
        return registers();
    const char *kernel = !strcmp(what, "race")  ? "collide"
                         : !strcmp(what, "cpp") ? "_ZN5tools4fillEPjj"
                                                : "store";
    int e = run(kernel, strcmp(what, "fault") ? 0 : 60);
    printf("%s: %d\n", what, e);
    return e == (strcmp(what, "fault") ? 0 : 700) ? 0 : 1;
}
