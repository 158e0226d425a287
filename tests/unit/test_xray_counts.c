/* SPDX-License-Identifier: Apache-2.0 */
/* What the observer of %xray counts (device/cpu/xray), with small kernels whose counts are worked out by hand, and the advice on what
 * it counted. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "device/cpu/xray/launch_xray.h"
#include "device/device_open.h"
#include "magic/measure/xray_advice.h"

#define HEAD ".version 8.0\n.target sm_75\n.address_size 64\n"

static const struct span nowhere;

/* ---- counts, a line for each line of the PTX ---- */

static void put_memory(struct buf *out, const struct xray_memory *m)
{
    static const char *const acts[] = {"load", "store", "atomic"};
    buf_printf(out, "  %s %s: %" PRIu64 " requests, ", m->shared ? "shared" : "global",
               acts[m->act], m->requests);
    if (m->shared)
        buf_printf(out, "%" PRIu64 " of %" PRIu64 " passes", m->passes, m->ideal_passes);
    else
        buf_printf(out,
                   "%" PRIu64 " of %" PRIu64 " sectors, again %" PRIu64 " %" PRIu64 " %" PRIu64,
                   m->sectors, m->ideal_sectors, m->again_warp, m->again_block, m->hits);
    if (m->act == XRAY_ATOMIC)
        buf_printf(out, ", %" PRIu64 " addresses, %" PRIu64, m->addresses, m->most);
    buf_printf(out, ", %zu samples\n", m->samples.n);
}

static void put_line(struct buf *out, const struct xray_line *l)
{
    buf_printf(out, "%" PRIu32 ": %" PRIu64 " by %" PRIu64 " lanes", l->line, l->instructions,
               l->lanes);
    if (l->branches)
        buf_printf(out, ", %" PRIu64 " of %" PRIu64 " divergent", l->divergent, l->branches);
    if (l->barriers)
        buf_printf(out, ", %" PRIu64 " barriers, waited %" PRIu64, l->barriers, l->waited);
    if (l->flops[0] || l->flops[1])
        buf_printf(out, ", flops %" PRIu64 " %" PRIu64, l->flops[0], l->flops[1]);
    buf_putc(out, '\n');
    VEC_EACH (m, &l->memory)
        put_memory(out, m);
}

static void launch(struct device *d, struct device_module *m, uint64_t at, uint32_t grid,
                   uint32_t block)
{
    struct diags diags = {0};
    struct device_fault fault;
    const struct device_kernel *k = device_kernel(m, "k");
    struct device_launch l = {
        .kernel = k,
        .grid = {grid,  1, 1},
        .block = {block, 1, 1},
        .params = &at,
        .params_size = device_kernel_info(k)->params_size
    };
    assert_true(device_launch(d, &l, &diags, nowhere));
    assert_int_equal(device_sync(d, DEVICE_ALL_STREAMS, &fault), DEVICE_OK);
    diags_free(&diags);
}

static void expect(const char *ptx, uint32_t grid, uint32_t block, uint32_t launches,
                   const char *expected)
{
    struct diags diags = {0};
    struct buf text = {0};
    uint64_t at;
    size_t n;
    struct device *d = cpu_device_open(NULL, 64 << 20, &diags);
    struct device_module *m = device_load(d, ptx, strlen(ptx), &diags, nowhere);
    if (!m)
        print_error("%s\n", diags.last ? diags.last->text : "");
    assert_non_null(m);
    assert_true(device_alloc(d, 1 << 16, &diags, nowhere, &at));
    struct launch_xray *x = xray_start(d);
    for (uint32_t i = 0; i < launches; i++)
        launch(d, m, at, grid, block);
    struct xray_kernel *const *kernels = xray_kernels(x, &n);
    assert_int_equal(n, 1);
    assert_int_equal(kernels[0]->launches, launches);
    VEC_EACH (l, &kernels[0]->lines)
        put_line(&text, l);
    assert_string_equal(text.p, expected);
    buf_free(&text);
    xray_stop(&x);
    device_unload(d, &m);
    device_close(&d);
    diags_free(&diags);
}

/* ---- counts ---- */

/* 40 threads: lanes 0 to 6 of warp 0 branch; warp 1 has 8 lanes, of which none does. */
static void test_branches_and_partial_warps(void **state)
{
    expect(HEAD ".visible .entry k(.param .u64 p)\n{\n"
                ".reg .b32 %r<9>; .reg .pred %p<2>;\n"
                "mov.u32 %r0, %tid.x;\n"
                "setp.lt.u32 %p0, %r0, 7;\n" /* 8 */
                "@%p0 bra L;\n"
                "add.u32 %r1, %r0, 1;\n"
                "L: @%p0 mul.lo.u32 %r1, %r0, 3;\n"
                "ret;\n}\n",
           1, 40, 1,
           "8: 2 by 40 lanes\n"
           "9: 2 by 40 lanes, 1 of 2 divergent\n"
           "10: 2 by 33 lanes\n"
           "11: 1 by 7 lanes\n"
           "12: 2 by 40 lanes\n");
}

