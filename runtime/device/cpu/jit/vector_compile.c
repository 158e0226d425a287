/* SPDX-License-Identifier: Apache-2.0 */
/* Compiles a kernel (code/compilers.h): its intermediate form, then the code of two variants, for warps of 32 threads and for any; maps it as
 * executable memory. Read simd.h first. */
#include "device/cpu/code/compilers.h"
#include "device/device_code.h"

#if defined __x86_64__
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/check.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/jit/simd_gen.h"

/* Each op as vector_call runs it: alone. */
static struct op *make_calls(const struct decoded_code *code)
{
    struct op *calls = xcalloc(2 * (size_t) code->op_count + 2, sizeof *calls);
    for (uint32_t n = 0; n < code->op_count; n++) {
        calls[2 * n] = code->ops[n];
        calls[2 * n + 1].run[0] = calls[2 * n + 1].run[1] = vector_returned;
    }
    return calls;
}

/* The old value of an atomic that no op reads is not written. */
static void drop_results(struct op *calls, const struct simd_kernel *k)
{
    for (uint32_t n = 0; n < k->code->op_count; n++)
        if (op_infos[k->code->ops[n].code].kind == OP_KIND_ATOMIC && !simd_reads_result(k, n))
            calls[2 * n].d = 0;
}

static void list_sums(struct vector_code *n, struct simd_kernel *k)
{
    simd_find_sums(k);
    n->sum_width = k->sum_width;
    n->sum_caches = xcalloc(k->code->op_count + 1, sizeof *n->sum_caches);
    for (uint32_t i = 0; i < k->code->op_count; i++)
        if (simd_is_sum(k, i))
            n->sum_caches[n->sum_count++] = k->code->ops[i].cache;
}

static void list_homes(struct vector_code *n, const struct simd_kernel *k)
{
    n->homes = xcalloc(k->values.n + 1, sizeof *n->homes);
    VEC_EACH (v, &k->values) {
        bool scalar = v->class == SIMD_SCALAR, uniform = v->class == SIMD_UNIFORM;
        if (v->constant || !v->global || !(scalar || uniform || v->dirty || v->base))
            continue;
        n->homes[n->home_count++] =
            (struct vector_home){.vreg = v->vreg,
                                 .width = v->width,
                                 .scalar = scalar,
                                 .uniform = uniform,
                                 .rows = v->rows,
                                 .dirty = v->dirty,
                                 .index = v->base,
                                 .is_unsigned = v->is_unsigned,
                                 .scale = v->scale,
                                 .base = v->base ? simd_at(k, v->base - 1)->vreg : 0,
                                 .x = v->x};
    }
}

static bool needs_ids(const struct decoded_code *code)
{
    for (uint32_t k = 0; k < code->ctaid_count; k++)
        if (code->constants[k].size != 4)
            return true;
    return false;
}

