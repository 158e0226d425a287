/* SPDX-License-Identifier: Apache-2.0 */
/* The compiled code of a kernel or a whole-array expression: %ptx with the cell's lines interleaved, %jit with the machine code of the cpu device,
 * %sass with that of a GPU; the last two through a disassembler if there is one. */
#include "magic/magic_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "device/device_code.h"
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

/* One line of PTX, with its opcode or its directive in colour. */
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
            put(l, TINT_NONE, STR("\n"));
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

/* ---- disassemblers ---- */

/* A program of the search path or of a toolkit. */
static bool find_disassembler(const char *program, struct buf *out)
{
    const char *home = getenv("CUDA_HOME"), *path = getenv("PATH");
    struct buf places = {0};
    buf_printf(&places, "%s:%s/bin:/usr/local/cuda/bin", path ? path : "",
               home ? home : "/usr/local/cuda");
    bool found = search_path_find(places.p, program, out);
    buf_free(&places);
    return found;
}

/* Disassembles bytes. out: gets the text, from malloc; NULL: it is the cell's output. */
static bool disassemble(struct wc_session *s, const char *tool, const char *options,
                        const void *bytes, size_t size, struct span at, char **out)
{
    char path[] = "/tmp/warpcell-XXXXXX";
    int fd = mkstemp(path);
    bool ok = fd >= 0 && write(fd, bytes, size) == (ssize_t) size;
    if (fd >= 0)
        close(fd);
    if (!ok)
        diag_error(s->diags, DIAG_SYSTEM, at, "no file in /tmp for the disassembler");
    struct arena *a = &s->diags->arena;
    char *text = arena_printf(a, "%s.txt", path);
    char *command =
        arena_printf(a, "'%s' %s '%s'%s%s", tool, options, path, out ? " > " : "", out ? text : "");
    ok = ok && magic_shell(s, str_of(command), at);
    size_t n;
    if (ok && out)
        ok = (*out = magic_read_file(s, text, at, &n));
    if (fd >= 0)
        unlink(path);
    if (out)
        unlink(text);
    return ok;
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
    if (find_disassembler("nvdisasm", &tool)) {
        ok = disassemble(s, tool.p, "-c", code.image, code.size, at, NULL);
    } else {
        static const char none[] =
            "install nvdisasm from the CUDA toolkit to see its instructions\n";
        session_stream(s, 1, none, sizeof none - 1);
    }
    compiled_free(&code);
    buf_free(&tool);
    return ok;
}

/* ---- %jit ---- */

enum { NOTES_COLUMN = 48, ASM_INDENT = 10 };

struct jit_view {
    struct wc_session *s;
    struct code_listing out;
    const struct device_code *code;
    const char *asm_at;          /* the rest of the disassembly; NULL: there is none */
    const struct ptx_inst *inst; /* the last one shown, */
    const struct ptx_loc *loc;   /* and its line */
    uint32_t block, variant;     /* the last ones shown */
    bool all;
};

static void put_line(struct jit_view *j, enum tint tint, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void put_line(struct jit_view *j, enum tint tint, const char *format, ...)
{
    struct buf b = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&b, format, args);
    va_end(args);
    put(&j->out, tint, (struct str){b.p, b.n});
    put(&j->out, TINT_NONE, STR("\n"));
    buf_free(&b);
}

static uint32_t piece_size(const struct device_code *c, size_t n)
{
    uint32_t end = n + 1 < c->pieces.n ? c->pieces.at[n + 1].at : (uint32_t) c->bytes.n;
    return end - c->pieces.at[n].at;
}

/* What a jump leads to. */
static const char *jit_target(const struct jit_view *j, uint32_t to)
{
    const struct code_piece *found = NULL;
    VEC_EACH (p, &j->code->pieces)
        if (p->at <= to && !(found && found->at == to && found->part == CODE_BLOCK))
            found = p;
    if (!found || found->part == CODE_FRAME)
        return "around the blocks";
    if (found->part == CODE_SELDOM)
        return "seldom";
    return arena_printf(&j->s->diags->arena, "block %" PRIu32 "%s%s", found->block,
                        found->variant == j->variant ? "" : " for ",
                        found->variant == j->variant ? "" : j->code->variants[found->variant]);
}

/* "  1a:\tjne    0x2f" from objdump. */
static void put_machine_instruction(struct jit_view *j, struct str text)
{
    const char *operand = memmem(text.p, text.n, " 0x", 3);
    bool jump = text.n && *text.p == 'j' && operand;
    put_line(j, TINT_NONE, "%*s%.*s%s%s%s", ASM_INDENT, "", (int) text.n, text.p, jump ? "  <" : "",
             jump ? jit_target(j, (uint32_t) strtoul(operand, NULL, 16)) : "", jump ? ">" : "");
}

