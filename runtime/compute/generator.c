/* SPDX-License-Identifier: Apache-2.0 */
/* cuRAND's generators for arrays. XORWOW and MRG32k3a are many streams and MT19937 many engines, whose states stay on the device; Philox and
 * Sobol's points are functions of a place. Next: kernels/generators.cu. */
#include "compute/generator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "compute/mersenne.h"
#include "compute/poisson.h"

enum {
    BLOCK = 128,
    STREAMS_XORWOW = 4096,    /* __RAND_STREAMS */
    STREAMS_MRG = 81920,      /* __RAND_STREAMS_MRG */
    STREAMS_MERSENNE = 65536, /* __RAND_STREAMS_MT, eight of each engine */
    ROW_PHILOX = 262144,      /* four numbers of each of __RAND_STREAMS_PHILOX */
    ENGINES = STREAMS_MERSENNE / 8,
    ENGINES_AT_ONCE = 256,
    JUMPS_MOST = 17,
};

struct generator {
    uint64_t place; /* numbers so far; of streams, the next one's number */
    uint32_t
        ahead; /* Philox: the draws by which sequences before the place are ahead of those behind it */
    struct array *states;
    uint32_t begun; /* engines of MT19937 */
    uint64_t stride[MERSENNE_LIMBS];
    uint32_t next[MERSENNE_WORDS];
};

/* __rand_law (lang/include/detail/__rand_laws.h), with addresses of the device. */
struct number_law {
    int32_t what;
    double mean, deviation;
    uint32_t low, bins;
    uint64_t edge, other;
};

/* A generator of streams. */
struct stream_kind {
    const char *state, *jump, *jumps; /* its types, and the kernel that makes jumps */
    uint32_t state_bytes, jump_bytes, streams, jump_count;
};

static const struct stream_kind stream_kinds[] = {
    [GENERATOR_XORWOW] = {"warpcell::xorwow_state", "warpcell::xorwow_jump",
                          "warpcell::xorwow_jumps",                                                 32, 20, STREAMS_XORWOW, 12},
    [GENERATOR_MRG32K3A] = {"warpcell::mrg_state",    "warpcell::mrg_jump",    "warpcell::mrg_jumps", 32,
                          144,                                                                              STREAMS_MRG,    17},
};

enum generator_kind generator_named(const char *name)
{
    static const char *const names[GENERATOR_COUNT] = {
        [GENERATOR_XORWOW] = "xorwow",   [GENERATOR_MRG32K3A] = "mrg32k3a",
        [GENERATOR_MT19937] = "mt19937", [GENERATOR_PHILOX] = "philox",
        [GENERATOR_SOBOL32] = "sobol32", [GENERATOR_SCRAMBLED_SOBOL32] = "scrambled_sobol32",
        [GENERATOR_SOBOL64] = "sobol64", [GENERATOR_SCRAMBLED_SOBOL64] = "scrambled_sobol64",
    };
    if (!strcmp(name, "sobol"))
        return GENERATOR_SOBOL32;
    int i = 0;
    while (i < GENERATOR_COUNT && strcmp(names[i], name))
        i++;
    return i;
}

bool generator_is_quasi(enum generator_kind kind)
{
    return kind >= GENERATOR_SOBOL32;
}

static bool is_wide(enum generator_kind kind)
{
    return kind >= GENERATOR_SOBOL64;
}

static bool is_normal(int32_t what)
{
    return what == GENERATOR_NORMAL || what == GENERATOR_LOG_NORMAL;
}

void generator_forget(struct generator **g)
{
    if (*g)
        array_unref(&(*g)->states);
    free(*g);
    *g = NULL;
}

static bool run(const struct job *j, const char *kernel, const char *args, int64_t threads,
                const struct work_arg *params, uint32_t count)
{
    struct work w = {
        .library = "generators",
        .kernel = kernel,
        .args = args ? launch_name(j->launcher, args) : NULL,
        .grid = {blocks_of(threads, BLOCK), 1, 1},
        .block = {BLOCK,                 1,                   1  }
    };
    if (threads < BLOCK)
        w.block.x = (uint32_t) threads;
    return compute_run(j, &w, params, count);
}

static struct array *opaque(const struct job *j, const char *name, uint32_t bytes, int64_t n)
{
    return compute_temporary(j, (struct dtype){DTYPE_OTHER, bytes, name}, 1, &n);
}

/* What the generator remembers, on the device of this call. */
static bool come_along(const struct job *j, struct generator *g)
{
    struct device *d = launcher_device(j->launcher, j->diags, j->at);
    struct device_fault fault;
    if (!d || !g->states || g->states->storage->device == d)
        return d;
    struct array *here = compute_temporary(j, g->states->dtype, g->states->rank, g->states->shape);
    char *bytes = xmalloc(array_bytes(g->states));
    bool ok =
        here &&
        launch_status(j->launcher, array_read(g->states, bytes, &fault), &fault, j->diags, j->at) &&
        launch_status(j->launcher, array_write(here, bytes, &fault), &fault, j->diags, j->at);
    free(bytes);
    if (ok) {
        array_unref(&g->states);
        g->states = array_ref(here);
    }
    array_unref(&here);
    return ok;
}

