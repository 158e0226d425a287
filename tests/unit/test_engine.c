/* SPDX-License-Identifier: Apache-2.0 */
/* Inside the cpu engine: the control-flow graph, the analysis, full-mask code beside masked code, the observer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device/cpu/code/compilers.h"
#include "device/cpu/cpu.h"
#include "device/cpu/watch/observer.h"
#include "device/device_open.h"

/* ---- graphs: hand-made ops, one to a block; '.' falls, '?n' may go to n, '>n' goes to n, 'x' exits ---- */

static struct cfg *graph_of(const char *const *text, uint32_t n, struct op *ops)
{
    for (uint32_t k = 0; k < n; k++) {
        ops[k] = (struct op){.code = OP_fence};
        if (text[k][0] == 'x')
            ops[k].code = OP_ret;
        if (text[k][0] == '?' || text[k][0] == '>') {
            ops[k].code = text[k][0] == '?' ? OP_bra_if : OP_bra;
            ops[k].target = (uint32_t) atoi(text[k] + 1) - k;
        }
    }
    return cfg_new(ops, n);
}

static uint32_t join_of(const struct cfg *g, uint32_t op)
{
    uint32_t d = g->blocks[g->block_of[op]].ipdom;
    return d == g->count || d == CFG_NONE ? d : g->blocks[d].first;
}

static void test_diamond(void **state)
{
    const char *const text[] = {"?3", ".", ">4", ".", "x"};
    struct op ops[5];
    struct cfg *g = graph_of(text, 5, ops);
    assert_int_equal(g->count, 4);
    assert_int_equal(join_of(g, 0), 4);
    assert_int_equal(join_of(g, 1), 4);
    assert_int_equal(join_of(g, 3), 4);
    assert_int_equal(join_of(g, 4), g->count);
    assert_true(g->in_order);
    cfg_free(&g);
}

/* The compiler has put the rare arm after the join: it must still run before the join. */
static void test_outlined_arm(void **state)
{
    const char *const text[] = {"?3", ".", "x", ".", ">1"};
    struct op ops[5];
    struct cfg *g = graph_of(text, 5, ops);
    assert_int_equal(join_of(g, 0), 1);
    assert_int_equal(join_of(g, 3), 1);
    assert_false(g->in_order);
    assert_true(g->blocks[g->block_of[3]].rank < g->blocks[g->block_of[1]].rank);
    cfg_free(&g);
}

static void test_early_exits(void **state)
{
    const char *const text[] = {"?2", "x", "?4", "x", "x"};
    struct op ops[5];
    struct cfg *g = graph_of(text, 5, ops);
    assert_int_equal(join_of(g, 0), g->count);
    assert_int_equal(join_of(g, 2), g->count);
    cfg_free(&g);
}

/* Two entries to the loop of 2 and 4; the way out is 6. */
static void test_irreducible(void **state)
{
    const char *const text[] = {"?4", ".", ".", "?6", ".", "?2", "x"};
    struct op ops[7];
    struct cfg *g = graph_of(text, 7, ops);
    assert_int_equal(join_of(g, 0), 6);
    assert_int_equal(join_of(g, 2), 6);
    assert_int_equal(join_of(g, 4), 6);
    for (uint32_t b = 0; b + 1 < g->count; b++)
        assert_true(g->blocks[b].rank < g->blocks[g->block_of[6]].rank);
    cfg_free(&g);
}

static void test_endless(void **state)
{
    const char *const text[] = {"?2", "x", ".", ">2"};
    struct op ops[4];
    struct cfg *g = graph_of(text, 4, ops);
    assert_int_equal(join_of(g, 2), CFG_NONE);
    assert_int_equal(join_of(g, 0), 1);
    cfg_free(&g);
}

/* The way out of a loop comes after its body, though the text has it before. */
static void test_loop_order(void **state)
{
    const char *const text[] = {".", "?3", "x", ".", ">1"};
    struct op ops[5];
    struct cfg *g = graph_of(text, 5, ops);
    assert_true(g->blocks[g->block_of[3]].rank < g->blocks[g->block_of[2]].rank);
    cfg_free(&g);
}

