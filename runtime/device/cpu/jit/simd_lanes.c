/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses whose addresses differ freely from lane to lane: gathers, scatters, local memory, narrow elements, atomics.
 *
 * First the addresses of all lanes that run are checked against one object: the one that the op accessed last, the block's shared memory, or
 * each thread's local memory. What passes is kept in the stack as 32-bit offsets from the object's start. If a lane fails, or
 * the object is larger than 2 GiB, the interpreter's function executes the whole op; nothing has been accessed by then.
 * Then the lanes are moved by gathers and scatters, or one after the other. Next: simd_atomic.c. */
#include "device/cpu/jit/simd_lanes.h"

#include <stddef.h>

#include "base/check.h"
#include "device/cpu/exec/machine.h"

enum {
    LIMIT = 0,          /* the registers of the check: the last offset, */
    ORIGIN = 1,         /* what is subtracted from an address, */
    UPPER = 2,          /* the upper halves of 64-bit offsets, */
    OFFSETS = 5,        /* the lower halves, */
    SECOND_OFFSETS = 8, /* AVX-512: of the second strip; */
    CHECKED = 9,        /* local memory: the offsets in each thread's own */
    BAD_MASK = 5,       /* mask registers */
    MASK = 6,
    OBJECT_MAX = INT32_MAX - 255,
    PER_WORD = 4,
    WINDOW = 128, /* bytes that two vector registers hold */
};

bool simd_is_masked(const struct simd_gen *g)
{
    return simd_may_part(g) || simd_has_idle_lanes(g->k);
}

static bool is_wide_address(const struct simd_gen *g, uint32_t n)
{
    return simd_address(g, n)->width == 8;
}

int64_t simd_first_byte(struct simd_gen *g, uint32_t n)
{
    const struct simd_group *group = simd_neighbours_of(g, n);
    return group ? group->low : simd_op_at(g, n)->imm;
}

static struct x86_mem in_block(size_t field)
{
    return (struct x86_mem){G_BLOCK, NO_GPR, 1, (int32_t) field};
}

struct x86_mem simd_lane_area(struct simd_gen *g, uint32_t at)
{
    if (!g->lane_area) {
        g->lane_area = (g->stack + 63) & ~63u;
        g->stack = g->lane_area + LANE_AREA_SIZE;
    }
    return stack_at(g->lane_area + at);
}

/* ---- the check ---- */

void simd_load_object(struct simd_gen *g, const struct op *op)
{
    struct x86 *x = x86_of(g);
    struct x86_mem cache = {G_CACHES, NO_GPR, 1,
                            (int32_t) (op->cache * sizeof(struct inline_cache))};
    if (op->space == PTX_SHARED) {
        x86_r_m(x, ALU_MOV, true, RDI, in_block(offsetof(struct thread_block, shared)));
        x86_r_m(x, ALU_MOV, true, RCX, in_block(offsetof(struct thread_block, shared_size)));
    } else if (op->space == PTX_LOCAL) {
        x86_r_m(x, ALU_MOV, false, RDI,
                (struct x86_mem){G_WARP, NO_GPR, 1, offsetof(struct warp, id)});
        x86_r_m(x, ALU_MOV, true, RDX, in_block(offsetof(struct thread_block, local_stride)));
        x86_shift(x, true, false, RDI, 5);
        x86_imul(x, true, RDI, RDX);
        x86_r_m(x, ALU_ADD, true, RDI, in_block(offsetof(struct thread_block, local)));
        x86_r_m(x, ALU_MOV, true, RCX, in_block(offsetof(struct thread_block, local_size)));
    } else {
        x86_r_m(x, ALU_MOV, true, RDI, cache);
        cache.disp += (int32_t) offsetof(struct inline_cache, size);
        x86_r_m(x, ALU_MOV, true, RCX, cache);
    }
}

/* An address that is a pointer and an index (simd_find_indices): of the indices, LIMIT is the last, and ORIGIN that of the pointer. Those with a
 * sign are compared after that is added to them, which does not wrap where the sum is small; others before. */
static void begin_indexed(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    const struct simd_value *at = simd_address(g, n);
    simd_load_scalar(g, simd_at(g->k, at->base - 1), 0, RAX);
    x86_r_i(x, ALU_ADD, true, RAX, (int32_t) simd_first_byte(g, n));
    x86_r(x, ALU_SUB, true, RAX, RDI);
    if (at->scale) {
        x86_test_i(x, RAX, (1 << at->scale) - 1);
        simd_cold_if(g, cold, CC_NE);
    }
    x86_lea(x, RDX, (struct x86_mem){RAX, NO_GPR, 1, at->is_unsigned ? 0 : BEFORE});
    x86_r_i(x, ALU_CMP, true, RDX, OBJECT_MAX);
    simd_cold_if(g, cold, CC_A);
    if (at->is_unsigned) {
        x86_r(x, ALU_SUB, true, RCX, RAX);
        simd_cold_if(g, cold, CC_B);
    }
    x86_shift(x, false, true, RCX, at->scale);
    x86_shift(x, false, true, RAX, at->scale);
    simd_broadcast(g, false, LIMIT, RCX);
    simd_broadcast(g, false, ORIGIN, RAX);
}

