/* SPDX-License-Identifier: Apache-2.0 */
/* One output of many ranks. Equal lines, equal results and equal errors are shown once, with the ranks that they are from. Next:
 * magic_ranks.c. */
#include "magic/ranks/rank_show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"

enum { FDS = 2 };

static const uint64_t TOGETHER_NS = 100000000; /* equal lines that come within this time are one */

struct rank_line {
    int fd;
    char *text; /* with its newline */
    uint64_t since;
};

struct rank_output { /* of one rank */
    struct buf partial[FDS];
    VEC(struct rank_line) lines;
    json_t *displays; /* [{"output": ..., "data": {...}}] */
    json_t *error;
    bool done;
};

struct launch_sum { /* a row of the table; its strings belong to `launches` */
    const char *kernel, *grid, *block;
    int ranks;
    json_int_t calls, least, most, total;
};

struct rank_show {
    struct wc_session *s;
    int size;
    struct rank_output *at;
    json_t *launches; /* of all ranks */
};

struct rank_show *rank_show_new(struct wc_session *s, int size)
{
    struct rank_show *show = xcalloc(1, sizeof *show);
    *show = (struct rank_show){.s = s, .size = size, .launches = json_array()};
    show->at = xcalloc((size_t) size, sizeof *show->at);
    for (int i = 0; i < size; i++)
        show->at[i].displays = json_array();
    return show;
}

/* ---- which ranks: "0-2,5" ---- */

static void put_ranks(struct buf *out, const bool *in, int size)
{
    bool any = false;
    for (int i = 0; i < size; i++) {
        if (!in[i])
            continue;
        int last = i;
        while (last + 1 < size && in[last + 1])
            last++;
        buf_printf(out, last > i ? "%s%d-%d" : "%s%d", any ? "," : "", i, last);
        any = true;
        i = last;
    }
}

static const char *ranks_word(const bool *in, int size)
{
    int n = 0;
    for (int i = 0; i < size; i++)
        n += in[i];
    return n == 1 ? "rank" : "ranks";
}

/* ---- lines ---- */

/* Of the lines that came together, that of the lowest rank. NULL: there is none, or an equal one may still come. */
static const struct rank_line *first_line(const struct rank_show *show, bool all)
{
    uint64_t oldest = UINT64_MAX;
    bool waits = false;
    for (int i = 0; i < show->size; i++) {
        const struct rank_output *r = show->at + i;
        if (r->lines.n && r->lines.at[0].since < oldest)
            oldest = r->lines.at[0].since;
        waits |= !r->lines.n && !r->done;
    }
    if (oldest == UINT64_MAX || (waits && !all && clock_ns() - oldest < TOGETHER_NS))
        return NULL;
    for (int i = 0; i < show->size; i++) {
        const struct rank_output *r = show->at + i;
        if (r->lines.n && r->lines.at[0].since - oldest < TOGETHER_NS)
            return r->lines.at;
    }
    return NULL;
}

static bool put_next_line(struct rank_show *show, bool all)
{
    const struct rank_line *first = first_line(show, all);
    bool in[RANKS_MOST] = {false};
    if (!first)
        return false;
    struct buf line = {0};
    struct rank_line shown = *first;
    for (int i = 0; i < show->size; i++) {
        const struct rank_line *l = show->at[i].lines.n ? show->at[i].lines.at : NULL;
        in[i] = l && l->fd == shown.fd && !strcmp(l->text, shown.text);
    }
    buf_puts(&line, "[");
    put_ranks(&line, in, show->size);
    buf_printf(&line, "] %s", shown.text);
    session_stream(show->s, shown.fd, line.p, line.n);
    buf_free(&line);
    for (int i = 0; i < show->size; i++) {
        if (!in[i])
            continue;
        free(show->at[i].lines.at[0].text);
        VEC_REMOVE(&show->at[i].lines, 0);
    }
    return true;
}

static void add_text(struct rank_output *r, int fd, const char *text, size_t n)
{
    struct buf *partial = &r->partial[fd - 1];
    for (const char *end; (end = memchr(text, '\n', n));) {
        size_t take = (size_t) (end - text) + 1;
        buf_put(partial, text, take);
        VEC_PUSH(&r->lines, (struct rank_line){fd, xstrndup(partial->p, partial->n), clock_ns()});
        partial->n = 0;
        text += take;
        n -= take;
    }
    buf_put(partial, text, n);
}

/* A rank's last line may have no newline. */
static void finish_lines(struct rank_output *r)
{
    r->done = true;
    for (int fd = 1; fd <= FDS; fd++)
        if (r->partial[fd - 1].n)
            add_text(r, fd, "\n", 1);
}

void rank_show_see(void *user, int rank, json_t *m)
{
    struct rank_show *show = user;
    struct rank_output *r = m ? show->at + rank : NULL;
    json_t *part;
    if (m && (part = json_object_get(m, "text"))) {
        json_int_t fd = json_integer_value(json_object_get(m, "stream"));
        add_text(r, fd == 2 ? 2 : 1, json_string_value(part), json_string_length(part));
    }
    if (m && json_object_get(m, "output"))
        json_array_append(r->displays, m);
    if (m && (part = json_object_get(m, "launches")))
        json_array_extend(show->launches, part);
    if (m && (part = json_object_get(m, "error")))
        r->error = json_incref(part);
    if (m && json_object_get(m, "done"))
        finish_lines(r);
    while (put_next_line(show, false))
        ;
}

