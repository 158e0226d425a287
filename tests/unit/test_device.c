/* SPDX-License-Identifier: Apache-2.0 */
/* The device interface, written over device.h alone so that the body serves every backend that takes PTX: the cpu device, or with
 * WARPCELL_TEST_DEVICE=cuda the cuda device over whatever driver there is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "device/cuda_errors.h"
#include "device/device.h"
#include "device/device_image.h"
#include "device/device_limits.h"
#include "device/device_open.h"
#include "device/device_pool.h"
#include "diag/diag.h"
#include "interrupted_wait.h"

static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".global .align 4 .u32 counter = 5;\n"
    ".visible .entry add(.param .u64 add_0, .param .u32 add_1)\n{\n"
    ".reg .b32 %r<6>; .reg .b64 %d<4>;\n"
    "ld.param.u64 %d0, [add_0]; ld.param.u32 %r0, [add_1];\n"
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r1, %r1, %r2, "
    "%r3;\n"
    "mul.wide.u32 %d1, %r1, 4; add.s64 %d1, %d0, %d1;\n"
    "ld.global.u32 %r4, [%d1]; add.s32 %r4, %r4, %r0; st.global.u32 [%d1], %r4; ret;\n}\n"
    ".visible .entry forever()\n{\nL: bra L;\n}\n"
    ".visible .entry around()\n{\n.reg .b32 %r<3>;\nmov.u32 %r0, %tid.x; mov.u32 %r1, 0;\n"
    "T: .branchtargets L, M;\nL: add.u32 %r1, %r1, 1;\n"
    "M: add.u32 %r2, %r0, %r1; and.b32 %r2, %r2, 1; brx.idx %r2, T;\n}\n"
    ".visible .entry bounds() .maxntid 64, 1, 1\n{\nret;\n}\n";

struct fixture {
    struct device *d;
    struct device_module *m;
    struct diags diags;
    struct device_fault fault;
    struct interrupted_wait interrupt;
    int finished;
    bool cuda; /* a GPU says less about a fault */
    uint32_t last_tag;
};

static const struct span nowhere;

static void on_finished(void *user, const struct device_timing *t)
{
    struct fixture *x = user;
    assert_true(t->end >= t->start);
    x->finished++;
    x->last_tag = t->tag;
}

static int set_up(void **state)
{
    struct fixture *x = calloc(1, sizeof *x);
    struct device_events events = {.user = x, .finished = on_finished};
    interrupted_wait_open(&x->interrupt, &events);
    struct cuda_options options = {.memory_limit = 64 << 20, .keep_limit = 64 << 20};
    x->cuda = getenv("WARPCELL_TEST_DEVICE") && !strcmp(getenv("WARPCELL_TEST_DEVICE"), "cuda");
    x->d = x->cuda ? cuda_device_open(&options, &events, &x->diags)
                   : cpu_device_open(&events, 64 << 20, &x->diags);
    x->m = x->d ? device_load(x->d, ptx, sizeof ptx - 1, &x->diags, nowhere) : NULL;
    if (!x->m)
        print_error("%s\n", x->diags.last ? x->diags.last->text : "no device");
    *state = x;
    return !x->m;
}

static int tear_down(void **state)
{
    struct fixture *x = *state;
    device_unload(x->d, &x->m);
    device_close(&x->d);
    diags_free(&x->diags);
    free(x);
    return 0;
}

static bool launch(struct fixture *x, const char *kernel, uint32_t grid, uint32_t block,
                   const void *params, size_t n, uint32_t tag)
{
    struct device_launch l = {
        .kernel = device_kernel(x->m, kernel),
        .grid = {grid,  1, 1},
        .block = {block, 1, 1},
        .params = params,
        .params_size = n,
        .tag = tag
    };
    return device_launch(x->d, &l, &x->diags, nowhere);
}

static uint64_t make(struct fixture *x, uint64_t size)
{
    uint64_t a = 0;
    assert_true(device_alloc(x->d, size, &x->diags, nowhere, &a));
    return a;
}

struct add_params {
    uint64_t at;
    uint32_t n;
};

