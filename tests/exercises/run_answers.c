/* SPDX-License-Identifier: Apache-2.0 */
/* Wrong answers to the exercises, and all that %test says of each: run_answers [--update] FILE.txt. The file's name is the
 * exercise's. An answer begins with a line `=== WHAT IS WRONG`, and what is said follows a line `---`. --update writes what is said
 * now; read the difference. Each answer runs in a session of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "warpcell.h"

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    buf_put(user, text, n);
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    const struct wc_mime *text = b->items + b->count - 1;
    buf_put(user, text->data, text->size);
}

static void on_error(void *user, const struct wc_error *e)
{
    buf_puts(user, e->plain);
}

static char *read_file(const char *path)
{
    struct buf text = {0};
    char piece[4096];
    FILE *f = fopen(path, "rb");
    for (size_t n; f && (n = fread(piece, 1, sizeof piece, f));)
        buf_put(&text, piece, n);
    if (f)
        fclose(f);
    return text.p ? buf_take(&text) : NULL;
}

/* What %test says. true: the answer passed. */
static bool judge(const char *exercise, struct str answer, struct buf *out)
{
    struct wc_options o = {
        .on = {out, on_stream, on_output, on_error},
          .device = "cpu"
    };
    struct wc_session *s = wc_open(&o);
    struct buf test = {0};
    buf_printf(&test, "%%test %s", exercise);
    struct wc_cell cells[] = {
        {.name = "In[1]", .code = answer.p, .size = answer.n, .no_timing = true},
        {.name = "In[2]", .code = test.p,   .size = test.n,   .no_timing = true},
    };
    bool ok = wc_run(s, cells) == WC_OK && wc_run(s, cells + 1) == WC_OK;
    wc_close(s);
    buf_free(&test);
    return ok;
}

struct answer {
    struct str title, code, said;
};

/* Takes the next answer off the text. */
static bool take_answer(char **rest, struct answer *out)
{
    char *start = strstr(*rest, "=== ");
    if (!start)
        return false;
    char *line = strchr(start, '\n'), *middle = line ? strstr(line, "\n---\n") : NULL;
    if (!middle)
        return false;
    char *said = middle + 5, *end = strstr(middle, "\n=== ");
    end = end ? end + 1 : said + strlen(said);
    out->title = (struct str){start + 4, (size_t) (line - start - 4)};
    out->code = (struct str){line + 1, (size_t) (middle - line)};
    out->said = (struct str){said, (size_t) (end - said)};
    *rest = end;
    return true;
}

static bool write_file(const char *path, const struct buf *text)
{
    FILE *f = fopen(path, "wb");
    bool good = f && fwrite(text->p, 1, text->n, f) == text->n;
    return f && !fclose(f) && good;
}

int main(int argc, char **argv)
{
    bool update = argc == 3 && !strcmp(argv[1], "--update");
    const char *path = argc > 1 ? argv[argc - 1] : "";
    char *text = read_file(path), *rest = text, name[64];
    const char *slash = strrchr(path, '/');
    snprintf(name, sizeof name, "%.*s", (int) strcspn(slash ? slash + 1 : path, "."),
             slash ? slash + 1 : path);
    struct buf now = {0};
    struct answer a;
    int count = 0, bad = 0;
    for (; text && take_answer(&rest, &a); count++) {
        struct buf said = {0};
        bool passed = judge(name, a.code, &said);
        if (passed)
            printf("%s: %.*s: passes\n", name, (int) a.title.n, a.title.p);
        else if (!update && !str_eq(a.said, said.p ? said.p : ""))
            printf("%s: %.*s:\n%s", name, (int) a.title.n, a.title.p, said.p);
        bad += passed || (!update && !str_eq(a.said, said.p ? said.p : ""));
        buf_printf(&now, "=== %.*s\n%.*s---\n%s", (int) a.title.n, a.title.p, (int) a.code.n,
                   a.code.p, said.p ? said.p : "");
        buf_free(&said);
    }
    if (count < 3) {
        printf("%s: fewer than three wrong answers\n", path);
        bad++;
    }
    if (update && !write_file(path, &now))
        bad++;
    buf_free(&now);
    free(text);
    return bad != 0;
}
