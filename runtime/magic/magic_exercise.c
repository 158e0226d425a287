/* SPDX-License-Identifier: Apache-2.0 */
/* %exercise shows a task, %test judges the answer that the session's cells define, %hint helps. The judge runs the answer on data of
 * many sizes under the checker, compares every array with the reference, and then looks at the work that was done. The first failure
 * is the cell's error. Next: exercise/exercise.h, launch/attach.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "device/fault_text.h"
#include "exercise/exercise.h"
#include "magic/magic_internal.h"

/* ---- the exercise at hand ---- */

struct lesson {
    struct exercise *exercise;
    uint32_t hints; /* shown so far */
};

static void lesson_set(struct wc_session *s, struct exercise *e)
{
    magic_exercise_free(s);
    s->lesson = xcalloc(1, sizeof *s->lesson);
    s->lesson->exercise = e;
}

void magic_exercise_free(struct wc_session *s)
{
    if (s->lesson)
        exercise_free(&s->lesson->exercise);
    free(s->lesson);
    s->lesson = NULL;
}

static bool is_path(struct str name)
{
    return memchr(name.p, '/', name.n) || (name.n > 3 && !memcmp(name.p + name.n - 3, ".cu", 3));
}

static struct exercise *open_text(struct wc_session *s, const char *name, const char *path,
                                  const char *text, size_t n)
{
    return exercise_read(sources_add(s->sources, SOURCE_BUILTIN, path, text, n), name, s->diags);
}

static struct exercise *open_file(struct wc_session *s, struct str path, struct span at)
{
    char *name = xstrndup(path.p, path.n);
    size_t n;
    char *text = magic_read_file(s, name, at, &n);
    struct exercise *e = text ? open_text(s, name, name, text, n) : NULL;
    free(text);
    free(name);
    return e;
}

static struct exercise *open_named(struct wc_session *s, struct str name, struct span at)
{
    struct exercise_text t;
    uint32_t i;
    if (exercise_find(name, &t, &i))
        return open_text(s, t.name, arena_printf(&s->diags->arena, "%s.cu", t.name), t.text,
                         strlen(t.text));
    struct name_match m = {.wanted = arena_strndup(&s->diags->arena, name.p, name.n)};
    struct diag *d = diag_error(s->diags, DIAG_NAME, at, "there is no exercise '%s'", m.wanted);
    for (i = 0; exercise_at(i, &t); i++)
        name_match_try(&m, t.name);
    if (name_match_best(&m))
        diag_help(s->diags, d, "did you mean '%s'?", name_match_best(&m));
    else
        diag_help(s->diags, d, "%%exercise lists them; a file of your own is %%exercise ./FILE.cu");
    return NULL;
}

/* The exercise of that name; without a name, the one at hand. */
static bool choose(struct wc_session *s, struct str name, struct span at)
{
    if (name.n) {
        struct exercise *e = is_path(name) ? open_file(s, name, at) : open_named(s, name, at);
        if (e)
            lesson_set(s, e);
        return e;
    }
    if (s->lesson)
        return true;
    diag_help(s->diags, diag_error(s->diags, DIAG_NAME, at, "no exercise has been chosen"),
              "%%exercise double; %%exercise alone lists them");
    return false;
}

/* ---- %exercise ---- */

static void list(struct wc_session *s)
{
    static const struct table_column columns[] = {
        {"",         false},
        {"exercise", false},
        {"task",     false},
    };
    VEC(const char *) cells = {0};
    struct exercise_text t;
    for (uint32_t i = 0; exercise_at(i, &t); i++) {
        struct str title = exercise_title(&t);
        VEC_PUSH(&cells, exercise_is_solved(t.name) ? "✓" : "");
        VEC_PUSH(&cells, t.name);
        VEC_PUSH(&cells, arena_strndup(&s->diags->arena, title.p, title.n));
    }
    magic_table_show(s, columns, 3, cells.at, cells.n, "there are no exercises\n");
    VEC_FREE(&cells);
}

static void show_task(struct wc_session *s, const struct exercise *e)
{
    struct display d = {0};
    struct str start = str_trim(e->start);
    buf_printf(display_add(&d, "text/markdown"),
               "### %s\n\n%s\n\n*Define it in a cell, then run* `%%test`. "
               "`%%hint` *helps.*\n",
               e->title, e->task);
    struct buf *plain = display_add(&d, "text/plain");
    buf_printf(plain, "%s\n\n", e->title);
    print_lines(plain, str_of(e->task), &s->vm->style);
    buf_puts(plain, "\nDefine it in a cell, then run %test. %hint helps.\n");
    if (!s->options.on.next_input)
        buf_printf(plain, "\n%.*s\n", (int) start.n, start.p);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    if (s->options.on.next_input)
        s->options.on.next_input(s->options.on.user, start.p, start.n);
}

