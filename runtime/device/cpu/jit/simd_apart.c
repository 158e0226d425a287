/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses a fixed number of bytes apart: the check of a row, and the offsets of its lanes. Fields of structures are words that lie two, three or
 * four words apart: a strip has them in as many vectors, which are loaded and permuted, or stored under masks that leave out what lies
 * between; for AVX-512. The last vector ends with the last word, as nothing behind that is known to be memory. Next: simd_lanes.c. */
#include "device/cpu/jit/simd_lanes.h"

enum { LANES = 16, WORD = 4, APART_MAX = 4, PLACES = 8, SCRATCH_MASK = 1, MIXED_MASK = 5 };

static const struct simd_value *address_of(const struct simd_gen *g, uint32_t n)
{
    return simd_at(g->k, simd_operand(g->k, n, 0, false));
}

void simd_check_rows(struct simd_gen *g, uint32_t n, uint32_t span, uint32_t cold)
{
    const struct op *op = simd_op_at(g, n);
    uint32_t apart = (uint32_t) address_of(g, n)->x;
    for (uint32_t row = 0; row < simd_rows(g->k, address_of(g, n)); row++) {
        simd_load_base(g, n, row);
        simd_check_access(g, op, span + apart * (simd_row_threads(g->k) - 1), span, row, cold);
        simd_to_process(g, op);
        x86_store(x86_of(g), true, simd_kept_address(g, n, row), RAX);
    }
}

void simd_load_row_offsets(struct simd_gen *g, uint32_t n, uint32_t strip, int to)
{
    uint32_t offsets[16],
        row = simd_rows(g->k, address_of(g, n)) == 1 ? 0 : strip * g->k->strip / 16;
    for (uint32_t l = 0; l < g->k->strip; l++)
        offsets[l] =
            (strip * g->k->strip + l) % simd_row_lanes(g->k) * (uint32_t) address_of(g, n)->x;
    x86_r_m(x86_of(g), ALU_MOV, true, RDI, simd_kept_address(g, n, row));
    x86_v_m(x86_of(g), X_MOVUPS, (int) simd_unit_bytes(g), to, 0,
            simd_pool(g, offsets, 4 * g->k->strip));
}

/* ---- words that are near ---- */

static uint32_t words_apart(const struct simd_gen *g, uint32_t n)
{
    return (uint32_t) address_of(g, n)->x / WORD;
}

bool simd_words_are_near(const struct simd_gen *g, uint32_t n)
{
    uint8_t how = g->k->ops[n].how;
    return g->k->avx512 && !simd_has_idle_lanes(g->k) &&
           (how == HOW_GATHER_ROWS || how == HOW_SCATTER_ROWS) &&
           op_element_bytes(simd_op_at(g, n)) == WORD && words_apart(g, n) <= APART_MAX;
}

/* Where the vectors of the strip begin: the strip is a row of a warp, or a half of its only row. */
static struct x86_mem vector_at(const struct simd_gen *g, uint32_t n, uint32_t strip, int32_t disp,
                                uint32_t vector)
{
    uint32_t first = g->k->rows == 2 ? 0 : strip * LANES;
    return (struct x86_mem){RDI, NO_GPR, 1,
                            disp + (int32_t) (first * words_apart(g, n) * WORD + vector * 64)};
}

static void set_mask(struct simd_gen *g, int mask, uint32_t bits)
{
    x86_r_i(x86_of(g), ALU_MOV, false, RAX, (int32_t) bits);
    x86_kmov_from(x86_of(g), mask, RAX);
}

/* The lanes of `to` whose words are in the two vectors from `first` on. */
static void pick(struct simd_gen *g, uint32_t n, uint32_t first, int a, int b, int to)
{
    uint32_t apart = words_apart(g, n), places[LANES] = {0}, lanes = 0;
    struct x86 *x = x86_of(g);
    for (uint32_t l = 0; l < LANES; l++)
        if (l * apart / LANES >= first && l * apart / LANES < first + 2) {
            places[l] = l * apart - first * LANES;
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

void simd_load_apart(struct simd_gen *g, uint32_t n, uint32_t strip, int32_t disp, int to)
{
    static const int vectors[APART_MAX] = {0, 1, 2, OPERAND_REGISTER};
    struct x86 *x = x86_of(g);
    uint32_t apart = words_apart(g, n);
    for (uint32_t v = 0; v < apart; v++) {
        if (v + 1 == apart) {
            set_mask(g, SCRATCH_MASK, (1u << (LANES + 1 - apart)) - 1);
            x->mask = SCRATCH_MASK;
            x->zeroing = true;
        }
        x86_v_m(x, X_MOVUPS, 64, vectors[v], 0, vector_at(g, n, strip, disp, v));
        x->mask = 0;
        x->zeroing = false;
    }
    pick(g, n, 0, vectors[0], vectors[1], to);
    if (apart > 2)
        pick(g, n, 2, vectors[2], vectors[apart - 1], to);
}

void simd_store_apart(struct simd_gen *g, uint32_t n, uint32_t strip, int32_t disp, int from)
{
    struct x86 *x = x86_of(g);
    uint32_t apart = words_apart(g, n);
    for (uint32_t v = 0; v < apart; v++) {
        uint32_t lanes[LANES] = {0}, mask = 0;
        for (uint32_t p = 0; p < LANES; p++)
            if ((v * LANES + p) % apart == 0) {
                lanes[p] = (v * LANES + p) / apart;
                mask |= 1u << p;
            }
        x86_v_m(x, X_MOVUPS, 64, PLACES, 0, simd_pool(g, lanes, sizeof lanes));
        x86_v(x, X_PERMD, 64, PLACES, PLACES, from);
        set_mask(g, SCRATCH_MASK, mask);
        x->mask = SCRATCH_MASK;
        x86_v_m(x, X_STORE, 64, PLACES, 0, vector_at(g, n, strip, disp, v));
        x->mask = 0;
    }
}
