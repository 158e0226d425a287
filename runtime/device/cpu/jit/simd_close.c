/* SPDX-License-Identifier: Apache-2.0 */
/* Words whose addresses differ freely from lane to lane, but lie close together (AVX-512): in shared memory, or at indices from a pointer on, by lanes that
 * all run. A strip is loaded out of two vectors, and stored as one, if its words lie so; that they do is their check, too. Else cold code
 * checks and moves each by itself.
 *
 * A look at the addresses of a strip shows whether its lanes' words follow each other. Accesses whose addresses are those of another plus one
 * number make use of its look: in `lo = 2 * t - (t & (j - 1)), hi = lo + j` of a bitonic sort one serves two loads and two stores.
 * Next: simd_lanes.c. */
#include "device/cpu/jit/simd_lanes.h"

#include <stddef.h>
#include <stdlib.h>

#include "device/cpu/exec/machine.h"

enum { WORD = 4, WINDOW = 128, VECTOR = 64, WORD_SHIFT = 2, SPAN_MAX = INT32_MAX - BEFORE };

enum { STRIPS = 2 };

/* ---- which accesses make use of a look: until another warp may run ---- */

enum {
    STEPS_MAX = 64, /* back from two addresses */
    BLOCKS = 32,    /* from the look on */
    LOOKS_MAX = 16  /* of a kernel */
};

static bool is_word_at(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    const struct simd_value *at;
    uint8_t how = k->ops[n].how;
    if ((how != HOW_GATHER && how != HOW_SCATTER) || !k->avx512 || op_element_bytes(op) != WORD ||
        op_elements(op) != 1)
        return false;
    at = simd_at(k, simd_operand(k, n, 0, false));
    return (simd_is_index(at) && at->scale == WORD_SHIFT) ||
           (op->space == PTX_SHARED && at->width == 4 && simd_is_aligned(k, n, WORD));
}

static bool may_look(const struct simd_kernel *k, uint32_t n)
{
    return is_word_at(k, n) && !k->ops[n].guarded && !k->ops[n].leader;
}

/* Between two values. */
struct lane_difference {
    const struct simd_kernel *k;
    uint32_t block, first, last; /* ops of a basic block from which the values come */
    bool bounded;                /* all of them are known */
    uint32_t steps;
};

static bool is_same_in_strip(const struct simd_kernel *k, uint32_t value)
{
    const struct simd_value *v = simd_at(k, value);
    return v->class == SIMD_UNIFORM ||
           (v->class == SIMD_SCALAR && !v->x && (!v->rows || simd_row_lanes(k) >= k->strip));
}

/* The op of the block that alone defines the value; NO_OP: there is none. */
static uint32_t only_definition(const struct lane_difference *d, uint32_t value)
{
    uint32_t n = d->k->definition[value];
    return n < SEVERAL_OPS && d->k->cfg->block_of[n] == d->block && !d->k->ops[n].guarded ? n
                                                                                          : NO_OP;
}

static void include(struct lane_difference *d, uint32_t n)
{
    d->first = n < d->first ? n : d->first;
    d->last = n > d->last ? n : d->last;
}

static bool may_be_written(const struct lane_difference *d, uint32_t value)
{
    if (!d->bounded)
        return false;
    for (uint32_t n = d->first; n <= d->last; n++)
        if (simd_writes(d->k, n, value))
            return true;
    return false;
}

static bool is_one_number(struct lane_difference *d, uint32_t a, uint32_t b);

