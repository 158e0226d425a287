/* SPDX-License-Identifier: Apache-2.0 */
/* array/: views against a plain model, copies through gaps, lifetimes, and the text of errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "array/array.h"
#include "device/device_open.h"

static const struct dtype i32 = {DTYPE_I32, 4, "int"};
static const struct span nowhere;

struct fixture {
    struct device *d;
    struct diags diags;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    f->d = cpu_device_open(&(struct device_events){0}, 1 << 30, &f->diags);
    *state = f;
    return f->d ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    uint64_t left = device_memory_used(f->d);
    device_close(&f->d);
    diags_free(&f->diags);
    free(f);
    return left ? -1 : 0; /* every array was freed */
}

static struct array *numbered(struct fixture *f, uint32_t rank, const int64_t *shape)
{
    struct array *a = array_new(f->d, i32, rank, shape, &f->diags, nowhere);
    assert_non_null(a);
    int32_t *values = malloc(array_bytes(a));
    for (int64_t i = 0; i < array_count(a); i++)
        values[i] = (int32_t) i;
    struct device_fault fault;
    assert_int_equal(array_write(a, values, &fault), DEVICE_OK);
    free(values);
    return a;
}

static struct array_subscript slice(int64_t start, int64_t stop, int64_t step)
{
    return (struct array_subscript){.slice = true,
                                    .has_start = true,
                                    .has_stop = true,
                                    .start = start,
                                    .stop = stop,
                                    .step = step};
}

static struct array_subscript at(int64_t i)
{
    return (struct array_subscript){.start = i};
}

static void a_new_array_is_zero_and_row_major(void **state)
{
    struct fixture *f = *state;
    struct array *a = array_new(f->d, i32, 3, (int64_t[]){2, 3, 4}, &f->diags, nowhere);
    int32_t values[24];
    struct device_fault fault;
    memset(values, 1, sizeof values);
    assert_int_equal(array_read(a, values, &fault), DEVICE_OK);
    for (int i = 0; i < 24; i++)
        assert_int_equal(values[i], 0);
    assert_int_equal(a->stride[0], 12);
    assert_int_equal(a->stride[1], 4);
    assert_int_equal(a->stride[2], 1);
    assert_true(array_contiguous(a));
    array_unref(&a);
}

/* Every slice of a small matrix, forwards and backwards, read and written. */
static void views_agree_with_loops(void **state)
{
    struct fixture *f = *state;

    enum { R = 4, C = 5 };
    struct array *a = numbered(f, 2, (int64_t[]){R, C});
    struct device_fault fault;
    for (int r0 = 0; r0 <= R; r0++)
        for (int r1 = r0; r1 <= R; r1++)
            for (int step = 1; step <= 3; step++)
                for (int c0 = 0; c0 < C; c0 += 2) {
                    struct array_subscript s[2] = {slice(r0, r1, step),
                                                   slice(C - 1, c0 - 1, -step)};
                    struct array *v = array_view(a, s, 2, &f->diags, nowhere);
                    assert_non_null(v);
                    int32_t got[R * C];
                    assert_int_equal(array_read(v, got, &fault), DEVICE_OK);
                    int n = 0;
                    for (int r = r0; r < r1; r += step)
                        for (int c = C - 1; c > c0 - 1; c -= step)
                            assert_int_equal(got[n++], r * C + c);
                    assert_int_equal(n, array_count(v));
                    array_unref(&v);
                }
    array_unref(&a);
}

static void writing_through_a_view_changes_only_its_elements(void **state)
{
    struct fixture *f = *state;
    struct array *a = numbered(f, 2, (int64_t[]){3, 4});
    struct array_subscript s[2] = {slice(0, 3, 2), slice(1, 4, 2)};
    struct array *v = array_view(a, s, 2, &f->diags, nowhere);
    int32_t in[4] = {100, 101, 102, 103}, out[12];
    struct device_fault fault;
    assert_int_equal(array_write(v, in, &fault), DEVICE_OK);
    assert_int_equal(array_read(a, out, &fault), DEVICE_OK);
    int32_t wanted[12] = {0, 100, 2, 101, 4, 5, 6, 7, 8, 102, 10, 103};
    assert_memory_equal(out, wanted, sizeof wanted);
    int32_t seven = 7;
    assert_int_equal(array_fill(v, &seven, &fault), DEVICE_OK);
    assert_int_equal(array_read(a, out, &fault), DEVICE_OK);
    assert_int_equal(out[3], 7);
    assert_int_equal(out[2], 2);
    int32_t last;
    assert_int_equal(array_peek(v, 3, 10, &last, &fault), DEVICE_OK);
    assert_int_equal(last, 7);
    array_unref(&a);
    array_unref(&v); /* a view outlives its array's name */
}