/* The registers LIMIT and ORIGIN. */
static void begin_check(struct simd_gen *g, uint32_t n, uint32_t span, uint32_t align,
                        uint32_t cold)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    bool shared = op->space == PTX_SHARED; /* which is small, and begins at a page */
    if (g->proved[n] && g->k->ops[n].how == HOW_SCATTER && !is_wide_address(g, n)) {
        x86_r_m(x, ALU_MOV, true, RDI, in_block(offsetof(struct thread_block, shared)));
        return;
    }
    const struct simd_value *at = simd_address(g, n);
    simd_load_object(g, op);
    x86_r_i(x, ALU_SUB, true, RCX, (int32_t) span);
    simd_cold_if(g, cold, CC_B);
    if (!shared) {
        x86_r_i(x, ALU_CMP, true, RCX, simd_is_index(at) ? OBJECT_MAX - BEFORE : OBJECT_MAX);
        simd_cold_if(g, cold, CC_A);
    }
    if (align > 1 && !shared) {
        x86_test_i(x, RDI, align - 1);
        simd_cold_if(g, cold, CC_NE);
    }
    if (simd_fails(g->k, n))
        simd_cold_if(g, cold, CC_ALWAYS);
    x86_store(x, true, simd_lane_area(g, LANE_LIMIT), RCX);
    if (simd_is_index(at)) {
        begin_indexed(g, n, cold);
        return;
    }
    if (!g->proved[n])
        simd_broadcast(g, false, LIMIT, RCX);
    if (!is_wide_address(g, n))
        return;
    x86_mov_i64(x, RAX, -(uint64_t) simd_first_byte(g, n));
    if (op->space != PTX_SHARED)
        x86_r(x, ALU_ADD, true, RAX, RDI);
    simd_broadcast(g, true, ORIGIN, RAX);
}

void simd_collect_halves(struct simd_gen *g, int to, uint32_t odd)
{
    struct x86 *x = x86_of(g);
    if (g->k->avx512) {
        uint32_t places[16];
        for (uint32_t l = 0; l < 16; l++)
            places[l] = 2 * l + odd;
        x86_v_m(x, X_MOVUPS, 64, to, 0, simd_pool(g, places, sizeof places));
        x86_v(x, X_PERMI2D, 64, to, OPERAND_REGISTER, OPERAND_REGISTER + 1);
        return;
    }
    x86_v(x, X_SHUFPS, 32, to, OPERAND_REGISTER, OPERAND_REGISTER + 1);
    x86_byte(x, odd ? 0xdd : 0x88);
    x86_v(x, X_PERMQ, 32, to, 0, to);
    x86_byte(x, 0xd8);
}

/* AVX-512: the offsets of both strips stay where they are until the access. */
static int offsets_of(const struct simd_gen *g, uint32_t strip)
{
    return g->k->avx512 && strip ? SECOND_OFFSETS : OFFSETS;
}

/* Returns what is compared. */
static int find_indexed(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    uint32_t address = simd_operand(g->k, n, 0, false);
    const struct simd_value *at = simd_at(g->k, address);
    int bytes = (int) simd_unit_bytes(g),
        index = simd_fetch_unit(g, address, strip, 0, false, CHECKED);
    x86_v(x, X_PADDD, bytes, UPPER, index, ORIGIN);
    x86_v(x, X_PSRLD_I, bytes, 6, offsets_of(g, strip), UPPER); /* 6: to the left */
    x86_byte(x, at->scale);
    return at->is_unsigned ? index : UPPER;
}

