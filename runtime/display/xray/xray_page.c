/* SPDX-License-Identifier: Apache-2.0 */
/* The page of %xray as HTML. Without its script, as in an untrusted notebook, it is complete but for the slider: each picture is an
 * <img>. The script replaces it by the same SVG inline, where it takes the theme's colours. */
#include "display/xray/xray_page.h"

#include <inttypes.h>
#include <string.h>

#include "display/parts.h"
#include "display/xray/xray_parts.h"

enum { FRAMES_MOST = 24, PICTURES_MOST = 3, HANGS = 4 /* a wrapped line, by so many letters */ };

#define CELL_STYLE   "text-align:right;padding:1px 7px;white-space:nowrap"
#define SOURCE_STYLE "text-align:left;padding:1px 7px"

static const char script[] =
    "(function(s){var me=document.currentScript,root=me&&me.parentNode||document;"
    "s.forEach(function(p){var box=root.querySelector('#'+p.id);if(!box||!p.frames.length)return;"
    "var line=document.createElement('div'),text=document.createElement('span'),"
    "range=document.createElement('input');"
    "range.type='range';range.min=0;range.max=p.frames.length-1;range.value=p.first;"
    "range.style.width='240px';range.style.verticalAlign='middle';"
    "range.setAttribute('aria-label','request');"
    "line.style.cssText='padding:0 8px;font-size:13px';"
    "function show(){var f=p.frames[range.value];box.innerHTML=f[1];text.textContent=' '+f[0];}"
    "range.addEventListener('input',show);if(p.frames.length>1)line.appendChild(range);"
    "line.appendChild(text);box.parentNode.insertBefore(line,box);show();"
    "var old=root.querySelector('#'+p.id+'-text');if(old)old.remove();});})";

/* ---- the source ---- */

static void put_heat(struct buf *out, double heat)
{
    buf_printf(out,
               "<td style=\"padding:0 3px\"><div style=\"width:14px;height:1.1em;"
               "background:rgba(213,94,0,%.2f)\"></div></td>",
               heat > 0 ? 0.15 + 0.85 * heat : 0.0);
}

static void put_row(struct buf *out, const struct xray_columns *columns, const struct xray_row *row)
{
    buf_puts(out, "<tr>");
    put_heat(out, row->heat);
    buf_puts(out, "<td style=\"" CELL_STYLE "\">");
    buf_html(out, str_of(row->place));
    buf_puts(out, "</td>");
    for (uint32_t c = 0; c < columns->count; c++) {
        struct buf cell = {0};
        if (row->line)
            columns->at[c]->put(&cell, row->line);
        buf_puts(out, "<td style=\"" CELL_STYLE "\">");
        buf_html(out, (struct str){cell.p ? cell.p : "", cell.n});
        buf_puts(out, "</td>");
        buf_free(&cell);
    }
    size_t indent = strspn(row->text, " ");
    buf_printf(out,
               "<td style=\"" SOURCE_STYLE "\"><div style=\"font-family:monospace;"
               "white-space:pre-wrap;padding-left:%zuch;text-indent:-%dch\">",
               indent + HANGS, HANGS);
    buf_html(out, str_of(row->text + indent));
    buf_puts(out, "</div></td></tr>\n");
}

/* The source is last, because it may be wider than the page. */
static void put_source(struct buf *out, const struct xray_page *p)
{
    struct xray_columns columns;
    xray_columns_of(&columns, p, false);
    buf_puts(out,
             "<div style=\"overflow-x:auto\"><table style=\"border-collapse:collapse;margin:4px "
             "0\">\n<thead><tr><th></th><th style=\"" CELL_STYLE "\">line</th>");
    for (uint32_t c = 0; c < columns.count; c++)
        buf_printf(out, "<th title=\"%s\" style=\"" CELL_STYLE "\">%s</th>", columns.at[c]->help,
                   columns.at[c]->title);
    buf_puts(out, "<th style=\"" SOURCE_STYLE "\">source</th></tr></thead>\n<tbody>\n");
    for (uint32_t r = 0; r < p->row_count; r++)
        put_row(out, &columns, p->rows + r);
    buf_puts(out, "</tbody></table></div>\n");
}

/* ---- pictures ---- */

static void put_advice(struct buf *out, const char *advice, const char *changed)
{
    if (advice) {
        buf_puts(out, HTML_TEXT "<b>advice</b> ");
        buf_html(out, str_of(advice));
        buf_puts(out, "</div>\n");
    }
    if (changed) {
        buf_puts(out, "<pre style=\"margin:4px 8px;font-family:monospace;font-size:13px\">");
        buf_html(out, str_of(changed));
        buf_puts(out, "</pre>\n");
    }
}

