/* SPDX-License-Identifier: Apache-2.0 */
/* The front end over several cells: what a session keeps, what a failed cell leaves, what goes stale. Messages and
 * trees of single cells are in tests/lang. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "lang_support.h"

static int open_fixture(void **state)
{
    static struct lang_fixture f;
    fixture_open(&f);
    *state = &f;
    return 0;
}

static int close_fixture(void **state)
{
    fixture_close(*state);
    return 0;
}

static struct unit *ok(struct lang_fixture *f, const char *text)
{
    struct unit *u = fixture_run(f, text);
    if (!u) {
        struct buf b = {0};
        fixture_report(f, &b);
        fail_msg("%s", b.p);
    }
    return u;
}

static void fails(struct lang_fixture *f, const char *text, const char *message)
{
    assert_null(fixture_run(f, text));
    struct buf b = {0};
    fixture_report(f, &b);
    if (!b.p || !strstr(b.p, message))
        fail_msg("wanted '%s', got: %s", message, b.p ? b.p : "nothing");
    buf_free(&b);
}

static struct function *function_named(struct lang_fixture *f, const char *name)
{
    struct symbol *s = lang_find(f->lang, name, strlen(name));
    assert_non_null(s);
    assert_int_equal(s->kind, SYMBOL_FUNCTION);
    return s->function;
}

static bool has(struct lang_fixture *f, const char *name)
{
    return lang_find(f->lang, name, strlen(name)) != NULL;
}

static void failed_cells_define_nothing(void **state)
{
    struct lang_fixture *f = *state;
    fails(f,
          "#define FIVE 5\nint a = FIVE;\nstruct S { int x; };\nint g() { return 1; }\n__global__ "
          "void k() {}\nint b = nothing;",
          "unknown name 'nothing'");
    assert_false(has(f, "a") || has(f, "S") || has(f, "g") || has(f, "k"));
    fails(f, "int c = FIVE;", "unknown name 'FIVE'");
    fails(f, "k<<<1, 1>>>();", "unknown kernel 'k'");
    struct device_program p;
    lang_device_program(f->lang, NULL, &p);
    assert_int_equal(p.count, 0);
    free(p.defs);
}

static void names_live_on(void **state)
{
    struct lang_fixture *f = *state;
    ok(f, "#define FIVE 5\ntypedef struct P { int x, y; } P;\nint n = FIVE;\nenum { RED = 7 };");
    struct unit *u = ok(f, "P p = {n, FIVE + RED}; p.y");
    struct buf b = {0};
    tree_print(&b, u->body);
    assert_string_equal(b.p, "block\n  declare p@: P = P{+0: n, +4: 12}\n  result p.y+4\n");
    buf_free(&b);
    ok(f, "#undef FIVE\nint FIVE = 3;");
    ok(f, "float n = 2.5f;");
    u = ok(f, "n");
    assert_int_equal(u->body->list[0]->expr->type->kind, TYPE_FLOAT);
}

static void a_variable_exists_when_it_has_run(void **state)
{
    struct lang_fixture *f = *state;
    struct unit *u = fixture_check(f, "int late = 3;", 13);
    assert_non_null(u);
    assert_false(has(f, "late"));
    lang_commit(f->lang, u);
    assert_false(has(f, "late"));
    lang_define(f->lang, u->body->list[0]->symbol);
    assert_true(has(f, "late"));
}

static void redefinition_reaches_callers(void **state)
{
    struct lang_fixture *f = *state;
    ok(f, "int f(int x) { return x + 1; }");
    ok(f, "int g(int x) { return f(x) * 2; }");
    struct function *g = function_named(f, "g"), *first = function_named(f, "f");
    struct symbol *f_symbol = lang_find(f->lang, "f", 1);
    ok(f, "int f(int x) { return x + 100; }");
    assert_ptr_equal(lang_find(f->lang, "f", 1),
                     f_symbol); /* the same type: callers reach it through the symbol */
    assert_ptr_not_equal(function_named(f, "f"), first);
    assert_false(g->stale);
    ok(f, "double f(double x) { return x; }");
    assert_true(g->stale);
    struct diags d = {0};
    assert_true(lang_recheck(f->lang, g, (struct span){0}, &d));
    assert_false(g->stale);
    struct buf b = {0};
    tree_print(&b, g->body);
    assert_non_null(strstr(b.p, "convert<int>(multiply<double>(call f(convert<double>(x)), 2.0))"));
    buf_free(&b);
    ok(f, "struct f { int x; }; int f = 3;");
    assert_true(g->stale);
    assert_false(lang_recheck(f->lang, g, (struct span){0}, &d));
    assert_true(g->stale);
    assert_int_equal(d.errors, 1);
    diags_free(&d);
}