/* The offsets of a strip, and UPPER if addresses have 64 bits. Returns what is compared. */
static int find_offsets(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    uint32_t address = simd_operand(g->k, n, 0, false);
    int bytes = (int) simd_unit_bytes(g);
    if (simd_is_index(simd_address(g, n)))
        return find_indexed(g, n, strip);
    if (!is_wide_address(g, n)) {
        int from = simd_fetch_unit(g, address, strip, 0, false, OPERAND_REGISTER);
        if (op->imm)
            x86_v(x, X_PADDD, bytes, offsets_of(g, strip), from,
                  simd_constant(&g->base, (uint32_t) op->imm, 4));
        else
            x86_v(x, X_MOVUPS, bytes, offsets_of(g, strip), 0, from);
        return offsets_of(g, strip);
    }
    g->base.lanes = (int) g->k->strip / 2;
    for (uint32_t half = 0; half < 2; half++) {
        int to = OPERAND_REGISTER + (int) half,
            from = simd_fetch_unit(g, address, strip, half, false, to);
        x86_v(x, X_PSUBQ, bytes, to, from, ORIGIN);
    }
    g->base.lanes = (int) g->k->strip;
    simd_collect_halves(g, offsets_of(g, strip), 0);
    simd_collect_halves(g, UPPER, 1);
    return offsets_of(g, strip);
}

/* A thread's local memory begins `local_stride` bytes behind that of the lane before. */
static void find_local_offsets(struct simd_gen *g, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    int bytes = (int) simd_unit_bytes(g);
    uint32_t lanes[16];
    for (uint32_t l = 0; l < g->k->strip; l++)
        lanes[l] = strip * g->k->strip + l;
    x86_v_m(x, X_BROADCASTD, bytes, CHECKED, 0,
            in_block(offsetof(struct thread_block, local_stride)));
    x86_v_m(x, X_PMULLD, bytes, CHECKED, CHECKED, simd_pool(g, lanes, 4 * g->k->strip));
    x86_v(x, X_PSUBD, bytes, CHECKED, offsets_of(g, strip), CHECKED);
}

/* Both strips at once, if all lanes run: CC_NE if some offset is too large or is not aligned. */
static void test_both(struct simd_gen *g, uint32_t align)
{
    struct x86 *x = x86_of(g);
    x86_v(x, X_PCMPUD, 64, BAD_MASK, OFFSETS, LIMIT);
    x86_byte(x, 6);
    x86_v(x, X_PCMPUD, 64, MASK, SECOND_OFFSETS, LIMIT);
    x86_byte(x, 6);
    x86_kor(x, BAD_MASK, BAD_MASK, MASK);
    if (align > 1) {
        int bits = simd_constant(&g->base, align - 1, 4);
        x86_v(x, X_POR, 64, UPPER, OFFSETS, SECOND_OFFSETS);
        x86_v(x, X_PTESTMD, 64, MASK, UPPER, bits);
        x86_kor(x, BAD_MASK, BAD_MASK, MASK);
    }
    x86_ktest(x, BAD_MASK, BAD_MASK);
}

static void test_avx512(struct simd_gen *g, uint32_t n, uint32_t strip, int checked, uint32_t align)
{
    struct x86 *x = x86_of(g);
    x->mask = simd_is_masked(g) ? (uint8_t) simd_mask(g, strip, 0, 16, 0) : 0;
    x86_v(x, X_PCMPUD, 64, BAD_MASK, checked, LIMIT);
    x86_byte(x, 6);
    if (is_wide_address(g, n)) {
        x86_v(x, X_PTESTMD, 64, MASK, UPPER, UPPER);
        x86_kor(x, BAD_MASK, BAD_MASK, MASK);
    }
    if (align > 1) {
        int bits = simd_constant(&g->base, align - 1, 4);
        x86_v(x, X_PTESTMD, 64, MASK, offsets_of(g, strip), bits);
        x86_kor(x, BAD_MASK, BAD_MASK, MASK);
    }
    x->mask = 0;
    x86_ktest(x, BAD_MASK, BAD_MASK);
}

static void test_avx2(struct simd_gen *g, uint32_t n, uint32_t strip, int checked, uint32_t align)
{
    struct x86 *x = x86_of(g);
    int bad = OPERAND_REGISTER, mask = bad;
    x86_v(x, X_PMINUD, 32, bad, checked, LIMIT);
    x86_v(x, X_PXOR, 32, bad, bad, checked);
    if (is_wide_address(g, n))
        x86_v(x, X_POR, 32, bad, bad, UPPER);
    if (align > 1) {
        int bits = simd_constant(&g->base, align - 1, 4);
        x86_v(x, X_PAND, 32, OPERAND_REGISTER + 1, OFFSETS, bits);
        x86_v(x, X_POR, 32, bad, bad, OPERAND_REGISTER + 1);
    }
    if (simd_is_masked(g))
        mask = simd_mask(g, strip, 0, 8, OPERAND_REGISTER + 1);
    x86_v(x, X_PTEST, 32, bad, 0, mask);
}

/* Single elements of 8 and 16 bits are cut out of the words that they are in. These are in the object's memory, which begins with a word. */
static bool gathers_words(const struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    return g->k->ops[n].how == HOW_GATHER && op_element_bytes(op) < PER_WORD &&
           op_elements(op) == 1;
}

