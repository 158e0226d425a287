/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions over arrays across ranks: each rank makes the state of its part (kernels/reduce.cu), the ranks share the states, and each joins all of
 * them in the order of the ranks. So all ranks get the same bits. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "compute/across/across.h"

enum { BLOCK = 256, EACH_THREAD = 64 };

struct reduction {
    const struct job *j;
    const struct expression *e;
    struct functor f;
    char op[REDUCE_OPERATION];
    struct dtype result;
    int64_t results, first; /* first: index of this part's first element along what is reduced */
};

static struct array *new_states(const struct reduction *r, int64_t n)
{
    return compute_temporary(r->j, (struct dtype){DTYPE_OTHER, REDUCE_STATE, "state"}, 1, &n);
}

static struct work work_of(const struct reduction *r, const char *kernel, const char *more,
                           uint32_t blocks)
{
    char args[320];
    snprintf(args, sizeof args, "%s%s", r->op, more);
    return (struct work){
        .library = "reduce",
        .kernel = kernel,
        .args = launch_name(r->j->launcher, args),
        .grid = {blocks, 1, 1},
        .block = {BLOCK,  1, 1}
    };
}

static struct work with_source(const struct reduction *r, const char *kernel, uint32_t blocks)
{
    char more[96];
    snprintf(more, sizeof more, ", %s, %s", r->f.n > INT32_MAX ? "unsigned long" : "unsigned",
             r->f.type);
    struct work w = work_of(r, kernel, more, blocks);
    w.text = (struct str){r->f.text.p, r->f.text.n};
    w.mentions = r->e->mentions;
    w.mention_count = r->e->mention_count;
    return w;
}

static bool state_of_all(const struct reduction *r, uint64_t to)
{
    uint64_t run, n = (uint64_t) r->f.n;
    uint32_t blocks = runs_of(r->j, r->f.n, BLOCK, EACH_THREAD, &run);
    uint32_t index = r->f.n > INT32_MAX ? 8 : 4;
    struct array *partial = new_states(r, blocks);
    if (!partial)
        return false;
    uint64_t between = array_address(partial);
    struct work w = with_source(r, "warpcell::reduce", blocks);
    struct work_arg params[] = {
        {&n,   index},
        {&run, index},
        FUNCTOR_ARG(&r->f), ARG(between)
    };
    struct work join = work_of(r, "warpcell::reduce_join", "", 1);
    bool ok = compute_run(r->j, &w, params, 4) &&
              compute_run(r->j, &join, (struct work_arg[]){ARG(blocks), ARG(between), ARG(to)}, 3);
    array_unref(&partial);
    return ok;
}

static bool states_of_axis(const struct reduction *r, uint64_t to)
{
    uint64_t results = (uint64_t) r->results, n = (uint64_t) r->f.shape[0];
    uint32_t index = r->f.n > INT32_MAX ? 8 : 4;
    struct work w = with_source(r, "warpcell::reduce_axis_states", blocks_of(r->results, BLOCK));
    struct work_arg params[] = {
        {&results, index},
        {&n,       index},
        FUNCTOR_ARG(&r->f), ARG(to)
    };
    return !r->results || compute_run(r->j, &w, params, 4);
}

/* argmin and argmax: the index in a state (struct best) becomes that in the whole array. */
static void shift_indices(const struct reduction *r, const char *name, char *states)
{
    for (int64_t i = 0; !strncmp(name, "arg", 3) && i < r->results; i++) {
        int64_t at;
        char *p = states + i * REDUCE_STATE + 8;
        memcpy(&at, p, sizeof at);
        at += at >= 0 ? r->first : 0;
        memcpy(p, &at, sizeof at);
    }
}

/* The states of all ranks, on the device. */
static struct array *share_states(const struct reduction *r, const char *name,
                                  const struct array *mine)
{
    const struct across_link *link = r->j->link;
    int64_t bytes = r->results * REDUCE_STATE;
    char *own = xmalloc((size_t) bytes + 1), *all = xmalloc((size_t) (bytes * link->ranks) + 1);
    struct array *out = NULL;
    if (across_read(r->j, mine, own)) {
        shift_indices(r, name, own);
        if (link->ranks == 1)
            memcpy(all, own, (size_t) bytes);
        else if (!link->share(link->user, own, bytes, all, r->j->diags, r->j->at))
            return NULL; /* the memory stays */
        out = new_states(r, r->results * link->ranks);
        if (out && !across_write(r->j, out, all))
            array_unref(&out);
    }
    free(own);
    free(all);
    return out;
}

static bool join(const struct reduction *r, const struct array *states, int64_t n, uint64_t to)
{
    char more[64];
    uint32_t ranks = (uint32_t) r->j->link->ranks;
    uint64_t from = array_address(states), results = (uint64_t) r->results;
    snprintf(more, sizeof more, ", %s", r->result.name);
    struct work w = work_of(r, "warpcell::reduce_ranks", more, blocks_of(r->results, BLOCK));
    struct work_arg params[] = {ARG(ranks), ARG(results), ARG(from), ARG(n), ARG(to)};
    return !r->results || compute_run(r->j, &w, params, 5);
}

static bool run(struct reduction *r, const char *name, const struct array_part *part, bool all,
                void *out_value, struct array **out_array)
{
    int64_t first, count, inner = 1;
    part_rows(part, part->rank, &first, &count);
    for (uint32_t k = 1; k < r->f.rank; k++)
        inner *= r->f.shape[k];
    r->results = all ? 1 : inner;
    r->first = all ? first * inner : first;
    struct array *mine = new_states(r, r->results), *states = NULL,
                 *out = all ? compute_temporary(r->j, r->result, 1, &(int64_t){1})
                            : compute_temporary(r->j, r->result, r->f.rank - 1, r->f.shape + 1);
    uint64_t to = mine ? array_address(mine) : 0;
    bool ok = mine && out && (all ? state_of_all(r, to) : states_of_axis(r, to)) &&
              (states = share_states(r, name, mine)) &&
              join(r, states, all ? part->whole * inner : part->whole, array_address(out)) &&
              (!all || !out_value || across_read(r->j, out, out_value));
    if (ok && (!all || !out_value))
        *out_array = array_ref(out);
    array_unref(&mine);
    array_unref(&states);
    array_unref(&out);
    return ok;
}

bool across_reduce(const struct job *j, const char *name, const struct expression *e,
                   const struct array_part *part, struct dtype result, int64_t axis,
                   void *out_value, struct array **out_array)
{
    if (!part->ranks || axis > 0) { /* along an axis that is whole in each rank */
        bool ok = compute_reduce(j, name, e, result, axis, out_value, out_array);
        if (ok && axis > 0)
            (*out_array)->part = *part;
        return ok;
    }
    struct reduction r = {.j = j, .e = e, .result = result};
    if (!launcher_device(j->launcher, j->diags, j->at) ||
        !functor_make(j, e, "expression", 0, NULL, &r.f))
        return false;
    reduce_operation(r.op, name, e, result);
    int64_t elements = part->whole;
    for (uint32_t k = 1; k < r.f.rank && axis < 0; k++)
        elements *= r.f.shape[k];
    bool ok = reduce_has_elements(j, name, elements) &&
              run(&r, name, part, axis < 0, out_value, out_array);
    functor_free(&r.f);
    return ok;
}