/* Of ops of one code, whose result's lower half is one of their operands' lower halves. */
static bool operands_differ(struct lane_difference *d, uint32_t m, uint32_t n)
{
    const struct simd_kernel *k = d->k;
    uint32_t a[2], b[2];
    include(d, m);
    include(d, n);
    for (uint32_t i = 0; i < 2; i++) {
        a[i] = simd_operand(k, m, i, false);
        b[i] = simd_operand(k, n, i, false);
    }
    switch (k->code->ops[m].code) {
    case OP_add_32:
    case OP_add_64:
        if (simd_is_index(simd_at(k, simd_operand(k, m, 0, true))))
            return is_one_number(d, a[0], b[0]);
        return (is_one_number(d, a[0], b[0]) && is_one_number(d, a[1], b[1])) ||
               (is_one_number(d, a[0], b[1]) && is_one_number(d, a[1], b[0]));
    case OP_sub_32:
    case OP_sub_64: return is_one_number(d, a[0], b[0]) && is_one_number(d, a[1], b[1]);
    case OP_mul_32:
    case OP_mul_64:
    case OP_mulw_s32:
    case OP_mulw_u32:
    case OP_shl_32:
    case OP_shl_64:
        return a[1] == b[1] && simd_at(k, a[1])->constant && is_same_in_strip(k, a[1]) &&
               is_one_number(d, a[0], b[0]);
    case OP_cut_64_32: return is_one_number(d, a[0], b[0]);
    default: return false;
    }
}

/* `value` is a sum of another and of one number: the other, or NO_VALUE. */
static uint32_t without_number(struct lane_difference *d, uint32_t value)
{
    uint32_t n = only_definition(d, value), code = n == NO_OP ? 0 : d->k->code->ops[n].code;
    if (n == NO_OP ||
        (code != OP_add_32 && code != OP_add_64 && code != OP_sub_32 && code != OP_sub_64) ||
        simd_is_index(simd_at(d->k, value)))
        return NO_VALUE;
    include(d, n);
    uint32_t a = simd_operand(d->k, n, 0, false), b = simd_operand(d->k, n, 1, false);
    bool sum = code == OP_add_32 || code == OP_add_64;
    return is_same_in_strip(d->k, b) ? a : sum && is_same_in_strip(d->k, a) ? b : NO_VALUE;
}

/* The lower halves of the lanes of a strip differ by one number, modulo 2^32. */
static bool is_one_number(struct lane_difference *d, uint32_t a, uint32_t b)
{
    const struct simd_kernel *k = d->k;
    if (is_same_in_strip(k, a) && is_same_in_strip(k, b))
        return true;
    if (a == b && !may_be_written(d, a))
        return true;
    uint32_t m = only_definition(d, a), n = only_definition(d, b);
    if (++d->steps > STEPS_MAX)
        return false;
    if (m != NO_OP && n != NO_OP && k->code->ops[m].code == k->code->ops[n].code &&
        operands_differ(d, m, n))
        return true;
    uint32_t rest = without_number(d, b);
    if (rest != NO_VALUE && is_one_number(d, a, rest))
        return true;
    rest = without_number(d, a);
    return rest != NO_VALUE && is_one_number(d, rest, b);
}

static bool same_kind(const struct simd_kernel *k, uint32_t a, uint32_t b)
{
    const struct simd_value *x = simd_at(k, simd_operand(k, a, 0, false)),
                            *y = simd_at(k, simd_operand(k, b, 0, false));
    return k->code->ops[a].space == k->code->ops[b].space && x->base == y->base &&
           x->is_unsigned == y->is_unsigned;
}

/* The addresses of n and m are the same, or differ by one number; m comes after n, and where it is executed so has n been, by the same warp and in the
 * same round of each loop. */
static bool may_use(const struct simd_kernel *k, uint32_t n, uint32_t m)
{
    uint32_t a = simd_operand(k, n, 0, false), b = simd_operand(k, m, 0, false);
    struct lane_difference d = {.k = k, .block = k->cfg->block_of[n], .first = n};
    bool stores_first =
        k->ops[n].how == HOW_SCATTER && k->ops[m].how == HOW_GATHER; /* which look for more */
    if (!may_look(k, m) || k->ops[m].look || stores_first || !same_kind(k, n, m) ||
        only_definition(&d, a) >= n || only_definition(&d, b) >= m)
        return false;
    if (a == b)
        return true;
    bool differ = is_one_number(&d, a, b);
    d.bounded = true;
    d.steps = 0;
    return differ && is_one_number(&d, a, b);
}

