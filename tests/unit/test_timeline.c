/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline of %profile (display/timeline): as text, as a trace, and its page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "display/timeline/timeline.h"

static const struct timeline_row rows[] = {
    {"NVTX",     TIMELINE_GREEN },
    {"CUDA API", TIMELINE_BLUE  },
    {"stream 0", TIMELINE_ORANGE}
};
static const struct timeline_event events[] = {
    {0, "all \"of\" </script>", NULL,                          0,     56000},
    {0, "mark",                 NULL,                          14000, 14000},
    {1, "cudaMalloc",           NULL,                          1000,  8250 },
    {2, "k",                    "<<<(1, 1, 1), (32, 1, 1)>>>", 28000, 42500},
};
static const struct timeline timeline = {.title = "profile: 56 us",
                                         .id = "profile-1",
                                         .length = 56000,
                                         .rows = rows,
                                         .row_count = 3,
                                         .events = events,
                                         .event_count = 4,
                                         .note = "2 later events were not recorded"};

static void test_text(void **state)
{
    struct display d = {0};
    struct display_style style = {.columns = 80};
    display_timeline(&d, &timeline, &style);
    assert_string_equal(
        d.items[1].data.p,
        "profile: 56 us\n"
        "NVTX            │████████████████████████████████████████████████████████│\n"
        "CUDA API        │ ███████▌                                               │\n"
        "stream 0        │                            ██████████████▌             │\n"
        "                 0                                                56.0 µs\n"
        "\n"
        "2 later events were not recorded\n");
    display_free(&d);
}

/* The picture comes first and needs no script; nothing in the script ends it. */
static void test_page(void **state)
{
    struct display d = {0};
    struct display_style style = {.columns = 80};
    display_timeline(&d, &timeline, &style);
    const char *html = d.items[0].data.p, *begin = strstr(html, "<script>"),
               *end = strstr(html, "</script>");
    assert_non_null(strstr(html, "<img alt=\"timeline\" src=\"data:image/svg+xml;base64,"));
    assert_true(begin && end > begin && !strcmp(end, "</script>\n"));
    assert_null(strstr(html, "of\" <"));
    display_free(&d);
}

static void test_trace(void **state)
{
    struct buf text = {0};
    timeline_trace(&text, &timeline);
    assert_string_equal(
        text.p,
        "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":\"profile: 56 "
        "us\"}},\n"
        "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"NVTX\"}},"
        "\n"
        "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"CUDA "
        "API\"}},\n"
        "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":3,\"args\":{\"name\":\"stream "
        "0\"}},\n"
        "{\"name\":\"all \\\"of\\\" "
        "\\u003c/script>\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0.000,\"dur\":56.000},\n"
        "{\"name\":\"mark\",\"ph\":\"i\",\"pid\":1,\"tid\":1,\"ts\":14.000,\"s\":\"t\"},\n"
        "{\"name\":\"cudaMalloc\",\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":1.000,\"dur\":7.250},\n"
        "{\"name\":\"k\",\"ph\":\"X\",\"pid\":1,\"tid\":3,\"ts\":28.000,\"dur\":14.500,"
        "\"args\":{\"detail\":\"\\u003c\\u003c\\u003c(1, 1, 1), (32, 1, 1)>>>\"}}\n"
        "]}\n");
    json_error_t error;
    json_t *json = json_loadb(text.p, text.n, 0, &error);
    assert_int_equal(json_array_size(json_object_get(json, "traceEvents")), 8);
    json_decref(json);
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_page),
        cmocka_unit_test(test_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
