/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses a fixed number of bytes apart: the check of a row, and the offsets of its lanes. Words that lie two, three or four words apart, such as
 * fields of structures: a strip has them in as many vectors, which are loaded and permuted, or stored under masks that leave out what lies
 * between; for AVX-512. The last vector ends with the last word, as nothing behind that is known to be memory. Words that are up to 16 words apart
 * are loads like those of consecutive ones (simd_memory.c): gathers with known offsets, if they are not near. The channels of pixels are
 * bytes that lie up to four bytes apart: four lanes have them in 16 bytes. Next: simd_close.c. */
#include "device/cpu/jit/simd_lanes.h"

#include <stddef.h>
#include <string.h>

#include "device/cpu/exec/machine.h"

enum {
    LANES = 16,
    WORD = 4,
    APART_MAX = WORDS_APART_NEAR,
    PLACES = 8,
    SCRATCH_MASK = 1,
    MIXED_MASK = 5
};

#define SECOND_ROW R9 /* the address of a strip's second row */

static bool has_two_rows(const struct simd_gen *g)
{
    return simd_row_lanes(g->k) < LANES;
}

void simd_check_rows(struct simd_gen *g, uint32_t n, uint32_t span, uint32_t cold)
{
    const struct op *op = simd_op_at(g, n);
    uint32_t apart = (uint32_t) simd_address(g, n)->x;
    for (uint32_t row = 0; row < simd_address_rows(g, n); row++) {
        simd_load_base(g, n, row);
        simd_check_access(g, op, span + apart * (simd_row_threads(g->k) - 1), span, row, cold);
        simd_to_process(g, op);
        x86_store(x86_of(g), true, simd_kept_address(g, n, row), RAX);
    }
}

/* From the row's address to what a lane accesses. */
static uint32_t lane_start(const struct simd_gen *g, uint32_t n, uint32_t lane)
{
    return lane % simd_row_lanes(g->k) * (uint32_t) simd_address(g, n)->x;
}

/* to = the address of the strip's row, or (second: 1) of its second row. */
static void load_row_address(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t second,
                             enum x86_gpr to)
{
    uint32_t row = strip * g->k->strip / simd_row_lanes(g->k) + second;
    x86_r_m(x86_of(g), ALU_MOV, true, to,
            simd_kept_address(g, n, simd_address_rows(g, n) == 1 ? 0 : row));
}

void simd_load_row_offsets(struct simd_gen *g, uint32_t n, uint32_t strip, int to)
{
    uint32_t offsets[16];
    for (uint32_t l = 0; l < g->k->strip; l++)
        offsets[l] = lane_start(g, n, strip * g->k->strip + l);
    load_row_address(g, n, strip, 0, RDI);
    if (!simd_words_are_near(g, n))
        x86_v_m(x86_of(g), X_MOVUPS, (int) simd_unit_bytes(g), to, 0,
                simd_pool(g, offsets, 4 * g->k->strip));
    else if (has_two_rows(g))
        load_row_address(g, n, strip, 1, SECOND_ROW);
}

/* ---- words that are near: a strip is a half of the warp's only row, or one of two rows, or two of four ---- */

static uint32_t words_apart(const struct simd_gen *g, uint32_t n)
{
    return (uint32_t) simd_address(g, n)->x / WORD;
}

bool simd_words_are_near(const struct simd_gen *g, uint32_t n)
{
    return g->k->avx512 && simd_goes_by_rows(g, n) && op_element_bytes(simd_op_at(g, n)) == WORD &&
           words_apart(g, n) <= APART_MAX;
}

/* Words that a vector has of each row. */
static uint32_t words_of_row(const struct simd_gen *g)
{
    return has_two_rows(g) ? LANES / 2 : LANES;
}

/* Threads of each row in the strip. */
static uint32_t threads_of_strip(const struct simd_gen *g, uint32_t strip)
{
    uint32_t first = g->k->rows == 1 ? strip * LANES : 0, width = simd_row_threads(g->k) - first;
    return width < words_of_row(g) ? width : words_of_row(g);
}

/* Where the vectors of the strip begin, from its row. */
static struct x86_mem vector_at(const struct simd_gen *g, uint32_t n, uint32_t strip,
                                struct x86_mem row, uint32_t vector)
{
    uint32_t first = g->k->rows == 1 ? strip * LANES : 0;
    row.disp += (int32_t) (WORD * (first * words_apart(g, n) + vector * words_of_row(g)));
    return row;
}