/* The block has the depth of another, and begins no loop. */
static bool is_beside(const struct simd_kernel *k, uint32_t block, uint32_t other)
{
    bool header = false;
    VEC_EACH (l, &k->loops)
        header |= l->header == block;
    return k->blocks[block].depth == k->blocks[other].depth && !header;
}

/* All ways to it come from the blocks that are marked. */
static bool is_behind(const struct simd_kernel *k, const bool *marked, uint32_t block)
{
    for (uint32_t p = 0; p < k->cfg->count; p++)
        for (uint32_t s = 0; k->blocks[p].reachable && s < k->cfg->blocks[p].succs; s++)
            if (k->cfg->edges[k->cfg->blocks[p].succ_at + s] == block && !marked[p])
                return false;
    return true;
}

static bool block_lets_others_run(const struct simd_kernel *k, uint32_t block)
{
    for (uint32_t n = k->cfg->blocks[block].first; n < k->cfg->blocks[block].end; n++)
        if (simd_lets_others_run(k, n))
            return true;
    return false;
}

/* False: another warp may run behind some op of the block. */
static bool use_in_block(struct simd_kernel *k, uint32_t look, uint32_t block)
{
    bool same = k->cfg->block_of[look] == block;
    for (uint32_t m = same ? look + 1 : k->cfg->blocks[block].first; m < k->cfg->blocks[block].end;
         m++) {
        if (simd_lets_others_run(k, m))
            return false;
        if (may_use(k, look, m))
            k->ops[m].look = look + 1;
        if (k->ops[m].look != look + 1)
            continue;
        k->ops[look].look = look + 1;
        k->ops[look].inverts |= k->ops[m].how == HOW_SCATTER;
    }
    return true;
}

static void find_uses(struct simd_kernel *k, uint32_t look)
{
    uint32_t own = k->cfg->block_of[look], p = k->blocks[own].position;
    bool *marked = xcalloc(k->cfg->count + 1, sizeof *marked), goes_on = true;
    marked[own] = true;
    for (uint32_t last = p + BLOCKS; p < k->cfg->count && p < last && goes_on; p++) {
        uint32_t b = k->order[p];
        if (b != own && !is_beside(k, b, own))
            break;
        marked[b] = b == own || (k->blocks[b].reachable && is_behind(k, marked, b));
        if (marked[b])
            goes_on = use_in_block(k, look, b);
        else
            goes_on = !block_lets_others_run(k, b);
    }
    free(marked);
}

void simd_find_looks(struct simd_kernel *k)
{
    for (uint32_t n = 0; n < k->code->op_count && k->looks < LOOKS_MAX; n++) {
        if (!k->blocks[k->cfg->block_of[n]].reachable || !may_look(k, n) || k->ops[n].look)
            continue;
        find_uses(k, n);
        if (k->ops[n].look)
            k->ops[n].looked_at = k->looks++;
    }
}

/* ---- the code of an access ---- */

enum { LIMIT = 0, NOT_EQUAL = 4, GREATER = 6 };

/* What a look has found: where the words of the first strip begin, which follow each other, or */
enum { LOOK_FAR = -1, LOOK_WINDOW = -2 };

#define LAST_PLACE R8

/* The registers of a strip: its offsets, where they begin, how far the lanes are from there, and which are too far. Offsets are bytes, or words
 * at indices. */
static const struct close_strip {
    int offsets, apart, far;
    enum x86_gpr start;
} close_strips[STRIPS] = {
    {5, 2, 5, RAX},
    {8, 1, 6, RDX}
};

static bool is_close(const struct simd_gen *g, uint32_t n)
{
    return is_word_at(g->k, n) && !simd_is_masked(g) && !g->in_cold && !simd_fails(g->k, n);
}