MAGIC(exercise)
{
    if (!args.n) {
        list(s);
        return true;
    }
    bool ok = choose(s, args, at);
    if (ok)
        show_task(s, s->lesson->exercise);
    return ok;
}

/* ---- %hint ---- */

MAGIC(hint)
{
    if (args.n) {
        diag_error(s->diags, DIAG_SYNTAX, at, "%%hint takes no arguments");
        return false;
    }
    if (!choose(s, args, at))
        return false;
    struct lesson *l = s->lesson;
    const struct exercise *e = l->exercise;
    struct display d = {0};
    struct buf *markdown = display_add(&d, "text/markdown"), *plain = display_add(&d, "text/plain");
    struct str solution = str_trim(e->solution);
    if (l->hints < e->hints.n) {
        const char *hint = e->hints.at[l->hints++];
        buf_printf(markdown, "**Hint %u of %zu.** %s\n", l->hints, e->hints.n, hint);
        buf_printf(plain, "Hint %u of %zu. ", l->hints, e->hints.n);
        print_lines(plain, str_of(hint), &s->vm->style);
    } else if (solution.n) {
        buf_printf(markdown, "**One solution:**\n\n```c++\n%.*s\n```\n", (int) solution.n,
                   solution.p);
        buf_printf(plain, "One solution:\n\n%.*s\n", (int) solution.n, solution.p);
    } else {
        buf_puts(markdown, "There are no more hints.\n");
        buf_puts(plain, "There are no more hints.\n");
    }
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    return true;
}

/* ---- %test ---- */

struct exercise_trial { /* of one n */
    struct wc_session *s;
    const struct exercise *e;
    struct span at;
    long n;
    uint64_t mistakes; /* of the checker, before it */
    uint32_t records;  /* launches of the cell before the test */
};

static const struct exercise_report *report_of(struct wc_session *s)
{
    const struct symbol *v = lang_find(s->lang, EXERCISE_REPORT, strlen(EXERCISE_REPORT));
    const struct object *o = v ? v->live.object : NULL;
    return o ? (const void *) (uintptr_t) o->start : NULL;
}

static bool run_text(struct exercise_trial *t, struct buf *text)
{
    bool ok = session_run_inside(t->s, SOURCE_BUILTIN, "%test", text->p, text->n);
    buf_free(text);
    return ok;
}

static void note_store(struct exercise_trial *t, struct diag *d, const struct exercise_report *r)
{
    struct launch_store by;
    struct buf text = {0};
    switch (launcher_last_store(t->s->launcher, r->address, &by)) {
    case STORED_BY:
        device_put_thread(&text, by.thread, by.block);
        diag_note(t->s->diags, d, by.at, "%s wrote it%s", text.p, by.at.source ? " here" : "");
        break;
    case STORED_BY_NONE:
        diag_note(t->s->diags, d, (struct span){0}, "no thread wrote %s[%lld]", r->array, r->index);
        break;
    case STORED_UNKNOWN: break;
    }
    buf_free(&text);
}

/* Whether every array is as it should be. */
static bool compare(struct exercise_trial *t)
{
    const struct exercise_report *r = report_of(t->s);
    if (!r || !r->wrong)
        return r;
    struct diag *d = diag_error(t->s->diags, DIAG_RUNTIME, t->at,
                                "with n = %ld, %s[%lld] is %s and should be %s", t->n, r->array,
                                r->index, r->got, r->want);
    note_store(t, d, r);
    if (r->wrong > 1)
        diag_note(t->s->diags, d, (struct span){0}, "%lld of %lld elements of %s are wrong",
                  r->wrong, r->count, r->array);
    return false;
}

static bool check(struct exercise_trial *t)
{
    uint64_t launches, mistakes;
    launcher_checks(t->s->launcher, &launches, &mistakes);
    if (mistakes == t->mistakes)
        return true;
    diag_error(t->s->diags, DIAG_DEVICE, t->at,
               "with n = %ld, the checker found a mistake; see the warning", t->n);
    return false;
}

