/* SPDX-License-Identifier: Apache-2.0 */
/* The driver library through its entry points: each concern once, and what is refused. argv[1] is the library. */
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/cuda/driver_abi.h"
#include "driver_fixture.h"

/* ---- initialisation, the device, entry points ---- */

static void test_device(void **state)
{
    char name[64];
    int count, major, bogus = 0;
    OK(FN(int, "cuDeviceGetCount", int *)(&count));
    assert_int_equal(count, 1);
    OK(FN(int, "cuDeviceGetName", char *, int, int)(name, sizeof name, 0));
    assert_string_equal(name, "Warpcell CPU engine");
    OK(FN(int, "cuDeviceGetAttribute", int *, int, int)(&major, 75, 0));
    assert_int_equal(major, 7);
    assert_int_equal(FN(int, "cuDeviceGet", int *, int)(&bogus, 1), 101);
}

static void test_names_have_versions(void **state)
{
    void *f = NULL;
    int status;
    int (*find)(const char *, void **, int, uint64_t, int *) = NULL;
    *(void **) &find = dlsym(library, "cuGetProcAddress_v2");
    assert_ptr_equal(entry("cuMemAlloc", 0), dlsym(library, "cuMemAlloc_v2"));
    assert_ptr_equal(entry("cuCtxCreate", 0), dlsym(library, "cuCtxCreate_v4"));
    assert_ptr_equal(entry("cuLaunchKernel", 2), dlsym(library, "cuLaunchKernel_ptsz"));
    OK(find("cuCtxCreate", &f, 12000, 0, &status));
    assert_ptr_equal(f, dlsym(library, "cuCtxCreate_v3"));
    OK(find("cuLaunchKernelEx", &f, 11000, 0, &status));
    assert_null(f);
    assert_int_equal(status, 2); /* the program's version is too old */
    OK(find("cuNoSuchThing", &f, 13000, 0, &status));
    assert_int_equal(status, 1);
    assert_int_equal(find("cuNoSuchThing", &f, 13000, 0, NULL), 500);
}

static void test_errors_have_names(void **state)
{
    const char *name;
    OK(FN(int, "cuGetErrorName", int, const char **)(700, &name));
    assert_string_equal(name, "CUDA_ERROR_ILLEGAL_ADDRESS");
    assert_int_equal(FN(int, "cuGetErrorName", int, const char **)(12345, &name), 1);
}

static void test_a_thread_needs_a_context(void **state)
{
    const struct fixture *f = *state;
    uint64_t p;
    OK(FN(int, "cuCtxSetCurrent", void *)(NULL));
    assert_int_equal(FN(int, "cuMemAlloc", uint64_t *, size_t)(&p, 4), 201);
    struct cu_allocation what = {
        .type = 1, .location = {1, 0}
    }; /* virtual memory management names the device */
    size_t grain;
    OK(FN(int, "cuMemGetAllocationGranularity", size_t *, void *, int)(&grain, &what, 0));
    OK(FN(int, "cuMemCreate", uint64_t *, size_t, void *, uint64_t)(&p, grain, &what, 0));
    OK(FN(int, "cuMemRelease", uint64_t)(p));
    OK(FN(int, "cuCtxPushCurrent", void *)(f->context));
    p = allocate(4);
    release(p);
}

/* ---- modules ---- */

/* Contexts count their users, and the last one to leave takes the context off the stack (PyCUDA ends contexts so). */
static void test_contexts_are_attached(void **state)
{
    struct fixture *f = *state;
    void *c = NULL, *same = NULL;
    for (int i = 0; i < 200; i++) { /* more than fit on a thread's stack */
        OK(FN(int, "cuCtxCreate", void **, void *, unsigned, int)(&c, NULL, 0, 0));
        OK(FN(int, "cuCtxAttach", void **, unsigned)(&same, 0));
        assert_ptr_equal(same, c);
        OK(FN(int, "cuCtxDetach", void *)(c));
        OK(FN(int, "cuCtxGetCurrent", void **)(&same));
        assert_ptr_equal(same, c);
        OK(FN(int, "cuCtxDetach", void *)(c));
        OK(FN(int, "cuCtxGetCurrent", void **)(&same));
        assert_ptr_equal(same, f->context);
    }
    assert_int_equal(FN(int, "cuCtxDetach", void *)(c), 201);
}

