/* SPDX-License-Identifier: Apache-2.0 */
/* Ops that need no code, because those that read their results read what they are made of: the lower half of a scalar, and the negation of a
 * factor or an addend (vfnmadd). A product with a power of two is a shift. All of it only within a basic block, where the source is not
 * written meanwhile. And loads that need not be executed for each strip, which addresses in shared memory are aligned in any case, and
 * which accesses stream.
 * Next: simd_full.c. */
#include <stdlib.h>

#include "device/cpu/jit/op_writer.h"
#include "device/cpu/jit/simd.h"

static bool is_written_between(const struct simd_kernel *k, uint32_t value, uint32_t from,
                               uint32_t to)
{
    for (uint32_t n = from; n <= to; n++)
        if (simd_writes_place(k, n, value))
            return true;
    return false;
}

static void fold_half(struct simd_kernel *k, uint32_t n)
{
    if (k->code->ops[n].code != OP_cut_64_32 || k->ops[n].how != HOW_SCALAR)
        return;
    uint32_t from = simd_operand(k, n, 0, false);
    struct simd_value *d = simd_at(k, simd_operand(k, n, 0, true));
    const struct simd_value *a = simd_at(k, from);
    if (d->global || a->class != SIMD_SCALAR || a->fixed || a->low_of || a->rows != d->rows ||
        is_written_between(k, from, n + 1, d->last_op))
        return;
    d->low_of = from + 1;
    k->ops[n].how = HOW_NOTHING;
}

/* ---- negations ---- */

static bool is_fma(const struct simd_kernel *k, uint32_t n)
{
    uint16_t code = k->code->ops[n].code;
    return (code == OP_fma_f32 || code == OP_fma_f64) && k->ops[n].how == HOW_VECTOR;
}

/* The interpreter does not go on at the op with what the frame then holds. */
static bool stays_here(const struct simd_kernel *k, uint32_t n)
{
    switch ((enum simd_how) k->ops[n].how) {
    case HOW_CALL:
    case HOW_BARRIER:
    case HOW_MODE:
    case HOW_ATOMIC:
    case HOW_GUARD: return false;
    default: return !simd_may_leave(k, n);
    }
}

/* What reads the value, from op `n` on, is fused multiply-adds. */
static bool is_read_by_fma(const struct simd_kernel *k, uint32_t value, uint32_t n)
{
    for (uint32_t m = n + 1; m <= simd_at(k, value)->last_op; m++) {
        if (!stays_here(k, m))
            return false;
        for (uint32_t i = 0; i < k->ops[m].count; i++) {
            const struct simd_use *u = &simd_uses(k, m)[i];
            if (u->value == value && (u->writes || !is_fma(k, m)))
                return false;
        }
    }
    return true;
}

static void fold_negation(struct simd_kernel *k, uint32_t n)
{
    uint16_t code = k->code->ops[n].code;
    if ((code != OP_neg_f32 && code != OP_neg_f64) || k->ops[n].how != HOW_VECTOR ||
        k->ops[n].guarded)
        return;
    uint32_t value = simd_operand(k, n, 0, true), from = simd_operand(k, n, 0, false);
    const struct simd_value *d = simd_at(k, value);
    struct simd_value *a = simd_at(k, from);
    if (d->global || a->class == SIMD_PREDICATE || is_written_between(k, from, n + 1, d->last_op) ||
        !is_read_by_fma(k, value, n))
        return;
    for (uint32_t m = n + 1; m <= d->last_op; m++)
        for (uint32_t i = 0, read = 0; i < k->ops[m].count; i++) {
            struct simd_use *u = &k->uses.at[k->ops[m].at + i];
            bool factor = read < 2;
            read += !u->writes;
            if (u->writes || u->value != value)
                continue;
            *u = (struct simd_use){from, a->vreg, a->width, false};
            k->ops[m].negates ^= factor ? NEGATES_PRODUCT : NEGATES_ADDEND;
        }
    simd_keep_up_to(a, d->last_op);
    k->ops[n].how = HOW_NOTHING;
}

/* ---- loads of 8 and 16 bits that are widened ---- */