static void test_memory(void **state)
{
    struct fixture *x = *state;
    char text[16] = "0123456789abcdef", back[16] = "";
    uint64_t a = make(x, 16), b = make(x, 0), used = device_memory_used(x->d);
    struct device_allocation found;
    assert_int_equal(a % 256, 0);
    assert_int_equal(device_read(x->d, back, a, 16, &x->fault), DEVICE_OK);
    for (int i = 0; i < 16; i++)
        assert_int_equal(back[i], 0);
    assert_int_equal(device_write(x->d, a, text, 16, &x->fault), DEVICE_OK);
    assert_int_equal(device_copy(x->d, a + 1, a, 15, 0), DEVICE_OK); /* overlapping */
    assert_int_equal(device_read(x->d, back, a, 16, &x->fault), DEVICE_OK);
    assert_memory_equal(back, "00123456789abcde", 16);
    assert_int_equal(device_fill(x->d, a, "xyz_", 4, 4, 0), DEVICE_OK);
    assert_int_equal(device_read(x->d, back, a, 16, &x->fault), DEVICE_OK);
    assert_memory_equal(back, "xyz_xyz_xyz_xyz_", 16);
    device_name(x->d, a, "array");
    assert_true(device_find(x->d, a + 16, &found));
    assert_string_equal(found.name, "array");
    assert_true(found.live && found.size == 16 && device_owns(x->d, a) &&
                !device_owns(x->d, (uintptr_t) back));
    assert_int_equal(device_write(x->d, a + 1, text, 16, &x->fault), DEVICE_FAULT);
    assert_int_equal(x->fault.kind, FAULT_ILLEGAL_ADDRESS);
    assert_true(device_free(x->d, a, &x->diags, nowhere) &&
                device_free(x->d, b, &x->diags, nowhere));
    assert_int_equal(device_memory_used(x->d), used - 16);
    assert_false(device_free(x->d, a, &x->diags, nowhere));
    assert_false(device_free(x->d, (uintptr_t) text, &x->diags, nowhere));
    assert_false(device_alloc(x->d, (uint64_t) 1 << 40, &x->diags, nowhere, &a));
    assert_int_equal(x->diags.errors, 3);
}

/* Where the device retires memory, freed memory is at once the next allocation of its size; meanwhile it is not live. */
static void test_pools(void **state)
{
    struct fixture *x = *state;
    uint32_t stream = device_stream_new(x->d), other = device_stream_new(x->d), got[1000],
             first = 7;
    uint64_t a = 0, b = 0, size = sizeof got, used = device_memory_used(x->d);
    struct device_allocation found;
    struct device_pool_state s;
    assert_true(device_pool_set(x->d, 0, UINT64_MAX));
    for (int i = 0; i < 8; i++) {
        uint64_t was = a;
        assert_true(device_pool_alloc(x->d, 0, size, stream, &x->diags, nowhere, &a));
        assert_true(!x->cuda || !i || a == was);
        assert_int_equal(device_read(x->d, got, a, size, &x->fault), DEVICE_OK);
        assert_int_equal(got[0] | got[999], 0);
        assert_int_equal(device_fill(x->d, a, &first, 4, 1000, stream), DEVICE_OK);
        struct add_params p = {a, 5};
        assert_true(launch(x, "add", 10, 100, &p, 12, 1));
        assert_int_equal(device_read(x->d, got, a, size, &x->fault), DEVICE_OK);
        assert_int_equal(got[999], 12);
        assert_true(device_pool_free(x->d, a, stream, &x->diags, nowhere));
        assert_true(!device_find(x->d, a, &found) || !found.live);
        assert_int_equal(device_read(x->d, got, a, size, &x->fault), DEVICE_FAULT);
        assert_false(device_pool_free(x->d, a, stream, &x->diags, nowhere));
    }
    assert_int_equal(device_sync(x->d, DEVICE_ALL_STREAMS, &x->fault), DEVICE_OK);
    assert_true(device_pool_state(x->d, 1, &s));
    assert_int_equal(s.used, 0);
    assert_int_equal(s.reserved, x->cuda ? size : 0);
    assert_true(device_pool_alloc(x->d, 0, size, other, &x->diags, nowhere, &b));
    assert_true(!x->cuda || a == b);
    assert_int_equal(device_read(x->d, got, b, size, &x->fault), DEVICE_OK);
    assert_int_equal(got[0] | got[999], 0);
    assert_true(device_pool_free(x->d, b, other, &x->diags, nowhere));
    assert_true(device_pool_set(x->d, 0, 0)); /* nothing stays from now on */
    assert_int_equal(device_sync(x->d, DEVICE_ALL_STREAMS, &x->fault), DEVICE_OK);
    assert_true(device_pool_state(x->d, 1, &s));
    assert_int_equal(s.reserved, 0);
    assert_int_equal(device_memory_used(x->d), used);
    /* idle memory is freed to make room */
    assert_true(device_pool_set(x->d, 0, UINT64_MAX));
    assert_true(device_pool_alloc(x->d, 0, 40 << 20, 0, &x->diags, nowhere, &a));
    assert_true(device_pool_free(x->d, a, 0, &x->diags, nowhere));
    assert_true(device_alloc(x->d, 50 << 20, &x->diags, nowhere, &b));
    assert_true(device_free(x->d, b, &x->diags, nowhere));
    uint32_t own = device_pool_new(x->d);
    assert_true(own > 1 && device_pool_use(x->d, own));
    assert_true(device_pool_alloc(x->d, 0, 100, 0, &x->diags, nowhere, &a));
    assert_true(device_pool_end(x->d, own) && !device_pool_end(x->d, own) &&
                !device_pool_end(x->d, 1));
    assert_int_equal(device_pool_current(x->d), 1);
    assert_true(device_free(x->d, a, &x->diags, nowhere));
    device_stream_free(x->d, stream);
    device_stream_free(x->d, other);
}

