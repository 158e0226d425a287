/* SPDX-License-Identifier: Apache-2.0 */
/* Magics for terminal users: the cells so far, changing the folder, and %edit, a cell or a file in the user's editor, which needs a
 * terminal; what it leaves becomes the next cell. Next: magic_files.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/machine/child.h"
#include "magic/magic_internal.h"

extern char **environ;

static void put_cell(struct buf *out, const struct source *src)
{
    buf_printf(out, "%s:\n", src->name);
    for (uint32_t line = 1; line <= src->line_count; line++) {
        struct str text = source_line(src, line);
        if (!text.n && line == src->line_count)
            break; /* after the last newline */
        buf_puts(out, text.n ? "    " : "");
        buf_put(out, text.p, text.n);
        buf_putc(out, '\n');
    }
}

/* The cells that ran before this one, or the last few of them. */
MAGIC(history)
{
    char *number = xstrndup(args.p, args.n), *end;
    unsigned long wanted = strtoul(number, &end, 10);
    bool good = !*end && (!args.n || wanted);
    free(number);
    if (!good) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_SYNTAX, at,
                             "%%history takes a number of cells, not '%.*s'", (int) args.n, args.p),
                  "%%history 5 shows the last five");
        return false;
    }
    VEC(const struct source *) cells = {0};
    const struct source *src;
    for (uint32_t id = 1; (src = source_get(s->sources, id)); id++)
        if (src->kind == SOURCE_CELL && !strncmp(src->name, "In[", 3) &&
            strcmp(src->name, s->cell_name) != 0)
            VEC_PUSH(&cells, src);
    struct buf out = {0};
    for (size_t i = args.n && wanted < cells.n ? cells.n - wanted : 0; i < cells.n; i++)
        put_cell(&out, cells.at[i]);
    if (!cells.n)
        buf_puts(&out, "no cells yet\n");
    magic_text_show(s, &out, WC_DISPLAY);
    VEC_FREE(&cells);
    return true;
}

MAGIC(reset)
{
    s->resets = true;
    return true;
}

MAGIC(cd)
{
    char *path = args.n ? xstrndup(args.p, args.n) : NULL;
    const char *home = getenv("HOME"), *to = path ? path : home ? home : "/";
    struct buf full = {0};
    if (path && path[0] == '~' && (!path[1] || path[1] == '/')) {
        buf_printf(&full, "%s%s", home ? home : "", path + 1);
        to = full.p;
    }
    bool good = !chdir(to);
    if (!good)
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot change to '%s': %s", to, strerror(errno));
    char *now = good ? getcwd(NULL, 0) : NULL;
    if (now) {
        struct buf out = {0};
        buf_printf(&out, "%s\n", now);
        magic_text_show(s, &out, WC_DISPLAY);
    }
    free(now);
    free(path);
    buf_free(&full);
    return good;
}

MAGIC(who)
{
    return magic_vars(s, args, at);
}

/* ---- %edit ---- */

static bool at_terminal(struct wc_session *s, struct span at)
{
    if (s->options.on.next_input && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return true;
    diag_help(s->diags, diag_error(s->diags, DIAG_SYSTEM, at, "%%edit needs a terminal"),
              "edit the cell itself, or put a file into the next cell with %%load FILE");
    return false;
}

/* The text of the cell In[number], or of the last one before this (number NULL). NULL: there is none. */
static const struct source *cell_named(struct wc_session *s, const char *number)
{
    const struct source *src, *found = NULL;
    for (uint32_t id = 1; (src = source_get(s->sources, id)); id++)
        if (src->kind == SOURCE_CELL && !strncmp(src->name, "In[", 3) &&
            (number ? !strncmp(src->name + 3, number, strlen(number)) &&
                          src->name[3 + strlen(number)] == ']'
                    : strcmp(src->name, s->cell_name) != 0))
            found = src;
    return found;
}

/* A new file with that text; false: errno. */
static bool write_draft(char path[64], struct str text)
{
    snprintf(path, 64, "/tmp/warpcell-XXXXXX.cu");
    int fd = mkstemps(path, (int) strlen(".cu"));
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    bool good = f && fwrite(text.p, 1, text.n, f) == text.n;
    if (f)
        good = !fclose(f) && good;
    return good;
}

/* Returns when the editor has ended. It has the terminal, and signals as a shell would start it. */
static bool run_editor(struct wc_session *s, const char *path, struct span at)
{
    char command[] = "${VISUAL:-${EDITOR:-vi}} \"$1\"";
    char *argv[] = {"sh", "-c", command, "sh", (char *) (uintptr_t) path, NULL};
    posix_spawnattr_t attributes;
    pid_t child;
    int status = 0;
    child_attributes_init(&attributes, 0);
    int failed = posix_spawn(&child, "/bin/sh", NULL, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    while (!failed && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    atomic_store(&s->interrupt, false); /* a Ctrl-C was the editor's */
    if (failed)
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot start the editor: %s", strerror(failed));
    else if (!WIFEXITED(status) || WEXITSTATUS(status))
        diag_help(s->diags, diag_error(s->diags, DIAG_SYSTEM, at, "the editor failed"),
                  "$VISUAL and $EDITOR name the editor: %%env EDITOR=nano");
    return !failed && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Edits the file and hands its text over as the next cell. */
static bool edit_file(struct wc_session *s, const char *path, struct span at)
{
    size_t n;
    char *text = run_editor(s, path, at) ? magic_read_file(s, path, at, &n) : NULL;
    if (!text)
        return false;
    while (n && text[n - 1] == '\n')
        n--;
    s->options.on.next_input(s->options.on.user, text, n);
    free(text);
    return true;
}

MAGIC(edit)
{
    if (!at_terminal(s, at))
        return false;
    char *name = xstrndup(args.p, args.n), draft[64];
    bool number = args.n && strspn(name, "0123456789") == args.n;
    const struct source *cell = number || !args.n ? cell_named(s, number ? name : NULL) : NULL;
    bool ok;
    if (number && !cell) {
        diag_help(s->diags, diag_error(s->diags, DIAG_NAME, at, "there is no cell In[%s]", name),
                  "%%history lists the cells");
        ok = false;
    } else if (args.n && !number) {
        ok = edit_file(s, name, at);
    } else if (write_draft(draft, cell ? cell->text : (struct str){"", 0})) {
        ok = edit_file(s, draft, at);
        unlink(draft);
    } else {
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot write to /tmp: %s", strerror(errno));
        ok = false;
    }
    free(name);
    return ok;
}