/* Neither of the two values is used between the ops, nor one that has the place of the second. */
static bool is_free_between(const struct simd_kernel *k, uint32_t a, uint32_t b, uint32_t from,
                            uint32_t to)
{
    for (uint32_t m = from + 1; m < to; m++) {
        if (!stays_here(k, m))
            return false;
        for (uint32_t i = 0; i < k->ops[m].count; i++)
            if (simd_uses(k, m)[i].value == a || simd_uses(k, m)[i].vreg == simd_at(k, b)->vreg)
                return false;
    }
    return true;
}

static bool loads_narrow(const struct simd_kernel *k, uint32_t n)
{
    uint8_t how = k->ops[n].how;
    return !k->ops[n].guarded && (how == HOW_LOAD_NARROW || how == HOW_GATHER_ROWS) &&
           op_element_bytes(&k->code->ops[n]) < 4;
}

/* The load gives what its only reader makes of it. */
static void fold_extension(struct simd_kernel *k, uint32_t n)
{
    uint16_t code = k->code->ops[n].code;
    if ((code != OP_ext_u16_32 && code != OP_ext_s16_32) || k->ops[n].how != HOW_VECTOR ||
        k->ops[n].guarded)
        return;
    uint32_t narrow = simd_operand(k, n, 0, false), wide = simd_operand(k, n, 0, true);
    uint32_t load = simd_at(k, narrow)->global ? NO_OP : simd_writer_before(k, n, narrow);
    if (load == NO_OP || simd_at(k, wide)->global || simd_at(k, narrow)->last_op != n ||
        !loads_narrow(k, load) || !is_free_between(k, narrow, wide, load, n))
        return;
    const struct op *op = &k->code->ops[load];
    bool bytes = op_element_bytes(op) == 1,
         is_signed = bytes ? simd_loads_signed(op) : code == OP_ext_s16_32;
    if (is_signed && code == OP_ext_u16_32)
        return;
    for (uint32_t i = 0; i < k->ops[load].count; i++) {
        struct simd_use *u = &k->uses.at[k->ops[load].at + i];
        if (u->writes && u->value == narrow)
            *u = (struct simd_use){wide, simd_at(k, wide)->vreg, 4, true};
    }
    simd_at(k, wide)->widened = is_signed ? WIDENED_SIGNED : WIDENED_UNSIGNED;
    k->ops[n].how = HOW_NOTHING;
}

/* ---- comparisons for selections alone: each selection compares again, so that no predicate goes through memory ---- */

enum { SELECTIONS_MAX = 3 };

/* Lanes as wide as those that are compared. */
static bool selects(const struct simd_kernel *k, uint32_t n, uint32_t predicate, uint8_t width)
{
    return k->code->ops[n].code == (width == 8 ? OP_selp_64 : OP_selp_32) &&
           k->ops[n].how == HOW_VECTOR && !k->ops[n].guarded &&
           simd_operand(k, n, 2, false) == predicate;
}

static bool compares_vectors(const struct simd_kernel *k, uint32_t n)
{
    if (k->ops[n].how != HOW_COMPARE || k->ops[n].guarded)
        return false;
    const struct simd_value *d = simd_at(k, simd_operand(k, n, 0, true));
    return !d->global && !d->uniform && op_infos[k->code->ops[n].code].size_a >= 4;
}

static bool writes_operand(const struct simd_kernel *k, uint32_t compare, uint32_t vreg)
{
    return simd_at(k, simd_operand(k, compare, 0, false))->vreg == vreg ||
           simd_at(k, simd_operand(k, compare, 1, false))->vreg == vreg;
}

/* The comparison's operands stay as they are up to the last selection, and nobody else reads what it gives. */
static bool is_for_selections(const struct simd_kernel *k, uint32_t n, uint32_t last)
{
    uint32_t predicate = simd_operand(k, n, 0, true), count = 0;
    uint8_t width = op_infos[k->code->ops[n].code].size_a;
    for (uint32_t m = n + 1; m <= last; m++) {
        bool good = stays_here(k, m);
        for (uint32_t i = 0; i < k->ops[m].count; i++) {
            const struct simd_use *u = &simd_uses(k, m)[i];
            good &= u->value != predicate || (!u->writes && selects(k, m, predicate, width));
            good &= !u->writes || m == last || !writes_operand(k, n, u->vreg);
            count += u->value == predicate;
        }
        if (!good)
            return false;
    }
    return count && count <= SELECTIONS_MAX;
}

