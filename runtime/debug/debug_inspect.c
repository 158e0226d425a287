/* SPDX-License-Identifier: Apache-2.0 */
/* Commands of the console that look at the state: values of one lane, of a warp, of a block; calls, focus, source. Next: debug_show.c. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "debug/debug_console_impl.h"
#include "device/fault_text.h"

enum { LIST = 10, FRAMES = 64, BLOCK_SHOWN = 256, COLUMNS = 8 };

/* Commands about lanes, warps and blocks need a kernel. false: none is stopped, which has been said. */
static bool in_kernel(struct debug_console *c)
{
    if (c->stopped && !debugger_in_host(c->d))
        return true;
    console_say(c, c->stopped ? "host code is stopped, which has no threads of a kernel\n"
                              : "no launch is stopped\n");
    return false;
}

static bool has_scope(struct debug_console *c, struct debug_scope *s)
{
    if (c->stopped && debugger_scope(c->d, s))
        return true;
    if (c->stopped && debugger_stop(c->d)->reason == DEBUG_AT_END)
        return true; /* variables of the device have values still */
    console_say(c, "no thread is in focus\n");
    return false;
}

/* false: why not has been said. */
static bool evaluate(struct debug_console *c, struct str text, struct debug_scope *s,
                     struct debug_value *out)
{
    if (!has_scope(c, s))
        return false;
    if (debug_evaluate(s, text, out))
        return true;
    console_say(c, "%s\n", s->error);
    return false;
}

/* ---- values ---- */

enum console_result console_print(struct debug_console *c, struct str args)
{
    struct debug_scope s;
    struct debug_value v;
    if (!evaluate(c, args, &s, &v))
        return CONSOLE_STAYS;
    if (s.assigned)
        debugger_changed(c->d);
    console_say(c, "%.*s = ", (int) args.n, args.p);
    debug_show(&s, &v, &c->out);
    return console_say(c, "\n");
}

enum console_result console_set(struct debug_console *c, struct str args)
{
    struct debug_scope s;
    struct debug_value v;
    struct str rest = args;
    if (str_eq(console_word(&rest), "var"))
        args = rest;
    if (!evaluate(c, args, &s, &v))
        return CONSOLE_STAYS;
    if (s.assigned)
        debugger_changed(c->d);
    return CONSOLE_STAYS;
}

enum console_result console_ptype(struct debug_console *c, struct str args)
{
    struct debug_scope s;
    struct debug_value v;
    if (!evaluate(c, args, &s, &v))
        return CONSOLE_STAYS;
    debug_show_type(v.type, &c->out);
    bool members = v.type->kind == DEBUG_STRUCT && !v.type->container;
    for (uint32_t k = 0; members && k < v.type->member_count; k++) {
        console_say(c, k ? " " : " { ");
        debug_show_type(v.type->members[k].type, &c->out);
        console_say(c, " %s;%s", v.type->members[k].name,
                    k + 1 == v.type->member_count ? " }" : "");
    }
    return console_say(c, "\n");
}

/* The value, or why there is none. */
static void put_value(struct debug_scope *s, struct str text, struct buf *out)
{
    struct debug_value v;
    if (debug_evaluate(s, text, &v))
        debug_show(s, &v, out);
    else
        buf_printf(out, s->error[0] == '<' ? "%s" : "<%s>", s->error);
}

void console_put_displays(struct debug_console *c)
{
    struct debug_scope s;
    VEC_EACH (e, &c->displays) {
        if (!c->stopped || !debugger_scope(c->d, &s))
            return;
        console_say(c, "d%" PRIu32 ": %s = ", e->number, e->text);
        put_value(&s, str_of(e->text), &c->out);
        console_say(c, "\n");
    }
}

/* The value in one lane; "" where the lane is elsewhere. From malloc. */
static char *lane_text(struct debug_console *c, uint32_t lane, struct str text)
{
    struct debug_scope s;
    struct buf out = {0};
    if (!debugger_lane_scope(c->d, lane, &s))
        return xstrdup("");
    put_value(&s, text, &out);
    return buf_take(&out);
}