/* ---- XORWOW and MRG32k3a ---- */

static bool begin_streams(const struct job *j, struct generator *g, const struct stream_kind *k,
                          uint64_t seed)
{
    char args[80];
    struct array *jumps = opaque(j, k->jump, k->jump_bytes, k->jump_count),
                 *states = jumps ? opaque(j, k->state, k->state_bytes, k->streams) : NULL;
    bool ok = states;
    if (ok) {
        uint64_t from = array_address(jumps), to = array_address(states);
        snprintf(args, sizeof args, "%s, %s", k->state, k->jump);
        ok = run(j, k->jumps, NULL, k->jump_count, (struct work_arg[]){ARG(from)}, 1) &&
             run(j, "warpcell::generator_streams", args, k->streams,
                 (struct work_arg[]){ARG(seed), ARG(from), ARG(k->streams), ARG(to)}, 4);
    }
    if (ok)
        g->states = array_ref(states);
    array_unref(&jumps);
    array_unref(&states);
    return ok;
}

/* Normal numbers come in pairs: `out` has room for an even number. */
static bool from_streams(const struct job *j, struct generator *g, const struct stream_kind *k,
                         uint64_t seed, struct number_law law, const struct array *out)
{
    char args[80];
    uint64_t to = array_address(out),
             units = (uint64_t) array_count(out) / (is_normal(law.what) ? 2 : 1);
    uint32_t cursor = (uint32_t) g->place;
    if (!g->states && !begin_streams(j, g, k, seed))
        return false;
    uint64_t states = array_address(g->states);
    struct work_arg params[] = {ARG(states), ARG(k->streams), ARG(cursor),
                                ARG(law),    ARG(to),         ARG(units)};
    snprintf(args, sizeof args, "%s, %s", k->state, out->dtype.name);
    if (!run(j, "warpcell::stream_numbers", args, k->streams, params, 6))
        return false;
    g->place = (g->place + units) % k->streams;
    return true;
}

/* ---- MT19937 ---- */

/* The words of the next engines, from g->begun to before `to`. */
static bool put_engines(const struct job *j, struct generator *g, uint32_t *room, uint32_t to)
{
    uint32_t count = to - g->begun;
    struct device_fault fault;
    mersenne_engines(g->stride, g->next, count, room);
    struct array *part = array_ref_view(g->states);
    part->offset += g->begun * sizeof *room;
    part->shape[1] = count;
    bool ok = launch_status(j->launcher, array_write(part, room, &fault), &fault, j->diags, j->at);
    array_unref(&part);
    g->begun = to;
    return ok;
}

static bool begin_engines(const struct job *j, struct generator *g, uint64_t seed, uint32_t to)
{
    if (!g->states) {
        g->states =
            compute_temporary(j, dtype_of(DTYPE_U32), 2, (int64_t[]){MERSENNE_WORDS, ENGINES});
        mersenne_stride(g->stride);
        g->next[0] = (uint32_t) seed;
        for (uint32_t i = 1; i < MERSENNE_WORDS; i++)
            g->next[i] = UINT32_C(1812433253) * (g->next[i - 1] ^ g->next[i - 1] >> 30) + i;
    }
    uint32_t *room = xmalloc(ENGINES_AT_ONCE * MERSENNE_WORDS * sizeof *room);
    bool ok = g->states;
    while (ok && g->begun < to) {
        uint32_t end = to - g->begun > ENGINES_AT_ONCE ? g->begun + ENGINES_AT_ONCE : to;
        ok = put_engines(j, g, room, end) && !launch_interrupted(j->launcher, j->diags, j->at);
    }
    free(room);
    return ok;
}

static bool from_engines(const struct job *j, struct generator *g, uint64_t seed,
                         struct number_law law, const struct array *out)
{
    uint64_t n = (uint64_t) array_count(out), cursor = g->place % STREAMS_MERSENNE,
             left = STREAMS_MERSENNE - cursor, to = array_address(out);
    uint32_t needed = n < left ? (uint32_t) (cursor + n + 7) / 8 : ENGINES, stride = ENGINES;
    if ((!g->states || g->begun < needed) && !begin_engines(j, g, seed, needed))
        return false;
    uint64_t words = array_address(g->states);
    struct work_arg params[] = {ARG(words), ARG(stride), ARG(g->begun), ARG(g->place),
                                ARG(law),   ARG(to),     ARG(n)};
    if (!run(j, "warpcell::mersenne_numbers", out->dtype.name, g->begun, params, 7))
        return false;
    g->place += n;
    return true;
}

/* ---- functions of a place ---- */

