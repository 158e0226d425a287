/* SPDX-License-Identifier: Apache-2.0 */
/* The timeline of %profile (display/timeline): as text, as a trace, and its page; the table of %roofline. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "display/timeline/roofline.h"
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

/* The text of the picture in a page. The caller frees it. */
static char *picture_of(const char *html)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *p = strstr(html, "base64,") + strlen("base64,");
    char *out = calloc(strlen(p) + 1, 1);
    uint32_t bits = 0;
    for (size_t i = 0, n = 0; *p && *p != '"' && *p != '='; p++, i++) {
        bits = bits << 6 | (uint32_t) (strchr(letters, *p) - letters);
        if (i % 4)
            out[n++] = (char) (bits >> (6 - 2 * (i % 4)));
    }
    return out;
}

/* Round times, as many as there is room for, and none cut at the right. */
static void test_axis(void **state)
{
    static const struct {
        uint64_t length;
        const char *shown[3], *missing;
    } cases[] = {
        {56000,      {">0</text>", ">10 µs</text>", ">50 µs</text>"}, ">60 µs</text>"},
        {30580,      {">0</text>", ">5 µs</text>", ">25 µs</text>"},  ">30 µs</text>"},
        {7,          {">0</text>", ">1 ns</text>", ">6 ns</text>"},     ">7 ns</text>"  },
        {1500000000, {">0</text>", ">200 ms</text>", ">1.2 s</text>"},  ">1.6 s</text>" },
        {0,          {">0</text>", ">0</text>", ">0</text>"},           " ns</text>"    },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct display d = {0};
        struct display_style style = {.columns = 80};
        struct timeline t = timeline;
        t.length = cases[i].length;
        display_timeline(&d, &t, &style);
        char *svg = picture_of(d.items[0].data.p);
        for (size_t k = 0; k < 3; k++)
            assert_non_null(strstr(svg, cases[i].shown[k]));
        assert_null(strstr(svg, cases[i].missing));
        free(svg);
        display_free(&d);
    }
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

/* 10 GB/s and 100 Gflop/s: 1 operation a byte allows 10 Gflop/s, 20 allow 100. Half of each is reached. */
static void test_roofline(void **state)
{
    static const struct roofline_point points[] = {
        {"stream", 1000,  1000, 200, false},
        {"dense",  20000, 1000, 400, false},
        {"wide",   20000, 1000, 400, true },
        {"copy",   0,     4096, 100, false},
    };
    struct roofline r = {
        .title = "roofline",
        .device = "cpu device: test",
        .bandwidth = 10e9,
        .peaks = {100e9, 50e9},
        .points = points,
        .point_count = 4
    };
    struct display d = {0};
    struct display_style style = {.columns = 80};
    display_roofline(&d, &r, &style);
    assert_string_equal(
        d.items[1].data.p,
        "roofline\n"
        "kernel   flop    bytes  flop/byte  Gflop/s  of roof                        limited by\n"
        "──────  ─────  ───────  ─────────  ───────  ───────  ────────────────────  "
        "────────────────────────────\n"
        "stream   1000   1000 B          1        5     50 %  ██████████            memory\n"
        "dense   2e+04   1000 B         20       50     50 %  ██████████            computation\n"
        "wide    2e+04   1000 B         20       50    100 %  ████████████████████  computation\n"
        "copy        0  4.0 KiB                                                     no "
        "floating-point operations\n"
        "measured on the cpu device: test: 10 GB/s, 100 Gflop/s of floats, 50 Gflop/s of\n"
        "  doubles\n");
    assert_non_null(
        strstr(d.items[0].data.p, "<img alt=\"roofline\" src=\"data:image/svg+xml;base64,"));
    display_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),  cmocka_unit_test(test_page),     cmocka_unit_test(test_axis),
        cmocka_unit_test(test_trace), cmocka_unit_test(test_roofline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
