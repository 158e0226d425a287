/* SPDX-License-Identifier: Apache-2.0 */
/* The front end on damaged cells: every prefix of every case, and each case with random bytes changed, moved and
 * repeated. Any answer is accepted. Worth running under the sanitizers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang_support.h"

enum { ROUNDS = 40, PREFIX_STEP_ABOVE = 1500 };

static uint64_t seed = 88172645463325252u;

static uint32_t random_below(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return n ? (uint32_t) (seed >> 33) % n : 0;
}

static unsigned long tried, accepted, bugs;

/* Any answer is accepted except an internal error of the front end. */
static void expect_no_bug(const struct lang_fixture *f, const char *text, size_t n)
{
    for (const struct diag *d = f->diags.first; d; d = d->next)
        if (d->kind == DIAG_BUG) {
            bugs++;
            printf("%s at %u in:\n%.*s\n", d->text, d->at.start, (int) n, text);
        }
}

static void try(struct lang_fixture *f, const char *text, size_t n)
{
    int indent;
    if (!(tried++ %
          500)) { /* sources are kept as long as a session: begin another one now and then */
        fixture_close(f);
        fixture_open(f);
        fixture_run(f,
                    "#define N 16\nstruct P { int x, y; } p; float h[N]; device float x[N], "
                    "A[4][4]; int n = 3;\n"
                    "__global__ void k(int n, float *v) {}\nint f(int a, int b) { return a + b; }");
    }
    accepted += fixture_check(f, text, n) != NULL;
    expect_no_bug(f, text, n);
    lang_is_complete(f->lang, text, n, &indent);
}

static const char *const pieces[] = {
    "(",           ")",    "{",          "}",        "[",     "]",       ";",       ",",
    "<<<",         ">>>",  "\"",         "'",        "#",     "##",      "\\\n",    "/*",
    "*/",          "%x\n", "?",          "::",       "int ",  "struct ", "device ", "template <",
    "__global__ ", "N",    "p.",         "x[",       "A[1:",  "&",       "*",       "\xff",
    "= {",         "#if ", "\n#define ", "typedef ", "auto ", "0x",      "1e",      "k<<<1, 1>>>("};

static void mutate(struct buf *b)
{
    for (uint32_t k = 1 + random_below(4); k > 0 && b->n; k--) {
        uint32_t at = random_below((uint32_t) b->n);
        struct buf out = {0};
        uint32_t cut = random_below(8);
        buf_put(&out, b->p, at);
        switch (random_below(4)) {
        case 0: buf_putc(&out, (char) random_below(256)); break;
        case 1: buf_puts(&out, pieces[random_below(sizeof pieces / sizeof *pieces)]); break;
        case 2:
            buf_put(&out, b->p + random_below(at + 1), 0);
            cut += random_below(40);
            break;
        default: {
            uint32_t from = random_below((uint32_t) b->n), n = random_below(60);
            buf_put(&out, b->p + from, from + n < b->n ? n : b->n - from);
        }
        }
        if (at + cut < b->n)
            buf_put(&out, b->p + at + cut, b->n - at - cut);
        buf_free(b);
        *b = out;
    }
}

static void damage(struct lang_fixture *f, const char *text, size_t n)
{
    size_t step = n > PREFIX_STEP_ABOVE ? 7 : 1;
    for (size_t i = 0; i < n; i += step)
        try(f, text, i);
    for (int round = 0; round < ROUNDS; round++) {
        struct buf b = {0};
        buf_put(&b, text, n);
        mutate(&b);
        try(f, b.n ? b.p : "", b.n);
        buf_free(&b);
    }
}

int main(int argc, char **argv)
{
    struct lang_fixture f;
    fixture_open(&f);
    for (int i = 1; i < argc; i++) {
        FILE *in = fopen(argv[i], "r");
        struct buf cell = {0};
        char line[4096];
        bool wanted = true;
        while (in && fgets(line, sizeof line, in)) {
            bool starts = !strncmp(line, "====", 4), ends = !strncmp(line, ">>>>", 4);
            if (ends && cell.n)
                damage(&f, cell.p, cell.n);
            if (starts || ends)
                cell.n = 0, wanted = ends;
            else if (!wanted)
                buf_puts(&cell, line);
        }
        buf_free(&cell);
        if (in)
            fclose(in);
    }
    fixture_close(&f);
    printf("%lu cells tried, %lu accepted\n", tried, accepted);
    return tried && accepted && !bugs ? 0 : 1;
}
