/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers against strtod, tables against what was written, and damaged files against crashes. */
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

#include "array/csv.h"
#include "table/csv_fields.h"
#include "table/csv_read.h"

static uint64_t next(uint64_t *state) /* xorshift64: the same numbers in every run */
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void same(const char *text)
{
    double v = 12345, wanted = strtod(text, NULL);
    size_t n = strlen(text);
    assert_ptr_equal(csv_number(text, text + n, &v), text + n);
    if (memcmp(&v, &wanted, sizeof v))
        fail_msg("%s: %.17g, not %.17g", text, v, wanted);
}

static void test_numbers_by_hand(void **state)
{
    static const char *const texts[] = {
        "0",
        "-0",
        "1",
        "-1.5",
        "+2.25",
        ".5",
        "5.",
        "1e3",
        "1E-3",
        "9007199254740993",
        "9007199254740992.5",
        "0.1",
        "123456789012345678901234567890",
        "1.7976931348623157e308",
        "1e309",
        "4.9e-324",
        "2.4e-324",
        "2.2250738585072011e-308",
        "8.5e-23",
        "1e23",
        "0.000000000000000000000000000000000001",
        "179769313486231580793728971405301e276",
        "6929495644600919.5",
        "3.2378839133029012895e22",
        "7.0420557077594588669468784357561207962098443483187940792729600000e-59",
        "inf",
        "-inf",
        "-Infinity",
        "1e22",
        "1e-22",
        "123456789012345678e-27",
        "1844674407370955161.5",
        "18446744073709551615"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        same(texts[i]);
    double v;
    const char *none[] = {"", "-", "+", ".", "e5", "abc", "-x", "in"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_ptr_equal(csv_number(none[i], none[i] + strlen(none[i]), &v), none[i]);
    const char *e = "1e+x";
    assert_ptr_equal(csv_number(e, e + 4, &v), e + 1);
    assert_true(v == 1);
    const char *part = "123456";
    assert_ptr_equal(csv_number(part, part + 3, &v), part + 3);
    assert_true(v == 123);
    assert_true(csv_number("nan", "nan" + 3, &v) && isnan(v));
}

/* Every double there is, and digits as files have them. */
static void test_numbers_at_random(void **state)
{
    uint64_t seed = 88172645463325252u;
    char text[64];
    for (int i = 0; i < 300000; i++) {
        uint64_t bits = next(&seed);
        double v;
        memcpy(&v, &bits, sizeof v);
        if (!isfinite(v))
            continue;
        snprintf(text, sizeof text, "%.*g", 1 + (int) (next(&seed) % 19), v);
        same(text);
        snprintf(text, sizeof text, "%.*f", (int) (next(&seed) % 20),
                 (double) (int64_t) bits * 0x1p-63);
        same(text);
        snprintf(text, sizeof text, "%llu.%llue%d",
                 (unsigned long long) (bits >> (next(&seed) % 60)),
                 (unsigned long long) (next(&seed) >> (next(&seed) % 60)),
                 (int) (next(&seed) % 60) - 30);
        same(text);
    }
}

/* ---- tables ---- */

static bool read_text(struct csv_numbers *t, const char *text, size_t n, const char *column,
                      struct diags *d)
{
    char path[] = "/tmp/test-csv-XXXXXX";
    int fd = mkstemp(path);
    assert_int_equal(write(fd, text, n), (ssize_t) n);
    close(fd);
    struct csv_source from = {.path = path, .column = column};
    bool ok = csv_read(t, &from, d, (struct span){0});
    unlink(path);
    return ok;
}

static void expect(const char *text, const char *column, int64_t rows, uint32_t columns,
                   const char *names, const double *values)
{
    struct csv_numbers t;
    struct diags d = {0};
    if (!read_text(&t, text, strlen(text), column, &d))
        fail_msg("%s", d.first->text);
    assert_int_equal(t.rows, rows);
    assert_int_equal(t.columns, columns);
    char all[200] = "";
    for (uint32_t i = 0; t.names && i < columns; i++)
        strcat(strcat(all, t.names[i]), ";");
    assert_string_equal(all, names);
    for (int64_t i = 0; i < rows * columns; i++)
        assert_true(t.values[i] == values[i] || (isnan(t.values[i]) && isnan(values[i])));
    csv_numbers_free(&t);
    diags_free(&d);
}

static void test_tables(void **state)
{
    expect("a,b\n1,2\n3,4\n", NULL, 2, 2, "a;b;", (double[]){1, 2, 3, 4});
    expect("1,2\r\n3,4", NULL, 2, 2, "", (double[]){1, 2, 3, 4});
    expect("\xef\xbb\xbfx;y\n1.5;-2\n\n ;NA\n", NULL, 2, 2, "x;y;", (double[]){1.5, -2, NAN, NAN});
    expect("\"the, first\",\"second\"\n\"1\", 2 \n3,\n", NULL, 2, 2, "the, first;second;",
           (double[]){1, 2, 3, NAN});
    expect("1\t2\n3\t4\n", NULL, 2, 2, "", (double[]){1, 2, 3, 4});
    expect("1 2 3\n4 5 6\n", NULL, 2, 3, "", (double[]){1, 2, 3, 4, 5, 6});
    expect("n\n1\n2\n3\n", NULL, 3, 1, "n;", (double[]){1, 2, 3});
    expect("a,b,c\n1,2,3\n4,5,6\n", "b", 2, 1, "", (double[]){2, 5});
    expect("a,b,c\n1,2,3\n4,5,6\n", "2", 2, 1, "", (double[]){3, 6});
    expect("a,b\n", NULL, 0, 2, "a;b;", NULL);
}

static void expect_error(const char *text, const char *column, const char *wanted)
{
    struct csv_numbers t;
    struct diags d = {0};
    assert_false(read_text(&t, text, strlen(text), column, &d));
    if (!strstr(d.first->text, wanted))
        fail_msg("%s", d.first->text);
    assert_null(t.values);
    diags_free(&d);
}

static void test_bad_tables(void **state)
{
    expect_error("", NULL, "is empty");
    expect_error("a,b\n1,2\n1,2,3\n", NULL, "row 3 of");
    expect_error("1,2\n3\n", NULL, "does not have 2 fields");
    expect_error("a,b\n1,2\n", "c", "has no column 'c'");
    expect_error("a,b\n1,2\n", "2", "has no column '2'");
    struct csv_numbers t;
    struct diags d = {0};
    struct csv_source from = {.path = "/nowhere/at/all.csv"};
    assert_false(csv_read(&t, &from, &d, (struct span){0}));
    assert_non_null(strstr(d.first->text, "cannot be read"));
    diags_free(&d);
}

static void test_words_are_counted(void **state)
{
    static const char text[] = "a,b\n1,x\n2,3\ny,\"z\"\n";
    struct csv_numbers t;
    struct diags d = {0};
    assert_true(read_text(&t, text, sizeof text - 1, NULL, &d));
    assert_int_equal(t.words, 3);
    assert_int_equal(t.first_row, 0);
    assert_int_equal(t.first_column, 1);
    assert_true(isnan(t.values[1]) && isnan(t.values[4]) && t.values[2] == 2);
    csv_numbers_free(&t);
    diags_free(&d);
}

/* More than one piece, each row where it belongs. */
static void test_a_large_table(void **state)
{
    enum { ROWS = 900000 };
    struct buf text = {0};
    struct csv_numbers t;
    struct diags d = {0};
    for (int i = 0; i < ROWS; i++)
        buf_printf(&text, "%d,%.3f,%d\n", i, i * 0.125, i % 7);
    assert_true(text.n > 2 * (4u << 20));
    assert_true(read_text(&t, text.p, text.n, NULL, &d));
    assert_int_equal(t.rows, ROWS);
    for (int i = 0; i < ROWS; i++)
        if (t.values[3 * i] != i || t.values[3 * i + 1] != i * 0.125 ||
            t.values[3 * i + 2] != i % 7)
            fail_msg("row %d", i);
    csv_numbers_free(&t);
    diags_free(&d);
    buf_free(&text);
}

/* Whatever the bytes: a table or a diag. */
static void test_damaged_tables(void **state)
{
    static const char seed_text[] = "id,\"a \"\"b\"\"\",c\n1,2.5,-3e4\n\"4\",,NA\n5,inf,0x1\n";
    static const char bytes[] = ",;\t \"\n\r0123456789.eE+-naif\0\377";
    uint64_t seed = 1234567;
    for (int i = 0; i < 3000; i++) {
        char text[sizeof seed_text];
        memcpy(text, seed_text, sizeof text);
        for (int k = 0; k < 1 + i % 6; k++)
            text[next(&seed) % sizeof text] = bytes[next(&seed) % sizeof bytes];
        struct csv_numbers t;
        struct diags d = {0};
        if (read_text(&t, text, 1 + next(&seed) % sizeof text, i % 3 ? NULL : "c", &d))
            csv_numbers_free(&t);
        else
            assert_int_equal(d.errors, 1);
        diags_free(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_by_hand),
        cmocka_unit_test(test_numbers_at_random),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_bad_tables),
        cmocka_unit_test(test_words_are_counted),
        cmocka_unit_test(test_a_large_table),
        cmocka_unit_test(test_damaged_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