static void put_table(struct debug_console *c, char *const *cells, uint32_t n, uint32_t first)
{
    uint32_t width = 1;
    for (uint32_t k = 0; k < n; k++)
        width = strlen(cells[k]) > width ? (uint32_t) strlen(cells[k]) : width;
    uint32_t columns = width > 24 ? 1 : width > 10 ? 4 : COLUMNS;
    for (uint32_t k = 0; k < n; k++) {
        if (k % columns == 0)
            console_say(c, "%4" PRIu32 ":", first + k);
        console_say(c, " %*s", (int) width, *cells[k] ? cells[k] : "-");
        if (k % columns == columns - 1 || k + 1 == n)
            console_say(c, "\n");
    }
}

enum console_result console_lanes(struct debug_console *c, struct str args)
{
    struct debug_scope s;
    char *cells[WARP_LANES];
    if ((c->stopped && debugger_in_host(c->d) && !in_kernel(c)) || !has_scope(c, &s))
        return CONSOLE_STAYS;
    console_put_strip(c);
    if (!args.n)
        return CONSOLE_STAYS;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        cells[l] = lane_text(c, l, args);
    put_table(c, cells, WARP_LANES, 0);
    for (uint32_t l = 0; l < WARP_LANES; l++)
        free(cells[l]);
    return CONSOLE_STAYS;
}

/* Each warp in turn comes into focus, at the same depth of calls where its lanes have one. */
enum console_result console_block_values(struct debug_console *c, struct str args)
{
    struct debug_focus kept = debugger_focus(c->d), f = kept;
    const struct observed_block *b = c->stopped ? debugger_block(c->d, kept.block) : NULL;
    char *cells[BLOCK_SHOWN] = {0};
    uint32_t n = 0;
    if (c->stopped && !in_kernel(c))
        return CONSOLE_STAYS;
    if (!b || !args.n)
        return console_say(c, b ? "values EXPRESSION\n" : "no block is in focus\n");
    for (; n < b->threads && n < BLOCK_SHOWN; n++) {
        struct debug_scope s;
        struct debug_value v;
        struct buf out = {0};
        f.warp = n / WARP_LANES;
        f.lane = n % WARP_LANES;
        if (!debugger_set_focus(c->d, &f) || !debugger_scope(c->d, &s)) {
            cells[n] = xstrdup("");
            continue;
        }
        if (debug_evaluate(&s, args, &v))
            debug_show(&s, &v, &out);
        else
            buf_puts(&out, "?");
        cells[n] = buf_take(&out);
    }
    debugger_set_focus(c->d, &kept);
    put_table(c, cells, n, 0);
    for (uint32_t k = 0; k < n; k++)
        free(cells[k]);
    if (n < b->threads)
        console_say(c, "the block has %" PRIu32 " threads; these are the first\n", b->threads);
    return CONSOLE_STAYS;
}

enum console_result console_picture(struct debug_console *c, struct str args)
{
    struct debug_picture picture;
    char error[200];
    if (!in_kernel(c))
        return CONSOLE_STAYS;
    if (!args.n || !c->hooks.picture)
        return console_say(c, args.n ? "pictures are not shown here\n" : "picture EXPRESSION\n");
    char *expression = xstrndup(args.p, args.n);
    if (debug_picture_take(c->d, expression, &picture, error)) {
        c->hooks.picture(c->hooks.user, &picture, &c->out);
        debug_picture_free(&picture);
    } else {
        console_say(c, "%s\n", error);
    }
    free(expression);
    return CONSOLE_STAYS;
}

/* ---- calls and source ---- */

static uint32_t frames(struct debug_console *c, struct debug_frame all[FRAMES])
{
    return c->stopped ? debugger_frames(c->d, all, FRAMES) : 0;
}

