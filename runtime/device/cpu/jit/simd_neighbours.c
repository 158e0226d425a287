/* SPDX-License-Identifier: Apache-2.0 */
/* Words that each lane has side by side, at an address that differs freely from lane to lane, or is a fixed number of bytes from the next lane's: four
 * elements of a lane's own row, as an unrolled loop loads them, the fields of a structure behind an index, a float4, the columns of a product
 * whose threads compute several. The first access loads all of them, with one check for a span of 8 or 16
 * bytes: lanes in quarters, whose 16 bytes are loaded lane by lane and transposed; pairs by gathers of 64 bits; and if the lanes
 * are neighbours, too, vectors. Between the first access and the last nothing writes memory. If the check fails, each makes its
 * own (simd_versions.c). Next: simd_lanes.c. */
#include "device/cpu/jit/simd_lanes.h"

enum {
    WORD = 4,
    PAIR = 8,
    REACH = WORDS_TOGETHER,
    OPEN_MAX = 8, /* groups that may get another access */
    OPS_MAX = 256 /* between the first access and the last */
};

/* ---- which accesses are a group ---- */

struct open_group {
    uint32_t first;
    int64_t low, high; /* op.imm */
};

struct word_search {
    struct simd_kernel *k;
    struct open_group open[OPEN_MAX];
    uint32_t count;
};

static bool may_join(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    bool free_addresses = k->ops[n].how == HOW_GATHER && op->space != PTX_SHARED,
         apart = k->ops[n].how == HOW_LOAD && simd_at(k, simd_operand(k, n, 0, false))->x >= REACH;
    return (free_addresses || apart) && !k->ops[n].guarded && op_element_bytes(op) == WORD &&
           op_elements(op) == 1 && op->space != PTX_LOCAL && op->imm == (int32_t) op->imm &&
           simd_operand(k, n, 0, true) != NO_VALUE;
}

/* What may write memory, or lets others do so. */
static bool ends_groups(const struct simd_kernel *k, uint32_t n)
{
    switch ((enum simd_how) k->ops[n].how) {
    case HOW_STORE:
    case HOW_STORE_ONE:
    case HOW_STORE_NARROW:
    case HOW_SCATTER:
    case HOW_SCATTER_ROWS:
    case HOW_ATOMIC:
    case HOW_FENCE:
    case HOW_CALL:
    case HOW_BARRIER: return true;
    default: return false;
    }
}

static bool touches(const struct simd_kernel *k, uint32_t n, uint32_t vreg)
{
    const struct simd_use *u = simd_uses(k, n);
    for (uint32_t i = 0; i < k->ops[n].count; i++)
        if (u[i].vreg == vreg)
            return true;
    return false;
}

/* The result may be written where the first access is. */
static bool may_come_early(const struct simd_kernel *k, uint32_t first, uint32_t n)
{
    uint32_t vreg = simd_at(k, simd_operand(k, n, 0, true))->vreg;
    for (uint32_t m = first; m < n; m++)
        if (touches(k, m, vreg))
            return false;
    return n - first < OPS_MAX;
}

static bool fits(const struct simd_kernel *k, const struct open_group *o, uint32_t n)
{
    const struct op *a = &k->code->ops[o->first], *b = &k->code->ops[n];
    int64_t low = b->imm < o->low ? b->imm : o->low, high = b->imm > o->high ? b->imm : o->high;
    return simd_operand(k, o->first, 0, false) == simd_operand(k, n, 0, false) &&
           a->space == b->space && high > low && high - low <= REACH - WORD &&
           (b->imm - a->imm) % WORD == 0 && may_come_early(k, o->first, n);
}

static void join(struct word_search *s, uint32_t n)
{
    int64_t imm = s->k->code->ops[n].imm;
    for (uint32_t i = 0; i < s->count; i++) {
        struct open_group *o = &s->open[i];
        if (!fits(s->k, o, n))
            continue;
        o->low = imm < o->low ? imm : o->low;
        o->high = imm > o->high ? imm : o->high;
        struct simd_op *first = &s->k->ops[o->first];
        first->leader = s->k->ops[n].leader = o->first + 1;
        first->low = (int32_t) o->low;
        first->high = (int32_t) o->high;
        return;
    }
    if (s->count == OPEN_MAX)
        s->open[0] = s->open[--s->count];
    s->open[s->count++] = (struct open_group){n, imm, imm};
}

static void close_written(struct word_search *s, uint32_t n)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->count; i++)
        if (!simd_writes(s->k, n, simd_operand(s->k, s->open[i].first, 0, false)))
            s->open[kept++] = s->open[i];
    s->count = kept;
}

void simd_find_neighbours(struct simd_kernel *k)
{
    struct word_search s = {.k = k};
    for (uint32_t b = 0; b < k->cfg->count; b++) {
        s.count = 0;
        for (uint32_t n = k->cfg->blocks[b].first;
             k->blocks[b].reachable && n < k->cfg->blocks[b].end; n++) {
            if (may_join(k, n))
                join(&s, n);
            if (ends_groups(k, n))
                s.count = 0;
            close_written(&s, n);
        }
    }
}

