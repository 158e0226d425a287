/* SPDX-License-Identifier: Apache-2.0 */
/* %ranks starts and ends the ranks of a job; %%ranks and %%rank run a cell in them. Next: rank_job.c. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "magic/ranks/rank_data.h"
#include "magic/ranks/rank_show.h"

/* ---- %ranks ---- */

static bool state(struct wc_session *s)
{
    char text[96];
    const struct rank_job *job = s->ranks;
    if (job)
        snprintf(text, sizeof text,
                 "%d ranks; %%%%ranks runs a cell in all of them, %%%%rank 0 in one\n", job->size);
    else
        snprintf(text, sizeof text, "no ranks; %%ranks 4 starts four\n");
    session_stream(s, 1, text, strlen(text));
    return true;
}

static bool started(struct wc_session *s, struct span at)
{
    if (!s->ranks)
        diag_help(s->diags, diag_error(s->diags, DIAG_SYSTEM, at, "no ranks are running"),
                  "%%ranks 4 starts four");
    return s->ranks;
}

static struct str next_word(const char **p, const char *end)
{
    while (*p < end && (**p == ' ' || **p == ','))
        (*p)++;
    const char *start = *p;
    while (*p < end && **p != ' ' && **p != ',')
        (*p)++;
    return (struct str){start, (size_t) (*p - start)};
}

/* "scatter a b": each name in turn. *out_known: it is that, or a diag. */
static bool move_arrays(struct wc_session *s, struct str args, struct span at, bool *out_known)
{
    static const struct {
        const char *word;
        bool (*move)(struct wc_session *s, struct str name, struct span at);
    } moves[] = {
        {"scatter", rank_data_scatter},
        {"gather",  rank_data_gather }
    };

    const char *p = args.p, *end = args.p + args.n;
    struct str verb = next_word(&p, end), name;
    *out_known = false;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        if (!str_eq(verb, moves[i].word))
            continue;
        *out_known = true;
        bool ok = started(s, at);
        if (ok && !next_word(&(const char *){p}, end).n) {
            diag_error(s->diags, DIAG_TYPE, at, "'%%ranks %s' needs the names of arrays",
                       moves[i].word);
            ok = false;
        }
        while (ok && (name = next_word(&p, end)).n)
            ok = s->ranks && moves[i].move(s, name, at);
        return ok;
    }
    return false;
}

/* "4 --host a,b:2 --hostfile FILE" */
static bool read_job(const wordexp_t *words, long *out_ranks, struct rank_hosts *out)
{
    char *end = NULL;
    *out = (struct rank_hosts){0};
    *out_ranks = words->we_wordc ? strtol(words->we_wordv[0], &end, 10) : 0;
    bool ok = end && !*end && *out_ranks >= 1 && *out_ranks <= RANKS_MOST;
    for (size_t i = 1; ok && i < words->we_wordc; i += 2) {
        const char **to = !strcmp(words->we_wordv[i], "--host")       ? &out->hosts
                          : !strcmp(words->we_wordv[i], "--hostfile") ? &out->file
                                                                      : NULL;
        ok = to && i + 1 < words->we_wordc;
        if (ok)
            *to = words->we_wordv[i + 1];
    }
    return ok;
}

MAGIC(ranks)
{
    bool moves, moved = move_arrays(s, args, at, &moves);
    if (moves)
        return moved;
    bool off = str_eq(args, "off");
    if (!args.n)
        return state(s);
    wordexp_t words;
    struct rank_hosts hosts;
    long n;
    char *text = xstrndup(args.p, args.n);
    bool split = !wordexp(text, &words, WRDE_NOCMD);
    free(text);
    if (!split || (!off && !read_job(&words, &n, &hosts))) {
        if (split)
            wordfree(&words);
        diag_help(
            s->diags,
            diag_error(s->diags, DIAG_TYPE, at, "%%ranks takes a number from 1 to %d", RANKS_MOST),
            "%%ranks 4 starts four ranks, %%ranks off ends them; %%ranks scatter and gather move "
            "arrays");
        return false;
    }
    rank_job_end(&s->ranks);
    if (!off)
        s->ranks = rank_job_start(s, (int) n, &hosts, at);
    wordfree(&words);
    return off || s->ranks;
}

void magic_ranks_free(struct wc_session *s)
{
    rank_job_end(&s->ranks);
}

/* ---- a cell ---- */

static bool run_in(struct wc_session *s, const bool *in, struct str body, struct span at)
{
    struct rank_show *show = rank_show_new(s, s->ranks->size);
    struct rank_cell cell = {
        .name = s->cell_name, .code = body, .renew = rank_job_failed(s->ranks)};
    for (int i = 0; i < s->ranks->size; i++)
        cell.alone |= !in[i];
    for (int i = 0; i < s->ranks->size; i++) {
        if (in[i])
            rank_job_run(s->ranks, i, &cell);
    }
    rank_job_wait(s, s->ranks, rank_show_see, show);
    bool ok = rank_show_end(&show, s->ranks, at);
    if (!rank_job_whole(s->ranks))
        rank_job_end(&s->ranks);
    return ok;
}

CELL_MAGIC(ranks)
{
    bool in[RANKS_MOST];
    struct span at = {0};
    if (args.n) {
        diag_help(s->diags, diag_error(s->diags, DIAG_TYPE, at, "%%%%ranks takes no arguments"),
                  "%%%%rank 0,2-3 runs a cell in some ranks");
        return false;
    }
    memset(in, true, sizeof in);
    return started(s, at) && run_in(s, in, body, at);
}

/* "0,2-3". false: something else, or a rank that does not exist. */
static bool read_ranks(struct str text, int size, bool *in)
{
    char *copy = xstrndup(text.p, text.n), *p = copy;
    bool ok = text.n;
    while (ok && *p) {
        char *end;
        long first = strtol(p, &end, 10), last = first;
        ok = isdigit((unsigned char) *p);
        if (ok && *end == '-') {
            p = end + 1;
            ok = isdigit((unsigned char) *p);
            last = strtol(p, &end, 10);
        }
        ok = ok && (!*end || (*end == ',' && end[1])) && first <= last && last < size;
        for (long i = first; ok && i <= last; i++)
            in[i] = true;
        p = end + (*end == ',');
    }
    free(copy);
    return ok;
}

CELL_MAGIC(rank)
{
    bool in[RANKS_MOST] = {false};
    struct span at = {0};
    if (!started(s, at))
        return false;
    if (!read_ranks(args, s->ranks->size, in)) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_TYPE, at, "'%.*s' names no ranks from 0 to %d",
                             (int) args.n, args.p, s->ranks->size - 1),
                  "%%%%rank 0 or %%%%rank 0,2-3");
        return false;
    }
    return run_in(s, in, body, at);
}
