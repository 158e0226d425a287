/* SPDX-License-Identifier: Apache-2.0 */
/* Draws a timeline: as SVG, as a page with a script that zooms, and as text. Next: trace.c. */
#include "display/timeline/timeline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "display/parts.h"

enum {
    WIDTH = 860,
    LEFT = 120,
    ROW = 24,
    TOP = 22,
    BAR = 18,
    TICKS = 8,  /* at most, and one at 0 */
    LABEL = 50, /* pixels */
    TEXT_BAR = 56,
    TEXT_NAME = 16,
    LETTER = 6,
    DRAWN_MOST = 4000
};

#define PAPER "var(--jp-layout-color0,#fff)"
#define INK   "var(--jp-ui-font-color1,#222)"

static const struct {
    const char *fill, *ink;
} colours[] = {
    [TIMELINE_BLUE] = {"#0072b2", "#fff"},
      [TIMELINE_SKY] = {"#56b4e9", "#000"},
    [TIMELINE_ORANGE] = {"#e69f00", "#000"},
      [TIMELINE_GREEN] = {"#466e1e", "#fff"},
    [TIMELINE_GREY] = {"#a9afb7", "#000"},
};

/* The script draws the visible part; the wheel zooms at the pointer, dragging pans, a double click shows all. */
static const char script[] =
    "(function(t){var me=document.currentScript,root=me&&me.parentNode||document,"
    "box=root.querySelector('#'+t.id);if(!box)return;var "
    "a=0,b=t.length,ns='http://www.w3.org/2000/svg';"
    "function unit(v,n){n=n||4;return v>=1e9?+(v/1e9).toPrecision(n)+' s':v>=1e6?"
    "+(v/1e6).toPrecision(n)+' ms':v>=1e3?+(v/1e3).toPrecision(n)+' \\u00b5s':"
    "Math.round(v)+' ns';}"
    "function round(v){var p=Math.pow(10,Math.floor(Math.log10(v))),f=v/p;"
    "return Math.max(1,p*(f<=1?1:f<=2?2:f<=5?5:10));}"
    "function add(to,tag,attributes,text){var e=document.createElementNS(ns,tag);"
    "for(var k in attributes)e.setAttribute(k,attributes[k]);if(text!=null)e.textContent=text;"
    "to.appendChild(e);return e;}"
    "function draw(){box.textContent='';var h=t.top+t.rows.length*t.row+4,"
    "s=add(box,'svg',{width:t.width,height:h,viewBox:'0 0 '+t.width+' "
    "'+h,'font-size':11,'font-family':'sans-serif',"
    "style:'fill:var(--jp-ui-font-color1,#222);max-width:100%;height:auto;cursor:grab;user-select:"
    "none'}),"
    "scale=(t.width-t.left)/(b-a),i;"
    "var step=round((b-a)/8);"
    "for(i=Math.ceil(a/step);i*step<=b;i++){var x=t.left+(i*step-a)*scale;"
    "add(s,'path',{d:'M'+x+' '+(t.top-4)+'V'+h,stroke:'rgba(128,128,128,0.3)'});"
    "if(x<t.width-50)add(s,'text',{x:x+2,y:12},i?unit(i*step,7):'0');}"
    "t.rows.forEach(function(r,i){add(s,'text',{x:t.left-8,y:t.top+i*t.row+13,'text-anchor':'end'},"
    "r[0]);});"
    "t.events.forEach(function(e){if(e[2]<a||e[1]>b)return;var r=t.rows[e[0]],"
    "x=Math.max(t.left,t.left+(e[1]-a)*scale),w=Math.max(1.5,t.left+(Math.min(e[2],b)-a)*scale-x),"
    "y=t.top+e[0]*t.row,g=add(s,'g',{});"
    "add(g,'rect',{x:x,y:y,width:w,height:18,fill:r[1]});"
    "add(g,'title',{},e[3]+'\\n'+unit(e[1])+' + '+unit(e[2]-e[1])+(e[4]?'\\n'+e[4]:''));"
    "var "
    "n=Math.floor((w-4)/"
    "6.5);if(n>2)add(g,'text',{x:x+3,y:y+13,style:'fill:'+r[2]},e[3].slice(0,n));});}"
    /* a narrow page scales the drawing */
    "function units(x){return x*t.width/(box.firstChild.getBoundingClientRect().width||t.width);}"
    "box.addEventListener('wheel',function(v){v.preventDefault();"
    "var p=(units(v.clientX-box.getBoundingClientRect().left)-t.left)/(t.width-t.left),"
    "f=v.deltaY<0?0.8:1.25,m=a+Math.max(0,Math.min(1,p))*(b-a);"
    "a=Math.max(0,m-(m-a)*f);b=Math.min(t.length,m+(b-m)*f);draw();},{passive:false});"
    "var "
    "from=null;box.addEventListener('pointerdown',function(v){from=[v.clientX,a,b];box."
    "setPointerCapture(v.pointerId);});"
    "box.addEventListener('pointermove',function(v){if(!from)return;"
    "var d=units(from[0]-v.clientX)/(t.width-t.left)*(from[2]-from[1]);"
    "d=Math.max(-from[1],Math.min(t.length-from[2],d));a=from[1]+d;b=from[2]+d;draw();});"
    "box.addEventListener('pointerup',function(){from=null;});"
    "box.addEventListener('dblclick',function(){a=0;b=t.length;draw();});draw();})";