static void select_by(struct simd_kernel *k, uint32_t m, uint32_t n)
{
    const struct simd_use *old = simd_uses(k, m);
    struct simd_use uses[5] = {0};
    uint32_t at = (uint32_t) k->uses.n, count = 0;
    for (uint32_t i = 0; i < k->ops[m].count; i++)
        if (old[i].writes || old[i].width)
            uses[count++] = old[i];
    for (uint32_t i = 0; i < k->ops[n].count; i++) {
        struct simd_use u = simd_uses(k, n)[i];
        if (u.writes)
            continue;
        uses[count++] = u;
        simd_keep_up_to(simd_at(k, u.value), m);
    }
    for (uint32_t i = 0; i < count; i++)
        VEC_PUSH(&k->uses, uses[i]);
    k->ops[m].at = at;
    k->ops[m].count = count;
    k->ops[m].compare = n + 1;
}

static void fold_comparison(struct simd_kernel *k, uint32_t n)
{
    if (!compares_vectors(k, n))
        return;
    uint32_t predicate = simd_operand(k, n, 0, true), last = simd_at(k, predicate)->last_op;
    if (!is_for_selections(k, n, last))
        return;
    for (uint32_t m = n + 1; m <= last; m++)
        if (selects(k, m, predicate, op_infos[k->code->ops[n].code].size_a))
            select_by(k, m, n);
    k->ops[n].how = HOW_NOTHING;
}

/* ---- products with powers of two ---- */

static void fold_product(struct simd_kernel *k, uint32_t n)
{
    if (k->ops[n].how != HOW_VECTOR || !native_shifted((enum op_code) k->code->ops[n].code).write)
        return;
    const struct simd_value *by = simd_at(k, simd_operand(k, n, 1, false));
    uint32_t bits = by->width == 2 ? (uint16_t) by->bits : (uint32_t) by->bits;
    if (by->fixed && bits > 1 && bits < 1u << (8 * by->width - 1) && !(bits & (bits - 1)))
        k->ops[n].shift = (uint8_t) __builtin_ctz(bits);
}

/* ---- loads that give several strips the same ---- */

/* From the op on the value is read by vector ops before `to` alone. */
static bool is_read_by_vectors(const struct simd_kernel *k, uint32_t value, uint32_t n, uint32_t to)
{
    if (simd_at(k, value)->global || simd_at(k, value)->last_op >= to)
        return false;
    for (uint32_t m = n + 1; m <= simd_at(k, value)->last_op; m++)
        for (uint32_t i = 0, v; (v = simd_operand(k, m, i, false)) != NO_VALUE; i++)
            if (v == value && k->ops[m].how != HOW_VECTOR)
                return false;
    return true;
}

/* One element for the warp that only vector ops read: it goes from memory to vector registers, without a general one. */
static void fold_broadcast(struct simd_kernel *k, uint32_t n)
{
    uint32_t d = simd_operand(k, n, 0, true);
    if (k->ops[n].how != HOW_LOAD_SCALAR || k->ops[n].guarded ||
        op_elements(&k->code->ops[n]) > 1 || !is_read_by_vectors(k, d, n, UINT32_MAX))
        return;
    k->ops[n].how = HOW_LOAD;
    simd_at(k, d)->class = SIMD_VECTOR;
}

bool simd_share_loads(struct simd_kernel *k, uint32_t from, uint32_t to)
{
    bool any = false;
    for (uint32_t n = from; n < to && k->blocks[k->cfg->block_of[n]].full; n++) {
        bool loads = k->ops[n].how == HOW_LOAD && !k->ops[n].leader;
        uint32_t d = loads ? simd_operand(k, n, 0, true) : NO_VALUE;
        if (d == NO_VALUE || !is_read_by_vectors(k, d, n, to))
            continue;
        const struct simd_value *at = simd_at(k, simd_operand(k, n, 0, false));
        enum simd_shared how = !at->x ? SHARED_ELEMENT : k->rows > 1 ? SHARED_ROW : SHARED_NOT;
        simd_at(k, d)->shared = at->rows ? SHARED_NOT : (uint8_t) how;
        any |= simd_at(k, d)->shared;
    }
    return any;
}