/* The same of the second row, from the first lane of the vector on. */
static struct x86_mem second_at(const struct simd_gen *g, uint32_t n, struct x86_mem row,
                                uint32_t vector)
{
    row.disp -= WORD * LANES / 2;
    return vector_at(g, n, 0, row, vector);
}

static void set_mask(struct simd_gen *g, int mask, uint32_t bits)
{
    x86_r_i(x86_of(g), ALU_MOV, false, RDX, (int32_t) bits);
    x86_kmov_from(x86_of(g), mask, RDX);
}

/* The lanes of `to` whose words are in the two vectors from `first` on. */
static void pick(struct simd_gen *g, uint32_t n, uint32_t first, int a, int b, int to)
{
    uint32_t apart = words_apart(g, n), places[LANES] = {0}, lanes = 0, words = words_of_row(g);
    struct x86 *x = x86_of(g);
    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t word = l % words * apart, vector = word / words;
        if (vector < first || vector >= first + 2)
            continue;
        places[l] = (vector - first) * LANES + l / words * words + word % words;
        lanes |= 1u << l;
    }
    int result = first ? PLACES : to;
    x86_v_m(x, X_MOVUPS, 64, result, 0, simd_pool(g, places, sizeof places));
    x86_v(x, X_PERMI2D, 64, result, a, b);
    if (!first)
        return;
    set_mask(g, MIXED_MASK, lanes);
    x->mask = MIXED_MASK;
    x86_v(x, X_MOVUPS, 64, to, 0, result);
    x->mask = 0;
}

/* A vector up to the last word that a thread has: nothing behind that is known to be memory, but around shared memory there is more (block.c). */
static void load_vector(struct simd_gen *g, uint32_t n, uint32_t strip,
                        const struct x86_mem rows[2], uint32_t vector, int to)
{
    struct x86 *x = x86_of(g);
    bool shared =
        op_infos[simd_op_at(g, n)->code].address == 4 || simd_op_at(g, n)->space == PTX_SHARED;
    uint32_t words = words_of_row(g),
             end = (threads_of_strip(g, strip) - 1) * words_apart(g, n) + 1,
             count = end < vector * words ? 0 : end - vector * words;
    count = count < words ? count : words;
    if (!count)
        return; /* only idle lanes would read it */
    if (count < LANES && !shared) {
        set_mask(g, SCRATCH_MASK, (1u << count) - 1);
        x->mask = SCRATCH_MASK;
        x->zeroing = true;
    }
    x86_v_m(x, X_MOVUPS, 64, to, 0, vector_at(g, n, strip, rows[0], vector));
    x->zeroing = false;
    if (has_two_rows(g)) {
        set_mask(g, SCRATCH_MASK, ((1u << count) - 1) << words);
        x->mask = SCRATCH_MASK;
        x86_v_m(x, X_MOVUPS, 64, to, 0, second_at(g, n, rows[1], vector));
    }
    x->mask = 0;
}

void simd_spread(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    uint32_t area = g->stack, apart = words_apart(g, n) * WORD;
    g->stack += WARP_LANES * apart;
    x86_lea(x, RSI, vreg_at(simd_op_at(g, n)->d));
    x86_lea(x, RDX, stack_at(area));
    x86_r_i(x, ALU_MOV, false, RCX, WARP_LANES);
    uint32_t each = (uint32_t) x->code.n;
    x86_r_m(x, ALU_MOV, false, RAX, (struct x86_mem){RSI, NO_GPR, 1, 0});
    x86_store(x, false, (struct x86_mem){RDX, NO_GPR, 1, 0}, RAX);
    x86_r_i(x, ALU_ADD, true, RSI, WORD);
    x86_r_i(x, ALU_ADD, true, RDX, (int32_t) apart);
    x86_r_i(x, ALU_SUB, false, RCX, 1);
    x86_jump_back(x, CC_NE, each);
    for (uint32_t row = 0; row < g->k->rows; row++) {
        x86_lea(x, RAX, stack_at(area + row * simd_row_lanes(g->k) * apart));
        x86_store(x, true, simd_kept_address(g, n, row), RAX);
    }
}

/* From the row's address to a lane's word; to the last thread's, if the lane is none. */
uint32_t simd_word_start(const struct simd_gen *g, uint32_t n, uint32_t lane)
{
    uint32_t column = lane % simd_row_lanes(g->k), last = simd_row_threads(g->k) - 1;
    return (column < last ? column : last) * words_apart(g, n) * WORD;
}

