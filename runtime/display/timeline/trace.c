/* SPDX-License-Identifier: Apache-2.0 */
/* A timeline as a trace: the JSON of Google's Trace Event Format, which chrome://tracing and Perfetto read. A row is a thread; an event is a complete
 * one (X), a mark an instant (i). Times are in microseconds. */
#include <inttypes.h>

#include "display/parts.h"
#include "display/timeline/timeline.h"

static void put_time(struct buf *out, const char *name, uint64_t ns)
{
    buf_printf(out, ",\"%s\":%" PRIu64 ".%03" PRIu64, name, ns / 1000, ns % 1000);
}

static void put_event(struct buf *out, const struct timeline_event *e)
{
    bool mark = e->start == e->end;
    buf_puts(out, "{\"name\":");
    print_json_string(out, str_of(e->name));
    buf_printf(out, ",\"ph\":\"%s\",\"pid\":1,\"tid\":%" PRIu32, mark ? "i" : "X", e->row + 1);
    put_time(out, "ts", e->start);
    if (mark)
        buf_puts(out, ",\"s\":\"t\"");
    else
        put_time(out, "dur", e->end - e->start);
    if (e->detail) {
        buf_puts(out, ",\"args\":{\"detail\":");
        print_json_string(out, str_of(e->detail));
        buf_putc(out, '}');
    }
    buf_putc(out, '}');
}

void timeline_trace(struct buf *out, const struct timeline *t)
{
    buf_puts(out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    buf_puts(out, "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":");
    print_json_string(out, str_of(t->title));
    buf_puts(out, "}}");
    for (uint32_t r = 0; r < t->row_count; r++) {
        buf_printf(out,
                   ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%" PRIu32
                   ",\"args\":{\"name\":",
                   r + 1);
        print_json_string(out, str_of(t->rows[r].name));
        buf_puts(out, "}}");
    }
    for (uint32_t i = 0; i < t->event_count; i++) {
        buf_puts(out, ",\n");
        put_event(out, t->events + i);
    }
    buf_puts(out, "\n]}\n");
}