/* ---- alignment ---- */

bool simd_is_aligned(const struct simd_kernel *k, uint32_t n, uint32_t to)
{
    const struct op *op = &k->code->ops[n];
    uint32_t zeros = simd_at(k, simd_operand(k, n, 0, false))->zeros[EACH_LANE];
    return op->space == PTX_SHARED && zeros < 32 && !((uint64_t) op->imm & (to - 1)) &&
           to <= 1u << zeros;
}

/* ---- all ---- */

static void find_definitions(struct simd_kernel *k)
{
    k->definition = xcalloc(k->values.n + 1, sizeof *k->definition);
    for (size_t v = 0; v < k->values.n; v++)
        k->definition[v] = NO_OP;
    for (uint32_t n = 0; n < k->code->op_count; n++)
        for (uint32_t i = 0; k->blocks[k->cfg->block_of[n]].reachable && i < k->ops[n].count; i++) {
            const struct simd_use *u = &simd_uses(k, n)[i];
            uint32_t *d = &k->definition[u->value];
            if (u->writes)
                *d = *d == NO_OP ? n : SEVERAL_OPS;
        }
}

/* Min and max want no NaN that signals. A load that only they read makes its own quiet, so that they need not (AVX-512). */
static void find_quiet(struct simd_kernel *k)
{
    for (uint32_t v = 0; v < k->values.n; v++) {
        uint32_t d = k->definition[v];
        struct simd_value *value = simd_at(k, v);
        value->quiet = k->avx512 && value->class == SIMD_VECTOR && value->width == 4 &&
                       !value->dirty && d < SEVERAL_OPS && !k->ops[d].guarded &&
                       (k->ops[d].how == HOW_LOAD || k->ops[d].how == HOW_GATHER ||
                        k->ops[d].how == HOW_GATHER_ROWS);
    }
    for (uint32_t n = 0; n < k->code->op_count; n++)
        for (uint32_t i = 0; i < k->ops[n].count; i++) {
            const struct simd_use *u = &simd_uses(k, n)[i];
            if (!u->writes && !native_orders_nans((enum op_code) k->code->ops[n].code))
                simd_at(k, u->value)->quiet = false;
        }
}

void simd_fold(struct simd_kernel *k)
{
    for (uint32_t n = 0; n < k->code->op_count; n++) {
        if (!k->blocks[k->cfg->block_of[n]].reachable)
            continue;
        fold_half(k, n);
        fold_extension(k, n);
        fold_negation(k, n);
        fold_product(k, n);
        fold_comparison(k, n);
        fold_broadcast(k, n);
    }
    find_definitions(k);
    find_quiet(k);
}

/* ---- accesses that stream: the next block, or the next round of a loop, goes on further up in memory. A processor fetches ahead what one
 * instruction reads line after line, but the warps of a block change instructions, and rounds of a loop change pages ---- */

enum {
    FOLLOWED_MAX = 64,        /* values on the way from an address to what it is computed from */
    NEAR = 128,               /* elements or bytes from one round of a loop to the next */
    APART_MAX = 16,           /* bytes from lane to lane, of which all are read */
    TILE_APART_MAX = 1 << 28, /* bytes from tile to tile, if the code has the number */
};

/* What an address is computed from, and a guess of its place in the array: what the arguments and indices might be is in the enumeration. */
struct origin {
    const struct simd_kernel *k;
    uint32_t followed, turns; /* how many values; the one that a loop changes, NO_VALUE: none yet */
    uint32_t array;           /* the parameter that is the pointer */
    bool by_block, far;       /* it depends on %ctaid; a loop changes it by much */
};

enum { ARGUMENT = 1000, INDEX = 20 };

static void note_step(struct origin *o, uint32_t n)
{
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t v = simd_operand(o->k, n, i, false);
        const struct simd_value *by = v == NO_VALUE ? NULL : simd_at(o->k, v);
        int64_t step = by ? (int32_t) by->bits : 0;
        if (by && v != o->turns)
            o->far |= !by->fixed || step >= NEAR || step <= -NEAR;
    }
}