/* The disassembly of bytes before an offset, or nothing of it. */
static void put_machine_code(struct jit_view *j, uint32_t end, bool show)
{
    while (j->asm_at && *j->asm_at) {
        const char *p = j->asm_at, *stop = p + strcspn(p, "\n");
        char *colon;
        unsigned long at = strtoul(p, &colon, 16);
        bool code = colon > p && *colon == ':' && colon[1] == '\t';
        if (code && at >= end)
            return;
        if (code && show)
            put_machine_instruction(j,
                                    str_trim((struct str){colon + 2, (size_t) (stop - colon) - 2}));
        j->asm_at = *stop ? stop + 1 : stop;
    }
}

static void put_where(struct jit_view *j, const struct ptx_inst *inst)
{
    const struct ptx_module *ptx = j->code->ptx;
    const struct ptx_loc *loc = ptx && inst->loc < ptx->locs.n ? &ptx->locs.at[inst->loc] : NULL;
    if (!loc || !loc->line || (j->loc && loc->line == j->loc->line && loc->file == j->loc->file))
        return;
    put_source(j->s, &j->out, ptx, loc);
    j->loc = loc;
}

/* "  add.s64 %rd3, %rd1, %rd2;", with one blank for each run of them. */
static void put_squeezed(struct buf *out, struct str inst)
{
    buf_puts(out, "  ");
    for (size_t n = 0; n < inst.n; n++)
        if (!strchr(" \t\n", inst.p[n]))
            buf_putc(out, inst.p[n]);
        else if (!strchr(" \t\n(", out->p[out->n - 1]))
            buf_putc(out, ' ');
    buf_putc(out, ';');
}

/* The instruction, if it is not the last one shown, and what became of it. */
static void put_noted(struct jit_view *j, const struct ptx_inst *inst, const char *note)
{
    struct buf row = {0};
    if (inst && inst != j->inst) {
        put_where(j, inst);
        put_squeezed(&row, inst->text);
        put_instruction(&j->out, (struct str){row.p, row.n});
    } else if (!note) {
        return;
    }
    j->inst = inst;
    for (size_t n = row.n; note && n < NOTES_COLUMN; n++)
        put(&j->out, TINT_NONE, STR(" "));
    put_line(j, TINT_DIRECTIVE, "%s%s", note ? "  // " : "", note ? note : "");
    buf_free(&row);
}

static void put_piece(struct jit_view *j, size_t n)
{
    const struct code_piece *p = &j->code->pieces.at[n];
    uint32_t size = piece_size(j->code, n);
    switch (p->part) {
    case CODE_BLOCK:
        put_line(j, TINT_NONE, "\nblock %" PRIu32 ": %s", p->block, p->note ? p->note : "");
        j->inst = NULL;
        j->loc = NULL;
        break;
    case CODE_INST:
        if (size || p->note)
            put_noted(j, p->inst, p->note);
        break;
    case CODE_SELDOM:
        put_line(j, TINT_NONE, "\nseldom, of block %" PRIu32 ":", p->block);
        j->inst = NULL;
        if (p->inst)
            put_noted(j, p->inst, NULL);
        break;
    case CODE_FRAME: put_line(j, TINT_NONE, "\naround the blocks:"); break;
    }
}

static bool is_shown(const struct jit_view *j, const struct code_piece *p)
{
    return j->all || (p->variant == j->variant && (p->part == CODE_BLOCK || p->part == CODE_INST));
}

static void put_pieces(struct jit_view *j)
{
    for (size_t n = 0; n < j->code->pieces.n; n++) {
        const struct code_piece *p = &j->code->pieces.at[n];
        bool show = is_shown(j, p);
        if (show && j->all && n && p->part == CODE_FRAME && j->variant != p->variant)
            put_line(j, TINT_SOURCE, "\n// for %s", j->code->variants[p->variant]);
        if (show)
            j->variant = p->variant;
        if (show)
            put_piece(j, n);
        put_machine_code(j, p->at + piece_size(j->code, n), show);
    }
}

/* How many bytes are for whom. */
static void put_sizes(struct jit_view *j)
{
    uint32_t blocks[CODE_VARIANTS] = {0}, seldom = 0, around = 0;
    const struct device_code *c = j->code;
    for (size_t n = 0; n < c->pieces.n; n++) {
        uint32_t size = piece_size(c, n);
        switch (c->pieces.at[n].part) {
        case CODE_BLOCK:
        case CODE_INST: blocks[c->pieces.at[n].variant] += size; break;
        case CODE_SELDOM: seldom += size; break;
        case CODE_FRAME: around += size; break;
        }
    }
    for (int v = 0; v < CODE_VARIANTS; v++)
        if (c->variants[v])
            put_line(j, TINT_SOURCE, "// %6" PRIu32 " bytes for %s", blocks[v], c->variants[v]);
    put_line(j, TINT_SOURCE,
             "// %6" PRIu32 " bytes that seldom run, %" PRIu32 " around the blocks%s", seldom,
             around, j->all ? "" : "; shown is the first kind, --all shows everything");
}

