/* SPDX-License-Identifier: Apache-2.0 */
/* Shuffles (9.7.9.6) whose members are all lanes. Where some may not run, the code looks, and leaves it to the interpreter if they do not. With
 * AVX-512 a permutation of two registers does a strip; with AVX2 permutations of one, or if the distance is not fixed, the value goes through the stack. Next: exec/op_warp.c, which executes the
 * other shuffles. */
#include "device/cpu/jit/simd_lanes.h"

enum { UP, DOWN, BUTTERFLY, INDEX, LANE_BITS = 31 };

enum { FROM = 0, SOURCE_MASK = 1, SCRATCH = 2 }; /* vector registers */

/* The lanes of a shuffle; `c` is its third operand. */
struct shuffle {
    uint32_t mode, clamp, segment;
    uint32_t lane[32], least[32], most[32];
};

static struct shuffle shuffle_of(const struct op *op, uint32_t c)
{
    struct shuffle s = {
        .mode = (uint32_t) op->imm & 3, .clamp = c & LANE_BITS, .segment = c >> 8 & LANE_BITS};
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        s.lane[l] = l;
        s.least[l] = l & s.segment;
        s.most[l] = s.least[l] | (s.clamp & ~s.segment);
    }
    return s;
}

/* The lane that a lane reads: its own, and false, if the source is out of range. */
static bool source_of(const struct shuffle *s, uint32_t by, uint32_t lane, uint32_t *out)
{
    int32_t l = (int32_t) lane, b = (int32_t) by & LANE_BITS, most = (int32_t) s->most[lane];
    int32_t j = s->mode == UP          ? l - b
                : s->mode == DOWN      ? l + b
                : s->mode == BUTTERFLY ? l ^ b
                                       : (int32_t) (s->least[lane] | ((uint32_t) b & ~s->segment));
    bool inside = s->mode == UP ? j >= most : j <= most;
    *out = inside ? (uint32_t) j : lane;
    return inside;
}

/* The lanes that a strip reads, known when the code is written. Returns the bits of those in range. */
static uint32_t fixed_sources(const struct simd_gen *g, const struct shuffle *s, uint32_t by,
                              uint32_t strip, uint32_t *from)
{
    uint32_t inside = 0;
    for (uint32_t l = 0; l < g->k->strip; l++)
        inside |= (uint32_t) source_of(s, by, strip * g->k->strip + l, &from[l]) << l;
    return inside;
}

/* Whether lane l of 16 reads lane l + by, or with `exchanges` l ^ by, of two registers. */
static bool reads_at(const uint32_t *from, uint32_t by, bool exchanges)
{
    for (uint32_t l = 0; l < 16; l++)
        if (from[l] != (exchanges ? l ^ by : l + by))
            return false;
    return true;
}

/* A strip of 16 lanes from the lanes `from` of two registers: by an instruction that needs no table, if there is one. */
static void permute(struct simd_gen *g, int to, const uint32_t *from, const int *source)
{
    struct x86 *x = x86_of(g);
    for (uint32_t by = 0; by <= 16; by++)
        if (reads_at(from, by, false)) {
            if (by % 16)
                x86_v(x, X_ALIGND, 64, to, source[1], source[0]);
            else
                x86_v(x, X_MOVUPS, 64, to, 0, source[by / 16]);
            if (by % 16)
                x86_byte(x, (uint8_t) by);
            return;
        }
    for (uint32_t by = 1; by < 32; by++) {
        if (!reads_at(from, by, true) || (by & 15 && by & 3 && by & 12))
            continue;
        int a = source[by / 16];
        uint32_t part = by & 3, lane = by >> 2 & 3;
        if (!part && !lane)
            continue;
        x86_v(x, part ? X_PERMILPS_I : X_SHUF32X4, 64, to, part ? 0 : a, a);
        uint8_t pick = 0;
        for (uint32_t k = 0; k < 4; k++)
            pick |= (uint8_t) ((k ^ (part ? part : lane)) << 2 * k);
        x86_byte(x, pick);
        return;
    }
    x86_v_m(x, X_MOVUPS, 64, to, 0, simd_pool(g, from, 64));
    x86_v(x, X_PERMI2D, 64, to, source[0], source[1]);
}