static bool has_index(const struct simd_gen *g, uint32_t n)
{
    return simd_is_index(simd_address(g, n));
}

static bool has_signed_index(const struct simd_gen *g, uint32_t n)
{
    return has_index(g, n) && !simd_address(g, n)->is_unsigned;
}

/* What an offset of shared memory has in addition to the value in registers. */
static int32_t displacement(const struct simd_gen *g, uint32_t n)
{
    return has_index(g, n) ? 0 : (int32_t) simd_op_at(g, n)->imm;
}

/* The register of a strip's offsets. */
static int find_offsets(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    int to = close_strips[strip].offsets,
        from = simd_fetch_unit(g, simd_operand(g->k, n, 0, false), strip, 0, false, to);
    if (!displacement(g, n))
        return from;
    x86_v(x86_of(g), X_PADDD, 64, to, from,
          simd_constant(&g->base, (uint32_t) displacement(g, n), 4));
    return to;
}

/* rdi: what offsets count from; rcx: the last place where `bytes` may begin. */
static void begin_shared(struct simd_gen *g, uint32_t n, uint32_t bytes, uint32_t cold)
{
    simd_load_object(g, simd_op_at(g, n));
    x86_r_i(x86_of(g), ALU_SUB, true, RCX, (int32_t) bytes);
    simd_cold_if(g, cold, CC_B);
}

/* The same for the object that the op accessed last. rdx: the first place, from the pointer on. That may lie before the object, but is so
 * near that no sum of 32 bits wraps. */
static void begin_indexed(struct simd_gen *g, uint32_t n, uint32_t bytes, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    simd_load_object(g, op);
    x86_r(x, ALU_MOV, true, RDX, RDI);
    simd_load_scalar(g, simd_at(g->k, simd_address(g, n)->base - 1), 0, RDI);
    if (simd_first_byte(g, n))
        x86_r_i(x, ALU_ADD, true, RDI, (int32_t) simd_first_byte(g, n));
    x86_test_i(x, RDI, WORD - 1);
    simd_cold_if(g, cold, CC_NE);
    x86_r(x, ALU_SUB, true, RDX, RDI);
    x86_lea(x, RAX, (struct x86_mem){RDX, NO_GPR, 1, SPAN_MAX});
    x86_r_i(x, ALU_CMP, true, RAX, INT32_MAX);
    simd_cold_if(g, cold, CC_A);
    x86_lea(x, RCX, (struct x86_mem){RCX, RDX, 1, -(int32_t) bytes});
    x86_r_i(x, ALU_CMP, true, RCX, SPAN_MAX);
    simd_cold_if(g, cold, CC_A);
}

/* Of an index in the register of a strip's start. */
static void to_bytes(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    enum x86_gpr start = close_strips[strip].start;
    if (has_signed_index(g, n))
        x86_extend(x86_of(g), EXTEND_I32, start, start);
    x86_shift(x86_of(g), true, true, start, WORD_SHIFT);
}

/* CC_NE: some lane is. */
static void test_far(struct simd_gen *g)
{
    x86_kor(x86_of(g), close_strips[0].far, close_strips[0].far, close_strips[1].far);
    x86_ktest(x86_of(g), close_strips[0].far, close_strips[0].far);
}

static void compare_apart(struct simd_gen *g, enum x86_op compare, uint8_t condition, int with)
{
    struct x86 *x = x86_of(g);
    for (uint32_t strip = 0; strip < STRIPS; strip++) {
        x86_v(x, compare, 64, close_strips[strip].far, close_strips[strip].apart, with);
        x86_byte(x, condition);
    }
    test_far(g);
}

/* CC_NE: some lane is not in the two vectors from a strip's start on. */
static void compare_window(struct simd_gen *g, uint32_t n)
{
    uint32_t last = has_index(g, n) ? WINDOW / WORD - 1 : WINDOW - WORD;
    compare_apart(g, X_PCMPUD, GREATER, simd_constant(&g->base, last, 4));
}

