/* SPDX-License-Identifier: Apache-2.0 */
/* The compiled code of a kernel or a whole-array expression: %ptx with the cell's lines interleaved, %sass through a
 * disassembler if there is one. */
#include "magic/magic_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "magic/measure/search_path.h"
#include "ptx/ptx.h"
#include "ptx/ptx_image.h"
#include "ptx/ptx_lex.h"

/* ---- %ptx ---- */

enum tint { TINT_NONE, TINT_SOURCE, TINT_OPCODE, TINT_DIRECTIVE, TINTS };

/* Readable on light and dark backgrounds. */
static const struct {
    const char *ansi, *css;
} tints[TINTS] = {
    [TINT_SOURCE] = {"\033[32m", "background:rgba(66,133,190,0.18)"},
    [TINT_OPCODE] = {"\033[36m", "font-weight:bold"                },
    [TINT_DIRECTIVE] = {"\033[2m",  "opacity:0.75"                    },
};

struct code_listing {
    struct buf html, plain;
    bool colours;   /* plain text is for a terminal */
    bool generated; /* the code has no lines of the user's */
};

static void put(struct code_listing *l, enum tint tint, struct str text)
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

/* "// In[3]:4   y[i] = a * x[i];", once for each change of line. */
static void put_source(struct wc_session *s, struct code_listing *l, const struct ptx_module *ptx,
                       const struct ptx_loc *loc)
{
    const char *name = ptx_file_name(ptx, loc->file);
    const struct source *src = source_named(s->sources, name);
    struct str text =
        src && loc->line <= src->line_count ? source_line(src, loc->line) : (struct str){0};
    struct buf row = {0};
    text = str_trim(text);
    buf_printf(&row, "// %s:%u   %.*s", name, loc->line, (int) text.n, text.n ? text.p : "");
    put(l, TINT_SOURCE, (struct str){row.p, row.n});
    put(l, TINT_NONE, STR("\n"));
    buf_free(&row);
}

/* One line of the text, with its opcode or its directive in colour. */
static void put_instruction(struct code_listing *l, struct str line)
{
    const char *end = line.p + line.n;
    struct ptx_lexer lexer = {line.p, end, 1};
    struct ptx_token t = ptx_lex(&lexer);
    if (t.kind == PTX_T_PUNCT && *t.text.p == '@') /* @%p1, @!%p1 */
        do
            t = ptx_lex(&lexer);
        while (t.kind == PTX_T_PUNCT);
    if (t.kind == PTX_T_NAME && *t.text.p == '%')
        t = ptx_lex(&lexer);
    bool name = t.kind == PTX_T_NAME && *t.text.p != '%' && *t.text.p != '$';
    bool directive = name && *t.text.p == '.';
    const char *stop = directive ? end : name ? t.text.p + t.text.n : t.text.p;
    put(l, TINT_NONE, (struct str){line.p, (size_t) (t.text.p - line.p)});
    put(l, directive ? TINT_DIRECTIVE : TINT_OPCODE,
        (struct str){t.text.p, (size_t) (stop - t.text.p)});
    put(l, TINT_NONE, (struct str){stop, (size_t) (end - stop)});
    put(l, TINT_NONE, STR("\n"));
}

static bool is_file_line(const struct ptx_module *ptx, uint32_t line)
{
    VEC_EACH (f, &ptx->files)
        if (f->ptx_line == line)
            return true;
    return false;
}

