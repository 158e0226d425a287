/* SPDX-License-Identifier: Apache-2.0 */
/* What the user sees, to the letter. Arrays lie on a small device of the test's own: host memory, addressed directly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/utf8.h"
#include "device/backend.h"
#include "display/display.h"

static const struct display_style narrow = {.columns = 40}, wide = {.columns = 80};

static const struct dtype type_float = {DTYPE_F32, 4, "float"}, type_int = {DTYPE_I32, 4, "int"},
                          type_byte = {DTYPE_U8, 1, "unsigned char"};

static const char *item(const struct display *d, const char *type)
{
    for (uint32_t i = 0; i < d->count; i++)
        if (!strcmp(d->items[i].type, type))
            return d->items[i].data.p;
    return NULL;
}

static void assert_plain(struct display *d, const char *expected)
{
    assert_string_equal(item(d, "text/plain"), expected);
    for (uint32_t i = 0; i < d->count; i++)
        if (!d->items[i].binary)
            assert_true(utf8_valid(d->items[i].data.p, d->items[i].data.n));
    display_free(d);
}

static struct display_values values(const void *elements, struct dtype dtype, uint32_t rank,
                                    int64_t a, int64_t b, int64_t c)
{
    return (struct display_values){
        elements, dtype, rank, {a, b, c},
           "x", "host"
    };
}

/* ---- figures ---- */