static void put_frame(struct debug_console *c, const struct debug_frame *f, uint32_t number)
{
    console_say(c, "#%-2" PRIu32 " %s at %s:%" PRIu32 "\n", number, f->function,
                f->file ? f->file : "?", f->line);
}

enum console_result console_backtrace(struct debug_console *c, struct str args)
{
    struct debug_frame all[FRAMES];
    uint32_t n = frames(c, all);
    (void) args;
    for (uint32_t k = 0; k < n; k++)
        put_frame(c, &all[k], k);
    if (n == FRAMES)
        console_say(c, "(more calls follow)\n");
    return n ? CONSOLE_STAYS : console_say(c, "no thread is in focus\n");
}

static enum console_result to_frame(struct debug_console *c, uint64_t number)
{
    struct debug_frame all[FRAMES];
    struct debug_focus f = debugger_focus(c->d);
    uint32_t n = frames(c, all);
    if (number >= n)
        return console_say(c, n ? "there is no such call\n" : "no thread is in focus\n");
    f.frame = (uint32_t) number;
    debugger_set_focus(c->d, &f);
    c->listed = 0;
    put_frame(c, &all[number], f.frame);
    console_put_line(c, all[number].file, all[number].line, true);
    return CONSOLE_STAYS;
}

enum console_result console_frame(struct debug_console *c, struct str args)
{
    uint64_t number = debugger_focus(c->d).frame;
    if (args.n && !console_number(args, &number))
        return console_say(c, "frame N\n");
    return to_frame(c, number);
}

enum console_result console_up(struct debug_console *c, struct str args)
{
    (void) args;
    return to_frame(c, (uint64_t) debugger_focus(c->d).frame + 1);
}

enum console_result console_down(struct debug_console *c, struct str args)
{
    uint32_t frame = debugger_focus(c->d).frame;
    (void) args;
    return frame ? to_frame(c, frame - 1) : console_say(c, "this is the innermost call\n");
}

enum console_result console_list(struct debug_console *c, struct str args)
{
    struct debug_frame all[FRAMES];
    uint32_t n = frames(c, all), frame = n ? debugger_focus(c->d).frame : 0;
    uint64_t line = c->listed;
    const struct source *src = NULL;
    const char *file = n ? all[frame].file : NULL;
    for (uint32_t id = 1; !n && source_get(c->sources, id); id++)
        if (source_get(c->sources, id)->kind != SOURCE_BUILTIN)
            file = source_get(c->sources, id)->name;
    src = file ? source_named(c->sources, file) : NULL;
    if (!src)
        return console_say(c, "no source is known here\n");
    if (args.n && !console_number(args, &line))
        return console_say(c, "list LINE\n");
    if (args.n || !line) {
        line = args.n ? line : n ? all[frame].line : 1;
        line = line > LIST / 2 ? line - LIST / 2 : 1;
    }
    for (uint64_t k = line; k < line + LIST && k <= src->line_count; k++)
        console_put_line(c, file, (uint32_t) k, n && k == all[frame].line);
    c->listed = (uint32_t) line + LIST;
    return CONSOLE_STAYS;
}

/* ---- focus ---- */

static enum console_result to_focus(struct debug_console *c, struct debug_focus f, const char *what)
{
    struct debug_frame frame;
    f.frame = 0;
    if (!debugger_set_focus(c->d, &f))
        return console_say(c, "%s has not begun, or has ended\n", what);
    c->listed = 0;
    if (!debugger_frames(c->d, &frame, 1))
        return CONSOLE_STAYS;
    console_say(c, "%s at %s:%" PRIu32 ", ", frame.function, frame.file ? frame.file : "?",
                frame.line);
    console_put_thread(c);
    console_say(c, "\n");
    console_put_line(c, frame.file, frame.line, true);
    console_put_strip(c);
    return CONSOLE_STAYS;
}