static bool is_step(const struct origin *o, uint32_t n)
{
    enum op_code code = (enum op_code) o->k->code->ops[n].code;
    bool adds = code == OP_add_32 || code == OP_add_64 || code == OP_sub_32 || code == OP_sub_64;
    return adds && (simd_operand(o->k, n, 0, false) == o->turns ||
                    simd_operand(o->k, n, 1, false) == o->turns);
}

static int64_t follow(struct origin *o, uint32_t value);

static int64_t follow_operand(struct origin *o, uint32_t n, uint32_t i)
{
    uint32_t v = simd_operand(o->k, n, i, false);
    return v == NO_VALUE ? 0 : follow(o, v);
}

static int64_t follow_op(struct origin *o, uint32_t n)
{
    if (is_step(o, n)) {
        note_step(o, n);
        return INDEX;
    }
    if (!op_is_value(&o->k->code->ops[n]))
        return 0;
    int64_t a = follow_operand(o, n, 0), b = follow_operand(o, n, 1), c = follow_operand(o, n, 2);
    switch (o->k->code->ops[n].code) {
    case OP_sub_32:
    case OP_sub_64: return a - b;
    case OP_neg_32:
    case OP_neg_64: return -a;
    case OP_mul_32:
    case OP_mul_64:
    case OP_mulw_s32:
    case OP_mulw_u32: return a * b;
    case OP_mad_32:
    case OP_mad_64:
    case OP_madw_s32:
    case OP_madw_u32: return a * b + c;
    case OP_shl_32:
    case OP_shl_64: return a * ((int64_t) 1 << (b & 31));
    default: return a + b + c;
    }
}

static int64_t follow(struct origin *o, uint32_t value)
{
    const struct simd_value *v = simd_at(o->k, value);
    uint32_t n = o->k->definition[value];
    o->by_block |= v->in_block != 0;
    if (v->constant && !v->fixed && v->width == 8 && o->array == NO_VALUE)
        o->array = value; /* a pointer comes before what is added to it */
    if (v->constant)
        return v->fixed              ? (v->width == 8 ? (int64_t) v->bits : (int32_t) v->bits)
               : v->x || v->in_block ? INDEX
                                     : ARGUMENT;
    if (n == NO_OP || ++o->followed > FOLLOWED_MAX)
        return INDEX;
    if (n != SEVERAL_OPS)
        return follow_op(o, n);
    uint32_t before = o->turns;
    o->turns = value;
    for (n = 0; n < o->k->code->op_count; n++)
        if (o->k->blocks[o->k->cfg->block_of[n]].reachable && simd_writes(o->k, n, value))
            follow_op(o, n);
    o->turns = before;
    return INDEX;
}

/* In a two-dimensional block that loops, the warps mostly read the same again, from the caches. */
static bool has_rows(const struct simd_kernel *k)
{
    for (uint32_t n = 0; n < k->code->constant_count; n++) {
        const struct frame_constant *f = &k->code->constants[n];
        if (f->kind == CONSTANT_SPECIAL && (enum special) f->value == SPECIAL_TID_Y)
            return true;
    }
    return false;
}

/* Warps access lines as a whole. */
static bool takes_lines(const struct simd_kernel *k, uint32_t n)
{
    return simd_row_threads(k) * simd_at(k, simd_operand(k, n, 0, false))->x >= CACHE_LINE;
}

static bool may_stream(const struct simd_kernel *k, uint32_t n)
{
    uint8_t how = k->ops[n].how;
    bool load = how == HOW_LOAD || how == HOW_LOAD_NARROW || how == HOW_GATHER_ROWS;
    if (k->code->ops[n].space != PTX_GLOBAL || !k->blocks[k->cfg->block_of[n]].reachable)
        return false;
    if (!load && !(how == HOW_STORE && k->rows == 1 && takes_lines(k, n)))
        return false;
    int64_t apart = simd_at(k, simd_operand(k, n, 0, false))->x;
    return apart > 0 && apart <= APART_MAX;
}

/* What a filter reads on the line of another access of its basic block, or in pieces of a line from rows of the same array, comes again: only
 * the one that is furthest on is the first to read anything. */