static void variables_make_functions_stale(void **state)
{
    struct lang_fixture *f = *state;
    ok(f, "int n = 3;\nint twice() { return 2 * n; }\nint other() { return 1; }");
    assert_false(function_named(f, "twice")->stale);
    ok(f, "float n = 1.5f;");
    assert_true(function_named(f, "twice")->stale);
    assert_false(function_named(f, "other")->stale);
}

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void headers_are_read_again_when_edited(void **state)
{
    struct lang_fixture *f = *state;
    static const char path[] = "test_lang_header.h";
    write_file(path, "#ifndef H\n#define H\n#define SIZE 3\nint size() { return SIZE; }\n#endif\n");
    struct unit *u = ok(f, "#include \"test_lang_header.h\"\nint a = SIZE;");
    assert_int_equal(u->function_count, 1);
    u = ok(f, "#include \"test_lang_header.h\"");
    assert_int_equal(u->function_count, 0); /* the guard holds */
    write_file(path,
               "#ifndef H\n#define H\n#define SIZE 44\nint size() { return SIZE; }\n#endif\n");
    u = ok(f, "#include \"test_lang_header.h\"\nint b = SIZE;");
    assert_int_equal(u->function_count, 1);
    assert_int_equal(u->body->list[0]->expr->integer, 44);
    remove(path);
}

static void structs_make_functions_stale(void **state)
{
    struct lang_fixture *f = *state;
    ok(f, "struct P { int x; };\nint get(struct P *p) { return p->x; }");
    ok(f, "struct P { float y; int x; };");
    struct function *get = function_named(f, "get");
    assert_true(get->stale);
    struct diags d = {0};
    assert_true(lang_recheck(f->lang, get, (struct span){0}, &d));
    struct buf b = {0};
    tree_print(&b, get->body);
    assert_non_null(strstr(b.p, ".x+4"));
    buf_free(&b);
    diags_free(&d);
}

static void macros_make_functions_stale(void **state)
{
    struct lang_fixture *f = *state;
    ok(f, "#define SIZE 4\nint size() { return SIZE; }");
    ok(f, "#define SIZE 8");
    struct function *size = function_named(f, "size");
    assert_true(size->stale);
    struct diags d = {0};
    assert_true(lang_recheck(f->lang, size, (struct span){0}, &d));
    struct buf b = {0};
    tree_print(&b, size->body);
    assert_string_equal(b.p, "block\n  return 8\n");
    buf_free(&b);
    diags_free(&d);
}

/* Names of the device program in order, separated by blanks. */
static void program_names(struct lang_fixture *f, struct buf *out)
{
    struct device_program p;
    lang_device_program(f->lang, NULL, &p);
    out->n = 0;
    for (uint32_t i = 0; i < p.count; i++) {
        assert_int_equal(p.defs[i]->order, i);
        buf_printf(out, "%s%s", i ? " " : "", p.defs[i]->name ? p.defs[i]->name : "*");
    }
    free(p.defs);
}