/* ---- the analysis ---- */

/* Each thread has an element of its own, and the last one is read only: no race, so which threads are a warp does not matter. */
static const char ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 k_0, .param .u32 k_1)\n{\n"
    ".reg .b32 %r<16>; .reg .b64 %d<8>; .reg .pred %p<3>; .shared .align 4 .b8 s[128];\n"
    "ld.param.u64 %d0, [k_0]; ld.param.u32 %r0, [k_1];\n"
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mov.u32 %r10, %tid.y;\n"
    "mad.lo.s32 %r4, %r1, %r2, %r3; mov.u32 %r12, %tid.z; mov.u32 %r13, %ntid.y;\n"
    "mad.lo.s32 %r14, %r12, %r13, %r10; mad.lo.s32 %r15, %r14, %r2, %r4;\n"
    "mul.wide.s32 %d1, %r15, 4; add.s64 %d2, %d0, %d1;\n"
    "ld.global.u32 %r5, [%d2]; ld.global.u32 %r6, [%d0+2044]; add.s32 %r7, %r6, %r0;\n"
    "and.b32 %r8, %r4, 3; mad.lo.s32 %r11, %r10, %r0, %r3;\n"
    "setp.ge.s32 %p0, %r4, %r0; @%p0 bra L;\n"
    "add.s32 %r9, %r5, %r7; add.s32 %r9, %r9, %r8; add.s32 %r9, %r9, %r11;\n"
    "st.global.u32 [%d2], %r9;\nL: bar.sync 0; ret;\n}\n";

struct fixture {
    struct device *d;
    struct device_module *m;
    struct diags diags;
    struct device_counts counts;
    bool counted;
};

static const struct span nowhere;

static void on_finished(void *user, const struct device_timing *t)
{
    struct fixture *x = user;
    x->counted = t->counts != NULL;
    if (t->counts)
        x->counts = *t->counts;
}

static int set_up(void **state)
{
    struct fixture *x = calloc(1, sizeof *x);
    struct device_events events = {.user = x, .finished = on_finished};
    x->d = cpu_device_open(&events, 64 << 20, &x->diags);
    x->m = device_load(x->d, ptx, sizeof ptx - 1, &x->diags, nowhere);
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

static struct decoded_code *kernel_code(struct fixture *x)
{
    return ((struct cpu_kernel *) (uintptr_t) device_kernel(x->m, "k"))->code;
}

/* The class of what the n-th op of that kind writes. */
static enum vreg_class class_of(const struct decoded_code *c, const struct analysis *a,
                                enum op_code code, uint32_t n)
{
    for (uint32_t k = 0; k < c->op_count; k++)
        if (c->ops[k].code == code && n-- == 0)
            return analysis_class(a, c->ops[k].d);
    fail();
    return VREG_VARYING;
}

static void test_classes(void **state)
{
    struct decoded_code *c = kernel_code(*state);
    struct cfg *g = cfg_new(c->ops, c->op_count);
    struct analysis *a = analysis_new(c, g, SHAPE_LINE);
    assert_int_equal(class_of(c, a, OP_mad_32, 0), VREG_AFFINE);        /* the global index */
    assert_int_equal(class_of(c, a, OP_mulw_s32, 0), VREG_AFFINE);      /* times 4 */
    assert_int_equal(class_of(c, a, OP_add_64, 0), VREG_AFFINE);        /* an address */
    assert_int_equal(class_of(c, a, OP_ld_global_32, 0), VREG_VARYING); /* what is there */
    assert_int_equal(class_of(c, a, OP_ld_global_32, 1), VREG_UNIFORM); /* from one place */
    assert_int_equal(class_of(c, a, OP_add_32, 0), VREG_UNIFORM);
    assert_int_equal(class_of(c, a, OP_and_32, 0), VREG_VARYING);
    assert_int_equal(class_of(c, a, OP_ge_s32, 0), VREG_VARYING);
    analysis_free(&a);
    a = analysis_new(c, g, SHAPE_ODD);
    assert_int_equal(class_of(c, a, OP_mad_32, 0), VREG_VARYING);
    assert_int_equal(class_of(c, a, OP_add_32, 0), VREG_UNIFORM);
    analysis_free(&a);
    cfg_free(&g);
}

/* A tile is stored at an affine address and read at a uniform one, both of 32 bits, which vector accesses widen. */
static const char tile_ptx[] =
    ".version 8.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry k(.param .u64 k_0, .param .u32 k_1)\n{\n"
    ".reg .b32 %r<9>; .reg .f32 %f<9>; .shared .align 16 .b8 s[1024];\n"
    "mov.u32 %r0, %tid.x; shl.b32 %r1, %r0, 4; mov.u32 %r2, s; add.s32 %r3, %r2, %r1;\n"
    "ld.param.u32 %r4, [k_1]; add.s32 %r5, %r2, %r4;\n"
    "st.shared.v4.u32 [%r3], {%r0, %r0, %r0, %r0}; bar.sync 0;\n"
    "ld.shared.v4.f32 {%f0, %f1, %f2, %f3}, [%r5];\n"
    "st.shared.f32 [%r3], %f3; ret;\n}\n";

static void test_addresses_keep_their_classes(void **state)
{
    struct fixture *x = *state;
    struct device_module *m = device_load(x->d, tile_ptx, sizeof tile_ptx - 1, &x->diags, nowhere);
    assert_non_null(m);
    struct decoded_code *c = ((struct cpu_kernel *) (uintptr_t) device_kernel(m, "k"))->code;
    struct analysis *a = analysis_new(c, c->cfg, SHAPE_LINE);
    assert_int_equal(class_of(c, a, OP_ext_u32_64, 0), VREG_AFFINE);
    assert_int_equal(class_of(c, a, OP_ext_u32_64, 1), VREG_UNIFORM);
    analysis_free(&a);
    device_unload(x->d, &m);
}

static void test_liveness(void **state)
{
    struct decoded_code *c = kernel_code(*state);
    struct cfg *g = cfg_new(c->ops, c->op_count);
    struct analysis *a = analysis_new(c, g, SHAPE_LINE);
    uint32_t store = 0;
    while (c->ops[store].code != OP_st_global_32)
        store++;
    uint32_t address = a->vreg_of[c->ops[store].a / 4] - 1,
             data = a->vreg_of[c->ops[store].d / 4] - 1;
    assert_true(analysis_live_in(a, g->block_of[store], address));
    assert_false(analysis_live_in(a, g->block_of[store], data)); /* made in the block */
    assert_false(analysis_live_in(a, g->block_of[store] + 1, address));
    analysis_free(&a);
    cfg_free(&g);
}

static void test_shapes(void **state)
{
    uint32_t across;
    assert_int_equal(block_shape_of(256, 1, 1, &across), SHAPE_LINE);
    assert_int_equal(block_shape_of(100, 1, 1, &across), SHAPE_LINE);
    assert_int_equal(block_shape_of(64, 3, 2, &across), SHAPE_LINE);
    assert_int_equal(block_shape_of(16, 16, 1, &across), SHAPE_TILE);
    assert_int_equal(across, 16);
    assert_int_equal(block_shape_of(8, 4, 4, &across), SHAPE_TILE);
    assert_int_equal(across, 8);
    assert_int_equal(block_shape_of(1, 64, 1, &across), SHAPE_TILE);
    assert_int_equal(block_shape_of(8, 8, 4, &across), SHAPE_TILE);
    assert_int_equal(block_shape_of(4, 4, 4, &across), SHAPE_ODD); /* a warp is two planes */
    assert_int_equal(block_shape_of(20, 20, 1, &across), SHAPE_ODD);
    assert_int_equal(block_shape_of(48, 2, 1, &across), SHAPE_ODD);
}

static void test_layouts(void **state)
{
    static const struct {
        struct device_dim block;
        enum vector_regroup regroup;
        struct vector_layout layout;
    } of[] = {
        {{256, 1, 1}, VECTOR_REGROUPS,       {SHAPE_LINE, 32, 32, .whole = true}              },
        {{100, 1, 1}, VECTOR_REGROUPS,       {SHAPE_LINE, 32, 32}                             },
        {{16, 16, 1}, VECTOR_REGROUPS,       {SHAPE_TILE, 16, 16, .whole = true}              },
        {{16, 3, 3},  VECTOR_KEEPS_WARPS,    {SHAPE_TILE, 16, 16, .deep = true, .whole = true}},
        {{10, 10, 1}, VECTOR_REGROUPS,       {SHAPE_TILE, 16, 10}                             },
        {{10, 10, 1}, VECTOR_KEEPS_WARPS,    {SHAPE_ODD, 32, 32}                              },
        {{10, 5, 2},  VECTOR_REGROUPS,       {SHAPE_TILE, 16, 10, .deep = true}               },
        {{20, 20, 1}, VECTOR_REGROUPS,       {SHAPE_TILE, 32, 20}                             },
        {{24, 4, 1},  VECTOR_REGROUPS,       {SHAPE_TILE, 32, 24}                             },
        {{24, 4, 1},  VECTOR_KEEPS_WARPS,    {SHAPE_TILE, 8, 8, .cut = true, .whole = true}   },
        {{36, 4, 1},  VECTOR_REGROUPS,       {SHAPE_TILE, 16, 12, .cut = true}                },
        {{48, 2, 1},  VECTOR_REGROUPS,       {SHAPE_TILE, 16, 16, .cut = true, .whole = true} },
        {{4, 8, 1},   VECTOR_REGROUPS,       {SHAPE_TILE, 8, 4}                               },
        {{37, 2, 1},  VECTOR_REGROUPS,       {SHAPE_ODD, 32, 32}                              },
        {{3, 3, 3},   VECTOR_REGROUPS,       {SHAPE_ODD, 32, 32}                              },
        {{3, 3, 3},   VECTOR_REGROUPS_LOOPS, {SHAPE_TILE, 8, 3, .deep = true}                 },
        {{2, 40, 1},  VECTOR_REGROUPS,       {SHAPE_ODD, 32, 32}                              },
    };

    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        const struct device_dim *b = &of[k].block;
        struct vector_threads threads = {(uint8_t) of[k].regroup, WARP_LANES};
        struct vector_layout l = vector_layout_of(b->x, b->y, b->z, &threads);
        assert_true(vector_layout_is(&l, &of[k].layout));
    }
}

/* Blocks of whole warps have the rows that the kernel makes of them. */
static void test_split_layouts(void **state)
{
    static const struct vector_threads by_16 = {VECTOR_KEEPS_WARPS, 16},
                                       by_8 = {VECTOR_REGROUPS, 8};
    static const struct vector_layout rows_of_16 = {SHAPE_TILE, 16, 16, .cut = true, .whole = true},
                                      rows_of_8 = {SHAPE_TILE, 8, 8, .cut = true, .whole = true},
                                      line = {SHAPE_LINE, 32, 32};
    struct vector_layout l = vector_layout_of(256, 1, 1, &by_16);
    assert_true(vector_layout_is(&l, &rows_of_16));
    l = vector_layout_of(32, 4, 2, &by_8);
    assert_true(vector_layout_is(&l, &rows_of_8));
    l = vector_layout_of(100, 1, 1, &by_16);
    assert_true(vector_layout_is(&l, &line));
}

/* ---- the same kernel in full_mask and in masked code (which an observed launch runs), for blocks of all shapes ---- */

enum { THREADS = 512 };

static void run(struct fixture *x, struct device_dim grid, struct device_dim block, bool count,
                uint32_t *out)
{
    uint32_t in[THREADS];
    uint64_t at = 0;
    struct device_fault fault;
    for (int i = 0; i < THREADS; i++)
        in[i] = (uint32_t) i * 2654435761u;
    assert_true(device_alloc(x->d, sizeof in, &x->diags, nowhere, &at));
    assert_int_equal(device_write(x->d, at, in, sizeof in, &fault), DEVICE_OK);

    struct params {
        uint64_t at;
        uint32_t n;
    } params = {at, 300};

    struct device_launch l = {.kernel = device_kernel(x->m, "k"),
                              .grid = grid,
                              .block = block,
                              .params = &params,
                              .params_size =
                                  device_kernel_info(device_kernel(x->m, "k"))->params_size,
                              .count = count};
    assert_true(device_launch(x->d, &l, &x->diags, nowhere));
    assert_int_equal(device_sync(x->d, DEVICE_ALL_STREAMS, &fault), DEVICE_OK);
    assert_int_equal(device_read(x->d, out, at, THREADS * sizeof *out, &fault), DEVICE_OK);
    assert_true(device_free(x->d, at, &x->diags, nowhere));
}

static void test_full_mask_is_masked(void **state)
{
    static const struct device_dim shapes[] = {
        {64, 1,  1},
        {32, 2,  1},
        {16, 4,  1},
        {8,  8,  1},
        {20, 3,  1},
        {4,  4,  4},
        {1,  64, 1},
        {50, 1,  1},
        {10, 10, 1},
        {5,  7,  1},
        {3,  3,  3},
        {36, 4,  1},
        {48, 3,  2}
    };
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        static uint32_t full_mask[THREADS], plain[THREADS];
        run(*state, (struct device_dim){1, 1, 1}, shapes[k], false, full_mask);
        run(*state, (struct device_dim){1, 1, 1}, shapes[k], true, plain);
        assert_memory_equal(full_mask, plain, sizeof full_mask);
    }
}