static bool comes_again(const struct simd_kernel *k, uint32_t a, uint32_t b)
{
    int64_t apart = k->code->ops[a].imm - k->code->ops[b].imm;
    bool same = simd_operand(k, a, 0, false) == simd_operand(k, b, 0, false);
    return k->ops[a].array == k->ops[b].array &&
           (k->rows > 1 || !takes_lines(k, b) ||
            (same && apart < CACHE_LINE && apart > -CACHE_LINE));
}

static void note_stream(struct simd_kernel *k, uint32_t n, int64_t *at)
{
    struct origin o = {.k = k, .turns = NO_VALUE, .array = NO_VALUE};
    uint32_t b = k->cfg->block_of[n];
    if (k->blocks[b].depth && k->in_rows)
        return;
    at[n] = follow(&o, simd_operand(k, n, 0, false)) + k->code->ops[n].imm;
    if (o.array == NO_VALUE || !(k->blocks[b].depth ? o.far : o.by_block))
        return;
    k->ops[n].array = o.array + 1;
    for (uint32_t m = k->cfg->blocks[b].first; m < n; m++)
        if (k->ops[m].array && comes_again(k, m, n))
            k->ops[at[m] > at[n] ? n : m].array = 0;
}

/* ---- tiles: loads of a loop with barriers, at addresses that go on by the same number in each round ---- */

static const struct simd_loop *loop_of_tiles(const struct simd_kernel *k, uint32_t n)
{
    VEC_EACH (l, &k->loops)
        if (simd_is_in(k, l, n))
            return simd_has_barrier(k, l) ? l : NULL;
    return NULL;
}

/* One number for the warp, which the loop does not change. */
static bool is_step_of(const struct simd_kernel *k, const struct simd_loop *l, uint32_t value)
{
    const struct simd_value *v = simd_at(k, value);
    uint32_t n = k->definition[value];
    return v->class == SIMD_SCALAR && v->width == 8 && !v->x && !v->rows &&
           (!v->fixed ||
            ((int64_t) v->bits < TILE_APART_MAX && (int64_t) v->bits > -TILE_APART_MAX)) &&
           (v->constant || (n < SEVERAL_OPS && !simd_is_in(k, l, n)));
}

static void note_tile(struct simd_kernel *k, uint32_t n)
{
    uint32_t address = simd_operand(k, n, 0, false), step = NO_VALUE;
    const struct simd_loop *l = k->definition[address] == SEVERAL_OPS ? loop_of_tiles(k, n) : NULL;
    for (uint32_t m = 0; l && m < k->code->op_count; m++) {
        if (!simd_writes(k, m, address) || !simd_is_in(k, l, m))
            continue;
        uint32_t other = simd_operand(k, m, 0, false) == address ? 1 : 0;
        if (step != NO_VALUE || k->code->ops[m].code != OP_add_64 ||
            simd_operand(k, m, 1 - other, false) != address)
            return;
        step = simd_operand(k, m, other, false);
    }
    if (step != NO_VALUE && is_step_of(k, l, step))
        k->ops[n].step = step + 1;
}

void simd_find_streams(struct simd_kernel *k)
{
    int64_t *at = xcalloc(k->code->op_count + 1, sizeof *at);
    k->in_rows = has_rows(k);
    for (uint32_t n = 0; n < k->code->op_count; n++)
        if (may_stream(k, n)) {
            note_stream(k, n, at);
            note_tile(k, n);
        }
    free(at);
}

/* ---- addresses that are a pointer and an index of 32 bits, `p + (int64_t) i * 4`: if only accesses by lane read one, it keeps the index, and their check
 * takes it from there (simd_lanes.c) ---- */

