/* SPDX-License-Identifier: Apache-2.0 */
/* The listing of machine code that a reader asks for (struct device_code): where the code of each block and each instruction begins, how the
 * instruction is executed, and why a kernel is left to the interpreter. Without a listing in the source nothing here does anything. */
#include <inttypes.h>
#include <stdlib.h>

#include "device/cpu/jit/simd_gen.h"
#include "device/device_code.h"

static struct device_code *listing_of(const struct simd_kernel *k)
{
    return k->source->listing;
}

static const struct ptx_inst *inst_of(const struct simd_kernel *k, uint32_t op)
{
    uint32_t n = op == NO_OP ? UINT32_MAX : k->code->ops[op].inst;
    return n < k->code->func->insts.n ? &k->code->func->insts.at[n] : NULL;
}

bool simd_refuse(const struct simd_kernel *k, uint32_t op, const char *why)
{
    struct device_code *l = listing_of(k);
    if (l && !l->why) {
        l->why = why;
        l->why_inst = inst_of(k, op);
    }
    return false;
}

/* ---- values ---- */

/* Of the units of a strip, or of all. */
static const char *registers_of(struct device_code *l, const struct simd_kernel *k,
                                const struct simd_value *v, uint32_t strip)
{
    uint32_t strips = WARP_LANES / k->strip, first = 0, end = v->units;
    if (strip != ALL_STRIPS && v->units >= strips) {
        first = strip * (v->units / strips);
        end = first + v->units / strips;
    }
    const char *text = "", *letter = k->avx512 ? "zmm" : "ymm";
    for (uint32_t u = first; u < end; u++) {
        int reg = k->units.at[v->unit + u].reg;
        const char *before = u == first ? " in " : ", ";
        text = reg == NO_REGISTER ? arena_printf(&l->arena, "%s%sthe frame", text, before)
                                  : arena_printf(&l->arena, "%s%s%s%d", text, before, letter, reg);
    }
    return text;
}

static const char *text_of_scalar(struct device_code *l, const struct simd_value *v)
{
    if (v->x)
        return arena_printf(&l->arena, "scalar: base %s %" PRIu64 " * lane%s", v->x < 0 ? "-" : "+",
                            v->x < 0 ? 0 - (uint64_t) v->x : (uint64_t) v->x,
                            v->rows ? ", a base for each row" : "");
    return v->rows ? "scalar: one number for each row of the warp"
                   : "scalar: one number for the warp";
}

static const char *text_of_value(struct device_code *l, const struct simd_kernel *k, uint32_t value,
                                 uint32_t strip)
{
    const struct simd_value *v = simd_at(k, value);
    switch ((enum simd_class) v->class) {
    case SIMD_SCALAR: return text_of_scalar(l, v);
    case SIMD_UNIFORM:
        return arena_printf(&l->arena, "uniform: computed once%s", registers_of(l, k, v, strip));
    case SIMD_VECTOR:
        return arena_printf(&l->arena, "vector: a value for each lane%s",
                            registers_of(l, k, v, strip));
    case SIMD_PREDICATE:
        return v->uniform ? "one answer for the warp" : "mask: a bit for each lane";
    }
    return "";
}

/* ---- instructions ---- */

static const char *check_of(struct simd_gen *g, uint32_t op)
{
    const struct simd_group *group = simd_group_of(g, op);
    uint32_t look = g->k->ops[op].look;
    if (look)
        return look == op + 1 ? "; looks at the addresses for others, too"
                              : "; where an access before it has looked";
    if (g->proved[op])
        return "; its bounds are known to hold";
    if (!group || group->count == 1)
        return "";
    if (group->first != op)
        return g->k->ops[op].leader ? "; loaded by an access before it"
                                    : "; checked with an access before it";
    return arena_printf(&listing_of(g->k)->arena, "; one %s for %" PRIu32 " accesses",
                        g->k->ops[op].leader ? "load" : "check", group->count);
}