/* Two warps. Warp 0 executes five instructions before the barrier, warp 1 two more. A second barrier right after it: nobody waits. */
static void test_warps_wait_at_a_barrier(void **state)
{
    expect(HEAD ".visible .entry k(.param .u64 p)\n{\n"
                ".reg .b32 %r<9>; .reg .f32 %f<3>; .reg .f64 %d<3>; .reg .pred %p<2>;\n"
                "mov.u32 %r0, %tid.x;\n"
                "setp.lt.u32 %p0, %r0, 32;\n"
                "@%p0 bra L;\n"
                "fma.rn.f32 %f0, %f1, %f1, %f1;\n" /* 10 */
                "add.f64 %d0, %d1, %d1;\n"
                "L: bar.sync 0;\n"
                "bar.sync 0;\n"
                "ret;\n}\n",
           1, 64, 1,
           "8: 2 by 64 lanes\n"
           "9: 2 by 64 lanes, 0 of 2 divergent\n"
           "10: 1 by 32 lanes, flops 64 0\n"
           "11: 1 by 32 lanes, flops 0 32\n"
           "12: 2 by 64 lanes, 2 barriers, waited 2\n"
           "13: 2 by 64 lanes, 2 barriers, waited 0\n"
           "14: 2 by 64 lanes\n");
}

/* Two blocks of two warps: consecutive words; then the next word, where a warp has touched four of its five sectors, and warp 0's fifth
 * is warp 1's first; then one word of all blocks. Launched twice: counts add up, samples are those of the first launch. Loads of parameters
 * and moves to a register that is written once are not executed. */
static void test_sectors_and_reuse(void **state)
{
    expect(HEAD ".visible .entry k(.param .u64 p)\n{\n"
                ".reg .b32 %r<9>; .reg .b64 %d<9>;\n"
                "ld.param.u64 %d0, [p];\n"
                "mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mad.lo.u32 %r0, %r1, 64, %r0;\n"
                "mul.wide.u32 %d1, %r0, 4; add.s64 %d2, %d0, %d1;\n"
                "ld.global.u32 %r2, [%d2];\n" /* 10 */
                "bar.sync 0;\n"
                "ld.global.u32 %r3, [%d2+4];\n"
                "atom.global.add.u32 %r4, [%d0+8192], %r3;\n"
                "ret;\n}\n",
           2, 64, 2,
           "8: 16 by 512 lanes\n"
           "9: 16 by 512 lanes\n"
           "10: 8 by 256 lanes\n"
           "  global load: 8 requests, 32 of 32 sectors, again 0 0 0, 4 samples\n"
           "11: 8 by 256 lanes, 8 barriers, waited 0\n"
           "12: 8 by 256 lanes\n"
           "  global load: 8 requests, 40 of 32 sectors, again 32 36 4, 4 samples\n"
           "13: 8 by 256 lanes\n"
           "  global atomic: 8 requests, 8 of 8 sectors, again 0 4 4, 8 addresses, 32, 4 samples\n"
           "14: 8 by 256 lanes\n");
}

/* Words 0, 2, 4... of shared memory by a shared and by a generic address: two passes each. 16 bytes a lane: four passes. */
static void test_banks(void **state)
{
    expect(HEAD ".visible .entry k(.param .u64 p)\n{\n"
                ".reg .b32 %r<9>; .reg .b64 %d<9>; .shared .align 16 .b8 s[1024];\n"
                "mov.u32 %r0, %tid.x;\n"
                "mov.u32 %r5, s; mad.lo.u32 %r1, %r0, 8, %r5;\n"
                "st.shared.u32 [%r1], %r0;\n" /* 9 */
                "mov.u64 %d0, s; cvta.shared.u64 %d1, %d0; mul.wide.u32 %d2, %r0, 8;\n"
                "add.s64 %d1, %d1, %d2;\n"
                "ld.u32 %r2, [%d1];\n" /* 12 */
                "mad.lo.u32 %r3, %r0, 16, %r5;\n"
                "st.shared.v4.u32 [%r3], {%r0, %r0, %r0, %r0};\n"
                "red.shared.add.u32 [%r5], 1;\n"
                "ret;\n}\n",
           1, 32, 1,
           "8: 1 by 32 lanes\n"
           "9: 1 by 32 lanes\n"
           "  shared store: 1 requests, 2 of 1 passes, 1 samples\n"
           "10: 2 by 64 lanes\n"
           "11: 1 by 32 lanes\n"
           "12: 1 by 32 lanes\n"
           "  shared load: 1 requests, 2 of 1 passes, 1 samples\n"
           "13: 1 by 32 lanes\n"
           "14: 1 by 32 lanes\n"
           "  shared store: 1 requests, 4 of 4 passes, 1 samples\n"
           "15: 1 by 32 lanes\n"
           "  shared atomic: 1 requests, 1 of 1 passes, 1 addresses, 32, 1 samples\n"
           "16: 1 by 32 lanes\n");
}