enum console_result console_lane(struct debug_console *c, struct str args)
{
    struct debug_focus f = debugger_focus(c->d);
    uint64_t n = f.lane;
    if (!in_kernel(c))
        return CONSOLE_STAYS;
    if (args.n && (!console_number(args, &n) || n >= WARP_LANES))
        return console_say(c, "lane N, from 0 to 31\n");
    f.lane = (uint32_t) n;
    return to_focus(c, f, "that lane");
}

/* The first lane of a warp that has not exited. */
static uint32_t first_lane(struct debug_console *c, uint64_t block, uint32_t warp)
{
    struct observed_lanes groups[WARP_LANES];
    const struct observed_block *b = debugger_block(c->d, block);
    bool known = b && warp < b->warps && debugger_warp(c->d, b, warp, groups);
    return known ? (uint32_t) __builtin_ctz(groups[0].mask) : 0;
}

enum console_result console_warp(struct debug_console *c, struct str args)
{
    struct debug_focus f = debugger_focus(c->d);
    uint64_t n = f.warp;
    if (!in_kernel(c))
        return CONSOLE_STAYS;
    if (args.n && !console_number(args, &n))
        return console_say(c, "warp N\n");
    if (args.n) {
        f.warp = (uint32_t) n;
        f.lane = first_lane(c, f.block, f.warp);
    }
    return to_focus(c, f, "that warp");
}

/* "3", "3,1", "(3, 1, 0)" */
static bool read_dim(struct str args, struct device_dim *out)
{
    uint32_t v[3] = {0};
    size_t n = 0;
    for (size_t i = 0; i < args.n; n++) {
        if (n == 3 || !isdigit((unsigned char) args.p[i]))
            return false;
        for (; i < args.n && isdigit((unsigned char) args.p[i]); i++)
            v[n] = 10 * v[n] + (uint32_t) (args.p[i] - '0');
        while (i < args.n && strchr(", ", args.p[i]))
            i++;
    }
    *out = (struct device_dim){v[0], v[1], v[2]};
    return n != 0;
}

static struct str without_brackets(struct str s)
{
    if (s.n > 1 && *s.p == '(' && s.p[s.n - 1] == ')')
        s = (struct str){s.p + 1, s.n - 2};
    return str_trim(s);
}

static uint64_t linear(struct device_dim at, struct device_dim in)
{
    return at.x + (uint64_t) in.x * (at.y + (uint64_t) in.y * at.z);
}

enum console_result console_block(struct debug_console *c, struct str args)
{
    struct debug_focus f = debugger_focus(c->d);
    struct device_dim at;
    if (!in_kernel(c))
        return CONSOLE_STAYS;
    if (args.n) {
        if (!read_dim(without_brackets(args), &at))
            return console_say(c, "block X,Y,Z\n");
        f.block = linear(at, debugger_launch(c->d)->grid);
        f.warp = 0;
        f.lane = first_lane(c, f.block, 0);
    }
    return to_focus(c, f, "that block");
}

enum console_result console_thread(struct debug_console *c, struct str args)
{
    struct debug_focus f = debugger_focus(c->d);
    const struct observed_block *b = c->stopped ? debugger_block(c->d, f.block) : NULL;
    struct device_dim at;
    if (c->stopped && !in_kernel(c))
        return CONSOLE_STAYS;
    if (!b)
        return console_say(c, "no thread is in focus\n");
    if (args.n) {
        if (!read_dim(without_brackets(args), &at))
            return console_say(c, "thread X,Y,Z\n");
        uint64_t n = linear(at, b->launch->block);
        f.warp = (uint32_t) (n / WARP_LANES);
        f.lane = n % WARP_LANES;
    }
    return to_focus(c, f, "that thread");
}

/* ---- info ---- */