static void test_modules(void **state)
{
    const struct fixture *f = *state;
    uint64_t address;
    size_t size;
    int value;
    void *none;
    char log[200] = "";
    int options[] = {5, 6};
    void *values[] = {log, (void *) sizeof log};
    OK(FN(int, "cuModuleGetGlobal", uint64_t *, size_t *, void *, const char *)(&address, &size,
                                                                                f->module, "bias"));
    assert_int_equal(size, 4);
    assert_int_equal(
        FN(int, "cuModuleGetFunction", void **, void *, const char *)(&none, f->module, "sub"),
        500);
    OK(FN(int, "cuFuncGetAttribute", int *, int, void *)(&value, 2, f->add)); /* constant memory */
    assert_int_equal(value, 64);
    OK(FN(int, "cuFuncGetAttribute", int *, int, void *)(&value, 4,
                                                         f->add)); /* registers: at most .maxnreg */
    assert_in_range(value, 1, 40);
    OK(FN(int, "cuOccupancyMaxActiveBlocksPerMultiprocessor", int *, void *, int,
          size_t)(&value, f->add, 1024, 0));
    assert_int_equal(value, 1);
    assert_int_equal(
        FN(int, "cuModuleLoadDataEx", void **, const void *, unsigned, int *,
           void **)(&none, ".version 8.0\n.target sm_75\n.visible .entry k() { frobnicate; }\n", 2,
                    options, values),
        218);
    assert_non_null(strstr(log, "frobnicate"));
}

static void test_linking(void **state)
{
    static const char user[] = ".version 8.0\n.target sm_75\n.address_size 64\n"
                               ".extern .func (.param .b32 r) twice(.param .b32 a);\n"
                               ".func (.param .b32 r) own(.param .b32 a) { .reg .b32 %r<2>; "
                               "ld.param.u32 %r1, [a]; st.param.b32 [r], %r1; ret; }\n"
                               ".visible .entry k(.param .u64 p)\n{\n .reg .b32 %r<3>; .reg .b64 "
                               "%rd<2>; .param .b32 a; .param .b32 b;\n"
                               " ld.param.u64 %rd1, [p]; ld.global.u32 %r1, [%rd1];\n st.param.b32 "
                               "[a], %r1;\n call (b), twice, (a);\n"
                               " ld.param.b32 %r2, [b]; st.global.u32 [%rd1], %r2; ret;\n}\n";
    static const char callee[] =
        ".version 8.0\n.target sm_75\n.address_size 64\n"
        ".func (.param .b32 r) own(.param .b32 a) { .reg .b32 %r<3>; ld.param.u32 %r1, [a]; "
        "add.u32 %r2, %r1, %r1; st.param.b32 [r], %r2; ret; }\n"
        ".visible .func (.param .b32 r) twice(.param .b32 a)\n{\n .reg .b32 %r<3>; .param .b32 x; "
        ".param .b32 y;\n"
        " ld.param.u32 %r1, [a]; st.param.b32 [x], %r1;\n call (y), own, (x);\n ld.param.b32 %r2, "
        "[y]; st.param.b32 [r], %r2; ret;\n}\n";
    void *link, *image, *module, *k;
    size_t size;
    unsigned word = 21;
    uint64_t p = allocate(4);
    OK(FN(int, "cuLinkCreate", unsigned, int *, void **, void **)(0, NULL, NULL, &link));
    OK(FN(int, "cuLinkAddData", void *, int, const void *, size_t, const char *, unsigned, int *,
          void **)(link, 1, user, sizeof user, "user", 0, NULL, NULL));
    OK(FN(int, "cuLinkAddData", void *, int, const void *, size_t, const char *, unsigned, int *,
          void **)(link, 1, callee, sizeof callee, "callee", 0, NULL, NULL));
    OK(FN(int, "cuLinkComplete", void *, void **, size_t *)(link, &image, &size));
    OK(FN(int, "cuModuleLoadData", void **, const void *)(&module, image));
    OK(FN(int, "cuLinkDestroy", void *)(link));
    OK(FN(int, "cuModuleGetFunction", void **, void *, const char *)(&k, module, "k"));
    OK(FN(int, "cuMemcpyHtoD", uint64_t, const void *, size_t)(p, &word, 4));
    OK(launch(k, p, 0, 0, 1, NULL));
    OK(FN(int, "cuMemcpyDtoH", void *, uint64_t, size_t)(&word, p, 4));
    assert_true(word >= 42 && word % 21 == 0); /* 64 threads that race double it at least once */
    OK(FN(int, "cuModuleUnload", void *)(module));
    release(p);
}