/* The register of a strip's offsets, those of lanes that do not run 0. */
static int running_offsets(struct simd_gen *g, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    int from = offsets_of(g, strip);
    if (!simd_is_masked(g))
        return from;
    if (g->k->avx512) {
        x->mask = (uint8_t) simd_mask(g, strip, 0, 16, 0);
        x->zeroing = true;
        x86_v(x, X_MOVUPS, 64, UPPER, 0, from);
        x->zeroing = false;
        x->mask = 0;
    } else {
        x86_v(x, X_PAND, 32, UPPER, from, simd_mask(g, strip, 0, 8, OPERAND_REGISTER));
    }
    return UPPER;
}

uint32_t simd_check_lanes(struct simd_gen *g, uint32_t n, uint32_t span, uint32_t align)
{
    struct x86 *x = x86_of(g);
    uint32_t cold = simd_cold(g, n, simd_neighbours_of(g, n) ? NULL : simd_cold_access);
    int bytes = (int) simd_unit_bytes(g);
    const struct op *op = simd_op_at(g, n);
    const struct simd_value *at = simd_address(g, n);
    bool words = gathers_words(g, n), neighbours = simd_has_neighbours(g, n),
         by_lane = g->k->ops[n].how == HOW_GATHER || g->k->ops[n].how == HOW_SCATTER,
         in_registers = g->k->avx512 && by_lane && (words || op_element_bytes(op) >= 4);
    bool local = op->space == PTX_LOCAL, both = g->k->avx512 && !local && !simd_is_masked(g) &&
                                                !is_wide_address(g, n) && !simd_is_index(at);
    if (simd_is_aligned(g->k, n, align))
        align = 1;
    begin_check(g, n, span, words ? PER_WORD : align, cold);
    if (simd_is_index(at) && align <= 1u << at->scale)
        align = 1;
    for (uint32_t strip = 0; strip < WARP_LANES / g->k->strip; strip++) {
        int checked = find_offsets(g, n, strip);
        if (local) {
            find_local_offsets(g, strip);
            checked = CHECKED;
        }
        if (!both && !g->proved[n]) {
            (g->k->avx512 ? test_avx512 : test_avx2)(g, n, strip, checked, align);
            simd_cold_if(g, cold, CC_NE);
        }
        if (!in_registers || neighbours)
            x86_v_m(x, X_STORE, bytes,
                    neighbours ? running_offsets(g, strip) : offsets_of(g, strip), 0,
                    simd_lane_area(g, LANE_OFFSETS + strip * (uint32_t) bytes));
    }
    if (both && !g->proved[n]) {
        test_both(g, align);
        simd_cold_if(g, cold, CC_NE);
    }
    return cold;
}

/* ---- lanes one after the other ---- */

struct x86_mem simd_lane_mem(struct x86_mem base, uint32_t size, uint32_t lane)
{
    if (lane == LANE_IN_R9) {
        base.index = R9;
        base.scale = (uint8_t) size;
    } else {
        base.disp += (int32_t) (lane * size);
    }
    return base;
}

static void one_lane(struct simd_gen *g, const struct lane_code *c, uint32_t lane)
{
    x86_r_m(x86_of(g), ALU_MOV, false, RAX,
            simd_lane_mem(simd_lane_area(g, LANE_OFFSETS), 4, lane));
    c->write(g, c, lane);
}

/* Some lanes do not run: a loop over the bits of the mask. */
static void loop_over_lanes(struct simd_gen *g, const struct lane_code *c)
{
    struct x86 *x = x86_of(g);
    x86_r_m(x, ALU_MOV, false, R8, stack_at(g->mask_at));
    uint32_t top = (uint32_t) x->code.n;
    x86_count_zeros(x, false, R9, R8);
    one_lane(g, c, LANE_IN_R9);
    x86_clear_lowest(x, R8, R8);
    x86_jump_back(x, CC_NE, top);
}

void simd_each_lane(struct simd_gen *g, const struct lane_code *c)
{
    struct x86 *x = x86_of(g);
    uint32_t some = 0, done = 0;
    bool masked = simd_may_part(g);
    if (masked) {
        x86_m_i(x, ALU_CMP, false, stack_at(g->mask_at), (int32_t) g->k->lanes);
        some = x86_jump(x, CC_NE);
    }
    for (uint32_t lane = 0, eight = 0; lane < WARP_LANES; lane++) {
        if (c->write_eight && lane % 8 == 0)
            eight = c->write_eight(g, lane / 8);
        if (g->k->lanes >> lane & 1)
            one_lane(g, c, lane);
        if (c->write_eight && lane % 8 == 7)
            x86_land(x, eight);
    }
    if (masked) {
        done = x86_jump(x, CC_ALWAYS);
        x86_land(x, some);
        loop_over_lanes(g, c);
        x86_land(x, done);
    }
}