static void info_breakpoints(struct debug_console *c)
{
    size_t n, w;
    const struct debug_breakpoint *all = debugger_breakpoints(c->d, &n);
    const struct debug_watch *watches = debugger_watches(c->d, &w);
    for (size_t k = 0; k < n; k++) {
        const struct debug_breakpoint *b = &all[k];
        console_say(c, "%-3" PRIu32 " %s ", b->number, b->log ? "log       " : "breakpoint");
        console_put_place(c, b);
        if (b->log)
            console_say(c, ", %s", b->log);
        console_say(c, "%s%s", b->temporary ? ", once" : "", b->disabled ? ", disabled" : "");
        console_say(c, ", %" PRIu64 " hit%s", b->hits, b->hits == 1 ? "" : "s");
        if (b->ignore)
            console_say(c, ", ignores %" PRIu64, b->ignore);
        console_say(c, "\n");
    }
    for (size_t k = 0; k < w; k++)
        console_say(c, "%-3" PRIu32 " watchpoint %s, %" PRIu64 " hit%s\n", watches[k].number,
                    watches[k].text, watches[k].hits, watches[k].hits == 1 ? "" : "s");
    if (!n && !w)
        console_say(c, "there are no breakpoints\n");
}

enum variables_kind { VARIABLES_LOCAL, VARIABLES_PARAMETER, VARIABLES_SHARED };

static void info_variables(struct debug_console *c, enum variables_kind kind)
{
    debug_variables all = {0};
    struct debug_scope s;
    uint32_t shown = 0;
    if (!c->stopped || !debugger_scope(c->d, &s)) {
        console_say(c, "no thread is in focus\n");
        return;
    }
    debug_scope_variables(&s, &all);
    VEC_EACH (v, &all) {
        enum variables_kind own = v->parameter       ? VARIABLES_PARAMETER
                                  : v->die || s.host ? VARIABLES_LOCAL
                                                     : VARIABLES_SHARED;
        struct debug_value value;
        if (own != kind || debug_is_global(&s, v))
            continue;
        console_say(c, "%s = ", v->name);
        if (debug_scope_read(&s, v, &value))
            debug_show(&s, &value, &c->out);
        else
            console_say(c, "%s", s.error);
        console_say(c, "\n");
        shown++;
    }
    if (!shown)
        console_say(c, "none\n");
    VEC_FREE(&all);
}

static const char *standing_text(enum observed_standing s)
{
    switch (s) {
    case STANDING_RUNNING: return "runs";
    case STANDING_READY: return "ready";
    case STANDING_AT_BARRIER: return "at a barrier";
    case STANDING_AT_WARP_BARRIER: return "at a warp barrier";
    default: return "not begun";
    }
}

static void info_warps(struct debug_console *c)
{
    struct debug_focus focus = debugger_focus(c->d);
    const struct observed_block *b = c->stopped ? debugger_block(c->d, focus.block) : NULL;
    if (c->stopped && !in_kernel(c))
        return;
    for (uint32_t w = 0; b && w < b->warps; w++) {
        struct observed_lanes groups[WARP_LANES];
        uint32_t n = debugger_warp(c->d, b, w, groups);
        for (uint32_t k = 0; k < n; k++) {
            struct debug_frame f = debugger_frame_of(c->d, &groups[k].frame);
            console_say(c, "%s warp %-2" PRIu32 " lanes %08" PRIx32 " %-17s",
                        w == focus.warp && groups[k].mask >> focus.lane & 1 ? "*" : " ", w,
                        groups[k].mask, standing_text(groups[k].standing));
            if (groups[k].standing != STANDING_NOT_BEGUN)
                console_say(c, " %s at %s:%" PRIu32, f.function, f.file ? f.file : "?", f.line);
            console_say(c, "\n");
        }
        if (!n)
            console_say(c, "  warp %-2" PRIu32 " has ended\n", w);
    }
    if (!b)
        console_say(c, "no block is in focus\n");
}

