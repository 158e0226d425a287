/* SPDX-License-Identifier: Apache-2.0 */
/* The output of %occupancy: occupancy, its limiter, and the occupancy of other block sizes. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/vec.h"
#include "display/parts.h"

static const uint32_t chart_blocks[] = {32,  64,  96,  128, 160, 192, 224, 256,
                                        320, 384, 448, 512, 640, 768, 896, 1024};

enum { CHART = sizeof chart_blocks / sizeof *chart_blocks };

static void put_percent(struct buf *out, const struct occupancy *o)
{
    buf_printf(out, "%.0f %%", 100 * o->fraction);
}

static void put_facts(struct buf *out, const struct occupancy_card *c)
{
    buf_printf(out, "compiled for sm_%" PRIu32 ": %" PRIu32 " registers per thread, ",
               c->compiled_for, c->kernel.registers);
    print_bytes(out, c->kernel.shared);
    buf_puts(out, " of shared memory per block");
    if (c->spill)
        buf_printf(out, ", %" PRIu32 " bytes spilled", c->spill);
    if (c->compiled_for != c->gpu.arch)
        buf_printf(out, " (this NVRTC does not know sm_%" PRIu32 ")", c->gpu.arch);
}

/* "__launch_bounds__(256, 4): blocks of at most 256 threads; at most 64 registers per thread, so that 4 blocks fit" */
static void put_bounds(struct buf *out, const struct occupancy_card *c)
{
    uint32_t threads = c->bound_threads, blocks = c->bound_blocks;
    bool possible = occupancy_holds(c->limits, threads, blocks);
    if (c->bound_registers)
        buf_printf(out, "__maxnreg__(%" PRIu32 "): a thread has at most so many registers\n",
                   c->bound_registers);
    if (!threads)
        return;
    buf_printf(out, "__launch_bounds__(%" PRIu32, threads);
    if (blocks)
        buf_printf(out, ", %" PRIu32, blocks);
    buf_printf(out,
               "): a block has at most %" PRIu32 " threads, a thread at most %" PRIu32 " registers",
               threads, occupancy_most_registers(c->limits, threads, possible ? blocks : 0));
    if (blocks && possible)
        buf_printf(out, ", so that %" PRIu32 " block%s", blocks, blocks == 1 ? " fits" : "s fit");
    else if (blocks)
        buf_printf(out, "; %" PRIu32 " such blocks never fit here, so that is ignored", blocks);
    buf_putc(out, '\n');
}

/* "a block of 256 threads: 6 blocks, 48 of 64 warps, 75 %; registers are the limit" */
static void put_result(struct buf *out, const struct occupancy_card *c)
{
    struct occupancy o = occupancy_of(c->limits, &c->kernel, c->threads);
    buf_printf(out, "a block of %" PRIu32 " threads: ", c->threads);
    if (c->threads > c->threads_most) {
        buf_printf(out, "it cannot be launched; the most is %" PRIu32, c->threads_most);
        return;
    }
    if (!o.blocks) {
        buf_printf(out, "it cannot be launched; %s %s too much", occupancy_limit_name(o.limiter),
                   o.limiter == OCCUPANCY_SHARED ? "is" : "are");
        return;
    }
    put_percent(out, &o);
    buf_printf(out, ", %" PRIu32 " of %" PRIu32 " warps in %" PRIu32 " block%s; limited by %s",
               o.warps, c->limits->warps, o.blocks, o.blocks == 1 ? "" : "s",
               occupancy_limit_name(o.limiter));
}

static void put_limits(struct buf *out, const struct occupancy_card *c)
{
    struct occupancy o = occupancy_of(c->limits, &c->kernel, c->threads);
    buf_puts(out, "blocks that fit: ");
    for (int i = 0; i < OCCUPANCY_LIMITS; i++) {
        buf_printf(out, "%sby %s ", i ? ", " : "", occupancy_limit_name((enum occupancy_limit) i));
        if (o.by[i] == UINT32_MAX)
            buf_puts(out, "any number");
        else
            buf_printf(out, "%" PRIu32, o.by[i]);
    }
}