/* ---- gathers ---- */

/* AVX-512: what simd_check_lanes has found is there. */
int simd_load_offsets(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    int bytes = (int) simd_unit_bytes(g), to = offsets_of(g, strip);
    if (simd_goes_by_rows(g, n))
        simd_load_row_offsets(g, n, strip, to);
    else if (!g->k->avx512)
        x86_v_m(x86_of(g), X_MOVUPS, bytes, to, 0,
                simd_lane_area(g, LANE_OFFSETS + strip * (uint32_t) bytes));
    return to;
}

/* The mask of a gather or a scatter, which it destroys: k1, or the vector register that is returned. */
static int lane_mask(struct simd_gen *g, uint32_t strip, uint32_t half, uint32_t width)
{
    struct x86 *x = x86_of(g);
    int lanes = (int) (simd_unit_bytes(g) / width), to = OPERAND_REGISTER + 2;
    bool masked = simd_is_masked(g);
    if (g->k->avx512) {
        if (masked)
            x86_kmov(x, 1, simd_mask(g, strip, half, lanes, 0));
        else
            x86_kones(x, 1);
        return 1;
    }
    if (!masked) {
        x86_v(x, X_PCMPEQD, 32, to, to, to);
        return to;
    }
    simd_mask(g, strip, half, lanes, to);
    if (width == 8)
        x86_v(x, X_PMOVSXDQ, 32, to, 0, to);
    return to;
}

/* The offsets of a half of a strip. */
static int half_of_offsets(struct simd_gen *g, uint32_t strip, uint32_t half)
{
    if (!half)
        return offsets_of(g, strip);
    x86_v(x86_of(g), g->k->avx512 ? X_EXTRACT256 : X_EXTRACT128, (int) simd_unit_bytes(g),
          offsets_of(g, strip), 0, OPERAND_REGISTER);
    x86_byte(x86_of(g), 1);
    return OPERAND_REGISTER;
}

/* Bytes of the vector that gets all threads of a unit: a gather or a scatter of fewer lanes takes less time. 0: there are none. */
static int bytes_of_threads(const struct simd_gen *g, uint32_t width, uint32_t strip, uint32_t half)
{
    uint32_t lanes = simd_unit_bytes(g) / width, first = strip * g->k->strip + half * lanes,
             bits = g->k->lanes >> first & (UINT32_MAX >> (WARP_LANES - lanes)), bytes = 16;
    uint32_t used = bits ? WARP_LANES - (uint32_t) __builtin_clz(bits) : 0;
    while (bytes < used * width)
        bytes *= 2;
    return used ? (int) bytes : 0;
}

void simd_gather_unit(struct simd_gen *g, uint32_t width, uint32_t strip, uint32_t half,
                      int32_t disp, int to)
{
    struct x86 *x = x86_of(g);
    struct x86_mem at = {RDI, NO_GPR, 1, disp};
    int bytes = bytes_of_threads(g, width, strip, half);
    x86_v(x, X_PXOR, (int) simd_unit_bytes(g), to, to, to); /* nothing that it waits for */
    if (!bytes)
        return;
    int offsets = half_of_offsets(g, strip, half), mask = lane_mask(g, strip, half, width);
    x->mask = g->k->avx512 ? 1 : 0;
    x86_v_lanes(x, width == 8 ? X_GATHERQ : X_GATHERD, bytes, to, mask, at, offsets);
    x->mask = 0;
}

static void from_first(struct simd_gen *g, uint32_t strip, int first)
{
    x86_v(x86_of(g), X_BROADCASTD, 64, UPPER, 0, first);
    x86_v(x86_of(g), X_PSUBD, 64, UPPER, offsets_of(g, strip), UPPER);
}

struct simd_far simd_test_window(struct simd_gen *g, uint32_t strip)
{
    enum { LAST = WINDOW - PER_WORD };