/* A strip of 8 lanes with AVX2: each register that some of the lanes come from is permuted, and gives them. */
static void permute_8(struct simd_gen *g, uint32_t a, bool clean, const uint32_t *from, int to)
{
    enum { LANES = 8 };

    struct x86 *x = x86_of(g);
    uint32_t places[LANES], all = 0;
    bool moves = false;
    for (uint32_t l = 0; l < LANES; l++) {
        places[l] = from[l] % LANES;
        moves |= places[l] != l;
    }
    if (moves)
        x86_v_m(x, X_MOVUPS, 32, SCRATCH, 0, simd_pool(g, places, sizeof places));
    for (uint32_t unit = 0; unit < WARP_LANES / LANES; unit++) {
        uint32_t lanes = 0;
        for (uint32_t l = 0; l < LANES; l++)
            lanes |= (uint32_t) (from[l] / LANES == unit) << l;
        if (!lanes)
            continue;
        int source = simd_fetch_unit(g, a, unit, 0, clean, HALF_REGISTER);
        if (moves)
            x86_v(x, X_PERMD, 32, all ? HALF_REGISTER : to, SCRATCH, source);
        else if (!all)
            x86_v(x, X_MOVUPS, 32, to, 0, source);
        if (all) {
            x86_v(x, X_BLENDPS_I, 32, to, to, moves ? HALF_REGISTER : source);
            x86_byte(x, (uint8_t) lanes);
        }
        all |= lanes;
    }
}

static struct x86_mem lanes_of(struct simd_gen *g, const uint32_t *of, uint32_t strip)
{
    return simd_pool(g, of + strip * g->k->strip, 4 * g->k->strip);
}

/* The bits of lanes in range go to eax. */
static void clamp_sources(struct simd_gen *g, const struct shuffle *s, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    int bytes = (int) simd_unit_bytes(g), most = OPERAND_REGISTER, lane = OPERAND_REGISTER + 1;
    x86_v_m(x, X_MOVUPS, bytes, most, 0, lanes_of(g, s->most, strip));
    x86_v_m(x, X_MOVUPS, bytes, lane, 0, lanes_of(g, s->lane, strip));
    if (g->k->avx512) {
        x86_v(x, X_PCMPD, bytes, 1, FROM, most);
        x86_byte(x, s->mode == UP ? 5 : 2);
        x86_blend_mask(x, X_BLENDMD, bytes, FROM, lane, FROM, 1);
        x86_kmov_to(x, RAX, 1);
        return;
    }
    x86_v(x, X_PCMPGTD, bytes, SOURCE_MASK, s->mode == UP ? most : FROM,
          s->mode == UP ? FROM : most); /* out of range */
    x86_v(x, X_BLENDVPS, bytes, FROM, FROM, lane);
    x86_byte(x, SOURCE_MASK << 4);
    x86_v(x, X_MOVMSKPS, bytes, RAX, 0, SOURCE_MASK);
    x86_r_i(x, ALU_XOR, false, RAX, 0xff);
}

static void find_sources(struct simd_gen *g, const struct shuffle *s, uint32_t by, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    int bytes = (int) simd_unit_bytes(g);
    int from = simd_fetch_unit(g, by, strip, 0, false, SCRATCH);
    int bits = simd_constant(&g->base, LANE_BITS & (s->mode == INDEX ? ~s->segment : LANE_BITS), 4);
    x86_v(x, X_PAND, bytes, FROM, from, bits);
    if (s->mode == UP) {
        x86_v_m(x, X_MOVUPS, bytes, SCRATCH, 0, lanes_of(g, s->lane, strip));
        x86_v(x, X_PSUBD, bytes, FROM, SCRATCH, FROM);
    } else {
        x86_v_m(x,
                s->mode == DOWN        ? X_PADDD
                : s->mode == BUTTERFLY ? X_PXOR
                                       : X_POR,
                bytes, FROM, FROM, lanes_of(g, s->mode == INDEX ? s->least : s->lane, strip));
    }
    clamp_sources(g, s, strip);
}

/* The value of a strip in `to`, from the lanes in FROM. */
static void permute_from_stack(struct simd_gen *g, int to)
{
    struct x86 *x = x86_of(g);
    x86_v(x, X_PADDD, 32, FROM, FROM, FROM);
    x86_v(x, X_PADDD, 32, FROM, FROM, FROM);
    x86_v(x, X_PCMPEQD, 32, SOURCE_MASK, SOURCE_MASK, SOURCE_MASK);
    x86_v(x, X_PXOR, 32, to, to, to);
    x86_v_lanes(x, X_GATHERD, 32, to, SOURCE_MASK, simd_lane_area(g, LANE_OPERAND), FROM);
}

static bool has_fixed_sources(const struct simd_gen *g, uint32_t n)
{
    return simd_at(g->k, simd_operand(g->k, n, 1, false))->fixed;
}