/* ---- machine code: it is made, and gives what the interpreter gives, also if checks fail ---- */

static void machine_code(struct fixture *x, const char *set, uint32_t fail_checks)
{
    static uint32_t native[THREADS], plain[THREADS];
    const struct device_dim grid = {5, 1, 1}, block = {64, 1, 1};
    struct cpu_device *d = (struct cpu_device *) x->d;
    if (!op_set_named(set))
        skip(); /* not on this processor */
    d->exec.set = op_set_named(set);
    d->fail_checks = fail_checks;
    run(x, grid, block, false, native);
    const struct cpu_kernel *k = (const struct cpu_kernel *) device_kernel(x->m, "k");
    assert_int_equal(k->vectors.n, 1);
    assert_non_null(k->vectors.at[0].code);
    run(x, grid, block, true, plain);
    assert_memory_equal(native, plain, sizeof native);
}

static void test_machine_code_avx2(void **state)
{
    machine_code(*state, "avx2", 0);
}

static void test_machine_code_avx512(void **state)
{
    machine_code(*state, "avx512", 0);
}

static void test_failed_checks_avx2(void **state)
{
    machine_code(*state, "avx2", 2);
}

static void test_failed_checks_avx512(void **state)
{
    machine_code(*state, "avx512", 3);
}