static void info_blocks(struct debug_console *c)
{
    const struct observed_launch *l = c->stopped ? debugger_launch(c->d) : NULL;
    if (!in_kernel(c) || !l)
        return;
    console_say(c, "%s<<<", debugger_kernel(c->d));
    device_put_dim(&c->out, l->grid);
    console_say(c, ", ");
    device_put_dim(&c->out, l->block);
    console_say(c, ">>>\n");
    for (size_t k = 0; k < debugger_block_count(c->d); k++) {
        const struct observed_block *b = debugger_block_at(c->d, k);
        console_say(c, "%s block ", b->linear == debugger_focus(c->d).block ? "*" : " ");
        device_put_dim(&c->out, b->id);
        console_say(c, ": %" PRIu32 " threads, %" PRIu32 " warp%s\n", b->threads, b->warps,
                    b->warps == 1 ? "" : "s");
    }
}

static void info_source(struct debug_console *c)
{
    struct debug_frame f;
    if (!c->stopped || !debugger_frames(c->d, &f, 1))
        console_say(c, "no thread is in focus\n");
    else
        console_say(c, "%s:%" PRIu32 "\n", f.file ? f.file : "?", f.line);
}

static void info_threads(struct debug_console *c)
{
    info_blocks(c);
    if (c->stopped && !debugger_in_host(c->d))
        info_warps(c);
}

static void info_locals(struct debug_console *c)
{
    info_variables(c, VARIABLES_LOCAL);
}

static void info_args(struct debug_console *c)
{
    info_variables(c, VARIABLES_PARAMETER);
}

static void info_shared(struct debug_console *c)
{
    info_variables(c, VARIABLES_SHARED);
}

static void info_lanes(struct debug_console *c)
{
    if (c->stopped && in_kernel(c))
        console_put_strip(c);
}

static void info_display(struct debug_console *c)
{
    console_put_displays(c);
}

enum console_result console_info(struct debug_console *c, struct str args)
{
    static const struct {
        const char *name;
        void (*show)(struct debug_console *c);
    } parts[] = {
        {"breakpoints", info_breakpoints},
        {"locals",      info_locals     },
        {"args",        info_args       },
        {"shared",      info_shared     },
        {"lanes",       info_lanes      },
        {"warps",       info_warps      },
        {"blocks",      info_blocks     },
        {"threads",     info_threads    },
        {"display",     info_display    },
        {"source",      info_source     },
        {"watchpoints", info_breakpoints},
    };

    for (size_t k = 0; args.n && k < sizeof parts / sizeof *parts; k++)
        if (!strncmp(parts[k].name, args.p, args.n) && strlen(parts[k].name) >= args.n) {
            parts[k].show(c);
            return CONSOLE_STAYS;
        }
    return console_say(c, "info breakpoints, locals, args, shared, lanes, warps, blocks, threads, "
                          "display or source\n");
}

/* ---- who wrote it ---- */

enum console_result console_who(struct debug_console *c, struct str args)
{
    struct debug_scope s;
    struct debug_value v;
    if (!evaluate(c, args, &s, &v))
        return CONSOLE_STAYS;
    if (v.where != VALUE_MEMORY || v.trusted)
        return console_say(c, "it is in a register: only memory remembers who wrote it\n");
    if (debugger_irreversible(c->d))
        return console_say(c, "going back is not possible: %s\n", debugger_irreversible(c->d));
    uint64_t size = v.type->kind == DEBUG_POINTER ? 8 : v.type->size;
    struct debug_writer w = debugger_who(c->d, v.address, size);
    if (!w.found)
        return console_say(c, "this launch has not written %.*s\n", (int) args.n, args.p);
    device_put_thread(&c->out, w.thread, w.block);
    console_say(c, " wrote ");
    if (debug_is_scalar(v.type)) {
        struct debug_value was = {.type = v.type, .where = VALUE_BITS, .bits = w.value};
        debug_show(&s, &was, &c->out);
    } else {
        console_say(c, "a part of it");
    }
    console_say(c, " in %s at %s:%" PRIu32 "\n", w.function, w.file ? w.file : "?", w.line);
    console_put_line(c, w.file, w.line, false);
    return CONSOLE_STAYS;
}