/* How far a strip's lanes are from its start, in words. */
static int find_places(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    int apart = close_strips[strip].apart;
    if (!has_index(g, n)) {
        x86_v(x86_of(g), X_PSRLD_I, 64, 2, apart, apart);
        x86_byte(x86_of(g), WORD_SHIFT);
    }
    return apart;
}

/* ---- two vectors, without a look. They begin at the first lane's word, or end with the memory ---- */

/* LIMIT: the last place, in words if there are indices; rcx: the first. */
static void begin_window(struct simd_gen *g, uint32_t n, uint32_t bytes, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    (has_index(g, n) ? begin_indexed : begin_shared)(g, n, bytes, cold);
    if (has_index(g, n))
        x86_shift(x, false, false, RCX, WORD_SHIFT);
    else
        x86_r_i(x, ALU_AND, false, RCX, -WORD);
    x86_v(x, X_FROM_D, 16, LIMIT, 0, RCX);
    if (has_index(g, n))
        x86_r(x, ALU_MOV, true, RCX, RDX);
}

/* Where a strip begins, and how far its lanes are from there. */
static void find_window(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    const struct close_strip *s = &close_strips[strip];
    int offsets = find_offsets(g, n, strip);
    x86_v(x, has_signed_index(g, n) ? X_PMINSD : X_PMINUD, 16, s->apart, offsets, LIMIT);
    x86_v(x, X_MOVD, 16, s->apart, 0, s->start);
    x86_v(x, X_BROADCASTD, 64, s->apart, 0, s->apart);
    x86_v(x, X_PSUBD, 64, s->apart, offsets, s->apart);
    if (!has_index(g, n))
        return;
    to_bytes(g, n, strip);
    x86_r(x, ALU_CMP, true, s->start, RCX);
    simd_cold_if(g, cold, CC_L);
}

static void gather_window(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    begin_window(g, n, WINDOW + simd_words_span(g, n) - WORD, cold);
    for (uint32_t strip = 0; strip < STRIPS; strip++)
        find_window(g, n, strip, cold);
    compare_window(g, n);
    simd_cold_if(g, cold, CC_NE);
    for (uint32_t strip = 0; strip < STRIPS; strip++)
        simd_put_near(g, n, strip, find_places(g, n, strip), close_strips[strip].start);
}

/* ---- with a look ---- */

static bool looks(const struct simd_gen *g, uint32_t n)
{
    return g->k->ops[n].look == n + 1;
}

static bool has_looked(const struct simd_gen *g, uint32_t n)
{
    return g->k->ops[n].look && !looks(g, n);
}

/* What the look of the access has found. */
static struct x86_mem seen(const struct simd_gen *g, uint32_t n, uint32_t at)
{
    uint32_t number = g->k->ops[g->k->ops[n].look - 1].looked_at;
    return stack_at(simd_look_place(g->k, number) + at);
}

static struct x86_mem seen_start(const struct simd_gen *g, uint32_t n, uint32_t strip)
{
    return seen(g, n, LOOK_STARTS + 4 * strip);
}

/* rdi: what offsets count from; LAST_PLACE, and rcx for indices: where `bytes` may begin. */
static void begin_at_start(struct simd_gen *g, uint32_t n, uint32_t bytes, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    (has_index(g, n) ? begin_indexed : begin_shared)(g, n, bytes, cold);
    x86_r(x, ALU_MOV, true, LAST_PLACE, RCX);
    if (has_index(g, n))
        x86_r(x, ALU_MOV, true, RCX, RDX);
}