/* The extension of the index to 64 bits, perhaps shifted, which the addition alone reads. */
static bool extends_index(const struct simd_kernel *k, uint32_t m, uint32_t add)
{
    uint16_t code = k->code->ops[m].code;
    uint32_t wide = simd_operand(k, m, 0, true), index = simd_operand(k, m, 0, false);
    bool product =
             (code == OP_mulw_s32 || code == OP_mulw_u32) && k->ops[m].shift && k->ops[m].shift < 8,
         extension = code == OP_ext_s32_64 || code == OP_ext_u32_64;
    if (!(product || extension) || k->ops[m].how != HOW_VECTOR || k->ops[m].guarded ||
        simd_at(k, wide)->global || simd_at(k, wide)->last_op != add ||
        simd_at(k, index)->class != SIMD_VECTOR)
        return false;
    for (uint32_t n = m + 1; n <= add; n++) {
        if (!stays_here(k, n))
            return false;
        for (uint32_t i = 0; i < k->ops[n].count; i++) {
            const struct simd_use *u = &simd_uses(k, n)[i];
            if ((u->writes && u->vreg == simd_at(k, index)->vreg) || (n < add && u->value == wide))
                return false;
        }
    }
    return true;
}

static bool is_pointer(const struct simd_value *v)
{
    return v->constant && v->class == SIMD_SCALAR && v->width == 8 && !v->x && !v->rows &&
           !v->in_block;
}

/* An access by lane, whose first operand is the address. */
static bool takes_index(const struct simd_kernel *k, uint32_t n)
{
    uint8_t how = k->ops[n].how;
    const struct op *op = &k->code->ops[n];
    return (how == HOW_GATHER || how == HOW_SCATTER || how == HOW_ATOMIC) &&
           op->space != PTX_SHARED && op->space != PTX_LOCAL && op->imm == (int32_t) op->imm;
}

/* If a local value is still live at one of these, the frame gets it in full, and afterwards the registers from there. */
static bool may_come_back(const struct simd_kernel *k, uint32_t n)
{
    return k->ops[n].how == HOW_CALL && op_infos[k->code->ops[n].code].kind == OP_KIND_WARP_SYNC;
}

/* By value: something reads it, and not as the address of an access by lane. */
static bool *find_other_reads(const struct simd_kernel *k)
{
    bool *other = xcalloc(k->values.n + 1, sizeof *other);
    for (uint32_t n = 0; n < k->code->op_count; n++)
        for (uint32_t i = 0, v; k->blocks[k->cfg->block_of[n]].reachable &&
                                (v = simd_operand(k, n, i, false)) != NO_VALUE;
             i++)
            other[v] |= i || !takes_index(k, n);
    return other;
}

static bool comes_back(const struct simd_kernel *k, uint32_t address, uint32_t add)
{
    const struct simd_value *v = simd_at(k, address);
    for (uint32_t n = add + 1; n < v->last_op && !v->global; n++)
        if (may_come_back(k, n))
            return true;
    return false;
}

static void keep_index(struct simd_kernel *k, uint32_t add, uint32_t m, uint32_t pointer)
{
    uint32_t address = simd_operand(k, add, 0, true), index = simd_operand(k, m, 0, false);
    struct simd_value *d = simd_at(k, address), *i = simd_at(k, index);
    uint16_t code = k->code->ops[m].code;
    d->base = pointer + 1;
    d->scale = k->ops[m].shift;
    d->is_unsigned = code == OP_mulw_u32 || code == OP_ext_u32_64;
    d->width = 4;
    simd_keep_up_to(i, add);
    k->ops[m].how = HOW_NOTHING;
    k->ops[add].count = 2;
    k->uses.at[k->ops[add].at] = (struct simd_use){index, i->vreg, 4, false};
    k->uses.at[k->ops[add].at + 1] = (struct simd_use){address, d->vreg, 4, true};
    for (uint32_t n = 0; n < k->code->op_count; n++)
        for (uint32_t u = 0; u < k->ops[n].count; u++)
            if (simd_uses(k, n)[u].value == address)
                k->uses.at[k->ops[n].at + u].width = 4;
}

static void find_index(struct simd_kernel *k, const bool *other_reads, uint32_t add)
{
    if (k->code->ops[add].code != OP_add_64 || k->ops[add].how != HOW_VECTOR || k->ops[add].guarded)
        return;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t pointer = simd_operand(k, add, i, false), wide = simd_operand(k, add, !i, false),
                 address = simd_operand(k, add, 0, true), m = simd_writer_before(k, add, wide);
        if (m == NO_OP || !is_pointer(simd_at(k, pointer)) || k->definition[address] != add ||
            other_reads[address] || !extends_index(k, m, add) || comes_back(k, address, add))
            continue;
        keep_index(k, add, m, pointer);
        return;
    }
}