static void a_row_is_a_view_of_lower_rank(void **state)
{
    struct fixture *f = *state;
    struct array *a = numbered(f, 3, (int64_t[]){2, 3, 4});
    struct array *row =
        array_view(a, (struct array_subscript[]){at(1), at(2)}, 2, &f->diags, nowhere);
    assert_int_equal(row->rank, 1);
    assert_int_equal(row->shape[0], 4);
    assert_true(array_contiguous(row));
    uint64_t addr;
    bool here;
    assert_true(array_element(row, (struct array_subscript[]){at(3)}, 1, &f->diags, &addr, &here));
    assert_int_equal(addr - array_address(a), 23 * 4);
    struct array *column = array_view(a, (struct array_subscript[]){at(0), slice(0, 3, 1), at(1)},
                                      3, &f->diags, nowhere);
    assert_false(array_contiguous(column));
    struct array *dense = array_new(f->d, i32, 1, column->shape, &f->diags, nowhere);
    struct device_fault fault;
    int32_t got[3];
    assert_int_equal(array_copy(dense, column, &fault), DEVICE_OK);
    assert_int_equal(array_read(dense, got, &fault), DEVICE_OK);
    assert_int_equal(got[2], 9);
    array_unref(&dense);
    array_unref(&column);
    array_unref(&row);
    array_unref(&a);
}

static void says(struct fixture *f, const char *text)
{
    assert_non_null(f->diags.last);
    assert_string_equal(f->diags.last->text, text);
}

static void mistakes_are_explained(void **state)
{
    struct fixture *f = *state;
    struct array *a = numbered(f, 2, (int64_t[]){3, 4});
    uint64_t addr;
    bool here;
    assert_false(
        array_element(a, (struct array_subscript[]){at(1), at(4)}, 2, &f->diags, &addr, &here));
    says(f, "index 4 is out of range for axis 1 of an array of shape [3, 4]");
    assert_false(
        array_element(a, (struct array_subscript[]){at(-1), at(0)}, 2, &f->diags, &addr, &here));
    says(f, "index -1 is out of range for axis 0 of an array of shape [3, 4]");
    assert_null(array_view(a, (struct array_subscript[]){slice(2, 1, 1)}, 1, &f->diags, nowhere));
    says(f, "slice 2:1 is out of range for axis 0 of an array of shape [3, 4]");
    assert_null(array_view(a, (struct array_subscript[]){slice(0, 3, 0)}, 1, &f->diags, nowhere));
    says(f, "the step of a slice cannot be 0");
    assert_null(array_new(f->d, i32, 1, (int64_t[]){-5}, &f->diags, nowhere));
    says(f, "extent -5 of a device array is negative");
    assert_null(array_new(f->d, i32, 2, (int64_t[]){INT64_MAX / 2, 8}, &f->diags, nowhere));
    says(f, "an array of shape [4611686018427387903, 8] exceeds the address space");
    array_unref(&a);
}

static void numbers_print_as_they_read_back(void **state)
{
    static const struct {
        double v;
        const char *text;
    } cases[] = {
        {0,         "0"                 },
        {1,         "1"                 },
        {0.1,       "0.1"               },
        {1e5,       "100000"            },
        {1e22,      "1e+22"             },
        {1.0 / 3,   "0.3333333333333333"},
        {-2.5,      "-2.5"              },
        {1e-7,      "1e-07"             },
        {123456789, "123456789"         }
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf b = {0};
        dtype_print(&b, (struct dtype){DTYPE_F64, 8, "double"}, &cases[i].v);
        assert_string_equal(b.p, cases[i].text);
        buf_free(&b);
    }
    struct buf b = {0};
    dtype_print(&b, (struct dtype){DTYPE_F32, 4, "float"}, &(float){0.1f});
    assert_string_equal(b.p, "0.1");
    buf_free(&b);
}

static uint16_t stored(enum dtype_kind kind, float v)
{
    uint16_t bits;
    dtype_store_half(dtype_of(kind), v, &bits);
    return bits;
}

/* Every number of 16 bits, and the points halfway to the next one, which go to the even neighbour. */
static void halves_are_rounded_to_nearest_even(void **state)
{
    static const enum dtype_kind kinds[] = {DTYPE_F16, DTYPE_BF16};

    for (int k = 0; k < 2; k++) {
        uint16_t infinity = k ? 0x7f80 : 0x7c00;
        for (uint16_t bits = 0; bits < infinity; bits++) {
            uint16_t next = bits + 1, negative = bits | 0x8000;
            double v = dtype_double(dtype_of(kinds[k]), &bits),
                   w = dtype_double(dtype_of(kinds[k]), &next);
            assert_int_equal(stored(kinds[k], (float) v), bits);
            assert_int_equal(stored(kinds[k], (float) -v), negative);
            if (next < infinity)
                assert_int_equal(stored(kinds[k], (float) ((v + w) / 2)), bits & 1 ? next : bits);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_array_is_zero_and_row_major, set_up, tear_down),
        cmocka_unit_test_setup_teardown(views_agree_with_loops, set_up, tear_down),
        cmocka_unit_test_setup_teardown(writing_through_a_view_changes_only_its_elements, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_row_is_a_view_of_lower_rank, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_explained, set_up, tear_down),
        cmocka_unit_test(numbers_print_as_they_read_back),
        cmocka_unit_test(halves_are_rounded_to_nearest_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