/* A loop of ten: four iterations of a warp are kept. Seven blocks: the first, the middle and the last one. Eight warps: 0, 1, 4, 7. */
static void test_samples_are_bounded(void **state)
{
    expect(HEAD ".visible .entry k(.param .u64 p)\n{\n"
                ".reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p<2>;\n"
                "ld.param.u64 %d0, [p]; mov.u32 %r1, 0;\n"
                "L: ld.global.u32 %r2, [%d0]; add.u32 %r1, %r1, 1; setp.lt.u32 %p0, %r1, 10; @%p0 "
                "bra L;\n"
                "ret;\n}\n",
           7, 256, 1,
           "7: 56 by 1792 lanes\n"
           "8: 2240 by 71680 lanes, 0 of 560 divergent\n"
           "  global load: 560 requests, 560 of 560 sectors, again 504 553 553, 48 samples\n"
           "9: 56 by 1792 lanes\n");
}

/* ---- advice ---- */

struct request {
    enum xray_act act;
    bool shared;
    uint32_t bytes, mask;
    int64_t base, step;
};

static struct xray_advice advise(struct arena *a, const struct request *q, const char *variable,
                                 const char *line, const char *declaration)
{
    struct xray_sample s = {.mask = q->mask};
    struct sector_counts sectors;
    struct bank_counts banks;
    struct collision_counts collisions;
    for (int l = 0; l < ACCESS_LANES; l++)
        s.addresses[l] = (uint64_t) (4096 + q->base + q->step * l);
    struct access_request r = {s.addresses, q->mask, q->bytes};
    struct xray_memory m = {.act = q->act,
                            .shared = q->shared,
                            .bytes = q->bytes,
                            .requests = 1,
                            .lanes = (uint64_t) __builtin_popcount(q->mask)};
    access_sectors(&r, &sectors, NULL);
    access_banks(&r, &banks, NULL);
    access_collisions(&r, &collisions);
    m.sectors = q->shared ? 0 : sectors.count;
    m.ideal_sectors = q->shared ? 0 : sectors.ideal;
    m.passes = q->shared ? banks.passes : 0;
    m.ideal_passes = q->shared ? banks.ideal : 0;
    m.addresses = collisions.addresses;
    m.most = collisions.most;
    VEC_PUSH(&m.samples, s);
    struct xray_advice found =
        xray_advise(a, &m, variable, str_of(line), str_of(declaration ? declaration : ""));
    VEC_FREE(&m.samples);
    return found;
}