/* All lanes' words are in the memory. */
static void gather_apart(struct simd_gen *g, uint32_t n, uint32_t strip, struct x86_mem row, int to)
{
    enum { OFFSETS = 0, ALL_LANES = 1 };

    struct x86 *x = x86_of(g);
    uint32_t offsets[LANES];
    int bytes = (int) simd_unit_bytes(g);
    for (uint32_t l = 0; l < g->k->strip; l++)
        offsets[l] = simd_word_start(g, n, strip * g->k->strip + l);
    x86_v_m(x, X_MOVUPS, bytes, OFFSETS, 0, simd_pool(g, offsets, (uint32_t) bytes));
    x86_v(x, X_PXOR, bytes, to, to, to); /* nothing that it waits for */
    if (g->k->avx512)
        x86_kones(x, SCRATCH_MASK);
    else
        x86_v(x, X_PCMPEQD, bytes, ALL_LANES, ALL_LANES, ALL_LANES);
    x->mask = g->k->avx512 ? SCRATCH_MASK : 0;
    x86_v_lanes(x, X_GATHERD, bytes, to, ALL_LANES, row, OFFSETS);
    x->mask = 0;
}

static void load_near(struct simd_gen *g, uint32_t n, uint32_t strip, const struct x86_mem rows[2],
                      int to)
{
    static const int vectors[APART_MAX] = {0, 1, 2, OPERAND_REGISTER};
    uint32_t apart = words_apart(g, n);
    for (uint32_t v = 0; v < apart; v++)
        load_vector(g, n, strip, rows, v, vectors[v]);
    pick(g, n, 0, vectors[0], vectors[1], to);
    if (apart > 2)
        pick(g, n, 2, vectors[2], vectors[apart - 1], to);
}

void simd_gather_apart(struct simd_gen *g, uint32_t n, uint32_t strip, int32_t disp, int to)
{
    const struct x86_mem rows[2] = {
        {RDI,        NO_GPR, 1, disp},
        {SECOND_ROW, NO_GPR, 1, disp}
    };
    load_near(g, n, strip, rows, to);
}

void simd_load_apart(struct simd_gen *g, uint32_t n, uint32_t strip, const struct x86_mem rows[2])
{
    uint32_t d = simd_operand(g->k, n, 0, true);
    int to = simd_place_of(g, n, simd_at(g->k, d), strip);
    if (simd_neighbours_of(g, n)) {
        simd_load_words(g, n, strip, rows);
        return;
    }
    if (g->k->avx512 && words_apart(g, n) <= APART_MAX)
        load_near(g, n, strip, rows, to);
    else
        gather_apart(g, n, strip, rows[0], to);
    if (to != simd_unit_register(g, simd_at(g->k, d), strip))
        simd_put_unit(g, n, d, strip, to);
}

void simd_store_apart(struct simd_gen *g, uint32_t n, uint32_t strip, int32_t disp, int from)
{
    struct x86 *x = x86_of(g);
    const struct x86_mem rows[2] = {
        {RDI,        NO_GPR, 1, disp},
        {SECOND_ROW, NO_GPR, 1, disp}
    };
    uint32_t apart = words_apart(g, n), words = words_of_row(g);
    for (uint32_t v = 0; v < apart; v++) {
        uint32_t lanes[LANES] = {0}, mask = 0;
        for (uint32_t p = 0; p < LANES; p++) {
            uint32_t word = v * words + p % words;
            if (word % apart || word / apart >= threads_of_strip(g, strip))
                continue;
            lanes[p] = p / words * words + word / apart;
            mask |= 1u << p;
        }
        if (!mask)
            continue;
        x86_v_m(x, X_MOVUPS, 64, PLACES, 0, simd_pool(g, lanes, sizeof lanes));
        x86_v(x, X_PERMD, 64, PLACES, PLACES, from);
        set_mask(g, SCRATCH_MASK, has_two_rows(g) ? mask & 0xff : mask);
        x->mask = SCRATCH_MASK;
        x86_v_m(x, X_STORE, 64, PLACES, 0, vector_at(g, n, strip, rows[0], v));
        if (has_two_rows(g)) {
            set_mask(g, SCRATCH_MASK, mask & 0xff00);
            x86_v_m(x, X_STORE, 64, PLACES, 0, second_at(g, n, rows[1], v));
        }
        x->mask = 0;
    }
}

/* ---- bytes that are near, in a strip of one row: each four lanes have them in 16 bytes ---- */

enum { QUARTER = 4, QUARTER_BYTES = 16, NO_BYTE = 0x80 };

bool simd_bytes_are_near(const struct simd_gen *g, uint32_t n)
{
    return simd_goes_by_rows(g, n) && op_element_bytes(simd_op_at(g, n)) < WORD;
}

static bool is_thread(const struct simd_gen *g, uint32_t lane)
{
    return g->k->lanes >> lane & 1;
}

