/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What the tests of the driver library share: the library by its entry points, and a module with a kernel that adds. */

static void *library;

/* The function that cuGetProcAddress gives for CUDA 13.0; flags 2: the form for streams of threads. */
static inline void *entry(const char *name, uint64_t flags)
{
    void *f = NULL;
    int (*find)(const char *, void **, int, uint64_t, int *) = NULL;
    *(void **) &find = dlsym(library, "cuGetProcAddress_v2");
    assert_int_equal(find(name, &f, 13000, flags, NULL), 0);
    return f;
}

#define FN(result, name, ...) ((result(*)(__VA_ARGS__)) entry(name, 0))
#define OK(call)              assert_int_equal((call), 0)

static const char add_ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".const .align 4 .b8 table[64];\n"
    ".visible .global .align 4 .u32 bias = 7;\n"
    ".visible .entry add(.param .u64 p, .param .u32 n, .param .u32 k) .maxnreg 40\n{\n"
    " .reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .pred %p<2>;\n"
    " ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [n]; ld.param.u32 %r2, [k];\n"
    " mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x; mad.lo.u32 %r6, %r3, %r4, "
    "%r5;\n"
    " setp.ge.u32 %p1, %r6, %r1; @%p1 bra end;\n"
    " mul.wide.u32 %rd2, %r6, 4; add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r7, [%rd3]; add.u32 %r7, "
    "%r7, %r2; st.global.u32 [%rd3], %r7;\n"
    "end: ret;\n}\n";

struct fixture {
    void *context, *module, *add;
};

static inline int set_up(void **state)
{
    static struct fixture f;
    OK(FN(int, "cuInit", unsigned)(0));
    OK(FN(int, "cuDevicePrimaryCtxRetain", void **, int)(&f.context, 0));
    OK(FN(int, "cuCtxSetCurrent", void *)(f.context));
    OK(FN(int, "cuModuleLoadData", void **, const void *)(&f.module, add_ptx));
    OK(FN(int, "cuModuleGetFunction", void **, void *, const char *)(&f.add, f.module, "add"));
    *state = &f;
    return 0;
}

static inline uint64_t allocate(size_t n)
{
    uint64_t p = 0;
    OK(FN(int, "cuMemAlloc", uint64_t *, size_t)(&p, n));
    return p;
}

static inline void release(uint64_t p)
{
    OK(FN(int, "cuMemFree", uint64_t)(p));
}

static inline int launch(void *f, uint64_t p, unsigned n, unsigned k, unsigned blocks, void *stream)
{
    void *params[] = {&p, &n, &k};
    return FN(int, "cuLaunchKernel", void *, unsigned, unsigned, unsigned, unsigned, unsigned,
              unsigned, unsigned, void *, void **,
              void **)(f, blocks, 1, 1, 64, 1, 1, 0, stream, params, NULL);
}

static inline void fill(uint64_t p, unsigned value, size_t n, void *stream)
{
    OK(FN(int, "cuMemsetD32Async", uint64_t, unsigned, size_t, void *)(p, value, n, stream));
}

static inline void expect_all(uint64_t p, unsigned value, unsigned n)
{
    unsigned *host = malloc(n * sizeof *host);
    OK(FN(int, "cuMemcpyDtoH", void *, uint64_t, size_t)(host, p, n * sizeof *host));
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(host[i], value);
    free(host);
}

static inline int synchronize(void)
{
    return FN(int, "cuCtxSynchronize", void *)(NULL);
}

static inline void count_up(void *user)
{
    ++*(int *) user;
}

/* argv[1] is the library. */
static inline bool library_open(int argc, char **argv)
{
    library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!library)
        fprintf(stderr, "%s\n", argc > 1 ? dlerror() : "usage: a test, then the library");
    return library;
}
