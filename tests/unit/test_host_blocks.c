/* SPDX-License-Identifier: Apache-2.0 */
/* The first passes of the compiler of host code: where basic blocks and loops begin, and which accesses share a guard. */
#include "eval/jit/jit_gen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

/* after what it needs */
#include <cmocka.h>

enum { COUNT = 9 };

/* s += p->b + p->a while --n: slot 0 is p, 1 is n, 2 is s. */
static const struct insn loop[COUNT] = {
    {.op = OP_MOVE,     .a = 3,                .b = 0},
    {.op = OP_LOAD_I32,                 .a = 4,                      .b = 3, .c = 4},
    {.op = OP_LOAD_I32,           .a = 5,     .b = 3},
    {.op = OP_ADD_I32, .a = 4,      .b = 4, .c = 5},
    {.op = OP_ADD_I32,                 .a = 2,                       .b = 2, .c = 4},
    {.op = OP_ADD_K_I32,           .a = 1,                     .b = 1, .imm = -1},
    {.op = OP_JTRUE,  .a = 1, .target = 0},
    {.op = OP_MOVE,           .a = 4,                                .b = 2},
    {.op = OP_RETURN, .a = 4},
};

static void begin(struct jit_gen *g, struct insn *insns)
{
    memcpy(insns, loop, sizeof loop);
    *g = (struct jit_gen){.insns = insns, .n = COUNT, .slots = 6, .returns = true};
    assert_true(jit_flow(g));
}

static void end(struct jit_gen *g)
{
    VEC_FREE(&g->blocks);
    VEC_FREE(&g->loops);
    VEC_FREE(&g->webs);
    VEC_FREE(&g->sites);
    VEC_FREE(&g->plans);
    VEC_FREE(&g->hoists);
    arena_free(&g->arena);
}

static void test_blocks(void **state)
{
    struct insn insns[COUNT];
    struct jit_gen g;
    begin(&g, insns);
    assert_int_equal(g.blocks.n, 2);
    assert_int_equal(g.blocks.at[0].end, 7);
    assert_int_equal(g.blocks.at[1].end, COUNT);
    assert_int_equal(g.loops.n, 1);
    assert_int_equal(g.loops.at[0].last, 6);
    assert_true(g.loops.at[0].pure);
    assert_true(jit_in(jit_live(&g, 0), 0) && jit_in(jit_live(&g, 0), 1));
    assert_false(jit_in(jit_live(&g, 0), 3));
    end(&g);
}

static void test_copied_base(void **state)
{
    static struct vm vm;
    struct insn insns[COUNT];
    struct jit_gen g;
    begin(&g, insns);
    g.vm = &vm;
    assert_true(jit_webs(&g));
    jit_sites(&g);
    assert_int_equal(g.accesses[1].slot,
                     0); /* what slot 3 was copied from, and is the same in all of the loop */
    assert_int_equal(g.accesses[2].slot, 0);
    assert_int_equal(g.accesses[1].site, g.accesses[2].site);
    assert_int_equal(g.accesses[1].hoisted, HOIST_BASE);
    assert_int_equal(g.hoists.n, 1);
    end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_copied_base),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