static void test_figures(void **state)
{
    static const struct {
        uint64_t v;
        const char *bytes, *time;
    } cases[] = {
        {0,            "0 B",       "0 ns"         },
        {999,          "999 B",     "999 ns"       },
        {1023,         "1023 B",    "1.0 µs"      },
        {1024,         "1.0 KiB",   "1.0 µs"      },
        {12400,        "12.1 KiB",  "12.4 µs"     },
        {1048575,      "1.0 MiB",   "1.0 ms"       },
        {1300000,      "1.2 MiB",   "1.3 ms"       },
        {999949999,    "953.6 MiB", "999.9 ms"     },
        {999950000,    "953.6 MiB", "1.00 s"       },
        {123456789012, "115.0 GiB", "123 s"        },
        {UINT64_MAX,   "16.0 EiB",  "18446744074 s"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf bytes = {0}, time = {0};
        print_bytes(&bytes, cases[i].v);
        print_time(&time, cases[i].v);
        assert_string_equal(bytes.p, cases[i].bytes);
        assert_string_equal(time.p, cases[i].time);
        buf_free(&bytes);
        buf_free(&time);
    }
}

/* ---- bundles and tables ---- */

static void test_bundle(void **state)
{
    struct display d = {0};
    struct wc_mime mimes[6];
    struct wc_bundle b;
    buf_puts(display_add(&d, "text/plain"), "words");
    buf_put(display_add(&d, "image/png"), "a\0b", 3);
    buf_puts(display_add(&d, "application/vnd.vegalite.v5+json"), "{}");
    d.width = 7;
    display_bundle(&d, mimes, &b);
    assert_int_equal(b.count, 3);
    assert_string_equal(b.items[0].type, "image/png");
    assert_true(b.items[0].binary && !b.items[0].json && b.items[0].size == 3);
    assert_true(b.items[1].json && !b.items[1].binary);
    assert_string_equal(b.items[2].data, "words");
    assert_int_equal(b.width, 7);
    display_free(&d);
    assert_int_equal(d.count, 0);
}

/* In a terminal a table keeps to the width: texts are broken into lines, and what does not fit follows below. */
static void test_a_table_wider_than_the_terminal(void **state)
{
    static const struct table_column columns[] = {
        {"kernel",     false},
        {"parameters", false},
        {"",           false, true},
        {"time",            true           },
        {"result",            false}
    };
    static const char *const cells[] = {
        "blur",      "(float *out, const float *in, int n)",
        "0.5",       "12.5 ms",
        "reference", "sharp",
        "(void)",    "0.25",
        "3.1 ms",    "the same",
    };
    struct table t = {NULL, columns, 5, 2, cells};
    struct display_style terminal = {.terminal = true, .columns = 62};
    struct display d = {0};
    display_table(&d, &t, &terminal);
    assert_plain(&d, "kernel  parameters                             time  result\n"
                     "──────  ────────────────────────────  ────  ───────  ─────────\n"
                     "blur    (float *out, const float      ████  12.5 ms  reference\n"
                     "        *in, int n)\n"
                     "sharp   (void)                        ██     3.1 ms  the same\n");
    terminal.columns = 40;
    display_table(&d, &t, &terminal);
    assert_plain(&d, "kernel  parameters\n"
                     "──────  ────────────────────────────────\n"
                     "blur    (float *out, const float *in,\n"
                     "        int n)\n"
                     "sharp   (void)\n"
                     "\n"
                     "kernel           time  result\n"
                     "──────  ────  ───────  ─────────\n"
                     "blur    ████  12.5 ms  reference\n"
                     "sharp   ██     3.1 ms  the same\n");
}

static void test_table(void **state)
{
    static const struct table_column columns[] = {
        {"name", false},
        {"size", true }
    };
    static const char *const cells[] = {"数据", "4", "a<b", "1024"};
    struct table t = {"What there is", columns, 2, 2, cells};
    struct display d = {0};
    display_table(&d, &t, &wide);
    assert_string_equal(
        item(&d, "text/html"),
        "<div style=\"padding:0 8px;font-size:13px;line-height:1.5\"><b>What there is</b></div>\n"
        "<div style=\"overflow-x:auto\"><table style=\"border-collapse:collapse;"
        "margin:2px 0;font-size:13px\">\n<thead><tr>"
        "<th style=\"text-align:left;padding:2px 12px 2px 8px;border-bottom:1px solid "
        "rgba(128,128,128,0.5)\">name</th>"
        "<th style=\"text-align:right;padding:2px 12px 2px 8px;border-bottom:1px solid "
        "rgba(128,128,128,0.5)\">size</th>"
        "</tr></thead>\n<tbody>\n"
        "<tr><td style=\"text-align:left;padding:2px 12px 2px 8px;\">数据</td><td "
        "style=\"text-align:right;padding:2px 12px 2px 8px;\">4</td></tr>\n"
        "<tr><td style=\"text-align:left;padding:2px 12px 2px 8px;\">a&lt;b</td><td "
        "style=\"text-align:right;padding:2px 12px 2px 8px;\">1024</td></tr>\n"
        "</tbody></table></div>\n");
    assert_plain(&d, "What there is\n"
                     "name  size\n"
                     "────  ────\n"
                     "数据     4\n"
                     "a<b   1024\n");
}

static void test_timings(void **state)
{
    static const struct timing_row once[] = {
        {"saxpy",            {40, 1, 1},  {256, 1, 1}, 0,    1, 12400,   12400,   12400  },
        {"blur_tile<float>", {20, 15, 1}, {16, 16, 1}, 1296, 1, 1300000, 1300000, 1300000},
    };
    static const struct timing_row twice[] = {
        {"k", {1, 1, 1}, {32, 1, 1}, 0, 1, 1000, 1000, 1000},
        {"k", {2, 1, 1}, {32, 1, 1}, 0, 1, 1000, 1000, 1000},
    };
    static const struct timing_row often[] = {
        {"k", {1, 1, 2}, {8, 8, 8}, 0, 100, 900, 1000, 123456}
    };
    struct display d = {0};
    struct timing_table t = {once, 2, .device = "cpu device: AMD EPYC, 2 cores"};
    display_timings(&d, &t, &wide);
    assert_non_null(
        strstr(item(&d, "text/html"),
               "<details open><summary style=\"cursor:pointer;padding:0 8px;font-size:13px\">2 "
               "kernels, 2 launches, 1.3 ms</summary>"));
    assert_non_null(strstr(item(&d, "text/html"), ">blur_tile&lt;float&gt;</td>"));
    assert_non_null(strstr(item(&d, "text/html"), "measured on the cpu device: AMD EPYC, 2 cores"));
    assert_plain(&d, "kernel               grid    block   shared     time\n"
                     "────────────────  ───────  ───────  ───────  ───────\n"
                     "saxpy                  40      256           12.4 µs\n"
                     "blur_tile<float>  20 × 15  16 × 16  1.3 KiB   1.3 ms\n"
                     "measured on the cpu device: AMD EPYC, 2 cores\n");
    t = (struct timing_table){twice, 2, .device = "cpu device"};
    display_timings(&d, &t, &wide);
    assert_non_null(strstr(item(&d, "text/html"), ">2 launches, 2.0 µs</summary>"));
    display_free(&d);
    t = (struct timing_table){often, 1, .device = "cpu device"};
    display_timings(&d, &t, &wide);
    assert_plain(&d, "kernel       grid      block  calls     min  median     total\n"
                     "──────  ─────────  ─────────  ─────  ──────  ──────  ────────\n"
                     "k       1 × 1 × 2  8 × 8 × 8    100  900 ns  1.0 µs  123.5 µs\n"
                     "measured on the cpu device\n");
}

/* The rates of a table have their points below each other. */
static void test_rates(void **state)
{
    static const struct timing_row rows[] = {
        {"fast", {1, 1, 1}, {32, 1, 1}, 0, 1, 1000, 1000, 1000, .bytes = 26540},
        {"slow", {1, 1, 1}, {32, 1, 1}, 0, 1, 1000, 1000, 1000, .bytes = 660  },
        {"none", {1, 1, 1}, {32, 1, 1}, 0, 1, 1000, 1000, 1000, .bytes = 0    },
    };
    struct display d = {0};
    struct timing_table t = {rows, 3, .device = "cpu device"};
    display_timings(&d, &t, &wide);
    assert_plain(&d, "kernel  grid  block    time   GB/s\n"
                     "──────  ────  ─────  ──────  ─────\n"
                     "fast       1     32  1.0 µs  26.54\n"
                     "slow       1     32  1.0 µs   0.66\n"
                     "none       1     32  1.0 µs\n"
                     "measured on the cpu device\n");
}

/* A column without a value in any row is left out. */
static void test_empty_columns(void **state)
{
    static const struct table_column columns[] = {
        {"a", false},
        {"b", true },
        {"c", true }
    };
    static const char *const cells[] = {"x", "", "1", "y", "", "2"};
    const struct table t = {NULL, columns, 3, 2, cells}, none = {NULL, columns, 3, 0, cells};
    struct display d = {0};
    display_table(&d, &t, &wide);
    assert_null(strstr(item(&d, "text/html"), ">b</th>"));
    assert_plain(&d, "a  c\n─  ─\nx  1\ny  2\n");
    display_table(&d, &none, &wide);
    assert_plain(&d, "a  b  c\n─  ─  ─\n");
}

static void test_full_timings(void **state)
{
    static const struct timing_row rows[] = {
        {"saxpy",
         {4096, 1, 1},
         {256, 1, 1},
         0,    3,
         1000000, 2000000,
         6000000, .bytes = 36 << 20,
         .registers = 10,
         .occupancy = 1,
         .limiter = "warps"    },
        {"heavy",
         {2, 1, 1},
         {100, 1, 1},
         1024, 1,
         7500000, 7500000,
         7500000, .registers = 255,
         .spill = 64,
         .occupancy = 0.25,
         .limiter = "registers"},
    };
    static const char *const advice[] = {
        "heavy: blocks of 100 threads leave 28 of their 128 lanes unused"};
    struct timing_table t = {rows, 2,       true,   "cpu device: AMD EPYC, 2 cores",
                             25e9, "sm_75", advice, 1};
    struct display d = {0};
    display_timings(&d, &t, &wide);
    assert_non_null(
        strstr(item(&d, "text/html"), "28 of their 128 lanes unused</div>\n</details>\n"));
    assert_plain(&d,
                 "kernel  grid  block   shared           registers         occupancy  calls     "
                 "min  median   total     moved  GB/s  of peak\n"
                 "──────  ────  ─────  ───────  ──────────────────  ────────────────  ─────  "
                 "──────  ──────  ──────  ────────  ────  ───────\n"
                 "saxpy   4096    256                           10             100 %      3  "
                 "1.0 ms  2.0 ms  6.0 ms  36.0 MiB  6.29     25 %\n"
                 "heavy      2    100  1.0 KiB  255 + 64 B spilled  25 % (registers)      1  "
                 "7.5 ms  7.5 ms  7.5 ms\n"
                 "measured on the cpu device: AMD EPYC, 2 cores; registers and occupancy as\n"
                 "  compiled for sm_75; moved: each array counted once per read and once per\n"
                 "  write; peak: 25.0 GB/s, a copy in the device's memory\n"
                 "advice: heavy: blocks of 100 threads leave 28 of their 128 lanes unused\n");
    t.full = false;
    t.advice_count = 0;
    display_timings(&d, &t, &wide);
    assert_plain(&d, "kernel  grid  block   shared  calls     min  median   total  GB/s  of peak\n"
                     "──────  ────  ─────  ───────  ─────  ──────  ──────  ──────  ────  ───────\n"
                     "saxpy   4096    256               3  1.0 ms  2.0 ms  6.0 ms  6.29     25 %\n"
                     "heavy      2    100  1.0 KiB      1  7.5 ms  7.5 ms  7.5 ms\n"
                     "measured on the cpu device: AMD EPYC, 2 cores\n");
}

/* No column says 0.00 or a rate that only zeros precede, and an error is drawn as one. */
static void test_small_rates(void **state)
{
    static const struct timing_row rows[] = {
        {"tiny", {1048576, 1, 1}, {32, 1, 1}, 0, 12345, 1000, 1000, 50000000, .bytes = 400   },
        {"slow", {1, 1, 1},       {32, 1, 1}, 0, 1,     1000, 1000, 50000000, .bytes = 400000},
    };
    static const struct table_column columns[] = {
        {"result", false}
    };
    static const char *const wrong[] = {"✗ wrong"};
    struct timing_table t = {rows, 2, .device = "cpu device", .peak = 25e9};
    struct table verdict = {NULL, columns, 1, 1, wrong};
    struct display d = {0};
    display_timings(&d, &t, &wide);
    assert_plain(&d, "kernel       grid  block   calls     min  median    total  GB/s  of peak\n"
                     "──────  ─────────  ─────  ──────  ──────  ──────  ───────  ────  ───────\n"
                     "tiny    1,048,576     32  12,345  1.0 µs  1.0 µs  50.0 ms\n"
                     "slow            1     32       1  1.0 µs  1.0 µs  50.0 ms  0.01     <1 %\n"
                     "measured on the cpu device\n");
    display_table(&d, &verdict, &wide);
    assert_non_null(strstr(item(&d, "text/html"),
                           "<span style=\"color:#fff;background:#b00020;padding:0 4px\">✗"));
    display_free(&d);
}

static void test_bars(void **state)
{
    static const struct table_column columns[] = {
        {"block", true},
        { "occupancy",  false, true},
    };
    static const char *const cells[] = {"32", "0.5", "64", "1", "96", "0", "128", "0.3125"};
    struct table t = {NULL, columns, 2, 4, cells};
    struct display d = {0};
    display_table(&d, &t, &wide);
    assert_non_null(strstr(item(&d, "text/html"), "<div style=\"width:120px;"));
    assert_plain(&d, "block  occupancy\n"
                     "─────  ────────────────────\n"
                     "   32  ██████████\n"
                     "   64  ████████████████████\n"
                     "   96\n"
                     "  128  ██████▎\n");
}

/* ---- arrays ---- */

static void test_vector(void **state)
{
    static const float few[] = {1, 2.5f, -3, 0.1f};
    float many[1000];
    struct display d = {0};
    struct display_values v = values(few, type_float, 1, 4, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d,
                 "x: float [4] on host, 16 B\nmin -3, max 2.5, mean 0.15\n1.0  2.5  -3.0  0.1\n");
    for (int i = 0; i < 1000; i++)
        many[i] = (float) i;
    v = values(many, type_float, 1, 1000, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: float [1000] on host, 3.9 KiB\n"
                     "min 0, max 999, mean 499.5\n"
                     "histogram    0 ████████████████████████ 999\n"
                     "by index   [0] ▁▁▂▂▂▃▃▃▃▄▄▄▅▅▅▆▆▆▆▇▇▇██ [999]\n"
                     "[  0]    0    1    2    3    4    5    6    7    8    9\n"
                     "[ 10]   10   11   12   13   14   15   16   17   18   19\n"
                     "   …\n"
                     "[990]  990  991  992  993  994  995  996  997  998  999\n");
    v = values(many, type_float, 1, 20, 0, 0);
    display_host_array(&d, &v, &narrow);
    assert_plain(&d, "x: float [20] on host, 80 B\n"
                     "min 0, max 19, mean 9.5\n"
                     "histogram    0 ██████████ 19\n"
                     "by index   [0] ▁▁▂▂▂▃▃▄▄▄▅▅▅▆▆▇▇▇██ [19]\n"
                     "[ 0]   0   1   2   3   4   5   6   7\n"
                     "[ 8]   8   9  10  11  12  13  14  15\n"
                     "[16]  16  17  18  19\n");
}

static void test_distribution(void **state)
{
    unsigned char skewed[100] = {0};
    struct display d = {0};
    memset(skewed + 64, 1, 32);
    skewed[96] = 3;
    struct display_values v = values(skewed, type_byte, 1, 100, 0, 0);
    v.name = NULL;
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "unsigned char [100] on host, 100 B\n"
                     "min 0, max 3, mean 0.35\n"
                     "histogram    0 █▄ ▁ 3\n"
                     "by index   [0] ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▂▃▃▃▃▃▃▃▃ [99]\n"
                     "[ 0]  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0\n"
                     "[20]  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0\n"
                     "  …\n"
                     "[80]  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  3  0  0  0\n");
}