static void check_starts(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    for (uint32_t strip = 0; strip < STRIPS; strip++) {
        x86_r(x, ALU_CMP, true, close_strips[strip].start, LAST_PLACE);
        simd_cold_if(g, cold, has_index(g, n) ? CC_G : CC_A);
        if (!has_index(g, n))
            continue;
        x86_r(x, ALU_CMP, true, close_strips[strip].start, RCX);
        simd_cold_if(g, cold, CC_L);
    }
}

/* CC_NE: the words of some strip do not follow each other. */
static void look(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    for (uint32_t strip = 0; strip < STRIPS; strip++) {
        int offsets = find_offsets(g, n, strip), apart = close_strips[strip].apart;
        x86_v(x, X_BROADCASTD, 64, apart, 0, offsets);
        x86_v(x, X_PSUBD, 64, apart, offsets, apart);
    }
    x86_v_m(x, X_MOVUPS, 64, CONSTANT_REGISTER, 0, simd_places(g, has_index(g, n) ? 1 : WORD));
    compare_apart(g, X_PCMPD, NOT_EQUAL, CONSTANT_REGISTER);
}

static void first_lanes(struct simd_gen *g, uint32_t n)
{
    for (uint32_t strip = 0; strip < STRIPS; strip++) {
        x86_v(x86_of(g), X_MOVD, 16, find_offsets(g, n, strip), 0, close_strips[strip].start);
        if (has_index(g, n))
            to_bytes(g, n, strip);
    }
}

static void keep_starts(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    for (uint32_t strip = 0; strip < STRIPS; strip++) {
        enum x86_gpr start = close_strips[strip].start;
        if (displacement(g, n))
            x86_lea(x, RCX, (struct x86_mem){start, NO_GPR, 1, -displacement(g, n)});
        x86_store(x, false, seen_start(g, n, strip), displacement(g, n) ? RCX : start);
    }
}

/* Those of the same address. */
static void load_starts(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    for (uint32_t strip = 0; strip < STRIPS; strip++) {
        enum x86_gpr start = close_strips[strip].start;
        x86_r_m(x, ALU_MOV, false, start, seen_start(g, n, strip));
        if (has_index(g, n))
            x86_extend(x, EXTEND_I32, start, start);
        else if (displacement(g, n))
            x86_r_i(x, ALU_ADD, false, start, displacement(g, n));
    }
}

static bool has_look_address(const struct simd_gen *g, uint32_t n)
{
    return has_looked(g, n) && simd_address(g, g->k->ops[n].look - 1) == simd_address(g, n);
}

/* rdi, and in each strip's register where its words begin. */
static void find_starts(struct simd_gen *g, uint32_t n, uint32_t bytes, uint32_t cold)
{
    bool in_bounds = has_looked(g, n) && g->proved[n] && !has_index(g, n);
    if (in_bounds)
        x86_r_m(
            x86_of(g), ALU_MOV, true, RDI,
            (struct x86_mem){G_BLOCK, NO_GPR, 1, (int32_t) offsetof(struct thread_block, shared)});
    else
        begin_at_start(g, n, bytes, cold);
    if (bytes == VECTOR && has_look_address(g, n))
        load_starts(g, n);
    else
        first_lanes(g, n);
    if (!in_bounds)
        check_starts(g, n, cold);
    if (looks(g, n))
        keep_starts(g, n);
}

static void gather_vectors(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    uint32_t d = simd_operand(g->k, n, 0, true);
    const struct simd_value *v = simd_at(g->k, d);
    find_starts(g, n, VECTOR, cold);
    for (uint32_t strip = 0; strip < STRIPS; strip++) {
        int to = simd_place_of(g, n, v, strip);
        x86_v_m(x86_of(g), X_MOVUPS, 64, to, 0,
                (struct x86_mem){RDI, close_strips[strip].start, 1, 0});
        if (to != simd_unit_register(g, v, strip))
            simd_put_unit(g, n, d, strip, to);
    }
}

/* Others in two vectors: their places there are the same for all accesses. Often they also are those of the warp before. If not, they are kept; if
 * they are, but for the first time, the words' lanes are found, for stores. */

