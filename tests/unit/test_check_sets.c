/* SPDX-License-Identifier: Apache-2.0 */
/* The checker settles most accesses for all lanes of a warp at once, with each instruction set (check_quick.c). On kernels of accesses at random
 * it finds the same as when it looks at one lane after the other, which it does when it also looks for NaNs. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "device/cpu/check/launch_check.h"
#include "device/device_open.h"

enum { KERNELS = 60, STEPS = 12, BYTES = 16384, SHARED_BYTES = 4096 };

static const struct span nowhere;

/* ---- kernels ---- */

static uint32_t next(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) % below;
}

static void print_access(struct buf *b, uint32_t *seed, const char *space, const char *base)
{
    static const struct {
        const char *name, *rest;
        uint32_t bytes;
    } accesses[] = {
        {"ld",  ".u32 %r9, [%d3];",           4},
        {"ld",  ".u32 %r9, [%d3];",           4},
        {"ld",  ".v2.u32 {%r8, %r9}, [%d3];", 8},
        {"ld",  ".u8 %r9, [%d3];",            4},
        {"st",  ".u32 [%d3], %r0;",           4},
        {"st",  ".u32 [%d3], 7;",             4},
        {"st",  ".u64 [%d3], %d2;",           8},
        {"red", ".add.u32 [%d3], 1;",         4},
    };

    static const uint32_t strides[] = {0, 1, 1, 1, 1, 2, 3, 33}, blocks[] = {0, 0, 256, 256, 512};
    uint32_t access = next(seed, sizeof accesses / sizeof *accesses),
             bytes = accesses[access].bytes;
    buf_printf(b, "mul.lo.u32 %%r2, %%r0, %u; mad.lo.u32 %%r2, %%r1, %u, %%r2;\n",
               strides[next(seed, 8)], blocks[next(seed, 5)]);
    buf_printf(b, "add.u32 %%r2, %%r2, %u; and.b32 %%r2, %%r2, %u;\n", next(seed, 64),
               SHARED_BYTES / 8 - 1);
    buf_printf(b, "mul.wide.u32 %%d2, %%r2, %u; add.s64 %%d3, %s, %%d2;\n", bytes, base);
    buf_printf(b, "%s%s%s\n", accesses[access].name, space, accesses[access].rest);
}

static void print_step(struct buf *b, uint32_t *seed, uint32_t k)
{
    uint32_t what = next(seed, 10);
    bool some = next(seed, 4) == 0, shared = next(seed, 2);
    if (what < 2) {
        buf_puts(b, what ? "bar.sync 0;\n" : "bar.warp.sync -1;\n");
        return;
    }
    if (some) /* other lanes skip it */
        buf_printf(b, "and.b32 %%r3, %%r0, %u; setp.ne.u32 %%p0, %%r3, 0;\n@%%p0 bra L%u;\n",
                   1u << next(seed, 6), k);
    print_access(b, seed, shared ? ".shared" : ".global", shared ? "%d1" : "%d0");
    buf_printf(b, "L%u:\n", k);
}

static void print_kernel(struct buf *b, uint32_t seed)
{
    buf_puts(b, ".version 8.0\n.target sm_80\n.address_size 64\n"
                ".visible .entry k(.param .u64 p)\n{\n"
                ".reg .b32 %r<10>; .reg .b64 %d<4>; .reg .pred %p<1>;\n");
    buf_printf(b, ".shared .align 16 .b8 s[%d];\n", SHARED_BYTES);
    buf_puts(b, "ld.param.u64 %d0, [p];\nmov.u64 %d1, s;\n"
                "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %ctaid.x;\n");
    for (uint32_t k = 0; k < STEPS; k++)
        print_step(b, &seed, k);
    buf_puts(b, "ret;\n}\n");
}

/* ---- findings ---- */

static void print_party(struct buf *b, const struct check_party *p)
{
    buf_printf(b, " %d line %u block %u thread %u;", p->act, p->ptx_line, p->block.x, p->thread.x);
}

static void print_findings(struct buf *b, struct launch_checker *c, uint64_t at)
{
    size_t n;
    const struct check_finding *f = checker_findings(c, &n);
    for (size_t i = 0; i < n; i++) {
        uint64_t address = f[i].space == PTX_GLOBAL ? f[i].address - at : f[i].address;
        buf_printf(b, "%d in %d at %" PRIu64 " of %u:", f[i].kind, f[i].space, address, f[i].size);
        print_party(b, &f[i].first);
        print_party(b, &f[i].second);
        buf_printf(b, " %" PRIu64 " times\n", f[i].count);
    }
}

/* set: NULL is the checker of one lane after the other. False: the processor does not have the set. */
static bool find(const char *ptx, const char *set, uint32_t seed, struct buf *out)
{
    struct diags diags = {0};
    struct device_fault fault;
    uint64_t at;
    const char one = 1;
    struct device *d = cpu_device_open(NULL, 64 << 20, &diags);
    bool runs = d && (!set || cpu_device_use_ops(d, set));
    assert_non_null(d);
    if (runs) {
        struct check_options options = {.seed = seed, .nans = !set};
        struct launch_checker *c = checker_start(d, &options);
        struct device_module *m = device_load(d, ptx, strlen(ptx), &diags, nowhere);
        if (!m)
            print_error("%s\n%s\n", diags.last ? diags.last->text : "", ptx);
        assert_non_null(m);
        assert_true(device_alloc(d, BYTES, &diags, nowhere, &at));
        assert_int_equal(device_fill(d, at, &one, 1, BYTES, 0), DEVICE_OK);
        const struct device_kernel *k = device_kernel(m, "k");
        struct device_launch l = {
            .kernel = k,
            .grid = {3,   1, 1},
            .block = {100, 1, 1},
            .params = &at,
            .params_size = sizeof at,
        };
        assert_true(device_launch(d, &l, &diags, nowhere));
        assert_int_equal(device_sync(d, DEVICE_ALL_STREAMS, &fault), DEVICE_OK);
        print_findings(out, c, at);
        checker_stop(&c);
        device_unload(d, &m);
    }
    device_close(&d);
    diags_free(&diags);
    return runs;
}

static void all_sets_find_what_lane_by_lane_finds(void **state)
{
    static const char *const sets[] = {"base", "avx2", "avx512"};
    uint32_t silent = 0;
    for (uint32_t k = 0; k < KERNELS; k++) {
        struct buf ptx = {0}, expected = {0};
        print_kernel(&ptx, k);
        find(ptx.p, NULL, k % 3, &expected);
        silent += !expected.n;
        for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
            struct buf found = {0};
            if (find(ptx.p, sets[s], k % 3, &found))
                assert_string_equal(found.p ? found.p : "", expected.p ? expected.p : "");
            buf_free(&found);
        }
        buf_free(&ptx);
        buf_free(&expected);
    }
    assert_true(silent < KERNELS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_sets_find_what_lane_by_lane_finds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