static bool map_code(struct vector_code *n, const struct x86 *x)
{
    n->size = (x->code.n + 4095) & ~(size_t) 4095;
    n->code = mmap(NULL, n->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (n->code == MAP_FAILED)
        return false;
    memcpy(n->code, x->code.at, x->code.n);
    return true;
}

static bool seal_code(struct vector_code *n)
{
    if (mprotect(n->code, n->size, PROT_READ | PROT_EXEC)) {
        munmap(n->code, n->size);
        return false;
    }
    memcpy(&n->fn, &n->code, sizeof n->fn);
    return true;
}

/* Behind the code, aligned to 64 bytes; the prologue's constant gets its address when the code has one. */
static size_t append_pool(struct simd_gen *g)
{
    while (x86_of(g)->code.n % 64)
        x86_byte(x86_of(g), 0xcc);
    size_t at = x86_of(g)->code.n;
    for (size_t k = 0; k < g->pool.n; k++)
        x86_byte(x86_of(g), g->pool.at[k]);
    return at;
}

static void gen_forget(struct simd_gen *g)
{
    free(g->body);
    free(g->entry);
    free(g->handed);
    free(g->address_at);
    free(g->group_of);
    free(g->grouped);
    free(g->rejoin);
    free(g->second_at);
    free(g->proved);
    free(g->limit_of);
    g->limit_of = NULL;
    simd_forget_registers(g);
    VEC_FREE(&g->fixes);
    VEC_FREE(&g->colds);
    VEC_FREE(&g->groups);
    VEC_FREE(&g->entry_code);
}

/* The code of a variant; out gets the offset of each entry. */
static bool write_variant(struct simd_gen *g, enum simd_variant variant, uint32_t **out)
{
    const struct cfg *cfg = g->k->cfg;
    if (!simd_find_full(g->k, variant))
        return false;
    g->variant = variant;
    g->body = xcalloc(cfg->count + 1, sizeof *g->body);
    g->entry = xcalloc(cfg->count + 1, sizeof *g->entry);
    g->handed = xcalloc(cfg->count + 1, sizeof *g->handed);
    g->address_at = xcalloc(g->k->code->op_count + 1, sizeof *g->address_at);
    g->group_of = xcalloc(g->k->code->op_count + 1, sizeof *g->group_of);
    g->proved = xcalloc(g->k->code->op_count + 1, sizeof *g->proved);
    if (variant != VARIANT_ANY && !g->entered[0])
        g->limit_of = xcalloc(g->k->code->op_count + 1, sizeof *g->limit_of);
    g->fixes.n = g->colds.n = g->entries.n = 0;
    simd_allocate(g);
    g->grouped = xcalloc(g->events.n + 1, sizeof *g->grouped);
    g->rejoin = xcalloc(g->events.n + 1, sizeof *g->rejoin);
    g->second_at = xcalloc(g->events.n + 1, sizeof *g->second_at);
    simd_find_groups(g);
    simd_write_kernel(g);
    *out = xcalloc(g->entry_code.n + 1, sizeof **out);
    memcpy(*out, g->entry_code.at, g->entry_code.n * sizeof **out);
    gen_forget(g);
    return true;
}

static void set_pool(struct vector_code *n, uint32_t at, size_t pool)
{
    uint64_t address = (uint64_t) (uintptr_t) n->code + pool;
    memcpy((char *) n->code + at - 8, &address, sizeof address);
}

/* The variants for lanes that agree and for any, and if the first has branches at which it cannot go on, the third. Without agreement
 * the third is the first. */
static bool write_variants(struct simd_gen *g, uint32_t **at, uint32_t *stack)
{
    bool good =
        write_variant(g, VARIANT_AGREED, &at[0]) || write_variant(g, VARIANT_PARTED, &at[0]);
    *stack = g->stack;
    good = good && write_variant(g, VARIANT_ANY, &at[1]);
    if (!good)
        simd_refuse(g->k, NO_OP, "lanes that part would meet at more than one block");
    *stack = g->stack > *stack ? g->stack : *stack;
    if (!good || !g->deopts.n)
        return good;
    g->entered[0] = at[0];
    g->entered[1] = at[1];
    good = write_variant(g, VARIANT_PARTED, &at[2]);
    *stack = g->stack > *stack ? g->stack : *stack;
    return good;
}

static const char no_memory[] = "the system gives no memory for machine code";

static bool write_code(struct vector_code *n, struct simd_kernel *k)
{
    struct simd_gen g = {
        .k = k,
        .calls = n->calls,
        .together = !simd_fails(k, NO_OP) && !simd_may_yield(k) && simd_warps_stay_together(k),
        .base = {
                 .masks = k->avx512, .constant = simd_constant, .word = simd_word, .table = simd_table}
    };
    uint32_t *at[3] = {NULL, NULL, NULL}, stack = 0, entered = simd_write_prologue(&g);
    bool good = write_variants(&g, at, &stack);
    if (good) {
        x86_set_frame(x86_of(&g), entered, (stack + 127) & ~63u);
        simd_list_bytes(&g);
        size_t pool = append_pool(&g);
        good = map_code(n, x86_of(&g)) || simd_refuse(k, NO_OP, no_memory);
        if (good)
            set_pool(n, g.pool_at, pool);
        good = good && (seal_code(n) || simd_refuse(k, NO_OP, no_memory));
    }
    n->ended = (const char *) n->code + g.ended;
    for (int v = 0; v < 2 && good; v++) {
        n->entry_at[v] = xcalloc(g.entries.n + 1, sizeof *n->entry_at[v]);
        for (size_t e = 0; e < g.entries.n; e++)
            n->entry_at[v][e] = (const char *) n->code + at[v][e];
    }
    n->yields = xcalloc(g.yields.n + 1, sizeof *n->yields);
    n->yield_count = (uint32_t) g.yields.n;
    for (size_t y = 0; y < g.yields.n; y++)
        n->yields[y] =
            (struct vector_yield){(const char *) n->code + g.yields.at[y].code, g.yields.at[y].op};
    n->together = g.together;
    n->entries = g.entries.at;
    n->entry_count = (uint32_t) g.entries.n;
    for (int v = 0; v < 3; v++)
        free(at[v]);
    VEC_FREE(&g.deopts);
    VEC_FREE(&g.yields);
    VEC_FREE(&g.skips);
    VEC_FREE(&g.pool);
    VEC_FREE(&x86_of(&g)->code);
    return good;
}

static void vector_drop(struct vector_code *n)
{
    free(n->entries);
    free(n->yields);
    free(n->homes);
    free(n->sum_caches);
    free(n->calls);
    free((void *) n->entry_at[0]);
    free((void *) n->entry_at[1]);
    free(n);
}

static const char no_vectors[] = "the processor has neither AVX2 nor AVX-512";

static struct vector_code *vector_new(const struct vector_source *s)
{
    struct simd_kernel k = {
        .source = s, .code = s->code, .cfg = s->code->cfg, .avx512 = s->vector_bytes == 64};
    struct vector_code *n = xcalloc(1, sizeof *n);
    struct analysis *x = analysis_new(s->code, s->code->cfg, (enum block_shape) s->layout.shape);
    k.analysis = x;
    n->calls = make_calls(s->code);
    n->ids_in_frames = needs_ids(s->code);
    n->layout = s->layout;
    bool good = (s->vector_bytes || simd_refuse(&k, NO_OP, no_vectors)) && simd_order(&k) &&
                simd_values(&k) && simd_classes(&k);
    n->lanes = k.lanes;
    if (good) {
        simd_fold(&k);
        if (simd_may_yield(&k))
            simd_find_columns(&k);
        simd_find_streams(&k);
        simd_find_indices(&k);
        simd_find_neighbours(&k);
        simd_find_looks(&k);
        simd_join_products(&k);
        list_homes(n, &k);
        n->waits = simd_loop_waits(&k, NO_BLOCK);
        drop_results(n->calls, &k);
        list_sums(n, &k);
    }
    good = good && write_code(n, &k);
    simd_values_free(&k);
    simd_order_free(&k);
    free(k.divergence);
    analysis_free(&x);
    if (good)
        return n;
    vector_drop(n);
    return NULL;
}

static void vector_free(struct vector_code **at)
{
    struct vector_code *n = *at;
    if (!n)
        return;
    munmap(n->code, n->size);
    vector_drop(n);
    *at = NULL;
}
#else
static struct vector_code *vector_new(const struct vector_source *source)
{
    if (source->listing)
        source->listing->why = "there is machine code for x86-64 only";
    return NULL;
}

static void vector_free(struct vector_code **n)
{
    *n = NULL;
}
#endif

const struct vector_compiler vector_compiler = {vector_new, vector_free};
