/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of a line, one column each; docs/xray.md defines them. Columns without figures are left out. */
#include <inttypes.h>

#include "display/xray/xray_parts.h"

struct line_sums {                          /* over the memory instructions of a line */
    uint64_t global, sectors, ideal, again; /* global: requests */
    uint64_t shared, passes, ideal_passes;
    uint64_t atomic_lanes, atomic_addresses;
};

static struct line_sums sums_of(const struct xray_line *l)
{
    struct line_sums s = {0};
    VEC_EACH (m, &l->memory) {
        s.global += m->shared ? 0 : m->requests;
        s.shared += m->shared ? m->requests : 0;
        s.sectors += m->sectors;
        s.ideal += m->ideal_sectors;
        s.again += m->again_block;
        s.passes += m->passes;
        s.ideal_passes += m->ideal_passes;
        s.atomic_lanes += m->act == XRAY_ATOMIC ? m->lanes : 0;
        s.atomic_addresses += m->act == XRAY_ATOMIC ? m->addresses : 0;
    }
    return s;
}

static void put_mean(struct buf *out, uint64_t sum, uint64_t count)
{
    if (count)
        buf_printf(out, "%.1f", (double) sum / (double) count);
}

/* "32.0/4.0": what it is, and what it could be. */
static void put_pair(struct buf *out, uint64_t sum, uint64_t ideal, uint64_t count)
{
    if (count)
        buf_printf(out, "%.1f/%.1f", (double) sum / (double) count,
                   (double) ideal / (double) count);
}

static void put_count(struct buf *out, uint64_t n)
{
    if (n < 10000000)
        print_count(out, n);
    else if (n < 10000000000)
        buf_printf(out, "%.1fM", (double) n / 1e6);
    else
        buf_printf(out, "%.1fG", (double) n / 1e9);
}

static bool has_instructions(const struct xray_line *l)
{
    return l->instructions != 0;
}

static void put_instructions(struct buf *out, const struct xray_line *l)
{
    put_count(out, l->instructions);
}

static void put_lanes(struct buf *out, const struct xray_line *l)
{
    put_mean(out, l->lanes, l->instructions);
}

static bool has_global(const struct xray_line *l)
{
    return sums_of(l).global != 0;
}

static void put_sectors(struct buf *out, const struct xray_line *l)
{
    struct line_sums s = sums_of(l);
    put_pair(out, s.sectors, s.ideal, s.global);
}

static void put_total(struct buf *out, const struct xray_line *l)
{
    struct line_sums s = sums_of(l);
    if (s.global)
        put_count(out, s.sectors);
}

static void put_again(struct buf *out, const struct xray_line *l)
{
    struct line_sums s = sums_of(l);
    if (s.sectors)
        buf_printf(out, "%.0f %%", 100 * (double) s.again / (double) s.sectors);
}

static bool has_shared(const struct xray_line *l)
{
    return sums_of(l).shared != 0;
}

static void put_passes(struct buf *out, const struct xray_line *l)
{
    struct line_sums s = sums_of(l);
    put_pair(out, s.passes, s.ideal_passes, s.shared);
}

static bool has_atomics(const struct xray_line *l)
{
    return sums_of(l).atomic_lanes != 0;
}

static void put_collisions(struct buf *out, const struct xray_line *l)
{
    struct line_sums s = sums_of(l);
    put_mean(out, s.atomic_lanes, s.atomic_addresses);
}

static bool has_divergence(const struct xray_line *l)
{
    return l->divergent != 0;
}

static void put_divergence(struct buf *out, const struct xray_line *l)
{
    if (l->branches)
        buf_printf(out, "%.0f %%", 100 * (double) l->divergent / (double) l->branches);
}

static bool has_waits(const struct xray_line *l)
{
    return l->barriers != 0;
}

static void put_waits(struct buf *out, const struct xray_line *l)
{
    put_mean(out, l->waited, l->barriers);
}

static const struct xray_column columns[] = {
#define COLUMN(title, wide, in_text, has, put, help) {title, help, wide, in_text, has, put},
#include "display/xray/xray_columns.def"
#undef COLUMN
};

void xray_columns_of(struct xray_columns *out, const struct xray_page *p, bool text)
{
    out->count = 0;
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        bool any = false;
        if (text && !columns[c].in_text)
            continue;
        for (uint32_t r = 0; r < p->row_count; r++)
            any |= p->rows[r].line && columns[c].has(p->rows[r].line);
        if (any)
            out->at[out->count++] = columns + c;
    }
}

void xray_picture_title(struct buf *out, const struct xray_picture *p)
{
    static const char *const acts[] = {"load of", "store of", "atomic on"};
    const struct xray_memory *m = p->memory;
    double n = (double) m->requests;
    buf_printf(out, "%s %" PRIu32 " byte%s%s", acts[m->act], m->bytes, m->bytes == 1 ? "" : "s",
               m->act == XRAY_LOAD    ? " from "
               : m->act == XRAY_STORE ? " to "
                                      : " of ");
    xray_array_name(out, p);
    buf_puts(out, ", ");
    print_count(out, m->requests);
    buf_printf(out, " request%s: ", m->requests == 1 ? "" : "s");
    if (m->shared)
        buf_printf(out, "%.1f passes each, ideal %.1f", (double) m->passes / n,
                   (double) m->ideal_passes / n);
    else
        buf_printf(out, "%.1f sectors each, ideal %.1f", (double) m->sectors / n,
                   (double) m->ideal_sectors / n);
    if (m->act == XRAY_ATOMIC)
        buf_printf(out, ", up to %" PRIu64 " lanes at one address", m->most);
}