    struct x86 *x = x86_of(g);
    struct simd_far far;
    int first = offsets_of(g, strip);
    if (simd_is_masked(g)) { /* it may not run, and have an odd address */
        x86_v(x, X_PAND, 16, UPPER, first, simd_constant(&g->base, (uint32_t) -PER_WORD, PER_WORD));
        first = UPPER;
    }
    x86_v(x, X_MOVD, 16, first, 0, RAX);
    x86_lea(x, RCX, (struct x86_mem){RAX, NO_GPR, 1, LAST});
    x86_r_m(x, ALU_CMP, true, RCX, simd_lane_area(g, LANE_LIMIT));
    far.at_end = x86_jump(x, CC_A);
    from_first(g, strip, first);
    int last = simd_constant(&g->base, LAST, PER_WORD);
    x->mask = simd_is_masked(g) ? (uint8_t) simd_mask(g, strip, 0, 16, 0) : 0;
    x86_v(x, X_PCMPUD, 64, BAD_MASK, UPPER, last);
    x86_byte(x, 6);
    x->mask = 0;
    x86_ktest(x, BAD_MASK, BAD_MASK);
    far.apart = x86_jump(x, CC_NE);
    return far;
}

/* Words that lie within two vectors from the first lane's on are loaded as these, and permuted. */
static void gather_words(struct simd_gen *g, uint32_t strip, int to)
{
    struct x86 *x = x86_of(g);
    struct simd_far far = simd_test_window(g, strip);
    x86_v(x, X_PSRLD_I, 64, 2, UPPER, UPPER);
    x86_byte(x, 2);
    x86_v_m(x, X_MOVUPS, 64, to, 0, (struct x86_mem){RDI, RAX, 1, 0});
    x86_v_m(x, X_PERMT2D, 64, to, UPPER, (struct x86_mem){RDI, RAX, 1, WINDOW / 2});
    uint32_t done = x86_jump(x, CC_ALWAYS);
    simd_land_far(g, far);
    simd_gather_unit(g, PER_WORD, strip, 0, 0, to);
    x86_land(x, done);
}

static void gather_eight(struct simd_gen *g, uint32_t strip, int to)
{
    struct x86 *x = x86_of(g);
    simd_test_eight(g, strip);
    uint32_t apart = x86_jump(x, CC_NE);
    x86_v_m(x, X_MOVUPS, 32, to, 0, (struct x86_mem){RDI, RAX, 1, 0});
    uint32_t done = x86_jump(x, CC_ALWAYS);
    x86_land(x, apart);
    simd_gather_unit(g, PER_WORD, strip, 0, 0, to);
    x86_land(x, done);
}

static void gather_element(struct simd_gen *g, uint32_t n, uint32_t d, uint32_t element)
{
    const struct simd_value *v = simd_at(g->k, d);
    uint32_t width = v->width;
    for (uint32_t strip = 0; strip < WARP_LANES / g->k->strip; strip++) {
        simd_load_offsets(g, n, strip);
        for (uint32_t half = 0; half < width / 4; half++) {
            uint32_t unit = width == 8 ? 2 * strip + half : strip;
            int to = simd_place_of(g, n, v, unit);
            if (simd_words_are_near(g, n))
                simd_gather_apart(g, n, strip, (int32_t) (element * width), to);
            else if (!g->in_cold && g->k->avx512 && width == 4 &&
                     op_elements(simd_op_at(g, n)) == 1 && g->k->ops[n].how == HOW_GATHER)
                gather_words(g, strip, to);
            else if (simd_moves_eight(g, n) && !simd_may_part(g))
                gather_eight(g, strip, to);
            else
                simd_gather_unit(g, width, strip, half, (int32_t) (element * width), to);
            if (to != simd_unit_register(g, v, unit))
                simd_put_unit(g, n, d, unit, to);
        }
    }
}

static void gather_narrow(struct simd_gen *g, uint32_t n, uint32_t d)
{
    struct x86 *x = x86_of(g);
    const struct simd_value *v = simd_at(g->k, d);
    uint32_t size = op_element_bytes(simd_op_at(g, n));
    bool is_signed = size == 1 ? simd_loads_signed(simd_op_at(g, n)) : v->widened == WIDENED_SIGNED;
    uint8_t unused = (uint8_t) (32 - 8 * size); /* bits of a word */
    int bytes = (int) simd_unit_bytes(g), to = HALF_REGISTER;
    for (uint32_t strip = 0; strip < WARP_LANES / g->k->strip; strip++) {
        simd_load_offsets(g, n, strip);
        int at = offsets_of(g, strip);
        x86_v(x, X_PAND, bytes, UPPER, at, simd_constant(&g->base, PER_WORD - 1, 4));
        x86_v(x, X_PSUBD, bytes, at, at, UPPER);
        simd_gather_unit(g, PER_WORD, strip, 0, 0, to);
        x86_v(x, X_PSRLD_I, bytes, 6, UPPER, UPPER); /* 6: to the left */
        x86_byte(x, 3);
        x86_v(x, X_PSUBD, bytes, UPPER, simd_constant(&g->base, unused, 4), UPPER);
        x86_v(x, X_PSLLVD, bytes, to, to, UPPER);
        x86_v(x, X_PSRLD_I, bytes, is_signed ? 4 : 2, to, to);
        x86_byte(x, unused);
        if (!v->widened)
            gen_low_16(&g->base, RESULT_REGISTER, to);
        simd_put_unit(g, n, d, strip, v->widened ? to : RESULT_REGISTER);
    }
}

