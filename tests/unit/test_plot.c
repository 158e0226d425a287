/* SPDX-License-Identifier: Apache-2.0 */
/* Charts: the picture decodes and has ink where the data are, the description names what it shows; tables described; animations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "display/canvas.h"

static const struct display_style wide = {.columns = 80};

static const struct buf *item(const struct display *d, const char *type)
{
    for (uint32_t i = 0; i < d->count; i++)
        if (!strcmp(d->items[i].type, type))
            return &d->items[i].data;
    fail_msg("no %s", type);
    return NULL;
}

static uint8_t *decode(const struct buf *png, uint32_t *w, uint32_t *h, uint32_t *channels)
{
    char path[] = "/tmp/test-plot-XXXXXX";
    int fd = mkstemp(path);
    assert_int_equal(write(fd, png->p, png->n), (ssize_t) png->n);
    close(fd);
    struct diags d = {0};
    uint8_t *pixels = image_read(path, w, h, channels, &d, (struct span){0});
    unlink(path);
    if (!pixels)
        fail_msg("%s", d.first->text);
    diags_free(&d);
    return pixels;
}

static bool blue_near(const uint8_t *p, uint32_t w, int x, int y)
{
    for (int j = y - 2; j <= y + 2; j++)
        for (int i = x - 2; i <= x + 2; i++) {
            const uint8_t *q = p + 3 * ((size_t) j * w + (size_t) i);
            if (q[2] > q[0] + 60)
                return true;
        }
    return false;
}

static void test_line(void **state)
{
    static const float y[] = {0, 10, 5, 10, 0};
    struct plot p = {
        .kind = PLOT_LINE, .y = {y, {DTYPE_F32, 4, "float"}, 1, {5}, "y", ""}
    };
    struct display d = {0};
    uint32_t w, h, channels;
    assert_true(display_plot(&d, &p, &wide));
    uint8_t *pixels = decode(item(&d, "image/png"), &w, &h, &channels);
    assert_int_equal(w, 2 * 640); /* two pixels for each of the page */
    assert_int_equal(h, 2 * 400);
    assert_true(d.width == 640 && d.height == 400);
    /* the frame of the data is 70..620 x 26..356: corners, the middle's dip */
    assert_true(blue_near(pixels, w, 2 * 72, 2 * 353));
    assert_true(blue_near(pixels, w, 2 * (70 + 275), 2 * 191));
    assert_true(blue_near(pixels, w, 2 * (70 + 137), 2 * 28));
    assert_false(blue_near(pixels, w, 2 * (70 + 275), 2 * 60));
    free(pixels);
    json_t *j = json_loads(item(&d, "application/vnd.vegalite.v5+json")->p, 0, NULL);
    assert_non_null(j);
    assert_int_equal(json_array_size(json_object_get(json_object_get(j, "data"), "values")), 5);
    assert_string_equal(json_string_value(json_object_get(json_object_get(j, "mark"), "type")),
                        "line");
    json_decref(j);
    assert_string_equal(item(&d, "text/plain")->p,
                        "plot of y, 5 values: x from 0 to 4, y from 0 to 10\n");
    display_free(&d);
}

static void test_a_long_line_keeps_its_peak(void **state)
{
    enum { N = 1000000 };

    float *y = calloc(N, sizeof *y);
    y[654321] = 7;
    struct plot p = {
        .kind = PLOT_LINE, .y = {y, {DTYPE_F32, 4, "float"}, 1, {N}, "y", ""}
    };
    struct display d = {0};
    assert_true(display_plot(&d, &p, &wide));
    const struct buf *vega = item(&d, "application/vnd.vegalite.v5+json");
    assert_true(vega->n < 200000);
    assert_non_null(strstr(vega->p, "{\"x\":654321,\"y\":7}"));
    display_free(&d);
    free(y);
}

static void test_histogram_and_odd_values(void **state)
{
    static const double v[] = {1, 1, 1, NAN, INFINITY, 4};
    struct plot p = {
        .kind = PLOT_HISTOGRAM, .y = {v, {DTYPE_F64, 8, "double"}, 1, {6}, "v", ""}
    };
    struct display d = {0};
    assert_true(display_plot(&d, &p, &wide));
    const struct buf *vega = item(&d, "application/vnd.vegalite.v5+json");
    assert_non_null(strstr(vega->p, "{\"x\":1,\"e\":1.1,\"y\":3}"));
    assert_non_null(strstr(vega->p, "\"y\":1}]"));
    assert_null(strstr(vega->p, "nan"));
    display_free(&d);
    p.kind = PLOT_LINE;
    assert_true(display_plot(&d, &p, &wide));
    assert_non_null(
        strstr(item(&d, "application/vnd.vegalite.v5+json")->p, "{\"x\":3,\"y\":null}"));
    display_free(&d);
    p.kind = PLOT_HEAT;
    assert_false(display_plot(&d, &p, &wide));
    assert_int_equal(d.count, 0);
}