/* ---- results and pictures ---- */

static const char *part_of(const json_t *display, const char *type)
{
    return json_string_value(json_object_get(json_object_get(display, "data"), type));
}

static void put_html(struct buf *out, const json_t *display)
{
    const char *html = part_of(display, "text/html"), *png = part_of(display, "image/png"),
               *plain = part_of(display, "text/plain");
    if (png)
        buf_printf(out, "<img src=\"data:image/png;base64,%s\" alt=\"\">", png);
    else if (html)
        buf_puts(out, html);
    else if (plain) {
        buf_puts(out, "<pre style=\"margin:0\">");
        buf_html(out, str_of(plain));
        buf_puts(out, "</pre>");
    }
}

/* The k-th output of every rank that has one; equal ones together. */
static void show_outputs(struct rank_show *show, size_t k)
{
    struct display d = {0};
    struct buf *html = display_add(&d, "text/html"), *plain = display_add(&d, "text/plain");
    bool shown[RANKS_MOST] = {false};
    buf_puts(html, "<div style=\"display:flex;flex-wrap:wrap;gap:16px\">");
    for (int i = 0; i < show->size; i++) {
        const json_t *mine = json_array_get(show->at[i].displays, k);
        bool in[RANKS_MOST] = {false};
        if (!mine || shown[i])
            continue;
        for (int j = i; j < show->size; j++)
            shown[j] |= in[j] = json_equal(mine, json_array_get(show->at[j].displays, k));
        struct buf label = {0};
        buf_printf(&label, "%s ", ranks_word(in, show->size));
        put_ranks(&label, in, show->size);
        buf_printf(html, "<div><div style=\"opacity:0.7\">%s</div>", label.p);
        put_html(html, mine);
        buf_puts(html, "</div>");
        const char *text = part_of(mine, "text/plain");
        bool lines = text && strchr(text, '\n');
        buf_printf(plain, "%s:%s%s\n", label.p, lines ? "\n" : " ", text ? text : "");
        buf_free(&label);
    }
    buf_puts(html, "</div>");
    plain->n -= plain->n > 0; /* the last newline */
    session_display(show->s, &d, WC_DISPLAY);
    display_free(&d);
}

/* ---- launches ---- */

static bool same_launch(const struct launch_sum *a, const json_t *row)
{
    return !strcmp(a->kernel, json_string_value(json_object_get(row, "kernel"))) &&
           !strcmp(a->grid, json_string_value(json_object_get(row, "grid"))) &&
           !strcmp(a->block, json_string_value(json_object_get(row, "block")));
}

static json_int_t number(const json_t *row, const char *name)
{
    return json_integer_value(json_object_get(row, name));
}

static void show_launches(struct rank_show *show)
{
    enum { COLUMNS = 8 };

    static const struct table_column columns[COLUMNS] = {
        {.title = "kernel"},
        { .title = "grid",    .right = true},
        { .title = "block",    .right = true},
        { .title = "ranks",    .right = true},
        { .title = "calls",    .right = true},
        { .title = "fastest",    .right = true},
        { .title = "slowest",    .right = true},
        { .title = "total",    .right = true},
    };
    VEC(struct launch_sum) sums = {0};
    VEC(const char *) cells = {0};
    struct arena a = {0};
    size_t i;
    json_t *row;
    json_array_foreach(show->launches, i, row)
    {
        size_t k = 0;
        while (k < sums.n && !same_launch(sums.at + k, row))
            k++;
        if (k == sums.n)
            VEC_PUSH(&sums, (struct launch_sum){
                                .kernel = json_string_value(json_object_get(row, "kernel")),
                                .grid = json_string_value(json_object_get(row, "grid")),
                                .block = json_string_value(json_object_get(row, "block")),
                                .least = number(row, "median")});
        struct launch_sum *sum = sums.at + k;
        json_int_t median = number(row, "median");
        sum->ranks++;
        sum->calls += number(row, "calls");
        sum->least = median < sum->least ? median : sum->least;
        sum->most = median > sum->most ? median : sum->most;
        sum->total += number(row, "total");
    }
    VEC_EACH (sum, &sums) {
        VEC_PUSH(&cells, sum->kernel);
        VEC_PUSH(&cells, sum->grid);
        VEC_PUSH(&cells, sum->block);
        VEC_PUSH(&cells, arena_printf(&a, "%d", sum->ranks));
        VEC_PUSH(&cells, arena_printf(&a, "%" PRId64, (int64_t) sum->calls));
        VEC_PUSH(&cells, time_text(&a, (uint64_t) sum->least));
        VEC_PUSH(&cells, time_text(&a, (uint64_t) sum->most));
        VEC_PUSH(&cells, time_text(&a, (uint64_t) sum->total));
    }
    const struct wc_session *s = show->s;
    if (sums.n && s->timing != TIMING_OFF && !s->no_timing)
        session_table(show->s, &(struct table){.columns = columns,
                                               .column_count = COLUMNS,
                                               .row_count = (uint32_t) sums.n,
                                               .cells = cells.at});
    VEC_FREE(&sums);
    VEC_FREE(&cells);
    arena_free(&a);
}