/* From the row's address to the 16 bytes of a lane and its neighbours: they do not reach beyond the last thread's elements. */
static uint32_t quarter_start(const struct simd_gen *g, uint32_t n, uint32_t lane)
{
    const struct op *op = simd_op_at(g, n);
    uint32_t last = lane_start(g, n, simd_row_threads(g->k) - 1) +
                    op_element_bytes(op) * op_elements(op) - QUARTER_BYTES,
             start = lane_start(g, n, lane / QUARTER * QUARTER);
    return start < last ? start : last;
}

/* Where an element of a lane is in these. */
static uint32_t place_in_quarter(const struct simd_gen *g, uint32_t n, uint32_t lane,
                                 uint32_t element)
{
    return lane_start(g, n, lane) + element * op_element_bytes(simd_op_at(g, n)) -
           quarter_start(g, n, lane);
}

static struct x86_mem quarter_at(const struct simd_gen *g, uint32_t n, uint32_t lane)
{
    return (struct x86_mem){RDI, NO_GPR, 1, (int32_t) quarter_start(g, n, lane)};
}

void simd_load_quarters(struct simd_gen *g, uint32_t n, uint32_t strip, int to)
{
    struct x86 *x = x86_of(g);
    uint32_t first = strip * g->k->strip;
    load_row_address(g, n, strip, 0, RDI);
    x86_v_m(x, X_MOVUPS, QUARTER_BYTES, to, 0, quarter_at(g, n, first));
    for (uint32_t q = 1; q < g->k->strip / QUARTER; q++) {
        x86_v_m(x, X_INSERT128, (int) simd_unit_bytes(g), to, to,
                quarter_at(g, n, first + q * QUARTER));
        x86_byte(x, (uint8_t) q);
    }
}

/* One element of each lane. It goes to the top of the lane if it has a sign to extend. Without AVX-512 lanes of 16 bits lie side by side in each 128
 * bits at first. */
void simd_take_bytes(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t element, int from,
                     const struct simd_value *v, int to)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    uint8_t places[64];
    uint32_t size = op_element_bytes(op),
             up = v->widened == WIDENED_SIGNED || (!v->widened && simd_loads_signed(op))
                      ? v->width - size
                      : 0,
             apart = v->widened || g->k->avx512 ? 4 : 2;
    int bytes = (int) simd_unit_bytes(g), shuffled = v->widened ? to : RESULT_REGISTER;
    memset(places, NO_BYTE, sizeof places);
    for (uint32_t l = 0; l < g->k->strip; l++) {
        uint32_t lane = strip * g->k->strip + l, at = place_in_quarter(g, n, lane, element),
                 place = l / QUARTER * QUARTER_BYTES + l % QUARTER * apart + up;
        for (uint32_t b = 0; b < size && is_thread(g, lane); b++)
            places[place + b] = (uint8_t) (at + b);
    }
    x86_v_m(x, X_PSHUFB, bytes, shuffled, from, simd_pool(g, places, (uint32_t) bytes));
    if (!v->widened && g->k->avx512) {
        x86_v(x, X_PMOVDW, bytes, RESULT_REGISTER, 0, to);
    } else if (!v->widened) {
        x86_v(x, X_PERMQ, bytes, to, 0, RESULT_REGISTER);
        x86_byte(x, 0x08);
    }
    if (up) { /* 4: a shift to the right with the sign */
        x86_v(x, v->widened ? X_PSRLD_I : X_PSRLW_I, v->widened ? bytes : bytes / 2, 4, to, to);
        x86_byte(x, (uint8_t) (8 * up));
    }
}

/* The elements of a strip where they go in the 16 bytes of four lanes; `from`: in lanes of 16 bits. The first element makes register 0, the others come
 * to it. */
static void place_bytes(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t element, int from)
{
    struct x86 *x = x86_of(g);
    uint8_t places[64];
    uint32_t size = op_element_bytes(simd_op_at(g, n));
    memset(places, NO_BYTE, sizeof places);
    for (uint32_t l = 0; l < g->k->strip; l++) {
        uint32_t lane = strip * g->k->strip + l, at = place_in_quarter(g, n, lane, element);
        for (uint32_t b = 0; b < size && is_thread(g, lane); b++)
            places[l / QUARTER * QUARTER_BYTES + at + b] = (uint8_t) (l % QUARTER * WORD + b);
    }
    int to = element ? 1 : 0;
    x86_v(x, X_PMOVZXWD, 64, to, 0, from);
    x86_v_m(x, X_PSHUFB, 64, to, to, simd_pool(g, places, sizeof places));
    if (element)
        x86_v(x, X_POR, 64, 0, 0, 1);
}