static void test_heat(void **state)
{
    static const int v[2][3] = {
        {0, 1, 2},
        {3, 4, 5}
    };
    struct plot p = {
        .kind = PLOT_HEAT, .y = {v, {DTYPE_I32, 4, "int"}, 2, {2, 3}, "v", ""}
    };
    struct display d = {0};
    uint32_t w, h, channels;
    assert_true(display_plot(&d, &p, &wide));
    uint8_t *pixels = decode(item(&d, "image/png"), &w, &h, &channels);
    static const uint8_t low[] = {0x44, 0x01, 0x54}, high[] = {0xfd, 0xe7, 0x25};
    assert_memory_equal(pixels + 3 * (2 * 40 * w + 2 * 80), low,
                        3); /* the first cell, viridis' darkest */
    assert_memory_equal(pixels + 3 * (2 * (26 + 270) * w + 2 * (70 + 410)), high,
                        3); /* the last one */
    free(pixels);
    assert_string_equal(item(&d, "text/plain")->p, "heat map of v, 2 × 3: from 0 to 5\n");
    display_free(&d);
}

static void test_colour_maps(void **state)
{
    struct colour c;
    assert_true(colour_map("grey", 0.5, &c));
    assert_int_equal(c.r, 128);
    assert_true(colour_map("viridis", 0.5, &c) && c.r == 0x21 && c.g == 0x91 && c.b == 0x8c);
    assert_true(colour_map("cividis", -3, &c) && c.b == 0x4e);
    assert_false(colour_map("jet", 0.5, &c));
}

static void test_animation(void **state)
{
    static uint8_t frames[3][8][8];
    memset(frames[0], 10, 64);
    memset(frames[1], 100, 64);
    memset(frames[2], 200, 64);
    struct display_values v = {
        frames, {DTYPE_U8, 1, "unsigned char"},
         3, {3,        8, 8              },
         "f", ""
    };
    struct display d = {0};
    uint32_t w, h, channels, controls = 0, data = 0;
    assert_true(display_animation(&d, &v, 0.1, &wide));
    const struct buf *png = item(&d, "image/png");
    for (size_t at = 8; at + 12 <= png->n;) {
        const unsigned char *p = (const unsigned char *) png->p + at;
        controls += !memcmp(p + 4, "fcTL", 4);
        data += !memcmp(p + 4, "fdAT", 4);
        at += 12 + ((size_t) p[0] << 24 | (size_t) p[1] << 16 | (size_t) p[2] << 8 | p[3]);
        assert_true(at <= png->n);
    }
    assert_int_equal(controls, 3);
    assert_true(data >= 2);
    uint8_t *pixels =
        decode(png, &w, &h, &channels); /* libpng checks sums and shows the first frame */
    assert_int_equal(pixels[0], 10);
    assert_true(w == 256 && h == 256); /* enlarged in whole steps */
    free(pixels);
    assert_string_equal(item(&d, "text/plain")->p, "3 frames of 8 × 8 pixels, 100 ms each\n");
    display_free(&d);
    static uint8_t larger[2][96][96];
    v.elements = larger;
    memcpy(v.shape, (int64_t[]){2, 96, 96}, 3 * sizeof *v.shape);
    assert_true(display_animation(&d, &v, 0.1, &wide));
    assert_true(d.width == 192 && d.height == 192);
    display_free(&d);
    v.rank = 2;
    assert_false(display_animation(&d, &v, 0.1, &wide));
}

static void test_describe(void **state)
{
    static const double v[] = {1, 10, 2, NAN, 3, 30, 4, 40};
    static const char *const names[] = {"a", "b"};
    struct display_values t = {
        v, {DTYPE_F64, 8, "double"},
         2, {4,         2         },
         NULL, ""
    };
    struct display d = {0};
    assert_true(display_describe(&d, &t, &(struct display_table_names){"t.csv", names, 2}, &wide));
    assert_string_equal(item(&d, "text/plain")->p,
                        "t.csv: 4 rows, 2 columns\n"
                        "column  count     mean      std  min   25 %  50 %   75 %  max\n"
                        "──────  ─────  ───────  ───────  ───  ─────  ────  ─────  ───\n"
                        "a           4   2.5000   1.2910    1   1.75   2.5   3.25    4\n"
                        "b           3  26.6667  15.2753   10  20.00  30.0  35.00   40\n");
    display_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line),        cmocka_unit_test(test_a_long_line_keeps_its_peak),
        cmocka_unit_test(test_heat),        cmocka_unit_test(test_histogram_and_odd_values),
        cmocka_unit_test(test_colour_maps), cmocka_unit_test(test_animation),
        cmocka_unit_test(test_describe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