/* ---- memory and copies ---- */

static void test_memory(void **state)
{
    uint64_t p = allocate(1 << 20), start;
    size_t size;
    int type = 0;
    OK(FN(int, "cuMemGetAddressRange", uint64_t *, size_t *, uint64_t)(&start, &size, p + 100));
    assert_int_equal(start, p);
    assert_int_equal(size, 1 << 20);
    OK(FN(int, "cuPointerGetAttribute", void *, int, uint64_t)(&type, 2, p));
    assert_int_equal(type, 2);
    assert_int_equal(
        FN(int, "cuPointerGetAttribute", void *, int, uint64_t)(&type, 2, (uintptr_t) &type), 1);
    assert_int_equal(p % 4096, 0);
    release(p);
    assert_int_equal(FN(int, "cuMemFree", uint64_t)(p), 1);
}

static void test_rectangles(void **state)
{
    struct cu_rect_copy { /* CUDA_MEMCPY2D */
        size_t from_x, from_y;
        int from_type;
        const void *from_host;
        uint64_t from_device;
        void *from_array;
        size_t from_pitch, to_x, to_y;
        int to_type;
        void *to_host;
        uint64_t to_device;
        void *to_array;
        size_t to_pitch, width, height;
    } c = {.from_type = 1, .to_type = 2, .from_pitch = 8, .width = 8, .height = 3};

    static const char rows[] = "row 0...row 1...row 2...";
    char back[24];
    uint64_t p;
    size_t pitch;
    OK(FN(int, "cuMemAllocPitch", uint64_t *, size_t *, size_t, size_t, unsigned)(&p, &pitch, 8, 3,
                                                                                  4));
    c.from_host = rows;
    c.to_device = p;
    c.to_pitch = pitch;
    OK(FN(int, "cuMemcpy2D", void *)(&c));
    for (int i = 0; i < 3; i++)
        OK(FN(int, "cuMemcpyDtoH", void *, uint64_t, size_t)(back + 8 * i, p + (uint64_t) i * pitch,
                                                             8));
    assert_memory_equal(back, rows, 24);
    release(p);
}

static void test_registered_memory(void **state)
{
    const struct fixture *f = *state;

    enum { BYTES = 8 * 4096 };

    /* whole pages of our own: registering moves the pages that the range touches */
    char *pages = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(pages, MAP_FAILED);
    unsigned *host = (unsigned *) (pages + 512);
    uint64_t p;
    for (unsigned i = 0; i < 5000; i++)
        host[i] = i;
    OK(FN(int, "cuMemHostRegister", void *, size_t, unsigned)(host, 5000 * sizeof *host, 2));
    OK(FN(int, "cuMemHostGetDevicePointer", uint64_t *, void *, unsigned)(&p, host, 0));
    OK(launch(f->add, p, 5000, 3, 79, NULL));
    OK(synchronize());
    for (unsigned i = 0; i < 5000; i++)
        assert_int_equal(host[i], i + 3);
    OK(FN(int, "cuMemHostUnregister", void *)(host));
    for (unsigned i = 0; i < 5000; i++)
        assert_int_equal(host[i], i + 3);
    munmap(pages, BYTES);
}

static void test_a_batch_of_copies(void **state)
{
    uint64_t p = allocate(100 * 4), q = allocate(100 * 4);
    uint64_t to[] = {q, q + 40}, from[] = {p + 200, p};
    size_t bytes[] = {40, 80}, first[] = {0};
    char attributes[64] = {0};
    fill(p, 3, 100, NULL);
    OK(FN(int, "cuMemcpyBatchAsync", uint64_t *, uint64_t *, size_t *, size_t, void *, size_t *,
          size_t, void *)(to, from, bytes, 2, attributes, first, 1, NULL));
    expect_all(q, 3, 30);
    to[1] = q + 360; /* the last bytes are outside */
    assert_int_equal(FN(int, "cuMemcpyBatchAsync", uint64_t *, uint64_t *, size_t *, size_t, void *,
                        size_t *, size_t, void *)(to, from, bytes, 2, attributes, first, 1, NULL),
                     1);
    release(p);
    release(q);
}