static void device_program_order(void **state)
{
    struct lang_fixture *f = *state;
    struct buf b = {0};
    ok(f, "#define N 4\n__device__ float sq(float x) { return x * x; }\n__global__ void k(float "
          "*x) { x[0] = sq(N); }");
    program_names(f, &b);
    assert_string_equal(b.p, "sq N k"); /* a macro stands where it is used */
    ok(f,
       "struct P { int x; };\n__device__ float sq(float y) { struct P p; return y; }"); /* replaced; needs what is newer */
    program_names(f, &b);
    assert_string_equal(b.p, "P sq N k");
    ok(f, "__device__ int sq(int x) { return x; }"); /* an overload */
    program_names(f, &b);
    assert_string_equal(b.p, "P sq N k sq");
    ok(f, "#undef N");
    program_names(f, &b);
    assert_string_equal(b.p, "P sq k sq");
    ok(f, "#include <cuda_fp16.h>\n#include <cuda_fp16.h>\nint k = 3;");
    program_names(f, &b);
    assert_string_equal(b.p, "P sq sq *");
    buf_free(&b);
}

static void kernels_know_what_the_host_can(void **state)
{
    struct lang_fixture *f = *state;
    struct unit *u = ok(f, "template <typename T, int B> __global__ void k(T *x, int n, const "
                           "float *__restrict__ y, half h, float4 v) {}");
    const struct kernel *k = u->device_defs[0]->kernel;
    assert_int_equal(k->template_count, 2);
    assert_int_equal(k->param_count, 5);
    assert_int_equal(k->params[0].type->kind, TYPE_OPAQUE);
    assert_int_equal(k->params[1].type->kind, TYPE_INT);
    assert_int_equal(k->params[2].type->kind, TYPE_POINTER);
    assert_true(k->params[2].restricts);
    assert_int_equal(k->params[3].type->kind, TYPE_OPAQUE);
    assert_int_equal(k->params[4].type->kind, TYPE_STRUCT);
    assert_string_equal(k->params[4].name, "v");
}

static void launches_before_a_kernel_is_defined(void **state)
{
    struct lang_fixture *f = *state;
    struct unit *u = ok(f, "__global__ void k(int *);\nvoid go(int *p) { k<<<1, 1>>>(p); "
                           "}\n__global__ void k(int *p) { *p = 1; }");
    const struct kernel *k = u->functions[0]->body->list[0]->expr->launch->kernel;
    assert_ptr_equal(k->def, u->device_defs[1]);
    assert_ptr_equal(lang_find(f->lang, "k", 1)->kernel, k);
    assert_string_equal(k->params[0].name, "p");
}

static void host_half_is_lenient(void **state)
{
    struct lang_fixture *f = *state;
    ok(f, "__host__ __device__ float both(float x) { return x + 1; }\n__host__ __device__ float "
          "only(float x) { return __expf(x); }");
    ok(f, "both(2)");
    fails(f, "only(2)", "'only' is a device function: the host cannot call it");
}

static const struct {
    const char *text;
    enum lang_completeness wanted;
    int indent;
} completeness[] = {
    {"",                                          LANG_COMPLETE,   0},
    {"int x = 3;",                                LANG_COMPLETE,   0},
    {"x",                                         LANG_COMPLETE,   0},
    {"%vars",                                     LANG_COMPLETE,   0},
    {"int x = 3",                                 LANG_INCOMPLETE, 0},
    {"int x = ];",                                LANG_INVALID,    0},
    {"for (int i = 0; i < 3; i++) {",             LANG_INCOMPLETE, 4},
    {"__global__ void k(int *p) {\n    if (p) {", LANG_INCOMPLETE, 8},
    {"__global__ void k(int *p)",                 LANG_INCOMPLETE, 0},
    {"void f()",                                  LANG_INCOMPLETE, 0},
    {"if (x)",                                    LANG_INCOMPLETE, 0},
    {"if (x) y = 1; else",                        LANG_INCOMPLETE, 0},
    {"if (x) y = 1;",                             LANG_COMPLETE,   0},
    {"y = 3 +",                                   LANG_INCOMPLETE, 0},
    {"printf(\"a\",",                             LANG_INCOMPLETE, 4},
    {"k<<<1, 2",                                  LANG_INCOMPLETE, 0},
    {"/* a",                                      LANG_INCOMPLETE, 0},
    {"#define A \\",                              LANG_INCOMPLETE, 0},
    {"#if 1\nint x;",                             LANG_INCOMPLETE, 0},
    {"printf(\"a",                                LANG_INVALID,    0},
    {"struct S { int x; }",                       LANG_INCOMPLETE, 0},
    {"do { x++; }",                               LANG_INCOMPLETE, 0},
    {"}",                                         LANG_INVALID,    0},
};