static void print_two_floats(void *user, struct buf *out, const void *element)
{
    float f[2];
    memcpy(f, element, sizeof f);
    buf_printf(out, "(%g, %g)", (double) f[0], (double) f[1]);
}

/* All elements that are shown have one precision, and no number looks like a zero that is none. */
static void test_decimals(void **state)
{
    static const double mixed[] = {1, -0.5, 0.866, 12.25}, small[] = {1e-7, 2.5e-8, 0, 3e-7},
                        both[] = {3, 2e-9, 0.25}, large[] = {1.5, -2.25, 123456.7, 1e-9};
    static const uint16_t halves[] = {0x2e66, 0x3c00};
    const struct dtype type_double = {DTYPE_F64, 8, "double"}, type_half = {DTYPE_F16, 2, "half"};
    struct display d = {0};
    struct display_values v = values(mixed, type_double, 2, 2, 2, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: double [2, 2] on host, 32 B\nmin -0.5, max 12.25, mean 3.404\n"
                     "1.000  -0.500\n0.866  12.250\n");
    v = values(small, type_double, 1, 4, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: double [4] on host, 32 B\nmin 0, max 3e-07, mean 1.0625e-07\n"
                     "1.0e-07  2.5e-08  0  3.0e-07\n");
    v = values(both, type_double, 1, 3, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: double [3] on host, 24 B\nmin 2e-09, max 3, mean 1.08333\n"
                     "3.00  2e-09  0.25\n");
    v = values(large, type_double, 1, 4, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: double [4] on host, 32 B\nmin -2.25, max 123457, mean 30864\n"
                     "1.50  -2.25  123456.70  1e-09\n");
    v = values(halves, type_half, 1, 2, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: half [2] on host, 4 B\nmin 0.09998, max 1, mean 0.55\n0.100  1.000\n");
}

static void test_odd_values(void **state)
{
    static const float odd[] = {NAN, 1, INFINITY, 1}, none[] = {NAN, NAN}, one[] = {7},
                       same[] = {2, 2, 2};
    static const double huge[20] = {-1e308, 1e308};
    struct display d = {0};
    struct display_values v = values(odd, type_float, 1, 4, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(
        &d,
        "x: float [4] on host, 16 B\nmin 1, max 1, mean 1, 1 nan, 1 infinite\nnan  1  inf  1\n");
    v = values(none, type_float, 1, 2, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: float [2] on host, 8 B\n2 nan\nnan  nan\n");
    v = values(one, type_float, 1, 1, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: float [1] on host, 4 B\n7\n");
    v = values(same, type_float, 1, 3, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: float [3] on host, 12 B\nall 2\n2  2  2\n");
    v = values(one, type_float, 2, 0, 5, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: float [0, 5] on host, 0 B\nno elements\n");
    v = values(huge, (struct dtype){DTYPE_F64, 8, "double"}, 1, 20, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_non_null(strstr(item(&d, "text/plain"), "min -1e+308, max 1e+308, mean 0\n"
                                                   "histogram  -1e+308 ▁    █   ▁ 1e+308\n"));
    display_free(&d);
    v = values(odd, (struct dtype){DTYPE_OTHER, 8, "struct body"}, 1, 2, 0, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: struct body [2] on host, 16 B\n");
    v.printer = &(struct display_printer){print_two_floats, NULL};
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: struct body [2] on host, 16 B\n[0]  (nan, 1)\n[1]  (inf, 1)\n");
}

static void test_matrix(void **state)
{
    int m[400 * 30];
    struct display d = {0};
    for (int i = 0; i < 400 * 30; i++)
        m[i] = i;
    struct display_values v = values(m, type_int, 2, 2, 3, 0);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: int [2, 3] on host, 24 B\nmin 0, max 5, mean 2.5\n0  1  2\n3  4  5\n");
    v = values(m, type_int, 2, 400, 30, 0);
    display_host_array(&d, &v, &narrow);
    assert_non_null(strstr(item(&d, "text/html"),
                           "<img width=\"10\" height=\"134\" alt=\"the values as a "
                           "picture\" src=\"data:image/png;base64,iVBORw0KGgo"));
    assert_plain(&d, "x: int [400, 30] on host, 46.9 KiB\n"
                     "min 0, max 11999, mean 5999.5\n"
                     "histogram  0 ████████████████████ 11999\n"
                     "    0      1  …     29\n"
                     "   30     31  …     59\n"
                     "   60     61  …     89\n"
                     "   90     91  …    119\n"
                     "    …      …  …      …\n"
                     "11910  11911  …  11939\n"
                     "11940  11941  …  11969\n"
                     "11970  11971  …  11999\n");
}

static void test_cube(void **state)
{
    int m[24];
    struct display d = {0};
    for (int i = 0; i < 24; i++)
        m[i] = i;
    struct display_values v = values(m, type_int, 3, 4, 2, 3);
    display_host_array(&d, &v, &wide);
    assert_plain(&d, "x: int [4, 2, 3] on host, 96 B\n"
                     "min 0, max 23, mean 11.5\n"
                     "histogram  0 ████████████ 23\n"
                     "[0]:\n  0  1  2\n  3  4  5\n"
                     "… 2 more\n"
                     "[3]:\n  18  19  20\n  21  22  23\n");
}

static void test_wide_numbers(void **state)
{
    double m[24];
    struct display d = {0};
    for (int i = 0; i < 24; i++)
        m[i] = 1e-300 / (i + 3);
    struct display_values v = values(m, (struct dtype){DTYPE_F64, 8, "double"}, 2, 2, 12, 0);
    display_host_array(&d, &v, &narrow);
    const char *text = strstr(item(&d, "text/plain"), "mean ");
    for (text = strchr(text, '\n') + 1; *text; text = strchr(text, '\n') + 1)
        assert_true(utf8_columns(text, strcspn(text, "\n")) <= 40);
    display_free(&d);
}

/* ---- a device of the test's own ---- */

static enum device_status memory_copy(struct device *d, uint64_t to, uint64_t from, uint64_t n,
                                      enum device_direction direction, uint32_t stream,
                                      struct device_fault *out)
{
    memmove((void *) (uintptr_t) to, (const void *) (uintptr_t) from, n);
    return DEVICE_OK;
}

static enum device_status broken_copy(struct device *d, uint64_t to, uint64_t from, uint64_t n,
                                      enum device_direction direction, uint32_t stream,
                                      struct device_fault *out)
{
    out->kind = FAULT_ILLEGAL_ADDRESS;
    return DEVICE_FAULT;
}

static bool memory_find(struct device *d, uint64_t addr, struct device_allocation *out)
{
    *out = (struct device_allocation){.start = addr, .size = 1 << 20, .live = true};
    return true;
}

static bool memory_idle(struct device *d, uint32_t stream)
{
    return true;
}

static const struct device_ops memory_ops = {.copy = memory_copy,
                                             .find = memory_find,
                                             .idle = memory_idle},
                               broken_ops = {
                                   .copy = broken_copy, .find = memory_find, .idle = memory_idle};

static struct array array_over(struct device *d, struct array_storage *s, const void *elements,
                               struct dtype dtype, int64_t rows, int64_t columns)
{
    *s = (struct array_storage){1, d, (uintptr_t) elements,
                                (uint64_t) (rows * columns) * dtype.size};
    return (struct array){
        1, s, 0, dtype, 2, {rows,    columns},
             {columns, 1      }
    };
}

static void test_device_array(void **state)
{
    static const int m[] = {1, 2, 3, 4, 5, 6};
    struct device cpu = {&memory_ops, {.id = "cpu"}, {0}}, broken = {&broken_ops, {.id = "0"}, {0}};
    struct array_storage s;
    struct array a = array_over(&cpu, &s, m, type_int, 3, 2);
    struct display d = {0};
    struct device_fault fault = {0};
    assert_int_equal(display_array(&d, &a, "A", NULL, &wide, &fault), DEVICE_OK);
    assert_string_equal(
        item(&d, "text/html"),
        "<div style=\"padding:0 8px;font-size:13px;line-height:1.5\"><b>A</b>: int "
        "[3, 2] on cpu device, 24 B</div>\n<div style=\"padding:0 8px;font-size:13px;"
        "line-height:1.5\">min 1, max 6, mean 3.5</div>\n"
        "<div style=\"display:flex;flex-wrap:wrap;gap:12px;"
        "align-items:flex-start;padding:2px 8px\"><pre style=\"margin:0;"
        "font-family:monospace;font-size:13px;white-space:pre;overflow-x:auto;"
        "max-width:100%\">1  2\n3  4\n5  6\n</pre></div>\n");
    assert_plain(&d,
                 "A: int [3, 2] on cpu device, 24 B\nmin 1, max 6, mean 3.5\n1  2\n3  4\n5  6\n");
    s.device = &broken;
    assert_int_equal(display_array(&d, &a, "A", NULL, &wide, &fault), DEVICE_FAULT);
    assert_int_equal(fault.kind, FAULT_ILLEGAL_ADDRESS);
    assert_int_equal(d.count, 0);
}

/* ---- pictures ---- */

static char scratch[] = "/tmp/warpcell-display-XXXXXX";

static const char *write_scratch(const void *bytes, size_t n)
{
    FILE *f = fopen(scratch, "wb");
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
    return scratch;
}

static uint8_t *read_back(const void *bytes, size_t n, uint32_t *width, uint32_t *height,
                          uint32_t *channels, struct diags *diags)
{
    return image_read(write_scratch(bytes, n), width, height, channels, diags, (struct span){0});
}

static void test_png_round_trip(void **state)
{
    static const uint32_t channels[] = {1, 3, 4};
    for (size_t i = 0; i < sizeof channels / sizeof *channels; i++) {
        uint8_t pixels[7 * 5 * 4];
        struct buf png = {0};
        struct diags diags = {0};
        uint32_t width, height, found;
        for (size_t p = 0; p < sizeof pixels; p++)
            pixels[p] = (uint8_t) (p * 37);
        assert_true(png_encode(&png, pixels, 7, 5, channels[i]));
        uint8_t *back = read_back(png.p, png.n, &width, &height, &found, &diags);
        assert_non_null(back);
        assert_true(width == 7 && height == 5 && found == channels[i]);
        assert_memory_equal(back, pixels, 7 * 5 * channels[i]);
        free(back);
        for (size_t cut = 0; cut + 20 < png.n; cut++) {
            assert_null(read_back(png.p, cut, &width, &height, &found, &diags));
            assert_int_equal(diags.last->kind, DIAG_SYSTEM);
        }
        buf_free(&png);
        diags_free(&diags);
    }
    struct buf png = {0};
    assert_false(png_encode(&png, NULL, 1 << 17, 1, 1));
    assert_false(png_encode(&png, NULL, 0, 1, 1));
}

static void test_pnm(void **state)
{
    static const char grey[] = "P5 # a comment\n2 3\n255\nabcdef", colour[] = "P6\n1 1 255 xyz";

    static const struct {
        const char *text, *why;
    } bad[] = {
        {"P5\n2 3\n255\nabc",        "the file is truncated"   },
        {"P5\n2 3\n65535\nabc",      "its samples have 16 bits"},
        {"P5\nx 3\n255\nabc",        "header is damaged"       },
        {"P5\n99999999 3\n255\nabc", "damaged"                 },
        {"P2\n1 1\n255\n9",          "not a PNG"               },
        {"",                         "not a PNG"               },
        {"P5\n65536 65536 255 ",     "it is too large"         },
    };
    struct diags diags = {0};
    uint32_t width, height, channels;
    uint8_t *p = read_back(grey, sizeof grey - 1, &width, &height, &channels, &diags);
    assert_true(p && width == 2 && height == 3 && channels == 1);
    assert_memory_equal(p, "abcdef", 6);
    free(p);
    p = read_back(colour, sizeof colour - 1, &width, &height, &channels, &diags);
    assert_true(p && width == 1 && height == 1 && channels == 3);
    assert_memory_equal(p, "xyz", 3);
    free(p);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(
            read_back(bad[i].text, strlen(bad[i].text), &width, &height, &channels, &diags));
        assert_non_null(strstr(diags.last->text, bad[i].why));
    }
    assert_null(image_read("/nowhere.png", &width, &height, &channels, &diags, (struct span){0}));
    assert_string_equal(diags.last->text,
                        "'/nowhere.png' cannot be read as an image: No such file or directory");
    assert_null(image_read("/tmp", &width, &height, &channels, &diags, (struct span){0}));
    assert_non_null(strstr(diags.last->text, "directory"));
    diags_free(&diags);
}

static void test_image(void **state)
{
    static const unsigned char bytes[] = {10, 200, 30, 40};
    static const float reals[] = {-1, 0, NAN, 3};
    static const uint8_t scaled[] = {0, 64, 0, 255};
    struct device cpu = {&memory_ops, {.id = "cpu"}, {0}};
    struct array_storage s;
    struct array a = array_over(&cpu, &s, bytes, type_byte, 2, 2);
    struct display d = {0};
    struct display_image how = {.scale = 1};
    struct device_fault fault;
    struct diags diags = {0};
    uint32_t width, height, channels;
    assert_int_equal(display_image(&d, &a, "img", &how, &wide, &fault), DEVICE_OK);
    assert_string_equal(d.items[0].type, "image/png");
    uint8_t *back =
        read_back(d.items[0].data.p, d.items[0].data.n, &width, &height, &channels, &diags);
    assert_memory_equal(back, bytes, 4);
    free(back);
    assert_plain(&d, "img: picture of 2 × 2 pixels, grey unsigned char from 10 to 200\n");
    a = array_over(&cpu, &s, reals, type_float, 2, 2);
    assert_int_equal(display_image(&d, &a, NULL, &how, &wide, &fault), DEVICE_OK);
    back = read_back(d.items[0].data.p, d.items[0].data.n, &width, &height, &channels, &diags);
    assert_memory_equal(back, scaled, 4);
    free(back);
    assert_plain(&d, "picture of 2 × 2 pixels, grey float from -1 to 3\n");
    how.scale = 0;
    assert_int_equal(display_image(&d, &a, NULL, &how, &wide, &fault), DEVICE_OK);
    assert_true(d.width == 128 && d.height == 128);
    display_free(&d);
    a.rank = 1;
    assert_int_equal(display_image(&d, &a, "v", &how, &wide, &fault),
                     DEVICE_OK); /* no picture: its summary */
    assert_plain(&d, "v: float [2] on cpu device, 8 B\nmin -1, max -1, mean -1, 1 nan\n-1  nan\n");
    diags_free(&diags);
}

static void test_half_blocks(void **state)
{
    static const unsigned char bytes[] = {0, 255, 128, 1, 2, 3};
    struct device cpu = {&memory_ops, {.id = "cpu"}, {0}};
    struct array_storage s;
    struct array a = array_over(&cpu, &s, bytes, type_byte, 3, 2);
    struct display d = {0};
    struct display_image how = {.scale = 1};
    struct display_style terminal = {true, 80};
    struct device_fault fault;
    assert_int_equal(display_image(&d, &a, "t", &how, &terminal, &fault), DEVICE_OK);
    assert_plain(
        &d,
        "\033[38;2;0;0;0m\033[48;2;128;128;128m▀\033[38;2;255;255;255m\033[48;2;1;1;1m▀\033[0m\n"
        "\033[38;2;2;2;2m▀\033[38;2;3;3;3m▀\033[0m\n"
        "t: picture of 2 × 3 pixels, grey unsigned char from 0 to 255\n");
}

/* ---- %smi ---- */

static void test_smi_of_a_gpu(void **state)
{
    static const struct device_props h100 = {.id = "0",
                                             .driver = 12040,
                                             .name = "NVIDIA H100 80GB HBM3",
                                             .arch = 90,
                                             .wants_cubin = true,
                                             .warp_size = 32,
                                             .multiprocessors = 132};
    struct device_smi gpu = {.driver = "550.54.15",
                             .cuda = 12040,
                             .temperature = 45,
                             .fan = -1,
                             .power = 119600,
                             .power_limit = 700000,
                             .clock_sm = 1980,
                             .load = 35,
                             .memory_total = 80ll << 30,
                             .memory_used = 3ll << 30,
                             .persistence = 1,
                             .compute_mode = 3,
                             .ecc_errors = 2,
                             .throttle = "power cap, hardware thermal",
                             .process_count = 1,
                             .processes = {{4711, 2ll << 30, "warpcell-gpu"}}};
    struct smi_info info = {.device = &h100,
                            .nvrtc_version = "13.0",
                            .memory_used = 1 << 20,
                            .memory_total = 80ull << 30,
                            .load = 1,
                            .gpu = &gpu};
    struct display d = {0};
    display_smi(&d, &info, &wide);
    const char *text = item(&d, "text/plain");
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        assert_true(*line == '\n' || utf8_columns(line, strcspn(line, "\n")) == 79);
    static const char *const lines[] = {
        "|  Dev  Name                    |         Memory-Usage |             GPU-Util |\n",
        "|       PID  Process name                                          GPU Memory |\n",
        "|    0  NVIDIA H100 80GB HBM3   |   1.0 MiB / 80.0 GiB |                  35% |\n",
        "|       45C   119W / 700W       |          all 3.0 GiB |             1980 MHz |\n",
        "| persistence on, compute mode exclusive process, MIG off                     |\n",
        "| uncorrected ECC errors: 2, clocks throttled: power cap, hardware thermal    |\n",
        "|      4711  warpcell-gpu                                             2.0 GiB |\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strstr(text, lines[i]))
            fail_msg("%s", text);
    assert_non_null(strstr(text, "Driver Version: 550.54.15"));
    assert_non_null(strstr(text, "CUDA Version: 12.4"));
    assert_non_null(strstr(text, "NVRTC: 13.0"));
    const char *html = item(&d, "text/html");
    assert_non_null(
        strstr(html, "uncorrected ECC errors: 2, clocks throttled: power cap, hardware thermal"));
    assert_non_null(strstr(html, ">0    NVIDIA H100 80GB HBM3\n     132 multiprocessors, warps of "
                                 "32\n     45 °C, 119 W / 700 W</td>"));
    assert_non_null(strstr(html, ">1.0 MiB / 80.0 GiB\nall 3.0 GiB\nload 0 %</td>"));
    assert_non_null(strstr(html, ">35 %\nsm_90\n1980 MHz</td>"));
    assert_non_null(strstr(html, "warpcell-gpu"));
    display_free(&d);
}

static void test_smi(void **state)
{
    static const struct device_props cpu = {.id = "cpu",
                                            .name = "AMD EPYC 9R14 96-Core Processor",
                                            .arch = 75,
                                            .warp_size = 32,
                                            .multiprocessors = 2};
    static const struct smi_variable variables[] = {
        {"x",      "float [1000]",             4000,   true },
        {"image",  "unsigned char [480, 640]", 307200, true },
        {"数据", "int [8]",                  32,     false},
    };
    struct smi_info info = {
        &cpu,
        "13.0",
        "no GPU: the NVIDIA driver (libcuda.so.1) is not installed; kernels run on the cpu device",
        311200,
        8ull << 30,
        21 << 20,
        0.85,
        variables,
        3};
    struct display d = {0};
    struct buf expected = {0}, pid = {0};
    buf_printf(&pid, "(process %d)", (int) getpid());
    buf_printf(&expected,
               "+-----------------------------------------------------------------------------+\n"
               "| WARPCELL-SMI       Driver Version: none           NVRTC Version: 13.0       |\n"
               "|-------------------------------+----------------------+----------------------|\n"
               "|  Dev  Name                    |         Memory-Usage |         Load (1 min) |\n"
               "|                               |                      |             Code for |\n"
               "|===============================+======================+======================|\n"
               "|  cpu  AMD EPYC 9R14 96-Core P…|  303.9 KiB / 8.0 GiB |                 0.85 |\n"
               "|       2 cores, warps of 32    |                      |           compute_75 |\n"
               "+-------------------------------+----------------------+----------------------+\n"
               "| no GPU: the NVIDIA driver (libcuda.so.1) is not installed; kernels run on   |\n"
               "| the cpu device                                                              |\n"
               "+-----------------------------------------------------------------------------+\n"
               "\n"
               "+-----------------------------------------------------------------------------+\n"
               "| Variables:                                                                  |\n"
               "|   Dev  Name                    Type                                 Memory  |\n"
               "+=============================================================================+\n"
               "|   cpu  image                   unsigned char [480, 640]          300.0 KiB  |\n"
               "|   cpu  x                       float [1000]                        3.9 KiB  |\n"
               "|  host  数据                    int [8]                                32 B  |\n"
               "+-----------------------------------------------------------------------------+\n"
               "|  host  %-22s  resident memory                    21.0 MiB  |\n"
               "+-----------------------------------------------------------------------------+\n",
               pid.p);
    display_smi(&d, &info, &wide);
    for (const char *line = item(&d, "text/plain"); *line; line = strchr(line, '\n') + 1)
        assert_true(*line == '\n' || utf8_columns(line, strcspn(line, "\n")) == 79);
    assert_string_equal(item(&d, "text/plain"), expected.p);
    const char *html = item(&d, "text/html");
    assert_non_null(
        strstr(html, ">WARPCELL-SMI   Driver Version: none   NVRTC Version: 13.0</td></tr>"));
    assert_non_null(strstr(html, ">Load (1 min)\nCode for</td>"));
    assert_non_null(strstr(html, ">unsigned char [480, 640]</td>"));
    assert_non_null(strstr(html, ">resident memory</td>"));
    display_free(&d);
    for (size_t columns = 40; columns < 200; columns += 7) {
        struct display_style style = {.columns = (int) columns};
        display_smi(&d, &info, &style);
        for (const char *line = item(&d, "text/plain"); *line; line = strchr(line, '\n') + 1)
            assert_true(*line == '\n' || utf8_columns(line, strcspn(line, "\n")) ==
                                             (columns < 61 ? 60 : columns - 1));
        bool whole = strstr(item(&d, "text/plain"), "  cpu  AMD EPYC 9R14 96-Core Processor");
        assert_true(whole == (columns >= 88));
        display_free(&d);
    }
    buf_free(&expected);
    buf_free(&pid);
    info.variable_count = 0;
    info.nvrtc_version = NULL;
    info.load = -1;
    display_smi(&d, &info, &wide);
    assert_non_null(strstr(item(&d, "text/plain"), "NVRTC Version: not loaded"));
    assert_non_null(strstr(item(&d, "text/plain"), "No variables hold memory"));
    display_free(&d);
    smi_read_host(&info);
    assert_true(info.resident > 1000000 && info.load >= 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_bundle),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_a_table_wider_than_the_terminal),
        cmocka_unit_test(test_timings),
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_empty_columns),
        cmocka_unit_test(test_full_timings),
        cmocka_unit_test(test_small_rates),
        cmocka_unit_test(test_bars),
        cmocka_unit_test(test_vector),
        cmocka_unit_test(test_distribution),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_odd_values),
        cmocka_unit_test(test_matrix),
        cmocka_unit_test(test_cube),
        cmocka_unit_test(test_wide_numbers),
        cmocka_unit_test(test_device_array),
        cmocka_unit_test(test_png_round_trip),
        cmocka_unit_test(test_pnm),
        cmocka_unit_test(test_image),
        cmocka_unit_test(test_half_blocks),
        cmocka_unit_test(test_smi),
        cmocka_unit_test(test_smi_of_a_gpu),
    };
    int fd = mkstemp(scratch);
    if (fd < 0)
        return 1;
    close(fd);
    int failed = cmocka_run_group_tests_name("display", tests, NULL, NULL);
    unlink(scratch);
    return failed;
}