/* Pools of host and managed memory; what a pointer's memory is. */
static void test_kinds_of_pools(void **state)
{
    struct cu_location host = {2, 0};
    void *pool;
    uint64_t p;
    int type, managed;
    for (int kind = 1; kind <= 2; kind++) { /* pinned, managed */
        OK(FN(int, "cuMemGetDefaultMemPool", void **, struct cu_location *, int)(&pool, &host,
                                                                                 kind));
        OK(FN(int, "cuMemAllocFromPoolAsync", uint64_t *, size_t, void *, void *)(&p, 64, pool,
                                                                                  NULL));
        OK(FN(int, "cuPointerGetAttribute", void *, int, uint64_t)(&type, 2, p));
        OK(FN(int, "cuPointerGetAttribute", void *, int, uint64_t)(&managed, 8, p));
        assert_true(managed == (kind == 2) && (kind == 2 || type == 1));
        *(unsigned *) (uintptr_t) p = 5; /* the program reaches it */
        OK(FN(int, "cuMemFreeAsync", uint64_t, void *)(p, NULL));
    }
    OK(synchronize());
}

static void test_pools(void **state)
{
    void *pool;
    uint64_t p, used;
    OK(FN(int, "cuDeviceGetDefaultMemPool", void **, int)(&pool, 0));
    OK(FN(int, "cuMemAllocAsync", uint64_t *, size_t, void *)(&p, 1000, NULL));
    OK(FN(int, "cuMemPoolGetAttribute", void *, int, void *)(pool, 7, &used));
    assert_int_equal(used, 1000);
    fill(p, 1, 250, NULL);
    OK(FN(int, "cuMemFreeAsync", uint64_t, void *)(p, NULL));
    OK(synchronize());
    assert_int_equal(FN(int, "cuMemFree", uint64_t)(p), 1);
}

static int set_access(uint64_t p, size_t n, int flags)
{
    struct cu_access access = {
        .location = {1, 0},
          .flags = flags
    };
    return FN(int, "cuMemSetAccess", uint64_t, size_t, const void *, size_t)(p, n, &access, 1);
}

enum { ACCESS_NONE = 0, ACCESS_READ_WRITE = 3 };

static void test_mapped_memory(void **state)
{
    const struct fixture *f = *state;
    struct cu_allocation what = {
        .type = 1, .location = {1, 0}
    };
    size_t grain;
    uint64_t p, handle;
    OK(FN(int, "cuMemGetAllocationGranularity", size_t *, void *, int)(&grain, &what, 0));
    OK(FN(int, "cuMemAddressReserve", uint64_t *, size_t, size_t, uint64_t, uint64_t)(&p, 2 * grain,
                                                                                      0, 0, 0));
    OK(FN(int, "cuMemCreate", uint64_t *, size_t, void *, uint64_t)(&handle, grain, &what, 0));
    OK(FN(int, "cuMemMap", uint64_t, size_t, size_t, uint64_t, uint64_t)(p, grain, 0, handle, 0));
    OK(FN(int, "cuMemMap", uint64_t, size_t, size_t, uint64_t, uint64_t)(p + grain, grain, 0,
                                                                         handle, 0));
    OK(launch(f->add, p, 64, 5, 1, NULL));
    assert_int_equal(synchronize(), 700); /* nobody may access it yet */
    OK(set_access(p, 2 * grain, ACCESS_READ_WRITE));
    OK(launch(f->add, p, 64, 5, 1, NULL));
    expect_all(p + grain, 5, 64); /* the same memory at another address */
    OK(set_access(p, grain, ACCESS_NONE));
    assert_int_equal(FN(int, "cuMemsetD32", uint64_t, unsigned, size_t)(p, 0, 64), 1);
    uint64_t flags = 7;
    OK(FN(int, "cuMemGetAccess", uint64_t *, const void *, uint64_t)(&flags, &what.location, p));
    assert_int_equal(flags, ACCESS_NONE);
    OK(FN(int, "cuMemGetAccess", uint64_t *, const void *, uint64_t)(&flags, &what.location,
                                                                     p + grain));
    assert_int_equal(flags, ACCESS_READ_WRITE);
    assert_int_equal(set_access(p, 3 * grain, ACCESS_READ_WRITE), 1); /* not all of it is mapped */
    OK(FN(int, "cuMemUnmap", uint64_t, size_t)(p, 2 * grain));
    OK(FN(int, "cuMemRelease", uint64_t)(handle));
    OK(FN(int, "cuMemAddressFree", uint64_t, size_t)(p, 2 * grain));
}