static void test_advice(void **state)
{
    static const struct {
        struct request request;
        const char *variable, *line, *declaration;
        enum xray_pattern pattern;
        const char *changed;
    } rows[] = {
        {{XRAY_LOAD, false, 4, UINT32_MAX, 0, 4},     "x", "y[i] = x[i];",                 NULL, XRAY_FINE,       NULL},
        {{XRAY_LOAD, false, 4, UINT32_MAX, 0, -4},    "x", "y[i] = x[n - i];",             NULL, XRAY_FINE,       NULL},
        {{XRAY_LOAD, false, 4, UINT32_MAX, 0, 0},     "x", "y[i] = x[0];",                 NULL, XRAY_FINE,       NULL},
        {{XRAY_LOAD, false, 4, UINT32_MAX, 4, 4},
         "x",                                              "y[i] = x[i + 1];",
         NULL,                                                                                   XRAY_MISALIGNED,
         NULL                                                                                                         },
        {{XRAY_LOAD, false, 4, 0x55555555, 4, 4},     "x", "y[i] = x[i + 1];",             NULL, XRAY_FINE,       NULL},
        {{XRAY_LOAD, false, 4, UINT32_MAX, 0, 8},     "x", "y[i] = x[2 * i];",             NULL, XRAY_STRIDE,     NULL},
        {{XRAY_LOAD, false, 4, 0xaaaaaaaa, 0, 16},
         "x",                                              "y[i] = x[4 * i];",
         NULL,                                                                                   XRAY_STRIDE,
         NULL                                                                                                         },
        {{XRAY_LOAD, false, 4, UINT32_MAX, 0, 16},
         "p",                                              "y[i] = p[i].x + p[i].y;",
         NULL,                                                                                   XRAY_STRUCTS,
         "y[i] = p.x[i] + p.y[i];"                                                                                    },
        {{XRAY_LOAD, false, 4, UINT32_MAX, 0, 4096},
         "a",                                              "b[i] = a[x * n + y];",
         NULL,                                                                                   XRAY_COLUMN,
         "b[i] = a[y * n + x];"                                                                                       },
        {{XRAY_STORE, false, 4, UINT32_MAX, 0, 4096},
         "b",                                              "b[x * n + y] = a[i];",
         NULL,                                                                                   XRAY_COLUMN,
         "b[y * n + x] = a[i];"                                                                                       },
        {{XRAY_STORE, false, 4, UINT32_MAX, 0, 4096},
         "b",                                              "b[x * n + y] = a[y * n + x];",
         NULL,                                                                                   XRAY_COLUMN,
         NULL                                                                                                         },
        {{XRAY_LOAD, false, 4, UINT32_MAX, 0, 4096},  "a", "s += a[f(x)];",                NULL, XRAY_COLUMN,     NULL},
        {{XRAY_LOAD, true, 4, UINT32_MAX, 0, 128},
         "tile",                                           "y = tile[x][y];",
         "__shared__ float tile[32][32];",                                                       XRAY_TILE,
         "__shared__ float tile[32][32 + 1];"                                                                         },
        {{XRAY_LOAD, true, 4, UINT32_MAX, 0, 132},
         "tile",                                           "y = tile[x][y];",
         "__shared__ float tile[32][33];",                                                       XRAY_FINE,
         NULL                                                                                                         },
        {{XRAY_LOAD, true, 4, UINT32_MAX, 0, 8},
         "s",                                              "y = s[2 * i];",
         "__shared__ float s[64];",                                                              XRAY_BANKS,
         NULL                                                                                                         },
        {{XRAY_LOAD, true, 16, UINT32_MAX, 0, 16},
         "s",                                              "y = s[i];",
         "__shared__ float4 s[64];",                                                             XRAY_FINE,
         NULL                                                                                                         },
        {{XRAY_ATOMIC, false, 4, UINT32_MAX, 0, 0},
         "n",                                              "atomicAdd(n, a[i]);",
         NULL,                                                                                   XRAY_SERIAL,
         "auto warp_sum = a[i];\nfor (int k = 16; k; k /= 2)\n    warp_sum += "
         "__shfl_down_sync(~0u, warp_sum, k);\n"
         "if (threadIdx.x % 32 == 0)\n    atomicAdd(n, warp_sum);"                                                    },
        {{XRAY_ATOMIC, true, 4, UINT32_MAX, 0, 0},
         "n",                                              "atomicMax(&n, i);",
         NULL,                                                                                   XRAY_SERIAL,
         NULL                                                                                                         },
        {{XRAY_ATOMIC, false, 4, UINT32_MAX, 0, 4},
         "n",                                              "atomicAdd(n + i, 1);",
         NULL,                                                                                   XRAY_FINE,
         NULL                                                                                                         },
    };
    struct arena a = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct xray_advice found =
            advise(&a, &rows[i].request, rows[i].variable, rows[i].line, rows[i].declaration);
        if (found.pattern != rows[i].pattern)
            fail_msg("row %zu, %s: %d, not %d", i, rows[i].line, found.pattern, rows[i].pattern);
        assert_true(!found.text == (found.pattern == XRAY_FINE));
        if (rows[i].changed)
            assert_string_equal(found.changed, rows[i].changed);
        else
            assert_null(found.changed);
    }
    arena_free(&a);
}

static void test_advice_on_branches(void **state)
{
    struct arena a = {0};
    struct xray_line half = {.branches = 8, .divergent = 4}, tail = {.branches = 8, .divergent = 1};
    struct xray_advice found = xray_advise_branch(&a, &half, STR("if (threadIdx.x % 2 == 0)"));
    assert_int_equal(found.pattern, XRAY_DIVERGENT);
    assert_string_equal(found.changed, "if (threadIdx.x / 32 % 2 == 0)");
    assert_string_equal(
        found.text, "divergent branch: 50 % of the times lanes of one warp go both ways, and the "
                    "warp executes both. Let the condition be the same for all lanes of a warp");
    assert_null(xray_advise_branch(&a, &half, STR("if (threadIdx.x % n)")).changed);
    assert_int_equal(xray_advise_branch(&a, &tail, STR("if (i < n)")).pattern, XRAY_FINE);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_branches_and_partial_warps),
        cmocka_unit_test(test_warps_wait_at_a_barrier),
        cmocka_unit_test(test_sectors_and_reuse),
        cmocka_unit_test(test_banks),
        cmocka_unit_test(test_samples_are_bounded),
        cmocka_unit_test(test_advice),
        cmocka_unit_test(test_advice_on_branches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