static void cold_keep(struct simd_gen *g, const struct simd_cold *c)
{
    for (uint32_t strip = 0; strip < STRIPS; strip++)
        x86_v_m(x86_of(g), X_STORE, 64, close_strips[strip].apart, 0,
                seen(g, c->op, LOOK_PLACES + 64 * strip));
    x86_store_i(x86_of(g), seen(g, c->op, LOOK_INVERTED), 0);
}

/* The last of several lanes at one place counts. */
static void invert_strip(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    enum x86_gpr place = RAX, bit = RCX, one = RDX, mask = R8, lane = R9;
    struct x86 *x = x86_of(g);
    struct x86_mem from = seen(g, n, LOOK_PLACES + 64 * strip),
                   to = seen(g, n, LOOK_LANES + 128 * strip);
    from.index = lane;
    to.index = place;
    from.scale = to.scale = 4;
    x86_r_i(x, ALU_MOV, false, one, 1);
    x86_r_i(x, ALU_MOV, false, mask, 0);
    x86_r_i(x, ALU_MOV, false, lane, 0);
    uint32_t again = (uint32_t) x->code.n;
    x86_r_m(x, ALU_MOV, false, place, from);
    x86_store(x, false, to, lane);
    x86_shift_x(x, SHIFT_X_LEFT, false, bit, one, place);
    x86_r(x, ALU_OR, false, mask, bit);
    x86_r_i(x, ALU_ADD, false, lane, 1);
    x86_r_i(x, ALU_CMP, false, lane, (int32_t) g->k->strip);
    x86_jump_back(x, CC_NE, again);
    x86_store(x, false, seen(g, n, LOOK_MASKS + 4 * strip), mask);
}

static void cold_invert(struct simd_gen *g, const struct simd_cold *c)
{
    for (uint32_t strip = 0; strip < STRIPS; strip++)
        invert_strip(g, c->op, strip);
    x86_store_i(x86_of(g), seen(g, c->op, LOOK_INVERTED), 1);
}

static void keep_places(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    uint32_t others = simd_cold(g, n, cold_keep), again = simd_cold(g, n, cold_invert);
    for (uint32_t strip = 0; strip < STRIPS; strip++) {
        struct x86_mem at = seen(g, n, LOOK_PLACES + 64 * strip);
        int places = find_places(g, n, strip);
        if (!g->k->ops[n].inverts) {
            x86_v_m(x, X_STORE, 64, places, 0, at);
            continue;
        }
        x86_v_m(x, X_PCMPD, 64, close_strips[strip].far, places, at);
        x86_byte(x, NOT_EQUAL);
    }
    if (!g->k->ops[n].inverts)
        return;
    test_far(g);
    simd_cold_if(g, others, CC_NE);
    x86_m_i(x, ALU_CMP, false, seen(g, n, LOOK_INVERTED), 0);
    simd_cold_if(g, again, CC_E);
    simd_cold_back(g, others);
    simd_cold_back(g, again);
}

static void gather_places(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    if (looks(g, n))
        keep_places(g, n);
    begin_at_start(g, n, WINDOW, cold);
    first_lanes(g, n);
    check_starts(g, n, cold);
    for (uint32_t strip = 0; strip < STRIPS; strip++) {
        int places = close_strips[strip].apart;
        if (!looks(g, n))
            x86_v_m(x86_of(g), X_MOVUPS, 64, places, 0, seen(g, n, LOOK_PLACES + 64 * strip));
        simd_put_near(g, n, strip, places, close_strips[strip].start);
    }
    if (looks(g, n))
        x86_store_i(x86_of(g), seen_start(g, n, 0), LOOK_WINDOW);
}