static void test_counts(void **state)
{
    struct fixture *x = *state;
    static uint32_t out[THREADS];
    run(x, (struct device_dim){5, 1, 1}, (struct device_dim){64, 1, 1}, true, out);
    assert_true(x->counted);
    /* 10 warps, of which the last parts at 300 and stores with 12 lanes */
    assert_int_equal(x->counts.branches, 10);
    assert_int_equal(x->counts.divergent, 1);
    assert_int_equal(x->counts.loads, 20);
    assert_int_equal(x->counts.stores, 10);
    assert_int_equal(x->counts.global_bytes, 10 * 2 * 128 + 300 * 4);
    assert_int_equal(x->counts.shared_bytes, 0);
    assert_int_equal(x->counts.atomics, 0);
    assert_true(x->counts.barriers >= 10);
    assert_true(x->counts.lane_instructions > 31 * x->counts.instructions * 9 / 10);
    run(x, (struct device_dim){5, 1, 1}, (struct device_dim){64, 1, 1}, false, out);
    assert_false(x->counted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_diamond),
        cmocka_unit_test(test_outlined_arm),
        cmocka_unit_test(test_early_exits),
        cmocka_unit_test(test_irreducible),
        cmocka_unit_test(test_endless),
        cmocka_unit_test(test_loop_order),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_split_layouts),
        cmocka_unit_test_setup_teardown(test_classes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_addresses_keep_their_classes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_liveness, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_full_mask_is_masked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_machine_code_avx2, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_machine_code_avx512, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_failed_checks_avx2, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_failed_checks_avx512, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_counts, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