static void completeness_of_input(void **state)
{
    struct lang_fixture *f = *state;
    for (size_t i = 0; i < sizeof completeness / sizeof *completeness; i++) {
        int indent;
        enum lang_completeness got =
            lang_is_complete(f->lang, completeness[i].text, strlen(completeness[i].text), &indent);
        if (got != completeness[i].wanted || indent != completeness[i].indent)
            fail_msg("'%s' is %d with indentation %d", completeness[i].text, got, indent);
    }
}

static void signatures(void **state)
{
    struct lang_fixture *f = *state;
    struct buf b = {0};
    ok(f, "__global__ void k(int n, const float *x) {}\nfloat h(float a, int *b) { return a; "
          "}\nstruct P { int x; };\ndevice float A[2][2];");
    static const char *const rows[][2] = {
        {"k",      "__global__ void k(int n, const float *x)"},
        {"h",      "float h(float a, int *b)"                },
        {"printf", "int printf(const char *format, ...)"     },
        {"P",      "struct P"                                },
        {"A",      "device float [:, :] A"                   },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        b.n = 0;
        lang_signature(f->lang, lang_find(f->lang, rows[i][0], strlen(rows[i][0])), &b);
        assert_string_equal(b.p, rows[i][1]);
    }
    buf_free(&b);
}

static void layout_is_the_abi(void **state)
{
    struct lang_fixture *f = *state;
    ok(f,
       "struct A { char c; double d; short s; };\n"
       "struct B { int a : 3, b : 30; char c; };\n"
       "union U { char c[5]; int i; };\n"
       "struct D { char c; struct A a[2]; };\n"
       "static_assert(sizeof(struct A) == 24 && sizeof(struct B) == 12 && sizeof(union U) == 8, "
       "\"\");\n"
       "static_assert(sizeof(struct D) == 56 && alignof(struct D) == 8, \"\");\n"
       "static_assert(sizeof(long double) == 16 && alignof(long double) == 16, \"\");\n"
       "static_assert(sizeof(dim3) == 12 && sizeof('a') == 1 && sizeof(1 ? 1 : 2.0f) == 4, \"\");");
}

static void deep_nesting_is_an_error(void **state)
{
    struct lang_fixture *f = *state;
    struct buf b = {0};
    static const char *const pieces[] = {"(",    "{",        "[",      "-", "a[",
                                         "f(",   "if (1) ",  "int (*", "~", "struct { ",
                                         "x = ", "1 ? 2 : ", "{{"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        b.n = 0;
        for (int k = 0; k < 20000; k++)
            buf_puts(&b, pieces[i]);
        assert_null(fixture_check(f, b.p, b.n));
    }
    b.n = 0;
    buf_puts(&b, "int x = 1");
    for (int k = 0; k < 20000; k++)
        buf_puts(&b, " + 1");
    buf_puts(&b, ";");
    assert_null(fixture_check(f, b.p, b.n));
    b.n = 0;
    buf_puts(&b, "#define A0 x x\n");
    for (int k = 1; k < 40; k++)
        buf_printf(&b, "#define A%d A%d A%d\n", k, k - 1, k - 1);
    buf_puts(&b, "A39");
    assert_null(fixture_check(f, b.p, b.n));
    buf_free(&b);
}