void simd_find_indices(struct simd_kernel *k)
{
    bool *other_reads = find_other_reads(k);
    for (uint32_t n = 0; n < k->code->op_count; n++)
        if (k->blocks[k->cfg->block_of[n]].reachable)
            find_index(k, other_reads, n);
    free(other_reads);
}

/* ---- how they are written ---- */

enum { FIRST_SCRATCH = 1, SECOND_SCRATCH };

static void shift_left(struct op_writer *g, uint8_t width, int d, int a, uint8_t by)
{
    enum x86_op insn = width == 8 ? X_PSRLQ_I : X_PSRLD_I;
    x86_v(&g->x, insn, g->lanes * width, 6, d, a); /* 6: to the left */
    x86_byte(&g->x, by);
}

static void shifted(struct op_writer *g, const struct op *op, const struct native_op *how,
                    struct regs r)
{
    shift_left(g, 4, r.d, r.a, how->imm);
    (void) op;
}

static void shifted_add(struct op_writer *g, const struct op *op, const struct native_op *how,
                        struct regs r)
{
    shift_left(g, 4, FIRST_SCRATCH, r.a, how->imm);
    x86_v(&g->x, X_PADDD, 4 * g->lanes, r.d, FIRST_SCRATCH, r.c);
    (void) op;
}

static void wide_shift(struct op_writer *g, const struct op *op, int d, int a, uint8_t by)
{
    enum x86_op extend = op_infos[op->code].signed_a ? X_PMOVSXDQ : X_PMOVZXDQ;
    x86_v(&g->x, extend, 8 * g->lanes, FIRST_SCRATCH, 0, a);
    shift_left(g, 8, d, FIRST_SCRATCH, by);
}

static void wide_shifted(struct op_writer *g, const struct op *op, const struct native_op *how,
                         struct regs r)
{
    wide_shift(g, op, r.d, r.a, how->imm);
}

static void wide_shifted_add(struct op_writer *g, const struct op *op, const struct native_op *how,
                             struct regs r)
{
    wide_shift(g, op, SECOND_SCRATCH, r.a, how->imm);
    x86_v(&g->x, X_PADDQ, 8 * g->lanes, r.d, SECOND_SCRATCH, r.c);
}

static void wide_shifted_16(struct op_writer *g, const struct op *op, const struct native_op *how,
                            struct regs r)
{
    enum x86_op extend = op_infos[op->code].signed_a ? X_PMOVSXWD : X_PMOVZXWD;
    x86_v(&g->x, extend, 4 * g->lanes, FIRST_SCRATCH, 0, r.a);
    shift_left(g, 4, r.d, FIRST_SCRATCH, how->imm);
}

struct native_op native_shifted(enum op_code code)
{
    switch (code) {
    case OP_mulw_s16:
    case OP_mulw_u16: return (struct native_op){.write = wide_shifted_16};
    case OP_mul_32: return (struct native_op){.write = shifted};
    case OP_mad_32: return (struct native_op){.write = shifted_add};
    case OP_mulw_s32:
    case OP_mulw_u32: return (struct native_op){.write = wide_shifted};
    case OP_madw_s32:
    case OP_madw_u32: return (struct native_op){.write = wide_shifted_add};
    default: return (struct native_op){.write = NULL};
    }
}

bool native_commutes(enum op_code code)
{
    switch (native_ops[code].op) {
    case X_FMADDPS:
    case X_FMADDPD:
    case X_ADDPS:
    case X_ADDPD:
    case X_MULPS:
    case X_MULPD:
    case X_PADDW:
    case X_PADDD:
    case X_PADDQ:
    case X_PMULLW:
    case X_PMULLD:
    case X_PAND:
    case X_POR:
    case X_PXOR: return native_takes_memory(code);
    default: return false;
    }
}

enum x86_op native_fused(enum op_code code, uint8_t how)
{
    static const enum x86_op fused_ops[2][4] = {
        {X_FMADDPS, X_FNMADDPS, X_FMSUBPS, X_FNMSUBPS},
        {X_FMADDPD, X_FNMADDPD, X_FMSUBPD, X_FNMSUBPD},
    };

    return fused_ops[code == OP_fma_f64][how];
}