static void test_launch_order(void **state)
{
    struct fixture *x = *state;
    uint64_t a = make(x, 4096 * 4);
    struct add_params p = {a, 1};
    uint32_t streams[2] = {device_stream_new(x->d), device_stream_new(x->d)}, got[4096];
    assert_true(streams[0] && streams[1] && streams[0] != streams[1]);
    for (uint32_t i = 1; i <= 100; i++)
        assert_true(launch(x, "add", 32, 128, &p, 12, i));
    assert_int_equal(device_sync(x->d, DEVICE_ALL_STREAMS, &x->fault), DEVICE_OK);
    assert_int_equal(x->finished, 100);
    assert_int_equal(x->last_tag, 100);
    assert_true(device_idle(x->d, 0));
    assert_int_equal(device_read(x->d, got, a, sizeof got, &x->fault), DEVICE_OK);
    for (int i = 0; i < 4096; i++)
        assert_int_equal(got[i], 100);
    device_stream_free(x->d, streams[0]);
}

static void no_image(void *user, uint64_t handle, const struct device_image *i,
                     const struct device_sampler *s)
{
    fail();
}

static void test_limits(void **state)
{
    struct fixture *x = *state;

    static const struct {
        const char *kernel;
        struct device_dim grid, block;
        uint64_t shared;
        bool cooperative;
        enum device_limit limit;
        int code;
        const char *text;
    } cases[] = {
        {"bounds",
         {1, 1, 1},
         {65, 1, 1},
         0,         false,
         LIMIT_BLOCK,                    cudaErrorInvalidConfiguration,
         "block of 65 threads (65 x 1 x 1), but this kernel allows 64"                                                                        },
        {"forever",
         {1, 1, 1},
         {33, 32, 1},
         0,         false,
         LIMIT_BLOCK,                    cudaErrorInvalidConfiguration,
         "block of 1056 threads (33 x 32 x 1), but the device allows 1024"                                                                    },
        {"forever",
         {1, 1, 1},
         {1, 1, 65},
         0,         false,
         LIMIT_BLOCK,                    cudaErrorInvalidConfiguration,
         "block of 1 x 1 x 65 threads, but the device allows 1024 x 1024 x 64"                                                                },
        {"forever",
         {1, 1, 1},
         {1, 0, 1},
         0,         false,
         LIMIT_BLOCK,                    cudaErrorInvalidConfiguration,
         "block.y is 0, but must be at least 1"                                                                                               },
        {"forever",
         {1, 65536, 1},
         {1, 1, 1},
         0,         false,
         LIMIT_GRID,                     cudaErrorInvalidConfiguration,
         "grid of 1 x 65536 x 1 blocks, but the device allows 2147483647 x 65535 x 65535"                                                     },
        {"forever",
         {1, 1, 0},
         {1, 1, 1},
         0,         false,
         LIMIT_GRID,                     cudaErrorInvalidConfiguration,
         "grid.z is 0, but must be at least 1"                                                                                                },
        {"forever",
         {1, 1, 1},
         {1, 1, 1},
         228 << 10,
         false,            LIMIT_SHARED,
         cudaErrorInvalidValue,                                         "233472 bytes of shared memory for a block, but the device has 232448"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct device_launch l = {.kernel = device_kernel(x->m, cases[i].kernel),
                                  .grid = cases[i].grid,
                                  .block = cases[i].block,
                                  .shared_dynamic = cases[i].shared,
                                  .cooperative = cases[i].cooperative};
        struct device_refusal refused;
        assert_false(device_launch_fits(&l, &refused));
        assert_int_equal(refused.limit, cases[i].limit);
        assert_int_equal(refused.code, cases[i].code);
        assert_string_equal(refused.text, cases[i].text);
        assert_false(device_launch(x->d, &l, &x->diags, nowhere));
        assert_string_equal(x->diags.last->text, cases[i].text);
    }
    struct device_launch l = {
        .kernel = device_kernel(x->m, "bounds"), .grid = {1,  1, 1},
              .block = {64, 1, 1}
    };
    struct device_refusal refused;
    assert_true(device_launch_fits(&l, &refused));
    assert_true(device_launch(x->d, &l, &x->diags, nowhere));
    l.cooperative = true;
    l.grid.x = device_props(x->d)->max_cooperative_blocks + 1;
    assert_false(device_launch_fits(&l, &refused));
    assert_int_equal(refused.limit, LIMIT_COOPERATIVE);
    assert_int_equal(refused.code, cudaErrorCooperativeLaunchTooLarge);
    assert_null(device_kernel(x->m, "no such"));
}

static void test_extents(void **state)
{
    struct device_dim dim;
    struct device_refusal refused;
    assert_true(device_dim_of((int64_t[]){1, 2, UINT32_MAX}, LIMIT_GRID, &dim, &refused));
    assert_int_equal(dim.y, 2);
    assert_int_equal(dim.z, UINT32_MAX);
    assert_false(device_dim_of((int64_t[]){1, -3, 1}, LIMIT_GRID, &dim, &refused));
    assert_string_equal(refused.text, "grid.y is -3, but must be at least 1");
    assert_string_equal(refused.help,
                        "a difference or an overflow made it negative: check how it is computed");
    assert_false(device_dim_of((int64_t[]){1, 1, 4294967296}, LIMIT_BLOCK, &dim, &refused));
    assert_string_equal(refused.text, "block.z is 4294967296, but must be at most 4294967295");
}

/* A call for a feature that a kind of device lacks gets an answer. */
static void test_what_a_device_lacks(void **state)
{
    struct fixture *x = *state;
    struct device_smi smi;
    uint32_t s = device_stream_new(x->d);
    assert_true(s);
    assert_int_equal(device_stream_separate(x->d, s), !x->cuda);
    assert_int_equal(device_mark(x->d, s) != 0, false);
    assert_int_equal(device_stream_wait(x->d, s, 0, 0, &x->fault), DEVICE_OK);
    assert_true(device_has_images(x->d));
    assert_int_equal(device_each_image(x->d, no_image, NULL), x->cuda);
    assert_int_equal(device_smi(x->d, &smi), x->cuda);
    assert_false(device_parked(x->d));
    uint32_t last = s;
    for (int i = 0; x->cuda && last && i < 5000; i++)
        last = device_stream_new(x->d);
    assert_int_equal(last != 0, !x->cuda); /* a GPU's worker has a table of streams */
    device_stream_free(x->d, s);
    assert_int_equal(device_stream_new(x->d) == s, x->cuda);
}

static void test_fault_and_on(void **state)
{
    struct fixture *x = *state;
    uint64_t a = make(x, 8 * 4), b = make(x, 1024 * 4);
    /* a GPU faults on addresses that are not mapped; out of bounds within mapped memory it may not */
    struct add_params bad = {x->cuda ? a + ((uint64_t) 1 << 34) - 512 : a + 4000, 1}, good = {b, 7},
                      freed = {0, 1};
    uint32_t got[1024];
    device_name(x->d, a, "x");
    assert_true(launch(x, "add", 1, 32, &bad, 12, 41));
    assert_int_equal(device_sync(x->d, DEVICE_ALL_STREAMS, &x->fault), DEVICE_FAULT);
    assert_int_equal(x->fault.kind, FAULT_ILLEGAL_ADDRESS);
    assert_int_equal(x->fault.tag, 41);
    assert_string_equal(x->fault.kernel, "add");
    if (x->cuda) {
        assert_true(x->fault.unplaced && x->fault.replaced);
    } else {
        assert_int_equal(x->fault.address - x->fault.nearest.start, 4000);
        assert_string_equal(x->fault.nearest.name, "x");
        assert_int_equal(x->fault.thread.x, 0);
        assert_int_equal(x->fault.others, 31);
        assert_non_null(strstr(x->fault.instruction, "ld.global.u32 %r4, [%d1]"));
    }
    assert_true(launch(x, "add", 8, 128, &good, 12, 42));
    assert_int_equal(device_read(x->d, got, b, sizeof got, &x->fault), DEVICE_OK);
    for (int i = 0; i < 1024; i++)
        assert_int_equal(got[i], 7);
    freed.at = make(x, 4 << 20); /* of memory of its own */
    assert_true(device_free(x->d, freed.at, &x->diags, nowhere));
    assert_true(launch(x, "add", 1, 32, &freed, 12, 43));
    assert_int_equal(device_sync(x->d, DEVICE_ALL_STREAMS, &x->fault), DEVICE_FAULT);
    assert_true(x->cuda || !x->fault.nearest.live);
}

static void stops(struct fixture *x, const char *kernel)
{
    uint64_t a = make(x, 64 * 4);
    struct add_params p = {a, 3};
    uint32_t got[64];
    for (int i = 0; i < 3; i++)
        assert_true(launch(x, kernel, 1000, 256, NULL, 0, 1));
    assert_int_equal(interrupted_wait_sync(&x->interrupt, x->d, &x->fault), DEVICE_INTERRUPTED);
    assert_true(device_idle(x->d, DEVICE_ALL_STREAMS));
    assert_true(launch(x, "add", 1, 64, &p, 12, 2));
    assert_int_equal(device_read(x->d, got, a, sizeof got, &x->fault), DEVICE_OK);
    assert_int_equal(got[63], 3);
}

static void test_interrupt(void **state)
{
    stops(*state, "forever");
    stops(*state, "around"); /* its back edge is a brx */
}

static void test_module(void **state)
{
    struct fixture *x = *state;
    uint64_t at, size;
    uint32_t v;
    assert_true(device_symbol(x->m, "counter", &at, &size));
    assert_int_equal(size, 4);
    assert_int_equal(device_read(x->d, &v, at, 4, &x->fault), DEVICE_OK);
    assert_int_equal(v, 5);
    assert_false(device_symbol(x->m, "nothing", &at, &size));
    const struct device_kernel_info *i = device_kernel_info(device_kernel(x->m, "add"));
    assert_int_equal(i->param_count, 2);
    assert_int_equal(i->params[1].offset, 8);
    assert_int_equal(i->params_size, 12);
    static const char unknown[] = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry "
                                  "k()\n{\n.reg .b32 %r<2>;\nwgmma.fence.sync.aligned;\nret;\n}\n";
    assert_null(device_load(x->d, unknown, sizeof unknown - 1, &x->diags, nowhere));
    assert_non_null(strstr(x->diags.last->text, "PTX line 7: 'wgmma.fence.sync.aligned'"));
}

/* Garbage of every kind: a text that is cut or changed is loaded or refused, and never crashes. */
static void test_mutations(void **state)
{
    struct fixture *x = *state;
    uint32_t seed = 12345;
    char text[sizeof ptx];
    for (size_t n = 0; n < sizeof ptx - 1; n += 3) {
        struct diags diags = {0};
        struct device_module *m = device_load(x->d, ptx, n, &diags, nowhere);
        device_unload(x->d, &m);
        diags_free(&diags);
    }
    for (int round = 0; round < 3000; round++) {
        struct diags diags = {0};
        memcpy(text, ptx, sizeof text);
        for (int k = 0; k < 1 + round % 4; k++) {
            seed = seed * 1664525 + 1013904223;
            text[(seed >> 8) % (sizeof ptx - 1)] = "{}[]();,.%@0rf\n\"-+<>"[(seed >> 3) % 20];
        }
        struct device_module *m = device_load(x->d, text, sizeof ptx - 1, &diags, nowhere);
        assert_true(m || diags.errors);
        device_unload(x->d, &m);
        diags_free(&diags);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(test_memory),       TEST(test_pools),
                                       TEST(test_launch_order), TEST(test_limits),
                                       TEST(test_extents),      TEST(test_what_a_device_lacks),
                                       TEST(test_fault_and_on), TEST(test_interrupt),
                                       TEST(test_module),       TEST(test_mutations)};
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