static double place(const struct timeline *t, uint64_t at)
{
    return LEFT + (double) at / (double) (t->length ? t->length : 1) * (WIDTH - LEFT);
}

/* ---- the static picture ---- */

/* Not less than ns: 1, 2 or 5 times a power of ten. */
static uint64_t round_step(uint64_t ns)
{
    uint64_t power = 1;
    while (power * 10 <= ns)
        power *= 10;
    return power * (ns <= power ? 1 : ns <= 2 * power ? 2 : ns <= 5 * power ? 5 : 10);
}

/* A multiple of a round step, without zeros at its end: "7.5 ms". */
static void put_tick(struct buf *out, uint64_t ns)
{
    static const char *const units[] = {"ns", "µs", "ms", "s"};
    double v = (double) ns;
    size_t unit = 0;
    for (; v >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++)
        v /= 1000;
    if (ns)
        buf_printf(out, "%.7g %s", v, units[unit]);
    else
        buf_putc(out, '0');
}

static void put_axis(struct buf *out, const struct timeline *t, int height)
{
    uint64_t step = round_step(t->length / TICKS);
    for (uint64_t at = 0; at <= t->length; at += step) {
        double x = place(t, at);
        buf_printf(out, "<path d=\"M%.0f %dV%d\" stroke=\"#8886\"/>", x, TOP - 4, height);
        if (x >= WIDTH - LABEL)
            continue;
        buf_printf(out, "<text x=\"%.0f\" y=\"12\">", x + 2);
        put_tick(out, at);
        buf_puts(out, "</text>");
    }
}

static void put_event(struct buf *out, const struct timeline *t, const struct timeline_event *e)
{
    enum timeline_colour colour = t->rows[e->row].colour;
    double x = place(t, e->start), width = place(t, e->end) - x;
    int y = TOP + (int) e->row * ROW;
    size_t letters = width > 4 ? (size_t) (width - 4) / LETTER : 0, n = strlen(e->name);
    width = width < 1.5 ? 1.5 : width;
    buf_printf(out, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>", x, y,
               width, BAR, colours[colour].fill);
    if (letters < 3)
        return;
    buf_printf(out, "<text x=\"%.1f\" y=\"%d\" style=\"fill:%s\">", x + 3, y + 13,
               colours[colour].ink);
    buf_html(out, (struct str){e->name, n < letters ? n : letters});
    buf_puts(out, "</text>");
}

static void put_svg(struct buf *out, const struct timeline *t)
{
    int height = TOP + (int) t->row_count * ROW + 4;
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\" "
               "style=\"fill:" INK ";max-width:100%%;height:auto\">"
               "<rect width=\"%d\" height=\"%d\" style=\"fill:" PAPER "\"/>",
               WIDTH, height, WIDTH, height, WIDTH, height);
    put_axis(out, t, height);
    for (uint32_t r = 0; r < t->row_count; r++) {
        buf_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 8,
                   TOP + (int) r * ROW + 13);
        buf_html(out, str_of(t->rows[r].name));
        buf_puts(out, "</text>");
    }
    for (uint32_t i = 0; i < t->event_count && i < DRAWN_MOST; i++)
        put_event(out, t, t->events + i);
    buf_puts(out, "</svg>");
}

