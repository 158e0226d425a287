/* SPDX-License-Identifier: Apache-2.0 */
/* Occupancy against NVIDIA's own calculator (occupancy_cases.def) and against figures worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "device/occupancy.h"

static void test_cases(void **state)
{
    static const struct {
        uint32_t arch, threads, registers, shared, blocks, best;
    } cases[] = {

#define CASE(arch, threads, registers, shared, blocks, best)                                       \
    {arch, threads, registers, shared, blocks, best},
#include "occupancy_cases.def"
    };
    int count = sizeof cases / sizeof *cases, wrong = 0;
    assert_true(count >= 200);
    for (int i = 0; i < count; i++) {
        const struct gpu_limits *l = gpu_limits_of(cases[i].arch);
        assert_non_null(l);
        struct occupancy_kernel k = {cases[i].registers, cases[i].shared};
        struct occupancy o = occupancy_of(l, &k, cases[i].threads);
        uint32_t best = occupancy_best_block(l, &k, 1024);
        if (o.blocks == cases[i].blocks && best == cases[i].best)
            continue;
        wrong++;
        print_error(
            "sm_%u: %u threads, %u registers, %u bytes: %u blocks, not %u; best %u, not %u\n",
            cases[i].arch, cases[i].threads, cases[i].registers, cases[i].shared, o.blocks,
            cases[i].blocks, best, cases[i].best);
    }
    assert_int_equal(wrong, 0);
}

/* 9.0, 256 threads (8 warps), 40 registers: a warp takes 40 x 32 = 1280 = 5 x 256 registers; a quarter of the file, 16384,
 * holds 12 of them, the multiprocessor 48, which is 6 blocks; 48 of 64 warps. */
static void test_registers_by_hand(void **state)
{
    struct occupancy o = occupancy_of(gpu_limits_of(90), &(struct occupancy_kernel){40, 0}, 256);
    assert_int_equal(o.by[OCCUPANCY_REGISTERS], 6);
    assert_int_equal(o.by[OCCUPANCY_WARPS], 8);
    assert_int_equal(o.by[OCCUPANCY_BLOCKS], 32);
    assert_int_equal(o.by[OCCUPANCY_SHARED], 228 / 1);
    assert_int_equal(o.blocks, 6);
    assert_int_equal(o.limiter, OCCUPANCY_REGISTERS);
    assert_true(o.fraction == 0.75);
}

/* 8.0: 20,000 bytes and 1 KiB for the system are 21,024, in units of 128: 21,120; 164 KiB hold 7. On 7.5 nothing is
 * reserved: 20,000 in units of 256 are 20,224, and 64 KiB hold 3. */
static void test_shared_by_hand(void **state)
{
    struct occupancy_kernel k = {16, 20000};
    struct occupancy o = occupancy_of(gpu_limits_of(80), &k, 128);
    assert_int_equal(o.by[OCCUPANCY_SHARED], 7);
    assert_int_equal(o.limiter, OCCUPANCY_SHARED);
    assert_int_equal(o.warps, 28);
    o = occupancy_of(gpu_limits_of(75), &k, 128);
    assert_int_equal(o.blocks, 3);
}

static void test_what_cannot_be_launched(void **state)
{
    const struct gpu_limits *l = gpu_limits_of(86);
    assert_int_equal(occupancy_of(l, &(struct occupancy_kernel){32, 0}, 0).blocks, 0);
    assert_int_equal(occupancy_of(l, &(struct occupancy_kernel){32, 0}, 1025).blocks, 0);
    assert_int_equal(occupancy_of(l, &(struct occupancy_kernel){256, 0}, 32).blocks, 0);
    assert_int_equal(occupancy_of(l, &(struct occupancy_kernel){32, 99 * 1024 + 1}, 32).blocks, 0);
    assert_int_equal(occupancy_of(l, &(struct occupancy_kernel){32, 99 * 1024}, 32).blocks, 1);
    assert_int_equal(occupancy_of(l, &(struct occupancy_kernel){72, 0}, 1024).blocks, 0);
    assert_int_equal(occupancy_best_block(l, &(struct occupancy_kernel){32, 200000}, 0), 0);
}

/* What ptxas 13.0 leaves a kernel that wants more registers, under __launch_bounds__(threads, blocks). */
static void test_registers_that_bounds_leave(void **state)
{
    static const struct {
        uint32_t threads, blocks, sm75, sm80, sm86;
    } cases[] = {
        {256,  4,  64,  64,  64 },
        {1024, 2,  64,  32,  64 },
        {96,   10, 64,  64,  64 },
        {128,  3,  168, 168, 168},
        {512,  1,  128, 128, 128},
        {1024, 1,  64,  64,  64 },
        {256,  3,  80,  80,  80 },
        {32,   32, 255, 64,  255},
        {192,  5,  64,  64,  64 },
        {768,  2,  80,  40,  40 },
        {100,  7,  72,  72,  72 },
        {320,  3,  64,  64,  64 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t arches[] = {75, 80, 86},
                       wanted[] = {cases[i].sm75, cases[i].sm80, cases[i].sm86};
        for (int k = 0; k < 3; k++) {
            const struct gpu_limits *l = gpu_limits_of(arches[k]);
            uint32_t blocks =
                occupancy_holds(l, cases[i].threads, cases[i].blocks) ? cases[i].blocks : 0;
            assert_int_equal(occupancy_most_registers(l, cases[i].threads, blocks), wanted[k]);
        }
    }
}

static void test_names(void **state)
{
    static const struct {
        const char *text;
        uint32_t arch, multiprocessors;
    } cases[] = {
        {"h100",        90,  132},
        {"H100",        90,  132},
        {"RTX 4090",    89,  128},
        {"rtx-4090",    89,  128},
        {"4090",        89,  128},
        {"1080 Ti",     61,  28 },
        {"9.0",         90,  0  },
        {"sm_90a",      90,  0  },
        {"compute_120", 120, 0  },
        {"12.1",        121, 0  },
    };
    struct gpu g;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(gpu_find(cases[i].text, strlen(cases[i].text), &g));
        assert_int_equal(g.arch, cases[i].arch);
        assert_int_equal(g.multiprocessors, cases[i].multiprocessors);
    }
    assert_false(gpu_find("h1000", 5, &g));
    assert_false(gpu_find("", 0, &g));
    assert_false(gpu_find("9.5", 3, &g));
    assert_false(gpu_find("90x", 3, &g));
}

static void see(void *user, const struct gpu *g)
{
    struct gpu found;
    assert_non_null(gpu_limits_of(g->arch));
    assert_true(gpu_find(g->name, strlen(g->name), &found));
    assert_string_equal(found.name, g->name);
    ++*(int *) user;
}

static void test_every_gpu_has_limits(void **state)
{
    int count = 0;
    gpu_each(see, &count);
    assert_true(count > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_registers_by_hand),
        cmocka_unit_test(test_shared_by_hand),
        cmocka_unit_test(test_what_cannot_be_launched),
        cmocka_unit_test(test_registers_that_bounds_leave),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_every_gpu_has_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