/* ---- their code ---- */

/* Of the current strip. */
struct words {
    uint32_t n, strip, span; /* the first access; bytes */
    int64_t low;             /* op.imm of the first word */
    int to;                  /* the register of the current one */
    uint8_t halves;          /* how LOW_HALVES and HIGH_HALVES have been shuffled */
    int places;              /* lanes that are near: where they are in two vectors, */
    enum x86_gpr start;      /* which begin here from rdi on */
};

static const int quarters[4] = {0, OPERAND_REGISTER - 1, OPERAND_REGISTER, OPERAND_REGISTER + 1};

enum {
    LOW_HALVES = CONSTANT_REGISTER,
    HIGH_HALVES,
    PLACES = 1,
    APART = 2,       /* simd_test_window */
    HALF_WINDOW = 64 /* bytes */
};

static struct words words_of(struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    const struct simd_op *first = &g->k->ops[n];
    struct words w = {
        .n = n, .span = WORD * op_elements(op), .low = op->imm, .places = PLACES, .start = RAX};
    if (simd_neighbours_of(g, n)) {
        w.span = (uint32_t) (first->high - first->low) + WORD;
        w.span = w.span > PAIR || first->how == HOW_LOAD ? REACH : PAIR;
        w.low = first->low;
    }
    return w;
}

bool simd_has_neighbours(struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    bool vector = op_elements(op) > 1 && !g->in_cold;
    return g->k->ops[n].how == HOW_GATHER && op_element_bytes(op) == WORD &&
           (vector || simd_neighbours_of(g, n));
}

/* The next result that is this word, of the accesses from *n on. NO_VALUE: there is none. */
static uint32_t result_of(struct simd_gen *g, const struct words *w, uint32_t word, uint32_t *n)
{
    const struct simd_kernel *k = g->k;
    bool alone = !simd_neighbours_of(g, w->n);
    uint32_t end = alone ? w->n + 1 : k->cfg->blocks[k->cfg->block_of[w->n]].end;
    for (; *n < end; ++*n)
        if ((alone || k->ops[*n].leader == w->n + 1) &&
            simd_op_at(g, *n)->imm - w->low == WORD * word)
            return simd_operand(k, *n, 0, true);
    return NO_VALUE;
}

/* Calls `write` for each word that some access reads. */
static void put_words(struct simd_gen *g, struct words *w,
                      void (*write)(struct simd_gen *g, struct words *w, uint32_t word))
{
    bool vector = op_elements(simd_op_at(g, w->n)) > 1;
    for (uint32_t word = 0; word < w->span / WORD; word++) {
        uint32_t n = w->n, d = vector ? simd_element(g->k, n, word) : result_of(g, w, word, &n);
        if (d == NO_VALUE)
            continue;
        w->to = simd_place_of(g, n, simd_at(g->k, d), w->strip);
        write(g, w, word);
        for (; d != NO_VALUE; d = vector ? NO_VALUE : result_of(g, w, word, &n)) {
            if (simd_unit_register(g, simd_at(g->k, d), w->strip) != w->to)
                simd_put_unit(g, n, d, w->strip, w->to);
            n++;
        }
    }
}

/* ---- lanes that are near each other ---- */

static struct x86_mem vector_at(const struct words *w, uint32_t word, uint32_t disp)
{
    return (struct x86_mem){RDI, w->start, 1, (int32_t) (WORD * word + disp)};
}

static void permuted(struct simd_gen *g, struct words *w, uint32_t word)
{
    struct x86 *x = x86_of(g);
    x86_v_m(x, X_MOVUPS, 64, w->to, 0, vector_at(w, word, 0));
    x86_v_m(x, X_PERMT2D, 64, w->to, w->places, vector_at(w, word, HALF_WINDOW));
}

void simd_put_near(struct simd_gen *g, uint32_t n, uint32_t strip, int places, enum x86_gpr start)
{
    struct words w = words_of(g, n);
    w.strip = strip;
    w.places = places;
    w.start = start;
    put_words(g, &w, permuted);
}

uint32_t simd_words_span(struct simd_gen *g, uint32_t n)
{
    return words_of(g, n).span;
}

static void consecutive(struct simd_gen *g, struct words *w, uint32_t word)
{
    x86_v_m(x86_of(g), X_MOVUPS, 32, w->to, 0, vector_at(w, word, 0));
}

/* ---- others ---- */