/* Copies and fills go over mappings that lie side by side; what is reserved and not mapped is a fault. */
static void test_ranges_of_mappings(void **state)
{
    const struct fixture *f = *state;
    struct cu_allocation what = {
        .type = 1, .location = {1, 0}
    };
    size_t grain, total;
    uint64_t p, q, again, handles[2];
    OK(FN(int, "cuMemGetAllocationGranularity", size_t *, void *, int)(&grain, &what, 0));
    OK(FN(int, "cuMemAddressReserve", uint64_t *, size_t, size_t, uint64_t,
          uint64_t)(&p, 3 * grain, 1 << 20, 0, 0));
    assert_int_equal(p % (1 << 20), 0);
    for (int i = 0; i < 2; i++) {
        OK(FN(int, "cuMemCreate", uint64_t *, size_t, void *, uint64_t)(&handles[i], grain, &what,
                                                                        0));
        OK(FN(int, "cuMemMap", uint64_t, size_t, size_t, uint64_t, uint64_t)(p + i * grain, grain,
                                                                             0, handles[i], 0));
        OK(FN(int, "cuMemRelease", uint64_t)(handles[i]));
    }
    assert_int_equal(FN(int, "cuMemMap", uint64_t, size_t, size_t, uint64_t,
                        uint64_t)(p, grain, 0, handles[0], 0),
                     1);
    OK(set_access(p, 2 * grain, ACCESS_READ_WRITE));
    fill(p, 6, (unsigned) (2 * grain / 4), NULL);
    q = allocate(2 * grain);
    OK(FN(int, "cuMemcpyDtoD", uint64_t, uint64_t, size_t)(q, p, 2 * grain));
    expect_all(q, 6, (unsigned) (2 * grain / 4));
    assert_int_equal(FN(int, "cuMemcpyDtoD", uint64_t, uint64_t, size_t)(q, p + grain, 2 * grain),
                     1);
    OK(launch(f->add, p + 2 * grain, 32, 1, 1, NULL));
    assert_int_equal(synchronize(), 700);
    assert_int_equal(FN(int, "cuMemAddressFree", uint64_t, size_t)(p, 3 * grain),
                     1); /* still mapped */
    OK(FN(int, "cuMemUnmap", uint64_t, size_t)(p, 2 * grain));
    OK(FN(int, "cuMemAddressFree", uint64_t, size_t)(p, 3 * grain));
    OK(FN(int, "cuMemAddressReserve", uint64_t *, size_t, size_t, uint64_t,
          uint64_t)(&again, grain, 0, p + grain, 0));
    assert_int_equal(again, p + grain); /* the address that was asked for */
    OK(FN(int, "cuMemAddressFree", uint64_t, size_t)(again, grain));
    release(q);
    OK(FN(int, "cuDeviceTotalMem", size_t *, int)(&total, 0));
    total = (total / grain + 1) * grain;
    assert_int_equal(
        FN(int, "cuMemCreate", uint64_t *, size_t, void *, uint64_t)(&handles[0], total, &what, 0),
        2);
}

/* Registered memory that is shared with others stays shared. */
static void test_shared_memory_is_registered(void **state)
{
    const struct fixture *f = *state;

    enum { BYTES = 4096 };

    int fd = memfd_create("test", MFD_CLOEXEC);
    OK(ftruncate(fd, BYTES));
    unsigned *one = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0),
             *other = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    uint64_t p;
    OK(FN(int, "cuMemHostRegister", void *, size_t, unsigned)(one, BYTES, 2));
    OK(FN(int, "cuMemHostGetDevicePointer", uint64_t *, void *, unsigned)(&p, one, 0));
    OK(launch(f->add, p, 1024, 3, 16, NULL));
    OK(synchronize());
    for (unsigned i = 0; i < 1024; i++)
        assert_int_equal(other[i], 3);
    OK(FN(int, "cuMemHostUnregister", void *)(one));
    other[7] = 9;
    assert_int_equal(one[7], 9);
    munmap(one, BYTES);
    munmap(other, BYTES);
    close(fd);
}

/* ---- streams, events, graphs ---- */