static void scatter_places(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    enum { MASK = 1 };

    struct x86 *x = x86_of(g);
    uint32_t data = simd_operand(g->k, n, 1, false);
    int from = 0;
    x86_m_i(x, ALU_CMP, false, seen(g, n, LOOK_INVERTED), 0);
    simd_cold_if(g, cold, CC_E);
    find_starts(g, n, WINDOW, cold);
    for (uint32_t half = 0; half < 2 * STRIPS; half++) {
        uint32_t strip = half / 2, vector = half % 2;
        const struct close_strip *s = &close_strips[strip];
        if (!vector)
            from = simd_fetch_unit(g, data, strip, 0, true, OPERAND_REGISTER + 1);
        x86_v_m(x, X_MOVUPS, 64, s->apart, 0, seen(g, n, LOOK_LANES + 64 * half));
        x86_v(x, X_PERMD, 64, s->apart, s->apart, from);
        x86_kmov_load(x, MASK, 16, seen(g, n, LOOK_MASKS + 2 * half));
        x->mask = MASK;
        x86_v_m(x, X_STORE, 64, s->apart, 0,
                (struct x86_mem){RDI, s->start, 1, (int32_t) (64 * vector)});
        x->mask = 0;
    }
}

/* CC_NE, or of a look before this one CC_AE: the words do not follow each other. */
static void ask(struct simd_gen *g, uint32_t n)
{
    if (has_looked(g, n))
        x86_m_i(x86_of(g), ALU_CMP, false, seen_start(g, n, 0), LOOK_WINDOW);
    else
        look(g, n);
}

static void scatter_vectors(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    uint32_t data = simd_operand(g->k, n, 1, false);
    find_starts(g, n, VECTOR, cold);
    for (uint32_t strip = 0; strip < STRIPS; strip++) {
        int from = simd_fetch_unit(g, data, strip, 0, true, OPERAND_REGISTER + 1);
        x86_v_m(x86_of(g), X_STORE, 64, from, 0,
                (struct x86_mem){RDI, close_strips[strip].start, 1, 0});
    }
}

typedef void write_fn(struct simd_gen *g, uint32_t n, uint32_t cold);

/* By what a look has found, of this access or one before it: the words follow each other, or lie in two vectors. */
static void write_looked(struct simd_gen *g, uint32_t n, uint32_t cold, write_fn *vectors,
                         write_fn *places)
{
    struct x86 *x = x86_of(g);
    ask(g, n);
    uint32_t apart = x86_jump(x, has_looked(g, n) ? CC_AE : CC_NE);
    vectors(g, n, cold);
    uint32_t done = x86_jump(x, CC_ALWAYS);
    x86_land(x, apart);
    if (looks(g, n))
        compare_window(g, n);
    simd_cold_if(g, cold, CC_NE); /* LOOK_FAR */
    places(g, n, cold);
    x86_land(x, done);
}

static void gather(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    if (g->k->ops[n].look)
        write_looked(g, n, cold, gather_vectors, gather_places);
    else
        gather_window(g, n, cold);
}

static void scatter(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    if (has_looked(g, n)) {
        write_looked(g, n, cold, scatter_vectors, scatter_places);
        return;
    }
    look(g, n);
    simd_cold_if(g, cold, CC_NE);
    scatter_vectors(g, n, cold);
}

/* Whatever comes of the access now, what its look found before counts no more. */
static bool write_close(struct simd_gen *g, uint32_t n, simd_cold_fn *else_write, write_fn *write)
{
    if (looks(g, n))
        x86_store_i(x86_of(g), seen_start(g, n, 0), LOOK_FAR);
    if (!is_close(g, n))
        return false;
    uint32_t cold = simd_cold(g, n, else_write);
    write(g, n, cold);
    simd_cold_back(g, cold);
    return true;
}

bool simd_gather_close(struct simd_gen *g, uint32_t n, simd_cold_fn *write)
{
    return write_close(g, n, write, gather);
}

bool simd_scatter_close(struct simd_gen *g, uint32_t n, simd_cold_fn *write)
{
    return write_close(g, n, write, scatter);
}
