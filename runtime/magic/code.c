/* SPDX-License-Identifier: Apache-2.0 */
/* What the compiler made of a kernel or of a whole-array expression: %ptx with the lines of the cell in between, %sass through a
 * disassembler where there is one. */
#include "magic/magic.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "ptx/ptx_image.h"

/* ---- %ptx ---- */

enum tint { TINT_NONE, TINT_SOURCE, TINT_OPCODE, TINT_DIRECTIVE, TINTS };

/* Readable on white and on black. */
static const struct {
    const char *ansi, *css;
} tints[TINTS] = {
    [TINT_SOURCE] = {"\033[32m", "color:rgb(46,139,87);font-weight:bold"},
    [TINT_OPCODE] = {"\033[36m", "color:rgb(66,133,190)"                },
    [TINT_DIRECTIVE] = {"\033[2m",  "opacity:0.7"                          },
};

struct listing {
    struct buf html, plain;
    bool colours; /* plain text is for a terminal */
};

static void put(struct listing *l, enum tint tint, struct str text)
{
    if (tint && text.n) {
        buf_printf(&l->html, "<span style=\"%s\">", tints[tint].css);
        if (l->colours)
            buf_puts(&l->plain, tints[tint].ansi);
    }
    buf_html(&l->html, text);
    buf_put(&l->plain, text.p, text.n);
    if (tint && text.n) {
        buf_puts(&l->html, "</span>");
        if (l->colours)
            buf_puts(&l->plain, "\033[0m");
    }
}

/* The name of file `number` in the .file lines of the PTX; empty: none. */
static struct str file_name(const char *ptx, unsigned number)
{
    char head[24];
    snprintf(head, sizeof head, "\t.file\t%u \"", number);
    const char *p = strstr(ptx, head);
    if (!p)
        return (struct str){0};
    p += strlen(head);
    return (struct str){p, strcspn(p, "\"\n")};
}

/* "// In[3]:4   y[i] = a * x[i];", once for each change of line. */
static void put_source(struct wc_session *s, struct listing *l, const char *ptx, unsigned file,
                       unsigned line)
{
    struct str name = file_name(ptx, file);
    char *copy = xstrndup(name.p ? name.p : "", name.n);
    const struct source *src = source_named(s->sources, copy);
    struct str text = src && line <= src->line_count ? source_line(src, line) : (struct str){0};
    struct buf row = {0};
    text = magic_trim(text);
    buf_printf(&row, "// %s:%u   %.*s", copy, line, (int) text.n, text.n ? text.p : "");
    put(l, TINT_SOURCE, (struct str){row.p, row.n});
    put(l, TINT_NONE, STR("\n"));
    buf_free(&row);
    free(copy);
}

static void put_instruction(struct listing *l, struct str line)
{
    size_t i = 0;
    while (i < line.n && isspace((unsigned char) line.p[i]))
        i++;
    if (i < line.n && line.p[i] == '@')
        while (i < line.n && !isspace((unsigned char) line.p[i]))
            i++;
    while (i < line.n && isspace((unsigned char) line.p[i]))
        i++;
    size_t start = i;
    while (i < line.n && !isspace((unsigned char) line.p[i]) && line.p[i] != ';')
        i++;
    bool plain = start < line.n && !isalpha((unsigned char) line.p[start]),
         directive = start < line.n && line.p[start] == '.';
    put(l, TINT_NONE, (struct str){line.p, start});
    put(l,
        directive ? TINT_DIRECTIVE
        : plain   ? TINT_NONE
                  : TINT_OPCODE,
        (struct str){line.p + start, (directive ? line.n : i) - start});
    if (!directive)
        put(l, TINT_NONE, (struct str){line.p + i, line.n - i});
    put(l, TINT_NONE, STR("\n"));
}

/* The program without its header, .loc and .file lines, and empty lines. */
static void interleave(struct wc_session *s, struct listing *l, const char *ptx)
{
    const char *p = strstr(ptx, "\n.address_size");
    unsigned file = 0, line = 0;
    for (p = p ? p + 1 : ptx; *p; p += *p == '\n') {
        struct str row = {p, strcspn(p, "\n")};
        unsigned new_file, new_line;
        p += row.n;
        struct str text = magic_trim(row);
        if (sscanf(row.p, "\t.loc\t%u %u", &new_file, &new_line) == 2) {
            if (new_line && (new_file != file || new_line != line))
                put_source(s, l, ptx, file = new_file, line = new_line);
        } else if (text.n && strncmp(text.p, ".file", 5) && strncmp(text.p, ".address_size", 13) &&
                   strncmp(text.p, "//", 2)) {
            put_instruction(l, row);
        }
    }
}