static void test_streams_and_events(void **state)
{
    const struct fixture *f = *state;
    void *a, *b, *start, *end;
    float ms = -1;
    uint64_t p = allocate(4096 * 4);
    OK(FN(int, "cuStreamCreate", void **, unsigned)(&a, 1));
    OK(FN(int, "cuStreamCreate", void **, unsigned)(&b, 1));
    OK(FN(int, "cuEventCreate", void **, unsigned)(&start, 0));
    OK(FN(int, "cuEventCreate", void **, unsigned)(&end, 0));
    assert_int_equal(FN(int, "cuEventElapsedTime", float *, void *, void *)(&ms, start, end), 400);
    OK(FN(int, "cuEventRecord", void *, void *)(start, a));
    fill(p, 1, 4096, a);
    for (int i = 0; i < 20; i++)
        OK(launch(f->add, p, 4096, 1, 64, a));
    OK(FN(int, "cuEventRecord", void *, void *)(end, a));
    OK(FN(int, "cuStreamWaitEvent", void *, void *, unsigned)(b, end, 0));
    OK(launch(f->add, p, 4096, 100, 64, b));
    OK(FN(int, "cuStreamSynchronize", void *)(b));
    expect_all(p, 121, 4096);
    OK(FN(int, "cuEventSynchronize", void *)(end));
    OK(FN(int, "cuEventElapsedTime", float *, void *, void *)(&ms, start, end));
    assert_true(ms >= 0);
    OK(FN(int, "cuEventDestroy", void *)(start));
    OK(FN(int, "cuEventDestroy", void *)(end));
    OK(FN(int, "cuStreamDestroy", void *)(a));
    OK(FN(int, "cuStreamDestroy", void *)(b));
    release(p);
}

static void test_host_functions(void **state)
{
    int count = 0;
    for (int i = 0; i < 10; i++)
        OK(FN(int, "cuLaunchHostFunc", void *, void *, void *)(NULL, (void *) count_up, &count));
    OK(synchronize());
    assert_int_equal(count, 10);
}

/* ---- faults ---- */

/* What is queued behind a fault has no effect, whenever the fault happens. */
static void test_work_after_a_fault_is_dropped(void **state)
{
    const struct fixture *f = *state;
    uint64_t p = allocate(64 * 4), q = allocate(64 * 4);
    fill(q, 4, 64, NULL);
    OK(synchronize());
    OK(launch(f->add, p, 128, 1, 2, NULL));
    fill(q, 5, 64, NULL);
    assert_int_equal(synchronize(), 700);
    expect_all(q, 4, 64);
    release(p);
    release(q);
}

static void test_a_fault_is_one_error(void **state)
{
    const struct fixture *f = *state;
    uint64_t p = allocate(256);
    OK(launch(f->add, p, 100, 1, 2, NULL));
    assert_int_equal(synchronize(), 700);
    OK(synchronize());
    fill(p, 4, 64, NULL);
    OK(launch(f->add, p, 64, 1, 1, NULL));
    expect_all(p, 5, 64);
    release(p);
}

/* A texture object says what it was made from, until it is destroyed. */
static void test_texture_objects(void **state)
{
    uint64_t p = allocate(256), texture = 0;
    struct cu_resource made =
                           {
                               .type = 2  /* linear memory */,
                               .linear = {p, CU_FORMAT_FLOAT, 1, 256}
    },
                       read = {0};
    struct cu_sampling sampling =
                           {
                               .wrap = {1, 1, 1},
                                 .flags = 1
    },
                       read_sampling = {0};
    OK(FN(int, "cuTexObjectCreate", uint64_t *, const void *, const void *,
          const void *)(&texture, &made, &sampling, NULL));
    OK(FN(int, "cuTexObjectGetResourceDesc", void *, uint64_t)(&read, texture));
    assert_memory_equal(&read, &made, sizeof made);
    OK(FN(int, "cuTexObjectGetTextureDesc", void *, uint64_t)(&read_sampling, texture));
    assert_memory_equal(&read_sampling, &sampling, sizeof sampling);
    assert_int_equal(FN(int, "cuSurfObjectGetResourceDesc", void *, uint64_t)(&read, texture), 1);
    OK(FN(int, "cuTexObjectDestroy", uint64_t)(texture));
    assert_int_equal(FN(int, "cuTexObjectGetResourceDesc", void *, uint64_t)(&read, texture), 1);
    release(p);
}