static bool from_philox(const struct job *j, struct generator *g, uint64_t seed,
                        struct number_law law, const struct array *out)
{
    uint64_t n = (uint64_t) array_count(out), counter = g->place / ROW_PHILOX,
             to = array_address(out);
    uint32_t cursor = (uint32_t) (g->place % ROW_PHILOX), ahead = g->ahead ? g->ahead : 1,
             draws = out->dtype.size / 4;
    uint64_t end = cursor + n, blocks = (end + 3) / 4 - cursor / 4;
    struct work_arg params[] = {ARG(seed), ARG(counter), ARG(cursor), ARG(ahead),
                                ARG(law),  ARG(to),      ARG(n)};
    if (!run(j, "warpcell::philox_numbers", out->dtype.name, (int64_t) blocks, params, 7))
        return false;
    g->place = (counter + end / ROW_PHILOX * draws) * ROW_PHILOX + end % ROW_PHILOX;
    g->ahead = draws;
    return true;
}

static bool from_sobol(const struct job *j, struct generator *g, enum generator_kind kind,
                       struct number_law law, const struct array *out, uint64_t points)
{
    char args[80];
    uint64_t n = (uint64_t) array_count(out), to = array_address(out);
    bool scrambled = kind == GENERATOR_SCRAMBLED_SOBOL32 || kind == GENERATOR_SCRAMBLED_SOBOL64;
    struct work_arg params[] = {ARG(g->place),  ARG(n),   ARG(points),
                                ARG(scrambled), ARG(law), ARG(to)};
    snprintf(args, sizeof args, "%s, %s", is_wide(kind) ? "warpcell::place_type" : "unsigned int",
             out->dtype.kind == DTYPE_U64 ? "warpcell::place_type" : out->dtype.name);
    if (!run(j, "warpcell::sobol_numbers", args, (int64_t) n, params, 6))
        return false;
    g->place += points;
    return true;
}

/* ---- the law ---- */

static struct array *on_device(const struct job *j, struct dtype t, uint32_t count,
                               const void *elements)
{
    int64_t n = count;
    struct device_fault fault;
    struct array *a = compute_temporary(j, t, 1, &n);
    if (a && !launch_status(j->launcher, array_write(a, elements, &fault), &fault, j->diags, j->at))
        array_unref(&a);
    return a;
}

/* tables: of Poisson's law, to be released behind the launch. */
static bool law_of(const struct job *j, const struct generator_numbers *what,
                   struct number_law *out, struct array *tables[2])
{
    *out = (struct number_law){what->law, what->mean, what->deviation, 0, 0, 0, 0};
    if (what->law != GENERATOR_POISSON)
        return true;
    struct poisson_law p =
        poisson_law_of(what->mean, generator_is_quasi(what->kind), is_wide(what->kind));
    *out = (struct number_law){(int32_t) p.way, what->mean, 1, p.low, p.bins, 0, 0};
    bool ok = true;
    if (p.edge)
        ok = (tables[0] = on_device(j, dtype_of(DTYPE_F64), p.bins, p.edge));
    if (ok && p.other)
        ok = (tables[1] = on_device(j, dtype_of(DTYPE_U32), p.bins, p.other));
    if (tables[0])
        out->edge = array_address(tables[0]);
    if (tables[1])
        out->other = array_address(tables[1]);
    poisson_law_free(&p);
    return ok;
}

/* ---- whichever it is ---- */

/* The vector as an array of these extents; Sobol's points have one dimension after the other. */
static void give_shape(struct array *a, uint32_t rank, const int64_t *shape, bool columns)
{
    int64_t stride = 1;
    a->rank = rank;
    for (uint32_t i = rank; i-- > 0;) {
        uint32_t k = columns ? rank - 1 - i : i;
        a->shape[k] = shape[k];
        a->stride[k] = stride;
        stride *= shape[k];
    }
}

struct array *compute_generated(const struct job *j, struct generator **g,
                                const struct generator_numbers *what, uint32_t rank,
                                const int64_t *shape)
{
    enum generator_kind kind = what->kind;
    bool streams = kind == GENERATOR_XORWOW || kind == GENERATOR_MRG32K3A, ok = true;
    int64_t n = 1, room;
    struct number_law law;
    struct array *tables[2] = {NULL, NULL};
    for (uint32_t k = 0; k < rank; k++)
        n *= shape[k];
    room = streams && is_normal(what->law) ? n + n % 2 : n;
    if (!*g)
        *g = xcalloc(1, sizeof **g);
    struct array *out = come_along(j, *g) ? compute_temporary(j, what->dtype, 1, &room) : NULL;
    if (out && n)
        ok = law_of(j, what, &law, tables) &&
             (streams ? from_streams(j, *g, &stream_kinds[kind], what->seed, law, out)
              : kind == GENERATOR_MT19937 ? from_engines(j, *g, what->seed, law, out)
              : kind == GENERATOR_PHILOX  ? from_philox(j, *g, what->seed, law, out)
                                          : from_sobol(j, *g, kind, law, out, (uint64_t) shape[0]));
    array_unref(&tables[0]);
    array_unref(&tables[1]);
    if (!ok)
        array_unref(&out);
    if (out)
        give_shape(out, rank, shape, generator_is_quasi(kind));
    return out;
}
