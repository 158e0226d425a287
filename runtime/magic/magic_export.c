/* SPDX-License-Identifier: Apache-2.0 */
/* %export: the session as a program; %import: a program as cells. Next: export/export.c, export/import.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/new_file.h"
#include "export/export.h"
#include "export/import.h"
#include "magic/magic_internal.h"

typedef VEC(struct export_cell) cell_vec;

/* The number of "In[7]", else its place in the session. */
static unsigned long number_of(const struct past_cell *c, size_t place)
{
    return strncmp(c->name, "In[", 3) ? place + 1 : strtoul(c->name + 3, NULL, 10);
}

/* Cells of a file have its name: they are counted. */
static const char *cell_label(struct wc_session *s, const struct past_cell *c, size_t place)
{
    return strncmp(c->name, "In[", 3) ? arena_printf(&s->answers, "cell %zu", place + 1) : c->name;
}

static bool in_range(const char *word, unsigned long number)
{
    char *end;
    unsigned long first = strtoul(word, &end, 10),
                  last = *end == '-' ? strtoul(end + 1, NULL, 10) : first;
    return first <= number && number <= last;
}

/* "3" or "1-4". */
static bool is_range(const char *word)
{
    char *end;
    unsigned long first = strtoul(word, &end, 10), last = first;
    bool good = *word >= '0' && *word <= '9';
    if (good && *end == '-' && end[1] >= '0' && end[1] <= '9')
        last = strtoul(end + 1, &end, 10);
    return good && !*end && first && first <= last;
}

static bool refuse(struct wc_session *s, struct span at, const char *what, const char *word)
{
    diag_help(s->diags, diag_error(s->diags, DIAG_SYNTAX, at, what, word),
              "%%export saxpy.cu writes all cells, %%export saxpy.cu 1-4 7 some of them");
    return false;
}

/* The cells that the words ask for, without those that only export. */
static bool choose(struct wc_session *s, struct span at, char *const *words, size_t count,
                   cell_vec *out)
{
    for (size_t i = 0; i < count; i++)
        if (!is_range(words[i]))
            return refuse(s, at, "'%s' is no cell and no range of cells", words[i]);
    for (size_t i = 0; i < count; i++) {
        bool any = false;
        for (size_t k = 0; k < s->past.n; k++)
            any |= in_range(words[i], number_of(s->past.at + k, k));
        if (!any) {
            diag_help(s->diags,
                      diag_error(s->diags, DIAG_NAME, at, "there is no cell %s", words[i]),
                      "%%history lists the cells");
            return false;
        }
    }
    for (size_t k = 0; k < s->past.n; k++) {
        const struct past_cell *c = s->past.at + k;
        struct str text = str_trim(str_of(c->text));
        bool wanted = !count,
             exports = !strncmp(text.p, "%export", 7) && !memchr(text.p, '\n', text.n);
        for (size_t i = 0; i < count; i++)
            wanted |= in_range(words[i], number_of(c, k));
        if (wanted && !exports)
            VEC_PUSH(out, ((struct export_cell){cell_label(s, c, k), str_of(c->text), c->failed,
                                                c->failed_line}));
    }
    if (!out->n)
        diag_help(s->diags, diag_error(s->diags, DIAG_NAME, at, "there is nothing to export yet"),
                  "run some cells first");
    return out->n;
}

static void say(struct wc_session *s, const char *name, bool old, const struct export_result *r)
{
    struct buf text = {0};
    buf_printf(&text, "%s %s\n", old ? "Overwriting" : "Writing", name);
    size_t more = 0;
    for (size_t i = 0; i < r->note_count; i++) {
        if (!strncmp(r->notes[i].why, "it needs ", 9)) {
            more++;
            continue;
        }
        buf_printf(&text, "%s:%u: not exported: %s\n", r->notes[i].cell, r->notes[i].line,
                   r->notes[i].why);
    }
    if (more)
        buf_printf(&text, "%zu more need what is not exported: comments in the program say what\n",
                   more);
    session_stream(s, STDOUT_FILENO, text.p, text.n);
    buf_free(&text);
}

static bool write_program(struct wc_session *s, struct span at, const char *name,
                          const struct export_result *r)
{
    bool old = !access(name, F_OK);
    struct new_file file;
    if (r->interrupted) {
        diag_error(s->diags, DIAG_INTERRUPT, at, "stopped by the user");
        return false;
    }
    bool good =
        new_file_open(&file, name) &&
        new_file_close(&file, fwrite(r->program.p, 1, r->program.n, file.f) == r->program.n);
    if (!good)
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot write '%s': %s", name, strerror(errno));
    else
        say(s, name, old, r);
    return good;
}