static bool within_limits(struct exercise_trial *t)
{
    uint32_t count;
    const struct launch_record *r = launch_records(t->s->launcher, &count);
    struct exercise_work work = {0};
    struct buf text = {0};
    if (!t->e->limits.n)
        return true;
    for (uint32_t i = t->records; i < count; i++) {
        const struct device_counts *c = &r[i].counts;
        work.launches++;
        work.instructions += c->instructions;
        work.loads += c->loads;
        work.stores += c->stores;
        work.atomics += c->atomics;
        work.barriers += c->barriers;
        work.global_bytes += c->global_bytes;
        work.shared_bytes += c->shared_bytes;
    }
    exercise_limits_program(t->e, t->n, &work, &text);
    if (!run_text(t, &text))
        return false;
    long long exceeded = report_of(t->s)->wrong;
    if (!exceeded)
        return true;
    const struct exercise_limit *l = t->e->limits.at + exceeded - 1;
    struct diag *d = diag_error(t->s->diags, DIAG_RUNTIME, t->at,
                                "with n = %ld, the result is right, but: %s", t->n, l->message);
    diag_note(t->s->diags, d, (struct span){0}, "asked for is %.*s", (int) l->condition.n,
              l->condition.p);
    return false;
}

/* Runs the answer for one n. */
static bool try_size(struct exercise_trial *t)
{
    uint64_t launches;
    struct buf text = {0};
    struct diag *last = t->s->diags->last;
    launcher_checks(t->s->launcher, &launches, &t->mistakes);
    exercise_program(t->e, t->n, &text);
    bool ran = run_text(t, &text), ok = ran && check(t) && compare(t) && within_limits(t);
    struct diag *d = last ? last->next : t->s->diags->first;
    if (!ran && d)
        diag_note(t->s->diags, d, (struct span){0}, "with n = %ld", t->n);
    if (!ran && d && d->kind == DIAG_NAME && !d->help)
        diag_help(t->s->diags, d, "define it in a cell, and run that cell before the test");
    launch_records_cut(t->s->launcher, t->records);
    return ok;
}

static void say_passed(struct wc_session *s, const struct exercise *e)
{
    struct buf out = {0};
    struct exercise_text next;
    uint32_t i;
    buf_printf(&out, "✓ %s: right for n = ", e->title);
    for (size_t k = 0; k < e->sizes.n; k++)
        buf_printf(&out, "%s%ld", !k ? "" : k + 1 < e->sizes.n ? ", " : " and ", e->sizes.at[k]);
    buf_puts(&out, "; the checker found no mistakes\n");
    if (!is_path(str_of(e->name)) && !exercise_set_solved(e->name))
        buf_printf(&out, "the progress could not be saved: %s\n", strerror(errno));
    if (exercise_find(str_of(e->name), &next, &i) && exercise_at(i + 1, &next))
        buf_printf(&out, "next: %%exercise %s\n", next.name);
    magic_text_show(s, &out, WC_DISPLAY);
    buf_free(&out);
}

/* Tries every size with blocks and warps in the order of the seed: some mistakes show in one order only. */
static bool try_order(struct exercise_trial *t, uint32_t seed)
{
    bool ok =
        launcher_check(t->s->launcher, &(struct launch_check){.seed = seed}, t->s->diags, t->at) &&
        launcher_remember_stores(t->s->launcher, 0, t->s->diags, t->at);
    for (size_t i = 0; i < t->e->sizes.n && ok; i++) {
        t->n = t->e->sizes.at[i];
        ok = try_size(t);
    }
    launcher_forget_stores(t->s->launcher);
    launcher_check_end(t->s->launcher);
    return ok;
}

/* The launches of the test are observed and counted, and are not in the cell's table. */
static bool judge(struct wc_session *s, const struct exercise *e, struct span at)
{
    enum { OTHER_ORDER = 7 };

    uint64_t launches, mistakes;
    bool was_checked = launcher_checks(s->launcher, &launches, &mistakes),
         was_counted = launcher_counts(s->launcher);
    struct exercise_trial t = {.s = s, .e = e, .at = at};
    if (was_checked)
        launcher_check_end(s->launcher);
    launch_records_hold(s->launcher, true);
    launch_records(s->launcher, &t.records);
    launcher_count(s->launcher, true);
    bool ok = try_order(&t, 0) && try_order(&t, OTHER_ORDER);
    launcher_count(s->launcher, was_counted);
    launch_records_hold(s->launcher, false);
    if (was_checked)
        launcher_check(s->launcher, &(struct launch_check){0}, s->diags, at);
    return ok;
}

MAGIC(test)
{
    bool ok = choose(s, args, at) && judge(s, s->lesson->exercise, at);
    if (ok)
        say_passed(s, s->lesson->exercise);
    else if (s->lesson && s->diags->first && s->lesson->hints < s->lesson->exercise->hints.n)
        if (!s->diags->first->help)
            diag_help(s->diags, s->diags->first, "%%hint");
    return ok;
}