static void load_quarters(struct simd_gen *g, const struct words *w)
{
    struct x86 *x = x86_of(g);
    struct x86_mem at = {RDI, RAX, 1, 0};
    for (uint32_t lane = 0; lane < g->k->strip; lane++) {
        int to = quarters[lane % 4];
        x86_r_m(
            x, ALU_MOV, false, RAX,
            simd_lane_mem(simd_lane_area(g, LANE_OFFSETS), WORD, w->strip * g->k->strip + lane));
        if (lane < 4) {
            x86_v_m(x, X_MOVUPS, 16, to, 0, at);
            continue;
        }
        x86_v_m(x, X_INSERT128, (int) simd_unit_bytes(g), to, to, at);
        x86_byte(x, (uint8_t) (lane / 4));
    }
}

/* The lanes are a fixed number of bytes apart. One that is no thread reads what the last thread has. */
static void load_quarters_of_rows(struct simd_gen *g, const struct words *w,
                                  const struct x86_mem rows[2])
{
    struct x86 *x = x86_of(g);
    for (uint32_t l = 0; l < g->k->strip; l++) {
        uint32_t lane = w->strip * g->k->strip + l;
        struct x86_mem at = rows[l / simd_row_lanes(g->k)];
        int to = quarters[l % 4];
        at.disp += (int32_t) (simd_word_start(g, w->n, lane) + w->low) -
                   (int32_t) simd_op_at(g, w->n)->imm;
        if (l < 4) {
            x86_v_m(x, X_MOVUPS, 16, to, 0, at);
            continue;
        }
        x86_v_m(x, X_INSERT128, (int) simd_unit_bytes(g), to, to, at);
        x86_byte(x, (uint8_t) (l / 4));
    }
}

static void shuffle(struct simd_gen *g, int to, int a, int b, uint8_t how)
{
    x86_v(x86_of(g), X_SHUFPS, (int) simd_unit_bytes(g), to, a, b);
    x86_byte(x86_of(g), how);
}

/* Words 0 and 1 are made of the low halves of all quarters, 2 and 3 of the high ones. */
static void transposed(struct simd_gen *g, struct words *w, uint32_t word)
{
    uint8_t half = word < 2 ? 0x44 : 0xee;
    if (w->halves != half) {
        shuffle(g, LOW_HALVES, quarters[0], quarters[1], half);
        shuffle(g, HIGH_HALVES, quarters[2], quarters[3], half);
    }
    w->halves = half;
    shuffle(g, w->to, LOW_HALVES, HIGH_HALVES, word % 2 ? 0xdd : 0x88);
}

static void load_pairs(struct simd_gen *g, const struct words *w)
{
    simd_load_offsets(g, w->n, w->strip);
    simd_gather_unit(g, PAIR, w->strip, 1, 0, OPERAND_REGISTER + 1); /* makes use of the other */
    simd_gather_unit(g, PAIR, w->strip, 0, 0, OPERAND_REGISTER);
}

static void halved(struct simd_gen *g, struct words *w, uint32_t word)
{
    simd_collect_halves(g, w->to, word);
}

/* A test has not yet found that lanes are far from each other, and they might be near. */
static bool may_be_near(struct simd_gen *g, const struct words *w)
{
    bool large = op_elements(simd_op_at(g, w->n)) > 2; /* 16 of these are no two vectors */
    return !simd_is_masked(g) && !g->in_cold && !large;
}

static void load_strip(struct simd_gen *g, struct words *w)
{
    struct x86 *x = x86_of(g);
    struct simd_far far = {0, 0};
    uint32_t done = 0;
    bool near = may_be_near(g, w);
    w->halves = 0;
    if (near && g->k->avx512) {
        far = simd_test_window(g, w->strip);
        x86_v(x, X_PSRLD_I, 64, 2, PLACES, APART);
        x86_byte(x, 2);
    } else if (near) {
        simd_test_eight(g, w->strip);
        far.apart = x86_jump(x, CC_NE);
    }
    if (near) {
        put_words(g, w, g->k->avx512 ? permuted : consecutive);
        done = x86_jump(x, CC_ALWAYS);
        simd_land_far(g, far);
    }
    (w->span == PAIR ? load_pairs : load_quarters)(g, w);
    put_words(g, w, w->span == PAIR ? halved : transposed);
    if (near)
        x86_land(x, done);
}

bool simd_is_loaded(struct simd_gen *g, uint32_t n)
{
    return simd_neighbours_of(g, n) && g->k->ops[n].leader != n + 1;
}

void simd_load_words(struct simd_gen *g, uint32_t n, uint32_t strip, const struct x86_mem rows[2])
{
    struct words w = words_of(g, n);
    w.strip = strip;
    load_quarters_of_rows(g, &w, rows);
    put_words(g, &w, transposed);
}

void simd_gather_neighbours(struct simd_gen *g, uint32_t n)
{
    const struct simd_group *group = simd_neighbours_of(g, n);
    struct words w = words_of(g, n);
    uint32_t cold = simd_check_lanes(g, n, w.span, group ? WORD : w.span);
    for (w.strip = 0; w.strip < WARP_LANES / g->k->strip; w.strip++)
        load_strip(g, &w);
    if (!group)
        simd_cold_back(g, cold);
    simd_fetch_ahead(g, n);
}