static void put_interpreted(struct jit_view *j)
{
    put_line(j, TINT_SOURCE, "// the interpreter executes it: %s", j->code->why);
    if (j->code->processor)
        put_line(j, TINT_SOURCE,
                 "// regions without branches, barriers and atomics are machine code all the same");
    if (j->code->why_inst)
        put_noted(j, j->code->why_inst, NULL);
}

/* Takes `--name`, with a value behind it if `out` is not NULL, out of the arguments. */
static bool take_option(struct wc_session *s, struct str *args, const char *name, struct str *out)
{
    const char *p = memmem(args->p, args->n, name, strlen(name)), *end = args->p + args->n;
    if (!p)
        return false;
    const char *stop = p + strlen(name), *from;
    while (out && stop < end && (*stop == ' ' || *stop == '='))
        stop++;
    from = stop;
    while (out && stop < end && *stop != ' ')
        stop++;
    if (out)
        *out = (struct str){from, (size_t) (stop - from)};
    char *rest = arena_printf(&s->diags->arena, "%.*s%.*s", (int) (p - args->p), args->p,
                              (int) (end - stop), stop);
    *args = str_trim(str_of(rest));
    return true;
}

static bool take_block(struct wc_session *s, struct str *args, struct span at,
                       struct device_dim *out)
{
    struct str text;
    char rest;
    *out = (struct device_dim){0};
    if (!take_option(s, args, "--block", &text))
        return true;
    *out = (struct device_dim){0, 1, 1};
    const char *shape = arena_printf(&s->diags->arena, "%.*s", (int) text.n, text.p);
    int n =
        sscanf(shape, "%" SCNu32 ",%" SCNu32 ",%" SCNu32 "%c", &out->x, &out->y, &out->z, &rest);
    if (n >= 1 && n <= 3 && !strpbrk(shape, "+-") && out->x && out->y && out->z &&
        (uint64_t) out->x * out->y * out->z <= 1024 && shape[strlen(shape) - 1] != ',')
        return true;
    diag_help(s->diags,
              diag_error(s->diags, DIAG_SYNTAX, at,
                         "--block needs the shape of a block, at most 1024 threads, not '%s'",
                         shape),
              "--block 256, or --block 16,16");
    return false;
}

static void jit_show(struct jit_view *j, struct str name, struct span at)
{
    struct buf tool = {0};
    char *text = NULL;
    const struct device_code *c = j->code;
    listing_begin(j->s, &j->out);
    put_line(j, TINT_SOURCE, "// %.*s on the cpu device%s%s; %s", (int) name.n, name.p,
             c->processor ? ", " : "", c->processor ? c->processor : "", c->warps);
    bool found = !c->why && find_disassembler("objdump", &tool);
    if (found &&
        disassemble(j->s, tool.p, "-D -b binary -m i386:x86-64 -M intel --no-show-raw-insn",
                    c->bytes.at, c->bytes.n, at, &text))
        j->asm_at = text;
    if (c->why)
        put_interpreted(j);
    else
        put_sizes(j);
    j->variant = c->pieces.n > 1 ? c->pieces.at[1].variant : 0;
    put_pieces(j);
    if (!c->why && !found)
        put_line(j, TINT_SOURCE, "\n// install objdump (binutils) to see the machine code");
    listing_show(j->s, &j->out);
    free(text);
    buf_free(&tool);
}

MAGIC(jit)
{
    struct device_dim block;
    struct jit_view j = {.s = s, .all = take_option(s, &args, "--all", NULL)};
    const char *template_args;
    const struct device_kernel *kernel;
    if (!take_block(s, &args, at, &block))
        return false;
    struct symbol *k = magic_take_kernel(s, args, at, "%jit", &template_args);
    if (!k || !launch_code(s->launcher, k->kernel, template_args, s->diags, at, &kernel))
        return false;
    struct device_code code = {0};
    struct device *d = launcher_opened(s->launcher);
    bool ok = device_code(d, kernel, block, &code);
    j.code = &code;
    if (ok)
        jit_show(&j, args, at);
    else
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_TYPE, at,
                             "%%jit shows what the cpu device makes of a kernel, and this is %s",
                             device_props(d)->name),
                  "%%device cpu switches to it; %%sass %s shows the code of a GPU", k->name);
    device_code_free(&code);
    return ok && !s->diags->errors;
}