static bool export_words(struct wc_session *s, struct span at, const wordexp_t *words)
{
    if (!words->we_wordc)
        return refuse(s, at, "%%export needs a file%s", "");
    const char *name = words->we_wordv[0];
    size_t n = strlen(name);
    if (n < 4 || strcmp(name + n - 3, ".cu") != 0)
        return refuse(s, at, "'%s' does not end in .cu", name);
    cell_vec cells = {0};
    bool ok = choose(s, at, words->we_wordv + 1, words->we_wordc - 1, &cells);
    if (ok) {
        struct export_input in = {.cells = cells.at,
                                  .count = cells.n,
                                  .program = name,
                                  .builtins = builtin_table,
                                  .prelude = builtin_prelude,
                                  .like = s->lang,
                                  .interrupt = &s->interrupt};
        struct export_result result;
        export_cells(&in, &result);
        ok = write_program(s, at, name, &result);
        export_free(&result);
    }
    VEC_FREE(&cells);
    return ok;
}

MAGIC(export)
{
    wordexp_t words = {0};
    if (!magic_split(s, args, at, &words))
        return false;
    bool ok = export_words(s, at, &words);
    wordfree(&words);
    return ok;
}

/* ---- %import ---- */

static bool ends_in(const char *name, const char *ending)
{
    size_t n = strlen(name), e = strlen(ending);
    return n > e && !strcmp(name + n - e, ending);
}

/* An existing file is somebody's work. */
static bool write_cells(struct wc_session *s, struct span at, const char *name,
                        const struct import_result *r)
{
    struct buf text = {0}, said = {0};
    struct new_file file;
    if (!access(name, F_OK)) {
        diag_help(s->diags, diag_error(s->diags, DIAG_SYSTEM, at, "'%s' exists already", name),
                  "give another name: %%import prog.cu other.ipynb");
        return false;
    }
    if (ends_in(name, ".ipynb"))
        import_notebook(r, &text);
    else
        import_script(r, &text);
    bool good = new_file_open(&file, name) &&
                new_file_close(&file, fwrite(text.p, 1, text.n, file.f) == text.n);
    if (!good)
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot write '%s': %s", name, strerror(errno));
    buf_printf(&said, "Writing %s: %zu cell%s\n", name, r->cells.n, r->cells.n == 1 ? "" : "s");
    if (r->whole)
        buf_printf(&said, "main is one cell: %s\n", r->whole);
    if (good)
        session_stream(s, STDOUT_FILENO, said.p, said.n);
    buf_free(&text);
    buf_free(&said);
    return good;
}

/* prog.ipynb for folder/prog.cu: in the current folder, which a front end shows. */
static char *notebook_name(const char *program)
{
    struct buf name = {0};
    const char *slash = strrchr(program, '/');
    program = slash ? slash + 1 : program;
    const char *dot = strrchr(program, '.');
    buf_put(&name, program, dot && dot > program ? (size_t) (dot - program) : strlen(program));
    buf_puts(&name, ".ipynb");
    return buf_take(&name);
}

static bool import_words(struct wc_session *s, struct span at, const wordexp_t *words)
{
    size_t n;
    bool named = words->we_wordc == 2;
    if (words->we_wordc != 1 && !named) {
        diag_help(s->diags, diag_error(s->diags, DIAG_SYNTAX, at, "%%import needs a program"),
                  "%%import prog.cu writes prog.ipynb");
        return false;
    }
    const char *program = words->we_wordv[0];
    if (named && !ends_in(words->we_wordv[1], ".ipynb") && !ends_in(words->we_wordv[1], ".cu")) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_SYNTAX, at, "'%s' is no notebook and no file of cells",
                             words->we_wordv[1]),
                  "its name ends in .ipynb or .cu");
        return false;
    }
    char *text = magic_read_file(s, program, at, &n),
         *name = named ? xstrdup(words->we_wordv[1]) : notebook_name(program);
    bool ok = text;
    if (text) {
        struct import_input in = {
            .name = program,
            .text = {text, n},
            .builtins = builtin_table,
            .prelude = builtin_prelude,
            .like = s->lang,
            .interrupt = &s->interrupt
        };
        struct import_result r;
        import_cells(&in, &r);
        ok = !r.error;
        if (r.interrupted)
            diag_error(s->diags, DIAG_INTERRUPT, at, "stopped by the user");
        else if (r.error)
            diag_error(s->diags, DIAG_SYNTAX, at, "%s", r.error);
        else if (!r.cells.n)
            diag_error(s->diags, DIAG_SYNTAX, at, "'%s' is empty", program);
        ok = ok && r.cells.n && write_cells(s, at, name, &r);
        import_free(&r);
    }
    free(text);
    free(name);
    return ok;
}

MAGIC(import)
{
    wordexp_t words = {0};
    if (!magic_split(s, args, at, &words))
        return false;
    bool ok = import_words(s, at, &words);
    wordfree(&words);
    return ok;
}