static const char *text_of_access(struct simd_gen *g, uint32_t op)
{
    const struct simd_value *at = simd_at(g->k, simd_operand(g->k, op, 0, false));
    const char *how = "";
    switch ((enum simd_how) g->k->ops[op].how) {
    case HOW_LOAD_SCALAR: how = "one element for the warp"; break;
    case HOW_LOAD_NARROW:
    case HOW_LOAD:
        how = at->x ? "consecutive elements" : "one element, broadcast";
        if (g->k->ops[op].how == HOW_LOAD && at->x > op_element_bytes(&g->k->code->ops[op]))
            how = arena_printf(&listing_of(g->k)->arena, "words %" PRId64 " bytes apart", at->x);
        if (g->k->ops[op].how == HOW_LOAD &&
            simd_at(g->k, simd_operand(g->k, op, 0, true))->shared == SHARED_ROW)
            how = "consecutive elements, the same for each row";
        break;
    case HOW_STORE_NARROW:
    case HOW_STORE: how = "consecutive elements"; break;
    case HOW_STORE_ONE: how = "one address: the last lane's value remains"; break;
    case HOW_GATHER: how = "gather: an address for each lane"; break;
    case HOW_SCATTER: how = "scatter: an address for each lane"; break;
    case HOW_GATHER_ROWS:
        how = arena_printf(&listing_of(g->k)->arena, "gather: %" PRId64 " bytes apart", at->x);
        break;
    case HOW_SCATTER_ROWS:
        how = arena_printf(&listing_of(g->k)->arena, "scatter: %" PRId64 " bytes apart", at->x);
        break;
    default: break;
    }
    return arena_printf(&listing_of(g->k)->arena, "%s%s", how, check_of(g, op));
}

static const char *text_of_branch(const struct simd_gen *g, uint32_t op)
{
    const struct simd_kernel *k = g->k;
    if (op_infos[k->code->ops[op].code].kind == OP_KIND_JUMP)
        return NULL;
    const struct simd_value *p = simd_at(k, simd_operand(k, op, 0, false));
    if (g->full && p->uniform)
        return "one answer for the warp: a jump";
    if (g->fused.logic)
        return "a guard: all lanes should pass; if one does not, seldom code compares all of them";
    if (g->fused.count)
        return "the first and the last lane answer for all; if they differ, seldom code compares "
               "all of them";
    if (k->blocks[k->cfg->block_of[op]].trusts)
        return "lanes should agree; if not, the interpreter goes on, and later blocks run code "
               "that "
               "does not expect it";
    if (g->full && g->variant == VARIANT_AGREED &&
        simd_expects_edge(k, k->cfg->block_of[op], k->cfg->block_of[op + 1]))
        return "the bits of all lanes should agree; if not, the warp goes on in the code for "
               "lanes that have parted";
    return "lanes part: each waits for its block";
}

static const char *text_of_op(struct simd_gen *g, uint32_t op, uint32_t strip)
{
    const struct simd_kernel *k = g->k;
    struct device_code *l = listing_of(k);
    uint32_t d = simd_operand(k, op, 0, true);
    if (simd_is_fused(g, op))
        return "written with the branch";
    switch ((enum simd_how) k->ops[op].how) {
    case HOW_NOTHING: return NULL;
    case HOW_SCALAR:
    case HOW_UNIFORM:
    case HOW_VECTOR:
    case HOW_COMPARE:
    case HOW_VOTE: return d == NO_VALUE ? NULL : text_of_value(l, k, d, strip);
    case HOW_LOAD_SCALAR:
    case HOW_LOAD:
    case HOW_GATHER:
    case HOW_GATHER_ROWS:
    case HOW_LOAD_NARROW: {
        const char *value = d == NO_VALUE ? "" : text_of_value(l, k, d, strip);
        return arena_printf(&l->arena, "%s; %s", text_of_access(g, op), value);
    }
    case HOW_STORE:
    case HOW_STORE_ONE:
    case HOW_SCATTER:
    case HOW_SCATTER_ROWS:
    case HOW_STORE_NARROW: return text_of_access(g, op);
    case HOW_ATOMIC:
        return simd_is_sum(k, op) ? "lane after lane; the block may keep its sums for itself"
                                  : "lane after lane";
    case HOW_SHUFFLE: return "a permutation of registers";
    case HOW_MODE: return "the rounding mode of the processor";
    case HOW_FENCE: return "what it has stored is seen before what it loads from here on";
    case HOW_CALL: return "a call of the interpreter's function";
    case HOW_GUARD: return "skipped if it holds in no lane";
    case HOW_BARRIER: return "the next warp of the block runs up to here";
    case HOW_JUMP: return text_of_branch(g, op);
    case HOW_END: return "the next warp of the block runs";
    }
    return NULL;
}