/* More than 48 KiB of shared memory needs the function's attribute. */
static void test_dynamic_shared_memory(void **state)
{
    enum { BYTES = 60000, MAX_DYNAMIC = 8 };

    const struct fixture *f = *state;
    uint64_t p = allocate(256);
    unsigned n = 64, k = 1;
    void *params[] = {&p, &n, &k};
    int (*start)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                 void *, void **, void **) = NULL;
    *(void **) &start = entry("cuLaunchKernel", 0);
    assert_int_equal(start(f->add, 1, 1, 1, 64, 1, 1, BYTES, NULL, params, NULL), 1);
    assert_int_equal(FN(int, "cuFuncSetAttribute", void *, int, int)(f->add, 99, 1),
                     1); /* one of a newer version */
    assert_int_equal(FN(int, "cuFuncSetAttribute", void *, int, int)(f->add, 4, 1),
                     1); /* NUM_REGS */
    OK(FN(int, "cuFuncSetAttribute", void *, int, int)(f->add, MAX_DYNAMIC, BYTES));
    OK(start(f->add, 1, 1, 1, 64, 1, 1, BYTES, NULL, params, NULL));
    assert_int_equal(start(f->add, 1, 1, 1, 64, 1, 1, BYTES + 1, NULL, params, NULL), 1);
    OK(synchronize());
    release(p);
}

static void test_refusals(void **state)
{
    const struct fixture *f = *state;
    const void *table = &table;
    char id[16] = {0};
    assert_int_equal(launch(f->add, 0, 0, 0, 0, NULL), 1); /* no blocks */
    assert_int_equal(FN(int, "cuGetExportTable", const void **, void *)(&table, id), 801);
    assert_null(table);
    assert_int_equal(FN(int, "cuMulticastCreate", void *, void *)(NULL, NULL), 801);
    assert_int_equal(FN(int, "cuStreamSynchronize", void *)((void *) 1),
                     0); /* the default stream */
}

/* ---- many threads ---- */

struct worker {
    const struct fixture *f;
    uint64_t p;
};

static void *work(void *user)
{
    struct worker *w = user;
    void *s;
    OK(FN(int, "cuCtxSetCurrent", void *)(w->f->context));
    OK(FN(int, "cuStreamCreate", void **, unsigned)(&s, 1));
    for (int i = 0; i < 50; i++) {
        uint64_t other = allocate(512);
        OK(launch(w->f->add, w->p, 1024, 1, 16, s));
        if (i % 10 == 0)
            OK(FN(int, "cuStreamSynchronize", void *)(s));
        release(other);
    }
    OK(FN(int, "cuStreamSynchronize", void *)(s));
    OK(FN(int, "cuStreamDestroy", void *)(s));
    return NULL;
}

static void test_many_threads(void **state)
{
    enum { THREADS = 6 };

    pthread_t threads[THREADS];
    struct worker workers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){*state, allocate(4096)};
        fill(workers[i].p, 0, 1024, NULL);
    }
    OK(synchronize());
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        expect_all(workers[i].p, 50, 1024);
        release(workers[i].p);
    }
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_device),
        cmocka_unit_test(test_names_have_versions),
        cmocka_unit_test(test_errors_have_names),
        cmocka_unit_test(test_a_thread_needs_a_context),
        cmocka_unit_test(test_contexts_are_attached),
        cmocka_unit_test(test_modules),
        cmocka_unit_test(test_linking),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_registered_memory),
        cmocka_unit_test(test_pools),
        cmocka_unit_test(test_a_batch_of_copies),
        cmocka_unit_test(test_kinds_of_pools),
        cmocka_unit_test(test_mapped_memory),
        cmocka_unit_test(test_ranges_of_mappings),
        cmocka_unit_test(test_shared_memory_is_registered),
        cmocka_unit_test(test_streams_and_events),
        cmocka_unit_test(test_host_functions),
        cmocka_unit_test(test_a_fault_is_one_error),
        cmocka_unit_test(test_work_after_a_fault_is_dropped),
        cmocka_unit_test(test_texture_objects),
        cmocka_unit_test(test_dynamic_shared_memory),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_many_threads),
    };
    if (!library_open(argc, argv))
        return 1;
    return cmocka_run_group_tests(tests, set_up, NULL);
}