/* The interpreter's function in place of a load or a store. It loads narrow elements, which may have to be widened. */
void simd_cold_access(struct simd_gen *g, const struct simd_cold *c)
{
    const struct op *op = simd_op_at(g, c->op);
    const uint32_t *vregs = op_infos[op->code].vector ? op->more : NULL;
    simd_call_op(g, c->op);
    for (uint32_t e = 0; e < op_elements(op); e++) {
        uint32_t d = simd_element(g->k, c->op, e);
        if (d != NO_VALUE && simd_at(g->k, d)->widened)
            simd_take_results(g, c->op, d, vreg_at(vregs ? vregs[e] : op->d));
    }
}

/* ---- addresses a fixed number of bytes apart: each row has one check ---- */

/* Some lanes do not run: each address is checked. */
static void cold_some_lanes(struct simd_gen *g, const struct simd_cold *c)
{
    uint8_t how = g->k->ops[c->op].how;
    bool load = how == HOW_GATHER_ROWS;
    g->k->ops[c->op].how = load ? HOW_GATHER : HOW_SCATTER;
    (load ? simd_gather_op : simd_scatter_op)(g, c->op);
    g->k->ops[c->op].how = how;
}

static uint32_t check_rows(struct simd_gen *g, uint32_t n, uint32_t span)
{
    uint32_t some = simd_cold(g, n, cold_some_lanes), cold = simd_cold(g, n, simd_cold_access);
    if (simd_may_part(g)) {
        x86_m_i(x86_of(g), ALU_CMP, false, stack_at(g->mask_at), (int32_t) g->k->lanes);
        simd_cold_if(g, some, CC_NE);
    }
    simd_check_rows(g, n, span, cold);
    return some;
}

static uint32_t check_access(struct simd_gen *g, uint32_t n, uint32_t span)
{
    return simd_goes_by_rows(g, n) ? check_rows(g, n, span) : simd_check_lanes(g, n, span, span);
}

/* `some` of check_rows is followed by the other cold code. */
static void set_back(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    simd_cold_back(g, cold);
    if (simd_goes_by_rows(g, n))
        simd_cold_back(g, cold + 1);
}

/* ---- loads and stores ---- */

static void gather_bytes(struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    for (uint32_t strip = 0; strip < WARP_LANES / g->k->strip; strip++) {
        simd_load_quarters(g, n, strip, OPERAND_REGISTER);
        for (uint32_t e = 0; e < op_elements(op); e++) {
            uint32_t d = simd_element(g->k, n, e);
            if (d == NO_VALUE)
                continue;
            const struct simd_value *v = simd_at(g->k, d);
            int to = simd_place_of(g, n, v, strip);
            simd_take_bytes(g, n, strip, e, OPERAND_REGISTER, v, to);
            if (to != simd_unit_register(g, v, strip))
                simd_put_unit(g, n, d, strip, to);
        }
    }
}

static void cold_gather(struct simd_gen *g, const struct simd_cold *c)
{
    simd_gather_op(g, c->op);
}

void simd_gather_op(struct simd_gen *g, uint32_t n)
{
    if (simd_is_loaded(g, n) || simd_gather_close(g, n, cold_gather))
        return;
    if (simd_has_neighbours(g, n)) {
        simd_gather_neighbours(g, n);
        return;
    }
    const struct op *op = simd_op_at(g, n);
    bool words = gathers_words(g, n);
    uint32_t size = op_element_bytes(op), span = size * op_elements(op);
    uint32_t cold = check_access(g, n, span);
    if (simd_bytes_are_near(g, n)) {
        gather_bytes(g, n);
        set_back(g, n, cold);
        return;
    }
    if (size < 4 && !words)
        simd_each_lane(g, &(struct lane_code){.write = simd_load_narrow_lane, .op = n});
    for (uint32_t e = 0; e < op_elements(op); e++) {
        uint32_t d = simd_element(g->k, n, e);
        if (d == NO_VALUE)
            continue;
        if (words)
            gather_narrow(g, n, d);
        else if (size < 4)
            simd_take_results(g, n, d, simd_lane_area(g, LANE_RESULT + e * LANE_ELEMENT));
        else
            gather_element(g, n, d, e);
    }
    set_back(g, n, cold);
    simd_fetch_ahead(g, n);
}