static void put_script(struct buf *out, const struct timeline *t)
{
    buf_printf(out,
               "<script>%s({\"id\":\"%s\",\"length\":%" PRIu64
               ",\"width\":%d,\"left\":%d,\"top\":%d,\"row\":%d,\"rows\":[",
               script, t->id, t->length ? t->length : 1, WIDTH, LEFT, TOP, ROW);
    for (uint32_t r = 0; r < t->row_count; r++) {
        buf_puts(out, r ? ",[" : "[");
        print_json_string(out, str_of(t->rows[r].name));
        buf_printf(out, ",\"%s\",\"%s\"]", colours[t->rows[r].colour].fill,
                   colours[t->rows[r].colour].ink);
    }
    buf_puts(out, "],\"events\":[");
    for (uint32_t i = 0; i < t->event_count && i < DRAWN_MOST; i++) {
        const struct timeline_event *e = t->events + i;
        buf_printf(out, "%s\n[%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",", i ? "," : "", e->row, e->start,
                   e->end);
        print_json_string(out, str_of(e->name));
        buf_putc(out, ',');
        print_json_string(out, str_of(e->detail ? e->detail : ""));
        buf_putc(out, ']');
    }
    buf_puts(out, "]})</script>\n");
}

static void put_html(struct buf *out, const struct timeline *t)
{
    struct buf svg = {0};
    put_svg(&svg, t);
    buf_puts(out, HTML_TEXT "<b>");
    buf_html(out, str_of(t->title));
    buf_printf(out,
               "</b></div>\n<div id=\"%s\" style=\"overflow-x:auto\"><img alt=\"timeline\" "
               "src=\"data:image/svg+xml;base64,",
               t->id);
    put_base64(out, svg.p, svg.n);
    buf_puts(out, "\"></div>\n");
    if (t->sums)
        table_html(out, t->sums);
    if (t->note) {
        buf_puts(out, HTML_TEXT);
        buf_html(out, str_of(t->note));
        buf_puts(out, "</div>\n");
    }
    put_script(out, t);
    buf_free(&svg);
}

/* ---- text ---- */

/* A row of blocks: full where an event covers more than half of the column's time, half where one touches it. */
static void put_text_row(struct buf *out, const struct timeline *t, uint32_t row, uint32_t columns)
{
    double *busy = xcalloc(columns + 1, sizeof *busy);
    double step = (double) (t->length ? t->length : 1) / columns;
    for (uint32_t i = 0; i < t->event_count; i++) {
        const struct timeline_event *e = t->events + i;
        for (uint32_t c = (uint32_t) ((double) e->start / step);
             e->row == row && c < columns && (double) c * step <= (double) e->end; c++) {
            double from = (double) c * step, to = from + step;
            from = from > (double) e->start ? from : (double) e->start;
            to = to < (double) e->end ? to : (double) e->end;
            busy[c] += to > from ? to - from : 1e-9;
        }
    }
    put_cell(out, str_of(t->rows[row].name), TEXT_NAME, false);
    buf_puts(out, "│");
    for (uint32_t c = 0; c < columns; c++)
        buf_puts(out, busy[c] > step / 2 ? "█" : busy[c] > 0 ? "▌" : " ");
    buf_puts(out, "│\n");
    free(busy);
}

static void put_text(struct buf *out, const struct timeline *t, const struct display_style *style)
{
    uint32_t columns = style->terminal && style->columns > 40
                           ? (uint32_t) style->columns - TEXT_NAME - 2
                           : TEXT_BAR;
    struct buf length = {0};
    buf_puts(out, t->title);
    buf_putc(out, '\n');
    for (uint32_t r = 0; r < t->row_count; r++)
        put_text_row(out, t, r, columns);
    print_time(&length, t->length);
    buf_pad(out, ' ', TEXT_NAME + 1);
    buf_putc(out, '0');
    put_cell(out, (struct str){length.p, length.n}, columns - 1, true);
    buf_puts(out, "\n\n");
    buf_free(&length);
    if (t->sums)
        table_text(out, t->sums, style);
    if (t->note)
        print_wrapped(out, str_of(t->note), "  ", style->columns > 0 ? style->columns : 80);
}

void display_timeline(struct display *out, const struct timeline *t,
                      const struct display_style *style)
{
    put_html(display_add(out, "text/html"), t);
    put_text(display_add(out, "text/plain"), t, style);
}