static void prepare_source(struct simd_gen *g, uint32_t n, bool clean, int *source)
{
    uint32_t a = simd_operand(g->k, n, 0, false);
    if (!g->k->avx512) {
        if (!has_fixed_sources(g, n))
            simd_spill_operand(g, a, LANE_OPERAND, clean);
        return;
    }
    for (uint32_t strip = 0; strip < 2; strip++)
        source[strip] = simd_fetch_unit(g, a, strip, 0, clean, HALF_REGISTER - (int) strip);
}

static bool is_read(const struct simd_gen *g, uint32_t n, uint32_t value)
{
    const struct simd_value *v = simd_at(g->k, value);
    return v->global || v->last_op > n;
}

/* Where a strip of the result is computed: in its own register, or in one that is copied when all strips are done, as they may read it. */
static int result_register(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    uint32_t d = simd_operand(g->k, n, 0, true);
    const struct simd_value *v = simd_at(g->k, d);
    if (!g->k->avx512)
        return RESULT_REGISTER + (has_fixed_sources(g, n) ? (int) strip : 0);
    int own = simd_unit_register(g, v, strip);
    bool reads = d == simd_operand(g->k, n, 0, false) || d == simd_operand(g->k, n, 1, false);
    if (own != NO_REGISTER && !reads && !simd_merges(g, n, v))
        return own;
    return strip ? OPERAND_REGISTER : RESULT_REGISTER;
}

/* The strips of the result; returns the bits of lanes in range, or has them in ecx if the distance is not fixed. */
static uint32_t shuffle_strips(struct simd_gen *g, uint32_t n, const struct shuffle *s)
{
    struct x86 *x = x86_of(g);
    const struct simd_kernel *k = g->k;
    uint32_t by = simd_operand(k, n, 1, false), d = simd_operand(k, n, 0, true), inside = 0;
    const struct simd_value *b = simd_at(k, by);
    int bytes = (int) simd_unit_bytes(g), source[2] = {0};
    uint32_t from[16];
    bool clean = !simd_at(k, d)->dirty;
    prepare_source(g, n, clean, source);
    if (!b->fixed)
        x86_r_i(x, ALU_MOV, false, RCX, 0);
    for (uint32_t strip = 0; strip < WARP_LANES / k->strip; strip++) {
        int to = result_register(g, n, strip);
        if (b->fixed) {
            inside |= fixed_sources(g, s, (uint32_t) b->bits, strip, from) << strip * k->strip;
            if (k->avx512)
                permute(g, to, from, source);
            else
                permute_8(g, simd_operand(k, n, 0, false), clean, from, to);
            continue;
        }
        find_sources(g, s, by, strip);
        x86_shift(x, true, false, RAX, (uint8_t) (strip * k->strip));
        x86_r(x, ALU_OR, false, RCX, RAX);
        if (k->avx512) {
            x86_v(x, X_MOVUPS, 64, to, 0, FROM);
            x86_v(x, X_PERMI2D, 64, to, source[0], source[1]);
            continue;
        }
        permute_from_stack(g, to);
        x86_v_m(x, X_STORE, bytes, to, 0,
                simd_lane_area(g, LANE_RESULT + strip * (uint32_t) bytes));
    }
    return inside;
}

static void take_strips(struct simd_gen *g, uint32_t n)
{
    uint32_t d = simd_operand(g->k, n, 0, true);
    if (!g->k->avx512 && !has_fixed_sources(g, n)) {
        simd_take_results(g, n, d, simd_lane_area(g, LANE_RESULT));
        return;
    }
    for (uint32_t strip = 0; strip < WARP_LANES / g->k->strip; strip++)
        simd_put_unit(g, n, d, strip, result_register(g, n, strip));
}

void simd_shuffle_op(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    const struct simd_kernel *k = g->k;
    uint32_t in_range = simd_operand(k, n, 1, true);
    const struct shuffle s =
        shuffle_of(simd_op_at(g, n), (uint32_t) simd_at(k, simd_operand(k, n, 2, false))->bits);
    bool some = simd_is_masked(g);
    uint32_t cold = some ? simd_cold(g, n, simd_cold_call) : 0;
    if (some) {
        x86_m_i(x, ALU_CMP, false, stack_at(g->mask_at), -1);
        simd_cold_if(g, cold, CC_NE);
        if (simd_fails(k, n))
            simd_cold_if(g, cold, CC_ALWAYS);
    }
    uint32_t inside = shuffle_strips(g, n, &s);
    if (in_range != NO_VALUE && is_read(g, n, in_range)) {
        if (simd_at(k, simd_operand(k, n, 1, false))->fixed)
            x86_r_i(x, ALU_MOV, false, RCX, (int32_t) inside);
        simd_put_predicate(g, n, in_range);
    }
    take_strips(g, n);
    if (some)
        simd_cold_back(g, cold);
}
