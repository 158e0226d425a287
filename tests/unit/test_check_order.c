/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of %check that need no launch: the clocks of streams (check_streams.h), what threads did with words (word_users.h), and the text in which
 * shared arrays check their indices (compile/bounds.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compile/bounds.h"
#include "device/cpu/check/check_streams.h"
#include "device/cpu/check/memory/word_users.h"
#include "lang/tree/program.h"

/* ---- streams ---- */

enum { APART = 7 };

struct two_points {
    struct stream_order *o;
    struct stream_point a, b;
};

static struct two_points begin(uint32_t stream)
{
    struct two_points t = {.o = stream_order_new()};
    stream_order_apart(t.o, APART);
    stream_order_queue(t.o, stream, &t.a);
    return t;
}

/* Queues the second point and says whether the two are ordered. */
static bool end(struct two_points *t, uint32_t stream)
{
    stream_order_queue(t->o, stream, &t->b);
    bool ordered = stream_points_ordered(&t->a, &t->b);
    assert_int_equal(stream_points_ordered(&t->b, &t->a), ordered);
    stream_point_free(&t->a);
    stream_point_free(&t->b);
    stream_order_free(&t->o);
    return ordered;
}

static void one_stream_is_in_order(void **state)
{
    struct two_points t = begin(1);
    assert_true(end(&t, 1));
    t = begin(1);
    assert_false(end(&t, 2));
}

static void the_default_stream_orders_others(void **state)
{
    struct two_points t = begin(0);
    assert_true(end(&t, 1));
    t = begin(1);
    assert_true(end(&t, 0));
    t = begin(0);
    assert_false(end(&t, APART));
    t = begin(APART);
    assert_false(end(&t, 0));
}

static void a_mark_orders_what_came_before(void **state)
{
    struct two_points t = begin(1);
    stream_order_stream_waits(t.o, 2, stream_order_mark(t.o, 1));
    assert_true(end(&t, 2));
    t = begin(1);
    uint32_t early = stream_order_mark(t.o, 2); /* of another stream */
    stream_order_stream_waits(t.o, 2, early);
    assert_false(end(&t, 2));
    t = begin(1);
    uint32_t first = stream_order_mark(t.o, 1);
    stream_order_stream_waits(t.o, 2, first); /* nothing is queued there */
    stream_order_stream_waits(t.o, 3, stream_order_mark(t.o, 2));
    assert_true(end(&t, 3));
}

static void the_host_passes_on_what_it_knows(void **state)
{
    struct two_points t = begin(1);
    assert_false(stream_order_host_knows(t.o, &t.a));
    stream_order_wait(t.o, 2);
    assert_false(stream_order_host_knows(t.o, &t.a));
    stream_order_host_waits(t.o, stream_order_mark(t.o, 1));
    assert_true(stream_order_host_knows(t.o, &t.a));
    assert_true(end(&t, APART));
    t = begin(APART);
    stream_order_wait(t.o, APART);
    assert_true(end(&t, 1));
}

static void accesses_of_the_host_come_before_what_it_queues(void **state)
{
    struct two_points t = {.o = stream_order_new()};
    struct stream_point host, launch, later;
    stream_order_host(t.o, &host);
    stream_order_queue(t.o, 1, &launch);
    stream_order_host(t.o, &later);
    assert_true(stream_points_ordered(&host, &launch));
    assert_false(stream_points_ordered(&launch, &later));
    assert_true(stream_points_ordered(&host, &later));
    stream_point_free(&host);
    stream_point_free(&launch);
    stream_point_free(&later);
    stream_order_free(&t.o);
}

/* ---- words ---- */

static void users_of_words_are_told_apart(void **state)
{
    struct word_users *u = word_users_new();
    assert_int_equal(word_users_get(u, 64, 0, 0), 0);
    for (uint32_t k = 1; k <= 1000; k++)
        word_users_put(u, 4 * (uint64_t) (k % 10), k, k % 7, k);
    for (uint32_t k = 1; k <= 1000; k++)
        assert_int_equal(word_users_get(u, 4 * (uint64_t) (k % 10), k, k % 7), k);
    assert_int_equal(word_users_get(u, 4, 1, 2), 0);
    word_users_put(u, 4, 1, 1, 5);
    assert_int_equal(word_users_get(u, 4, 1, 1), 5);
    word_users_free(&u);
}

/* ---- bounds ---- */

static void bounds_at(uint8_t level, const char *text, const char *expected, const char *names)
{
    struct buf out = {0}, all = {0};
    bounds_names found = {0};
    bounds_add(&out, (struct str){text, strlen(text)}, level, &found);
    VEC_EACH (name, &found) {
        buf_printf(&all, "%s ", *name);
        free(*name);
    }
    buf_put(&out, "", 1);
    buf_put(&all, "", 1);
    assert_string_equal(out.p, expected);
    assert_string_equal(all.p, names);
    VEC_FREE(&found);
    buf_free(&out);
    buf_free(&all);
}

static void bounds_of(const char *text, const char *expected, const char *names)
{
    bounds_at(BOUNDS_ROWS, text, expected, names);
}

#define MEMBER(type, extent, dimension, name, owner)                                               \
    "__warpcell_member<" type ", (" extent "), " dimension ", &__warpcell_beyond_" name ", " owner \
    ">"

static void members_check_their_indices(void **state)
{
    static const char *const stay[] = {
        "struct { float v[3]; } s;",
        "struct text { int size; char of[1]; };",
        "struct s { static const int t[2]; float x, y; float at(int i) const { return p[i]; } };",
        "struct s { int t[2] = {1, 2}; };",
        "enum e { A, B };",
    };
    bounds_at(BOUNDS_MEMBERS, "struct s { float m[2][2]; int n; };",
              "struct s { " MEMBER(MEMBER("float ", "2", "2", "m", "s"), "2", "1", "m",
                                   "s") " m; int n; };",
              "m ");
    bounds_at(BOUNDS_MEMBERS,
              "template <class T> class alignas(8) vec : base { public: T v[N];\n};",
              "template <class T> class alignas(8) vec : base { public: " MEMBER(
                  "T ", "N", "1", "v", "vec") " v;\n};",
              "v ");
    bounds_at(BOUNDS_MEMBERS, "struct s { int a[2], n; };",
              "struct s { " MEMBER("int ", "2", "1", "a", "s") " a;int n; };", "a ");
    bounds_at(BOUNDS_MEMBERS, "struct s { int a[2]; void f() { int b[2]; a[0] = b[0]; } };",
              "struct s { " MEMBER("int ", "2", "1", "a",
                                   "s") " a; void f() { int b[2]; a[0] = b[0]; } };",
              "a ");
    for (size_t k = 0; k < sizeof stay / sizeof *stay; k++)
        bounds_at(BOUNDS_MEMBERS, stay[k], stay[k], "");
}

#define ROW(type, extent, dimension, name)                                                         \
    "__warpcell_row<" type ", (" extent "), " dimension ", &__warpcell_beyond_" name ">"

static void shared_arrays_become_rows(void **state)
{
    bounds_of("{ __shared__ float s[64]; s[0] = 1; }",
              "{ __shared__ " ROW("float ", "64", "1", "s") " s; s[0] = 1; }", "s ");
    bounds_of(
        "{\n  // a tile\n  __shared__ T t[N][N + 1];\n}",
        "{\n  // a tile\n  __shared__ " ROW(ROW("T ", "N + 1", "2", "t"), "N", "1", "t") " t;\n}",
        "t ");
    bounds_of("{ volatile static\n__shared__ unsigned int a[4], b[8]; }",
              "{ __shared__ " ROW("volatile unsigned int ", "4", "1", "a") " a;__shared__ " ROW(
                  "volatile unsigned int ", "8", "1", "b") " b;\n }",
              "a b ");
}

static void rows_of_other_arrays_become_rows(void **state)
{
    bounds_of("{ float a[2][3]; a[0][1] = 1; }",
              "{ " ROW(ROW("float ", "3", "2", "a"), "2", "1", "a") " a; a[0][1] = 1; }", "a ");
    bounds_of("static __device__ int t[4][8];",
              "static __device__ " ROW(ROW("int ", "8", "2", "t"), "4", "1", "t") " t;", "t ");
    bounds_of("__constant__ int t[4][8];\n",
              "__constant__ " ROW(ROW("int ", "8", "2", "t"), "4", "1", "t") " t;\n", "t ");
}

static void other_text_stays(void **state)
{
    static const char *const texts[] = {
        "{ extern __shared__ float s[]; s[0] = 1; }",
        "{ __shared__ int n; n = 1; }",
        "{ __shared__ __align__(16) float s[4]; }",
        "{ __shared__ int s[2] = {1, 2}; }",
        "{ __shared__ float *s[2], n; }",
        "// __shared__ int s[4];\n/* __shared__ int s[4]; */",
        "{ const char *c = \"__shared__ int s[4];\"; }",
        "{ float local[4]; my__shared__ s[4]; }",
        "int host[2][2];",
        "{ return a[1][2]; }",
        "{ a[1][2] = 3; else a[1][2] = 4; }",
        "{ static int a[2][2]; }",
        "{ int a[2][2] = {{1}}, b[2][2]; }",
        "struct s { float m[2][2]; };",
        "{ struct s { float m[2][2]; void f() { int a[2][2]; } }; }",
        "__device__ int t[4];",
        "__shared__ int",
        "{ __shared__ int s[4",
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        bounds_of(texts[k], texts[k], "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_stream_is_in_order),
        cmocka_unit_test(the_default_stream_orders_others),
        cmocka_unit_test(a_mark_orders_what_came_before),
        cmocka_unit_test(the_host_passes_on_what_it_knows),
        cmocka_unit_test(accesses_of_the_host_come_before_what_it_queues),
        cmocka_unit_test(users_of_words_are_told_apart),
        cmocka_unit_test(shared_arrays_become_rows),
        cmocka_unit_test(rows_of_other_arrays_become_rows),
        cmocka_unit_test(members_check_their_indices),
        cmocka_unit_test(other_text_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