/* ---- pieces ---- */

static void add_piece(struct simd_gen *g, enum code_part part, uint32_t op, const char *note)
{
    struct code_piece p = {.part = part,
                           .at = (uint32_t) x86_of(g)->code.n,
                           .variant = g->variant,
                           .block = op == NO_OP ? NO_BLOCK : g->k->cfg->block_of[op],
                           .inst = inst_of(g->k, op),
                           .note = note};
    VEC_PUSH(&listing_of(g->k)->pieces, p);
}

void simd_list(struct simd_gen *g, enum code_part part, uint32_t op)
{
    if (listing_of(g->k))
        add_piece(g, part, op, NULL);
}

void simd_list_block(struct simd_gen *g, uint32_t b)
{
    const struct simd_block *block = &g->k->blocks[b];
    struct device_code *l = listing_of(g->k);
    if (!l)
        return;
    const char *who = !block->full                 ? "lanes that wait for it run"
                      : simd_is_converged(g->k, b) ? "all lanes run"
                                                   : "all lanes run, as they have agreed";
    if (block->depth)
        who = arena_printf(&l->arena, "%s; in %" PRIu32 " loop%s", who, block->depth,
                           block->depth == 1 ? "" : "s");
    if (simd_loop_waits(g->k, b))
        who = arena_printf(&l->arena,
                           "%s; it may wait for another thread, and after a while the "
                           "interpreter goes on",
                           who);
    static const char *const whom[] = {
        [VARIANT_AGREED] = "whole warps whose lanes agree",
        [VARIANT_ANY] = "warps with threads that have ended, or never were",
        [VARIANT_PARTED] = "whole warps whose lanes have parted",
    };
    l->variants[g->variant] = whom[g->variant];
    add_piece(g, CODE_BLOCK, g->k->cfg->blocks[b].first, who);
    VEC_LAST(&l->pieces).inst = NULL;
}

/* Instructions before the op that became none. */
static void list_instructions_without_code(struct simd_gen *g, uint32_t op)
{
    const struct decoded_code *code = g->k->code;
    uint32_t before = op, from = 0;
    while (before && g->k->ops[before - 1].how == HOW_NOTHING)
        before--;
    if (before)
        from = code->ops[before - 1].inst + 1;
    for (uint32_t n = from; n < code->ops[op].inst && n < code->func->insts.n; n++) {
        add_piece(g, CODE_INST, op, "no code of its own");
        VEC_LAST(&listing_of(g->k)->pieces).inst = &code->func->insts.at[n];
    }
}

void simd_list_op(struct simd_gen *g, uint32_t op, uint32_t strip)
{
    struct device_code *l = listing_of(g->k);
    if (!l)
        return;
    if (strip == ALL_STRIPS || !strip)
        list_instructions_without_code(g, op);
    uint8_t how = g->k->ops[op].how;
    bool shared = how == HOW_LOAD && simd_at(g->k, simd_operand(g->k, op, 0, true))->shared;
    if (shared ||
        (how != HOW_VECTOR && how != HOW_LOAD)) /* they are written for all strips at once */
        strip = ALL_STRIPS;
    const char *note = text_of_op(g, op, strip);
    if (strip != ALL_STRIPS && note)
        note = arena_printf(&l->arena, "lanes %" PRIu32 " to %" PRIu32 ": %s", strip * g->k->strip,
                            (strip + 1) * g->k->strip - 1, note);
    add_piece(g, CODE_INST, op, note);
}

void simd_list_bytes(struct simd_gen *g)
{
    struct device_code *l = listing_of(g->k);
    for (size_t n = 0; l && n < x86_of(g)->code.n; n++)
        VEC_PUSH(&l->bytes, x86_of(g)->code.at[n]);
}