void simd_store_quarters(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    uint32_t span = op_element_bytes(op) * op_elements(op), known = 0;
    for (uint32_t e = 0; e < op_elements(op); e++)
        place_bytes(g, n, strip, e,
                    simd_fetch_unit(g, simd_operand(g->k, n, 1 + e, false), strip, 0, true,
                                    OPERAND_REGISTER));
    load_row_address(g, n, strip, 0, RDI);
    for (uint32_t q = 0; q < g->k->strip / QUARTER; q++) {
        uint32_t first = strip * g->k->strip + q * QUARTER, bits = 0;
        for (uint32_t lane = first; lane < first + QUARTER; lane++)
            if (is_thread(g, lane))
                bits |= ((1u << span) - 1) << place_in_quarter(g, n, lane, 0);
        if (!bits)
            continue;
        if (bits != known)
            set_mask(g, SCRATCH_MASK, known = bits);
        if (q) {
            x86_v(x, X_EXTRACT128, 64, 0, 0, 1);
            x86_byte(x, (uint8_t) q);
        }
        x->mask = SCRATCH_MASK;
        x86_v_m(x, X_STORE_8, QUARTER_BYTES, q ? 1 : 0, 0, quarter_at(g, n, first));
        x->mask = 0;
    }
}

/* ---- no bytes apart: the last lane that runs is stored, as the interpreter stores them in turn ---- */

void simd_store_one_op(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    uint32_t size = op_element_bytes(op), cold = simd_cold(g, n, simd_cold_access);
    simd_spill_operand(g, simd_operand(g->k, n, 1, false), LANE_OPERAND, true);
    simd_load_base(g, n, 0);
    simd_check_access(g, op, size, size, 0, cold);
    simd_to_process(g, op);
    x86_r_i(x, ALU_MOV, false, RCX, WARP_LANES - 1 - __builtin_clz(g->k->lanes));
    if (simd_may_part(g)) {
        x86_r_m(x, ALU_MOV, false, RCX, stack_at(g->mask_at));
        x86_count_zeros(x, true, RCX, RCX);
        x86_r_i(x, ALU_XOR, false, RCX, WARP_LANES - 1);
    }
    struct x86_mem from = simd_lane_area(g, LANE_OPERAND);
    from.index = RCX;
    from.scale = (uint8_t) size;
    x86_r_m(x, ALU_MOV, size == 8, RCX, from);
    x86_store(x, size == 8, (struct x86_mem){RAX, NO_GPR, 1, 0}, RCX);
    simd_cold_back(g, cold);
}

/* ---- AVX2: words one by one, or eight that follow each other ---- */

enum { EIGHT = 8 * WORD }; /* bytes */

void simd_store_word(struct simd_gen *g, const struct lane_code *c, uint32_t lane)
{
    struct x86 *x = x86_of(g);
    bool wide = c->width == 8;
    x86_r_m(x, ALU_MOV, wide, RCX, simd_lane_mem(simd_lane_area(g, LANE_OPERAND), c->width, lane));
    x86_store(x, wide, simd_element_at(c->element, c->width), RCX);
}

void simd_test_eight(struct simd_gen *g, uint32_t strip)
{
    enum { ALL = 0xff };

    struct x86 *x = x86_of(g);
    struct x86_mem offsets = simd_lane_area(g, LANE_OFFSETS + EIGHT * strip);
    x86_v_m(x, X_MOVUPS, EIGHT, 1, 0, offsets);
    x86_v_m(x, X_BROADCASTD, EIGHT, 0, 0, offsets);
    x86_v(x, X_PSUBD, EIGHT, 0, 1, 0);
    x86_v_m(x, X_PCMPEQD, EIGHT, 0, 0, simd_places(g, WORD));
    x86_v(x, X_MOVMSKPS, EIGHT, RCX, 0, 0);
    x86_r_m(x, ALU_MOV, false, RAX, offsets);
    x86_r_i(x, ALU_CMP, false, RCX, ALL);
}

uint32_t simd_store_eight(struct simd_gen *g, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    simd_test_eight(g, strip);
    uint32_t apart = x86_jump(x, CC_NE);
    x86_v_m(x, X_MOVUPS, EIGHT, 0, 0, simd_lane_area(g, LANE_OPERAND + EIGHT * strip));
    x86_v_m(x, X_STORE, EIGHT, 0, 0, (struct x86_mem){RDI, RAX, 1, 0});
    uint32_t done = x86_jump(x, CC_ALWAYS);
    x86_land(x, apart);
    return done;
}