/* The program without its header, .loc and .file lines, comments, empty lines and debugging sections. */
static void interleave(struct wc_session *s, struct code_listing *l, const struct ptx_module *ptx)
{
    const struct ptx_loc *loc = ptx->locs.at + 1, *last = ptx->locs.at + ptx->locs.n;
    struct ptx_loc at = {0};
    uint32_t line = 1;
    for (const char *p = ptx->text.p, *end = p + ptx->text.n; p < end; line++) {
        const char *stop = memchr(p, '\n', (size_t) (end - p));
        struct str row = {p, (size_t) ((stop ? stop : end) - p)}, text = str_trim(row);
        p += row.n + 1;
        if (line > ptx->header_end && text.n > 8 && !strncmp(text.p, ".section", 8))
            return; /* names for debuggers */
        if (loc < last && loc->ptx_line == line) {
            if (!l->generated && loc->line && (loc->file != at.file || loc->line != at.line)) {
                at = *loc;
                put_source(s, l, ptx, loc);
            }
            loc++;
        } else if (line > ptx->header_end && text.n && strncmp(text.p, "//", 2) &&
                   !is_file_line(ptx, line)) {
            put_instruction(l, row);
        }
    }
}

static void listing_begin(struct wc_session *s, struct code_listing *l)
{
    *l = (struct code_listing){.colours = s->options.terminal};
    buf_puts(&l->html,
             "<pre style=\"margin:0;padding:0 "
             "8px;font-family:monospace;font-size:13px;white-space:pre;overflow-x:auto\">");
}

static void listing_ptx(struct wc_session *s, struct code_listing *l, const struct compiled *code,
                        struct span at)
{
    struct str text = ptx_image_text(code->image, code->size);
    struct ptx_module *ptx = ptx_parse(text.p, text.n, PTX_LENIENT, NULL, at);
    if (ptx)
        interleave(s, l, ptx);
    ptx_free(&ptx);
}

static void listing_show(struct wc_session *s, struct code_listing *l)
{
    struct display d = {0};
    buf_puts(&l->html, "</pre>\n");
    *display_add(&d, "text/html") = l->html;
    *display_add(&d, "text/plain") = l->plain;
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
}

/* A whole-array expression, by its text as the table of launches shows it. false: unknown. */
static bool expression_ptx(struct wc_session *s, struct str args, struct span at)
{
    struct str own;
    const struct compiled *code = launch_labelled(s->launcher, args, &own);
    struct code_listing l;
    if (!code)
        return false;
    listing_begin(s, &l);
    l.generated = true;
    put(&l, TINT_SOURCE, STR("// CUDA C++"));
    put(&l, TINT_NONE, STR("\n"));
    put(&l, TINT_NONE, str_trim(own));
    put(&l, TINT_NONE, STR("\n\n"));
    put(&l, TINT_SOURCE, STR("// PTX"));
    put(&l, TINT_NONE, STR("\n"));
    listing_ptx(s, &l, code, at);
    listing_show(s, &l);
    return true;
}

MAGIC(ptx)
{
    if (expression_ptx(s, args, at))
        return true;
    const char *template_args;
    struct symbol *k = magic_take_kernel(s, args, at, "%ptx", &template_args);
    if (!k)
        return false;
    const struct compiled *code =
        launch_code(s->launcher, k->kernel, template_args, s->diags, at, NULL);
    if (!code)
        return false;
    struct code_listing l;
    listing_begin(s, &l);
    listing_ptx(s, &l, code, at);
    listing_show(s, &l);
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
        &a, "%s for sm_%" PRIu32 ": %" PRIu32 " registers per thread, %" PRIu32 " barrier%s",
        k->name, r->arch, c->registers, c->barriers, c->barriers == 1 ? "" : "s");
    struct table t = {title, columns, 2, sizeof cells / sizeof *cells / 2, cells};
    session_table(s, &t);
    arena_free(&a);
}

/* nvdisasm from the search path or from a toolkit. */
static bool find_disassembler(struct buf *out)
{
    const char *home = getenv("CUDA_HOME"), *path = getenv("PATH");
    struct buf places = {0};
    buf_printf(&places, "%s:%s/bin:/usr/local/cuda/bin", path ? path : "",
               home ? home : "/usr/local/cuda");
    bool found = search_path_find(places.p, "nvdisasm", out);
    buf_free(&places);
    return found;
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
            "install nvdisasm from the CUDA toolkit to see its instructions\n";
        session_stream(s, 1, none, sizeof none - 1);
    }
    compiled_free(&code);
    buf_free(&tool);
    return ok;
}