/* Stops the check of `text` at its n-th safepoint. true: it has fewer, and was checked. */
static bool checked_up_to(struct lang_fixture *f, const char *text, uint64_t n)
{
    struct safepoint *s = lang_safepoint(f->lang);
    s->stop_at = s->passed + n;
    struct unit *u = fixture_check(f, text, strlen(text));
    bool reached = s->passed >= s->stop_at;
    s->stop_at = 0;
    if (reached != (u == NULL))
        fail_msg("safepoint %llu of: %s\n%s", (unsigned long long) n, text,
                 f->diags.last ? f->diags.last->text : "");
    if (!reached)
        return true;
    assert_int_equal(f->diags.errors, 1);
    assert_int_equal(f->diags.last->kind, DIAG_INTERRUPT);
    assert_string_equal(f->diags.last->text, "stopped by the user");
    return false;
}

static void a_check_stops_at_each_of_its_safepoints(void **state)
{
    static const char *const texts[] = {
        "#define F(x) x + G(x)\n#define G(x) x\nint a = F(F(1));",
        "namespace n { struct s { int f() const { return k; } int k; }; }\nn::s v; int b = v.f();",
        "template <int N> struct T { static const int v = T<N - 1>::v + 1; };\n"
        "template <> struct T<0> { static const int v = 0; };\nint c = T<20>::v;",
        "template <class A> A twice(A x) { return x + x; }\nauto d = twice(twice(2.5f));",
        "for (int i = 0; i < 3; i++) if (i) { while (0) ; } else switch (i) { case 1: ; }",
        "int w[2][2] = {{1, 2}, {3}}; auto g = [&](int i) { return w[0][i]; };",
        "__global__ void kernel(int *p) { *p = 1; }\nstruct { int x[3]; } u = {{1, 2, 3}};",
    };
    struct lang_fixture *f = *state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint64_t n = 1;
        while (!checked_up_to(f, texts[i], n))
            n += 1 + n / 64;
        assert_true(n > 20);
        ok(f, texts[i]); /* nothing stayed behind */
    }
}

static void an_interrupt_ends_what_has_no_end(void **state)
{
    static const char without_end[] =
        "template <int N, int M> struct F { static const int v = F<N - 1, 2 * M>::v + F<N - 1, 2 * "
        "M + 1>::v; };\n"
        "template <int M> struct F<0, M> { static const int v = 1; };\nint x = F<30, 1>::v;";
    assert_false(checked_up_to(*state, without_end, 200000));
    assert_false(has(*state, "x"));
}

static void opening_is_quick(void **state)
{
    (void) state;
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < 5; i++) {
        struct lang_fixture f;
        uint64_t start = clock_ns();
        fixture_open(&f);
        uint64_t took = clock_ns() - start;
        best = took < best ? took : best;
        fixture_close(&f);
    }
    print_message("a session's front end opens in %.0f us\n", (double) best / 1e3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)
    const struct CMUnitTest tests[] = {
        TEST(failed_cells_define_nothing),
        TEST(names_live_on),
        TEST(a_variable_exists_when_it_has_run),
        TEST(redefinition_reaches_callers),
        TEST(variables_make_functions_stale),
        TEST(structs_make_functions_stale),
        TEST(headers_are_read_again_when_edited),
        TEST(macros_make_functions_stale),
        TEST(device_program_order),
        TEST(kernels_know_what_the_host_can),
        TEST(launches_before_a_kernel_is_defined),
        TEST(host_half_is_lenient),
        TEST(completeness_of_input),
        TEST(signatures),
        TEST(layout_is_the_abi),
        TEST(deep_nesting_is_an_error),
        TEST(a_check_stops_at_each_of_its_safepoints),
        TEST(an_interrupt_ends_what_has_no_end),
        TEST(opening_is_quick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