/* A whole-array expression, by its text as the table of launches shows it. false: there is none. */
static bool expression_ptx(struct wc_session *s, struct str args)
{
    const struct compiled *code = launch_labelled(s->launcher, args);
    struct buf text = {0};
    if (!code)
        return false;
    buf_printf(&text, "/* CUDA C++ */\n%s\n/* PTX */\n", code->source);
    const char *ptx = image_ptx(code->image, code->size);
    buf_puts(&text, ptx ? ptx : "");
    magic_text_show(s, &text, WC_DISPLAY);
    return true;
}

MAGIC(ptx)
{
    if (expression_ptx(s, args))
        return true;
    const char *template_args;
    struct symbol *k = magic_take_kernel(s, args, at, "%ptx", &template_args);
    if (!k)
        return false;
    const struct compiled *code =
        launch_code(s->launcher, k->kernel, template_args, s->diags, at, NULL);
    if (!code)
        return false;
    const char *ptx = image_ptx(code->image, code->size);
    struct listing l = {.colours = s->options.terminal};
    struct display d = {0};
    buf_puts(&l.html,
             "<pre style=\"margin:0;font-family:monospace;white-space:pre;overflow-x:auto\">");
    interleave(s, &l, ptx ? ptx : "");
    buf_puts(&l.html, "</pre>\n");
    *display_add(&d, "text/html") = l.html;
    *display_add(&d, "text/plain") = l.plain;
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    return true;
}

/* ---- %sass ---- */

static void show_resources(struct wc_session *s, const struct symbol *k,
                           const struct launch_resources *r)
{
    static const struct table_column columns[] = {
        {"what",  false},
        {"bytes", true }
    };
    const struct code_resources *c = &r->code;
    struct arena a = {0};
    const char *cells[] = {
        "machine code",
        arena_printf(&a, "%" PRIu64, c->code_bytes),
        "shared memory of a block",
        arena_printf(&a, "%" PRIu32, c->shared),
        "stack of a thread",
        arena_printf(&a, "%" PRIu32, c->stack),
        "spilled stores of a thread",
        arena_printf(&a, "%" PRIu32, c->spill_stores),
        "spilled loads of a thread",
        arena_printf(&a, "%" PRIu32, c->spill_loads),
    };
    char *title = arena_printf(
        &a, "%s for sm_%" PRIu32 ": %" PRIu32 " registers a thread, %" PRIu32 " barrier%s", k->name,
        r->arch, c->registers, c->barriers, c->barriers == 1 ? "" : "s");
    struct table t = {title, columns, 2, sizeof cells / sizeof *cells / 2, cells};
    struct display d = {0};
    display_table(&d, &t, &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    arena_free(&a);
}

/* nvdisasm where people have it: on the path, or in a toolkit. */
static bool find_disassembler(struct buf *out)
{
    const char *home = getenv("CUDA_HOME"), *path = getenv("PATH");
    struct buf places = {0};
    buf_printf(&places, "%s:%s/bin:/usr/local/cuda/bin", path ? path : "",
               home ? home : "/usr/local/cuda");
    for (const char *p = places.p; p && *p && !out->n;) {
        size_t n = strcspn(p, ":");
        buf_printf(out, "%.*s/nvdisasm", (int) n, p);
        if (access(out->p, X_OK))
            buf_free(out);
        p += n + (p[n] == ':');
    }
    buf_free(&places);
    return out->n;
}

static bool disassemble(struct wc_session *s, const char *tool, const struct compiled *code,
                        struct span at)
{
    char path[] = "/tmp/warpcell-XXXXXX";
    int fd = mkstemp(path);
    bool written = fd >= 0 && write(fd, code->image, code->size) == (ssize_t) code->size;
    if (fd >= 0)
        close(fd);
    char *command = arena_printf(&s->diags->arena, "'%s' -c '%s'", tool, path);
    bool ok = written && magic_shell(s, str_of(command), at);
    if (!written)
        diag_error(s->diags, DIAG_SYSTEM, at, "no file in /tmp for the disassembler");
    if (fd >= 0)
        unlink(path);
    return ok;
}

MAGIC(sass)
{
    struct gpu gpu;
    struct buf tool = {0};
    struct compiled code = {0};
    struct launch_resources r = {.keep = &code};
    if (!magic_take_gpu(s, &args, at, &gpu))
        return false;
    const char *template_args;
    struct symbol *k = magic_take_kernel(s, args, at, "%sass", &template_args);
    if (!k || !launch_resources(s->launcher, k->kernel, template_args, gpu.arch, s->diags, at, &r))
        return false;
    show_resources(s, k, &r);
    bool ok = true;
    if (find_disassembler(&tool)) {
        ok = disassemble(s, tool.p, &code, at);
    } else {
        static const char none[] =
            "its instructions can be shown where nvdisasm of the CUDA toolkit is installed\n";
        session_stream(s, 1, none, sizeof none - 1);
    }
    compiled_free(&code);
    buf_free(&tool);
    return ok;
}