/* Consecutive words are one store under the mask; else they are scattered. */
static void scatter_words(struct simd_gen *g, uint32_t strip, int from)
{
    struct x86 *x = x86_of(g);
    x86_v(x, X_MOVD, 16, offsets_of(g, strip), 0, RAX);
    x86_extend(x, EXTEND_I32, RAX, RAX); /* that of a lane that does not run may be negative */
    from_first(g, strip, offsets_of(g, strip));
    x->mask = simd_is_masked(g) ? (uint8_t) simd_mask(g, strip, 0, 16, 0) : 0;
    x86_v_m(x, X_PCMPD, 64, BAD_MASK, UPPER, simd_places(g, PER_WORD));
    x86_byte(x, 4);
    x86_ktest(x, BAD_MASK, BAD_MASK);
    uint32_t apart = x86_jump(x, CC_NE);
    x86_v_m(x, X_STORE, 64, from, 0, (struct x86_mem){RDI, RAX, 1, 0});
    x->mask = 0;
    uint32_t done = x86_jump(x, CC_ALWAYS);
    x86_land(x, apart);
    lane_mask(g, strip, 0, 4);
    x->mask = 1;
    x86_v_lanes(x, X_SCATTERD, bytes_of_threads(g, 4, strip, 0), from, 0,
                (struct x86_mem){RDI, NO_GPR, 1, 0}, offsets_of(g, strip));
    x->mask = 0;
    x86_land(x, done);
}

static void scatter_element(struct simd_gen *g, uint32_t n, uint32_t data, uint32_t element)
{
    struct x86 *x = x86_of(g);
    uint32_t width = simd_at(g->k, data)->width;
    struct x86_mem at = {RDI, NO_GPR, 1, (int32_t) (element * width)};
    for (uint32_t strip = 0; strip < WARP_LANES / g->k->strip; strip++) {
        simd_load_offsets(g, n, strip);
        for (uint32_t half = 0; half < width / 4; half++) {
            int bytes = bytes_of_threads(g, width, strip, half);
            if (!bytes)
                continue;
            g->base.lanes = (int) (64 / width);
            int from = simd_fetch_unit(g, data, strip, half, true, OPERAND_REGISTER + 1);
            g->base.lanes = (int) g->k->strip;
            if (simd_words_are_near(g, n)) {
                simd_store_apart(g, n, strip, (int32_t) (element * width), from);
                continue;
            }
            if (!g->in_cold && width == 4 && op_elements(simd_op_at(g, n)) == 1 &&
                g->k->ops[n].how == HOW_SCATTER) {
                scatter_words(g, strip, from);
                continue;
            }
            int offsets = half_of_offsets(g, strip, half);
            lane_mask(g, strip, half, width);
            x->mask = 1;
            x86_v_lanes(x, width == 8 ? X_SCATTERQ : X_SCATTERD, bytes, from, 0, at, offsets);
            x->mask = 0;
        }
    }
}

static void cold_scatter(struct simd_gen *g, const struct simd_cold *c)
{
    simd_scatter_op(g, c->op);
}

void simd_scatter_op(struct simd_gen *g, uint32_t n)
{
    if (simd_scatter_close(g, n, cold_scatter))
        return;
    const struct op *op = simd_op_at(g, n);
    uint32_t size = op_element_bytes(op), span = size * op_elements(op);
    uint32_t cold = check_access(g, n, span);
    if (simd_bytes_are_near(g, n)) {
        for (uint32_t strip = 0; strip < WARP_LANES / g->k->strip; strip++)
            simd_store_quarters(g, n, strip);
        set_back(g, n, cold);
        return;
    }
    for (uint32_t e = 0; size < 4 && e < op_elements(op); e++)
        simd_spill_operand(g, simd_operand(g->k, n, 1 + e, false), LANE_OPERAND + e * LANE_ELEMENT,
                           true);
    if (size < 4)
        simd_each_lane(g, &(struct lane_code){.write = simd_store_narrow_lane, .op = n});
    for (uint32_t e = 0; size >= 4 && e < op_elements(op); e++) {
        uint32_t data = simd_operand(g->k, n, 1 + e, false);
        if (g->k->avx512) {
            scatter_element(g, n, data, e);
            continue;
        }
        simd_spill_operand(g, data, LANE_OPERAND, true);
        simd_each_lane(
            g, &(struct lane_code){.write_eight = simd_moves_eight(g, n) ? simd_store_eight : NULL,
                                   .write = simd_store_word,
                                   .op = n,
                                   .element = e,
                                   .width = size});
    }
    set_back(g, n, cold);
}