/* ---- errors ---- */

/* Without "rank 3: ", which a rank's report begins with. */
static const char *report_of(const json_t *error)
{
    const char *text = json_string_value(json_object_get(error, "plain")), *colon;
    if (text && !strncmp(text, "rank ", 5) && (colon = strchr(text, ':')))
        text = colon + 1 + (colon[1] == ' ');
    return text ? text : "";
}

/* A rank that was interrupted because another one had failed. */
static bool was_stopped(const struct rank_show *show, int rank)
{
    const char *name = json_string_value(json_object_get(show->at[rank].error, "name"));
    return name && !strcmp(name, "KeyboardInterrupt");
}

/* Each report once, with its ranks. The ranks whose errors are the cell's go to `failed`. */
static void tell_reports(struct rank_show *show, bool *failed)
{
    bool told[RANKS_MOST] = {false};
    for (int i = 0; i < show->size; i++) {
        bool in[RANKS_MOST] = {false};
        if (!show->at[i].error || told[i] || was_stopped(show, i))
            continue;
        for (int j = i; j < show->size; j++)
            told[j] |= in[j] = show->at[j].error &&
                               !strcmp(report_of(show->at[i].error), report_of(show->at[j].error));
        struct buf text = {0};
        buf_printf(&text, "%s ", ranks_word(in, show->size));
        put_ranks(&text, in, show->size);
        buf_printf(&text, ": %s", report_of(show->at[i].error));
        session_stream(show->s, 2, text.p, text.n);
        buf_free(&text);
        for (int j = i; j < show->size; j++)
            failed[j] |= in[j];
    }
}

static void say_ended(struct rank_show *show, const struct rank_job *job, struct span at)
{
    bool gone[RANKS_MOST] = {false};
    struct buf text = {0};
    for (int i = 0; i < show->size; i++)
        gone[i] = job->at[i].fd < 0;
    put_ranks(&text, gone, show->size);
    char *log = rank_job_log(job);
    struct diag *d = diag_error(show->s->diags, DIAG_SYSTEM, at, "%s %s ended, and the job with %s",
                                ranks_word(gone, show->size), text.p,
                                strcmp(ranks_word(gone, show->size), "rank") ? "them" : "it");
    if (*log)
        diag_note(show->s->diags, d, (struct span){0}, "the launcher says: %s", log);
    diag_help(show->s->diags, d, "%%ranks %d starts it again; this session has lost nothing",
              show->size);
    free(log);
    buf_free(&text);
}

static void tell_errors(struct rank_show *show, const struct rank_job *job, struct span at)
{
    bool failed[RANKS_MOST] = {false}, stopped[RANKS_MOST] = {false}, any = false, others = false;
    tell_reports(show, failed);
    for (int i = 0; i < show->size; i++) {
        any |= failed[i];
        others |= stopped[i] = was_stopped(show, i);
    }
    struct buf text = {0};
    put_ranks(&text, failed, show->size);
    if (!rank_job_whole(job)) {
        say_ended(show, job, at);
    } else if (any) {
        struct diag *d = diag_error(show->s->diags, DIAG_RUNTIME, at, "the cell failed on %s %s",
                                    ranks_word(failed, show->size), text.p);
        const char *word = ranks_word(stopped, show->size);
        text.n = 0;
        put_ranks(&text, stopped, show->size);
        if (others)
            diag_note(show->s->diags, d, (struct span){0},
                      "%s %s went on without an end, and %s interrupted", word, text.p,
                      strcmp(word, "rank") ? "were" : "was");
    } else if (others) {
        diag_error(show->s->diags, DIAG_INTERRUPT, at, "stopped by the user on all ranks");
    }
    buf_free(&text);
}

bool rank_show_end(struct rank_show **at, const struct rank_job *job, struct span where)
{
    struct rank_show *show = *at;
    size_t most = 0;
    for (int i = 0; i < show->size; i++) {
        finish_lines(show->at + i);
        size_t n = json_array_size(show->at[i].displays);
        most = n > most ? n : most;
    }
    while (put_next_line(show, true))
        ;
    for (size_t k = 0; k < most; k++)
        show_outputs(show, k);
    show_launches(show);
    tell_errors(show, job, where);
    for (int i = 0; i < show->size; i++) {
        for (int fd = 0; fd < FDS; fd++)
            buf_free(&show->at[i].partial[fd]);
        VEC_FREE(&show->at[i].lines);
        json_decref(show->at[i].displays);
        json_decref(show->at[i].error);
    }
    json_decref(show->launches);
    bool ok = !show->s->diags->errors;
    free(show->at);
    free(show);
    *at = NULL;
    return ok;
}