static const char *legend(const struct xray_memory *m)
{
    if (m->shared)
        return "Each row is one pass over the 32 banks, each number a lane. Blue: the first pass; "
               "orange: a pass that a bank conflict adds; light blue: lanes that share a word.";
    if (m->act == XRAY_ATOMIC)
        return "Each box is a sector of 32 bytes, each number a lane. Blue: asked for; orange: "
               "lanes at one address, which follow each other; grey: moved, but not asked for.";
    return "Each box is a sector of 32 bytes, each number a lane. Blue: asked for; light blue: by "
           "several lanes; grey: moved, but not asked for.";
}

static void put_image(struct buf *out, const struct xray_page *page, const struct xray_picture *p,
                      const struct xray_sample *s, uint32_t number)
{
    struct buf svg = {0};
    struct xray_grid g;
    xray_grid_make(&g, p, s);
    xray_grid_svg(&svg, &g, p);
    buf_printf(out, "<div id=\"%s-%" PRIu32 "-text\" style=\"padding:0 8px;font-size:13px\">",
               page->id, number);
    xray_sample_text(out, page, p, s);
    buf_printf(out, "</div>\n<div id=\"%s-%" PRIu32 "\" style=\"overflow-x:auto\"><img alt=\"",
               page->id, number);
    xray_sample_text(out, page, p, s);
    buf_puts(out, "\" src=\"data:image/svg+xml;base64,");
    put_base64(out, svg.p, svg.n);
    buf_puts(out, "\"></div>\n");
    buf_free(&svg);
}

static void put_picture(struct buf *out, const struct xray_page *page, const struct xray_picture *p,
                        uint32_t number)
{
    struct buf title = {0};
    const struct xray_sample *s = xray_worst_sample(p->memory);
    buf_printf(
        out, "<details%s><summary style=\"cursor:pointer;padding:0 8px;font-size:13px\">line %s: ",
        number ? "" : " open", p->place);
    xray_picture_title(&title, p);
    buf_html(out, (struct str){title.p, title.n});
    buf_puts(out, "</summary>\n");
    if (s)
        put_image(out, page, p, s, number);
    buf_printf(out, HTML_TEXT "%s</div>\n", legend(p->memory));
    put_advice(out, p->advice, p->changed);
    buf_puts(out, "</details>\n");
    buf_free(&title);
}

/* ---- the script ---- */

static void put_frame(struct buf *out, const struct xray_page *page, const struct xray_picture *p,
                      const struct xray_sample *s)
{
    struct buf text = {0}, svg = {0};
    struct xray_grid g;
    xray_grid_make(&g, p, s);
    xray_sample_text(&text, page, p, s);
    xray_grid_svg(&svg, &g, p);
    buf_putc(out, '[');
    print_json_string(out, (struct str){text.p, text.n});
    buf_putc(out, ',');
    print_json_string(out, (struct str){svg.p, svg.n});
    buf_putc(out, ']');
    buf_free(&text);
    buf_free(&svg);
}

/* At most so many requests, at even distances, and the worst. */
static void put_frames(struct buf *out, const struct xray_page *page, const struct xray_picture *p,
                       uint32_t number)
{
    const struct xray_memory *m = p->memory;
    const struct xray_sample *worst = xray_worst_sample(m);
    size_t step = (m->samples.n + FRAMES_MOST - 1) / FRAMES_MOST, frames = 0, first = 0;
    buf_printf(out, "%s{\"id\":\"%s-%" PRIu32 "\",\"frames\":[", number ? "," : "", page->id,
               number);
    for (size_t i = 0; i < m->samples.n; i++) {
        const struct xray_sample *s = m->samples.at + i;
        if (i % step && s != worst)
            continue;
        first = s == worst ? frames : first;
        buf_puts(out, frames++ ? ",\n" : "\n");
        put_frame(out, page, p, s);
    }
    buf_printf(out, "],\"first\":%zu}", first);
}

void display_xray(struct display *out, const struct xray_page *p, const struct display_style *style)
{
    struct buf *html = display_add(out, "text/html");
    uint32_t pictures = p->picture_count < PICTURES_MOST ? p->picture_count : PICTURES_MOST;
    buf_puts(html, HTML_TEXT "<b>");
    buf_html(html, str_of(p->title));
    buf_puts(html, "</b></div>\n");
    put_source(html, p);
    for (uint32_t i = 0; i < pictures; i++)
        put_picture(html, p, p->pictures + i, i);
    for (uint32_t i = 0; i < p->advice_count; i++)
        put_advice(html, p->advice[i], NULL);
    if (p->note) {
        buf_puts(html, HTML_TEXT);
        buf_html(html, str_of(p->note));
        buf_puts(html, "</div>\n");
    }
    buf_puts(html, "<script>");
    buf_puts(html, script);
    buf_puts(html, "([");
    for (uint32_t i = 0; i < pictures; i++)
        put_frames(html, p, p->pictures + i, i);
    buf_puts(html, "])</script>\n");
    xray_text(display_add(out, "text/plain"), p, style);
}
