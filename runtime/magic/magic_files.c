/* SPDX-License-Identifier: Apache-2.0 */
/* Programs in files, from cells: %args (main's arguments), %run, %load, %%writefile; and %%cu, with which other kernels'
 * notebooks start their cells. Words are split as in a shell by wordexp(3), without command substitution. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

#include "base/check.h"
#include "base/new_file.h"
#include "magic/magic_internal.h"
#include "session/cell/session_script.h"

MAGIC(args)
{
    wordexp_t words = {0};
    if (!magic_split(s, args, at, &words))
        return false;
    session_arguments_forget(s);
    for (size_t i = 0; i < words.we_wordc; i++)
        VEC_PUSH(&s->arguments, xstrdup(words.we_wordv[i]));
    wordfree(&words);
    session_arguments(s, NULL);
    return true;
}

/* A file of cells: up to the first that fails. */
static bool run_script(struct wc_session *s, const char *path, const char *text)
{
    struct script script = {.text = text};
    struct buf cell = {0};
    const char *outer = s->cell_name;
    bool ok = true;
    s->cell_name = path;
    while (ok && script_next(&script, &cell))
        ok = magic_is_cell((struct str){cell.p, cell.n})
                 ? magic_run_cell(s, (struct str){cell.p, cell.n})
                 : session_run_inside(s, SOURCE_CELL, path, cell.p, cell.n);
    s->cell_name = outer;
    buf_free(&cell);
    return ok;
}

MAGIC(run)
{
    wordexp_t words = {0};
    if (!magic_split(s, args, at, &words))
        return false;
    if (!words.we_wordc) {
        diag_help(s->diags, diag_error(s->diags, DIAG_SYNTAX, at, "%%run needs a file"),
                  "%%run vector_add.cu 1024");
        wordfree(&words);
        return false;
    }
    size_t n;
    char *text = magic_read_file(s, words.we_wordv[0], at, &n);
    struct vm_arguments outer = s->vm->arguments;
    s->vm->arguments = (struct vm_arguments){(int) words.we_wordc, words.we_wordv};
    bool ok = text && (script_has_cells(text)
                           ? run_script(s, words.we_wordv[0], text)
                           : session_run_inside(s, SOURCE_FILE, words.we_wordv[0], text, n));
    s->vm->arguments = outer;
    free(text);
    wordfree(&words);
    return ok;
}

MAGIC(load)
{
    wordexp_t words = {0};
    if (!magic_split(s, args, at, &words))
        return false;
    bool one = words.we_wordc == 1;
    if (!one)
        diag_help(s->diags, diag_error(s->diags, DIAG_SYNTAX, at, "%%load needs one file"),
                  "%%load vector_add.cu");
    size_t n;
    char *text = one ? magic_read_file(s, words.we_wordv[0], at, &n) : NULL;
    if (text && s->options.on.next_input)
        s->options.on.next_input(s->options.on.user, text, n);
    else if (text)
        session_stream(s, STDOUT_FILENO, text, n);
    bool ok = text;
    free(text);
    wordfree(&words);
    return ok;
}

/* The lines below the magic's line, which is the first that is not empty. */
static struct str below(struct str body)
{
    const char *end = body.p + body.n, *p = body.p;
    while (p < end && *p == '\n')
        p++;
    const char *line = memchr(p, '\n', (size_t) (end - p));
    p = line ? line + 1 : end;
    return (struct str){p, (size_t) (end - p)};
}

/* The text that -a appends to. A missing file is empty. */
static bool copy_old(const char *name, FILE *to)
{
    char bytes[4096];
    FILE *f = fopen(name, "rb");
    bool good = f || errno == ENOENT;
    for (size_t n; f && good && (n = fread(bytes, 1, sizeof bytes, f));)
        good = fwrite(bytes, 1, n, to) == n;
    good = good && !(f && ferror(f));
    if (f)
        fclose(f);
    return good;
}

static bool put_lines(FILE *f, struct str text)
{
    return fwrite(text.p, 1, text.n, f) == text.n &&
           (!text.n || text.p[text.n - 1] == '\n' || putc('\n', f) != EOF);
}

CELL_MAGIC(writefile)
{
    bool more = args.n > 2 && !memcmp(args.p, "-a ", 3);
    struct str path = more ? str_trim((struct str){args.p + 3, args.n - 3}) : args,
               text = below(body);
    wordexp_t words = {0};
    if (!magic_split(s, path, (struct span){0}, &words))
        return false;
    if (words.we_wordc != 1) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_SYNTAX, (struct span){0}, "%%%%writefile needs a file"),
                  "%%%%writefile common.h; -a appends to the file");
        wordfree(&words);
        return false;
    }
    const char *name = words.we_wordv[0];
    bool old = !access(name, F_OK);
    struct new_file file;
    bool good = new_file_open(&file, name) &&
                new_file_close(&file, (!more || copy_old(name, file.f)) && put_lines(file.f, text));
    if (!good)
        diag_error(s->diags, DIAG_SYSTEM, (struct span){0}, "cannot write '%s': %s", name,
                   strerror(errno));
    struct buf said = {0};
    buf_printf(&said, "%s %s\n", !old ? "Writing" : more ? "Appending to" : "Overwriting", name);
    if (good)
        session_stream(s, 1, said.p, said.n);
    buf_free(&said);
    wordfree(&words);
    return good;
}

CELL_MAGIC(cu)
{
    if (!args.n)
        return session_run_inside(s, SOURCE_CELL, s->cell_name, body.p, body.n);
    diag_help(s->diags,
              diag_error(s->diags, DIAG_SYNTAX, (struct span){0},
                         "%%%%cu takes no arguments, not '%.*s'", (int) args.n, args.p),
              "%%args sets the arguments of main; compiler options are not supported");
    return false;
}

CELL_MAGIC(cuda)
{
    return cell_magic_cu(s, args, body);
}