/* A grid's use of the whole device: "4096 blocks: 5.2 waves of 792" */
static void put_waves(struct buf *out, const struct occupancy_card *c)
{
    struct occupancy o = occupancy_of(c->limits, &c->kernel, c->threads);
    uint64_t at_once = (uint64_t) o.blocks * c->gpu.multiprocessors;
    if (!c->blocks || !at_once)
        return;
    double waves = (double) c->blocks / (double) at_once;
    if (waves < 1)
        buf_printf(out,
                   "a grid of %" PRIu64 " block%s fills %s%.0f %% of the %" PRIu64
                   " places of its %" PRIu32 " multiprocessors\n",
                   c->blocks, c->blocks == 1 ? "" : "s", waves < 0.005 ? "<" : "",
                   waves < 0.005 ? 1 : 100 * waves, at_once, c->gpu.multiprocessors);
    else
        buf_printf(out,
                   "a grid of %" PRIu64 " blocks: %.1f waves of %" PRIu64 " blocks on its %" PRIu32
                   " multiprocessors\n",
                   c->blocks, waves, at_once, c->gpu.multiprocessors);
}

static void put_advice(struct buf *out, const struct occupancy_card *c)
{
    uint32_t best = occupancy_best_block(c->limits, &c->kernel, c->threads_most);
    struct occupancy now = occupancy_of(c->limits, &c->kernel, c->threads),
                     then = occupancy_of(c->limits, &c->kernel, best);
    if (!best)
        buf_puts(out, "no block size of this kernel fits");
    else if (now.warps >= then.warps && c->threads <= c->threads_most)
        buf_puts(out, "no other block size is better");
    else
        buf_printf(out, "a block of %" PRIu32 " would reach %.0f %%", best, 100 * then.fraction);
    buf_putc(out, '\n');
}

static void make_chart(struct arena *a, const struct occupancy_card *c, const char **cells)
{
    for (int i = 0; i < CHART; i++) {
        struct occupancy o = occupancy_of(c->limits, &c->kernel, chart_blocks[i]);
        bool over = chart_blocks[i] > c->threads_most;
        cells[i * 4] = arena_printf(a, "%s%" PRIu32, chart_blocks[i] == c->threads ? "→ " : "",
                                    chart_blocks[i]);
        cells[i * 4 + 1] = arena_printf(a, "%.4f", over ? 0 : o.fraction);
        cells[i * 4 + 2] = over ? "-" : arena_printf(a, "%.0f %%", 100 * o.fraction);
        cells[i * 4 + 3] =
            over ? "more than its __launch_bounds__" : occupancy_limit_name(o.limiter);
    }
}

void display_occupancy(struct display *out, const struct occupancy_card *c,
                       const struct display_style *style)
{
    static const struct table_column columns[] = {
        {"block",     true },
        {"occupancy", false, true},
        {"",           true              },
        {"limited by",           false}
    };
    struct arena arena = {0};
    const char *cells[CHART * 4];
    struct buf text = {0}, title = {0};
    make_chart(&arena, c, cells);
    buf_printf(&title, "%s on %s%scompute capability %" PRIu32 ".%" PRIu32, c->name,
               c->gpu.shown ? c->gpu.shown : "", c->gpu.shown ? ", " : "", c->gpu.arch / 10,
               c->gpu.arch % 10);
    put_facts(&text, c);
    buf_putc(&text, '\n');
    if (c->stands_in)
        buf_puts(&text,
                 "(the GPU that the cpu device reports; select another one with --gpu h100)\n");
    put_bounds(&text, c);
    put_result(&text, c);
    buf_putc(&text, '\n');
    if (c->threads <= c->threads_most) {
        put_limits(&text, c);
        buf_putc(&text, '\n');
        put_waves(&text, c);
    }
    put_advice(&text, c);
    struct table t = {NULL, columns, 4, CHART, cells};
    struct buf *html = display_add(out, "text/html");
    buf_puts(html, HTML_TEXT "<b>");
    buf_html(html, (struct str){title.p, title.n});
    buf_puts(html, "</b></div>\n");
    html_lines(html, (struct str){text.p, text.n});
    buf_puts(html, "<details open><summary style=\"cursor:pointer;padding:0 8px;font-size:13px\">"
                   "blocks of other sizes</summary>\n");
    table_html(html, &t);
    buf_puts(html, "</details>\n");
    struct buf *plain = display_add(out, "text/plain");
    print_lines(plain, (struct str){title.p, title.n}, style);
    print_lines(plain, (struct str){text.p, text.n}, style);
    buf_putc(plain, '\n');
    table_text(plain, &t, style);
    buf_free(&text);
    buf_free(&title);
    arena_free(&arena);
}
