/* SPDX-License-Identifier: Apache-2.0 */
/* warpcell.h as the front ends use it: statuses, streams, results, interrupts, completion, help. Cells and what they give are
 * tests/cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "base/str.h"
#include "base/utf8.h"
#include "warpcell.h"

struct fixture {
    struct wc_session *s;
    struct buf streams[3], results, displays, pages;
    char *error, *text, *plain;
    int errors, number, asked; /* asked: questions for input */
    bool whole;                /* every piece of a stream was valid UTF-8 */
    sem_t attended;            /* posted when the session calls back during a cell */
};

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    struct fixture *f = user;
    f->whole &= utf8_valid(text, n);
    buf_put(&f->streams[fd], text, n);
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    struct fixture *f = user;
    const struct wc_mime *last = b->items + b->count - 1;
    assert_string_equal(last->type, "text/plain");
    struct buf *to = what == WC_RESULT ? &f->results : what == WC_PAGER ? &f->pages : &f->displays;
    buf_put(to, last->data, last->size);
}

static void on_error(void *user, const struct wc_error *e)
{
    struct fixture *f = user;
    f->errors++;
    f->error = strdup(e->name);
    f->text = strdup(e->text);
    f->plain = strdup(e->plain);
}

/* The user presses Ctrl-C instead of answering. */
static char *on_input(void *user, const char *prompt, bool password)
{
    struct fixture *f = user;
    f->asked++;
    wc_interrupt(f->s);
    return NULL;
}

static void on_attend(void *user)
{
    struct fixture *f = user;
    sem_post(&f->attended);
}

static void forget(struct fixture *f)
{
    for (int i = 0; i < 3; i++)
        buf_free(&f->streams[i]);
    buf_free(&f->results);
    buf_free(&f->displays);
    buf_free(&f->pages);
    free(f->error), free(f->text), free(f->plain);
    f->error = f->text = f->plain = NULL;
    f->errors = 0;
    f->whole = true;
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct wc_options o = {
        .on = {.user = f,
               .stream = on_stream,
               .output = on_output,
               .error = on_error,
               .input = on_input,
               .attend = on_attend},
        .device = "cpu"
    };
    sem_init(&f->attended, 0, 0);
    f->s = wc_open(&o);
    f->whole = true;
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    forget(f);
    wc_close(f->s);
    sem_destroy(&f->attended);
    free(f);
    return 0;
}

static enum wc_status run_as(struct fixture *f, struct wc_cell cell)
{
    char name[16];
    snprintf(name, sizeof name, "In[%d]", ++f->number);
    cell.name = name;
    cell.size = strlen(cell.code);
    forget(f);
    return wc_run(f->s, &cell);
}

static enum wc_status run(struct fixture *f, const char *code)
{
    return run_as(f, (struct wc_cell){.code = code});
}

static void a_cell_gives_one_result_or_one_error(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(run(f, "40 + 2"), WC_OK);
    assert_string_equal(f->results.p, "42");
    assert_int_equal(wc_exit_code(f->s), 0);
    assert_int_equal(run(f, "40 + 2;"), WC_OK);
    assert_int_equal(f->results.n, 0);
    assert_int_equal(run(f, "int a = ;\nint b = ;"), WC_ERROR);
    assert_int_equal(f->errors, 1);
    assert_string_equal(f->error, "SyntaxError");
    assert_non_null(strstr(f->plain, "In[3]:1"));
    assert_non_null(strstr(f->plain, "In[3]:2")); /* both mistakes in one report */
    assert_int_equal(wc_exit_code(f->s), 1);
    assert_int_equal(run(f, ""), WC_OK);
    assert_int_equal(run(f, "// only a comment"), WC_OK);
}

static void streams_are_told_apart_and_whole(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(run(f, "printf(\"out\\n\"); fprintf(stderr, \"err\\n\");"), WC_OK);
    assert_string_equal(f->streams[1].p, "out\n");
    assert_string_equal(f->streams[2].p, "err\n");
    assert_int_equal(
        run(f, "const char *s = \"\xe2\x82\xac!\"; for (int i = 0; i < 4; i++) putchar(s[i]);"),
        WC_OK);
    assert_string_equal(f->streams[1].p, "\xe2\x82\xac!");
    assert_true(f->whole);
    assert_int_equal(run(f, "putchar(0xe2); putchar('a'); putchar(0xc3);"), WC_OK);
    assert_string_equal(f->streams[1].p, "\xef\xbf\xbd"
                                         "a\xef\xbf\xbd");
    assert_true(f->whole);
}

static void a_file_runs_main_and_has_a_status(void **state)
{
    struct fixture *f = *state;
    char *argv[] = {"prog", "5", "x"};
    const char *code = "#include <stdio.h>\n#include <stdlib.h>\n"
                       "int main(int argc, char **argv) { printf(\"%d %s\\n\", argc, argv[2]); "
                       "return atoi(argv[1]); }";
    assert_int_equal(
        run_as(f, (struct wc_cell){.code = code, .file = true, .argc = 3, .argv = argv}), WC_OK);
    assert_string_equal(f->streams[1].p, "3 x\n");
    assert_int_equal(wc_exit_code(f->s), 5);
    assert_int_equal(run_as(f, (struct wc_cell){.code = "int main() { exit(3); }", .file = true}),
                     WC_EXIT);
    assert_int_equal(wc_exit_code(f->s), 3);
    assert_int_equal(run(f, "int after = 1; exit(2); after = 5;"),
                     WC_OK); /* a cell ends; the session does not */
    assert_int_equal(run(f, "after"), WC_OK);
    assert_string_equal(f->results.p, "1");
}

static void launches_are_timed_below_the_cell(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(
        run(f, "__global__ void fill(int *p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = "
               "v; }\n"
               "device int x[64];\nfill<<<2, 32>>>(x, 3);\nfill<<<2, 32>>>(x, 4);\nx[63]"),
        WC_OK);
    assert_string_equal(f->results.p, "4");
    assert_non_null(strstr(f->displays.p, "fill"));
    assert_non_null(strstr(f->displays.p, "cpu device"));
    assert_int_equal(
        run_as(f, (struct wc_cell){.code = "fill<<<2, 32>>>(x, 5);", .no_timing = true}), WC_OK);
    assert_int_equal(f->displays.n, 0);
    assert_int_equal(
        run_as(f, (struct wc_cell){.code = "fill<<<2, 32>>>(x, 6); x[0]", .silent = true}), WC_OK);
    assert_int_equal(f->displays.n + f->results.n, 0);
    assert_int_equal(run(f, "x[0]"), WC_OK);
    assert_string_equal(f->results.p, "6");
    assert_int_equal(run(f, "template <typename T> __global__ void put(T *p, T v) { p[0] = v; }"),
                     WC_OK);
    assert_int_equal(run(f, "put<int><<<1, 1>>>(x, 7);"), WC_OK);
    assert_non_null(strstr(f->displays.p, "put<int>"));
}

/* ---- interrupts ---- */

enum { CALLS_BACK = 5 };

static bool attended_soon(struct fixture *f)
{
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_nsec += 10 * 1000000L;
    limit.tv_sec += limit.tv_nsec / 1000000000L;
    limit.tv_nsec %= 1000000000L;
    return sem_timedwait(&f->attended, &limit) == 0;
}

/* A session calls back from a cell that runs or waits, at the next point where it could be interrupted; what was asked
 * before the cell began is forgotten, so it is asked again. */
static void *interrupt_while_it_runs(void *fixture)
{
    struct fixture *f = fixture;
    for (int i = 0; i < CALLS_BACK; i += attended_soon(f))
        wc_attend(f->s);
    wc_interrupt(f->s);
    return NULL;
}

static void is_stopped(struct fixture *f, const char *code, const char *text)
{
    pthread_t thread;
    pthread_create(&thread, NULL, interrupt_while_it_runs, f);
    enum wc_status status = run(f, code);
    pthread_join(thread, NULL);
    assert_int_equal(status, WC_INTERRUPTED);
    assert_string_equal(f->error, "KeyboardInterrupt");
    if (text)
        assert_string_equal(f->text, text);
    assert_int_equal(run(f, "1 + 1"), WC_OK);
    assert_string_equal(f->results.p, "2");
}

static void everything_endless_can_be_stopped(void **state)
{
    struct fixture *f = *state;
    const char *host = "stopped by the user",
               *kernel = "stopped by the user while 'forever' was running";
    is_stopped(f, "while (1);", host);
    is_stopped(f, "int i = 0; for (;;) i++;", host);
    is_stopped(f, "again: goto again;", host);
    assert_int_equal(run(f, "__global__ void forever(volatile int *p) { while (!p[0]); }\n"
                            "device int flag[1] = 1;\nforever<<<1, 32>>>(flag); flag[0] = 0;"),
                     WC_OK); /* the kernel is compiled now */
    is_stopped(f, "forever<<<1, 32>>>(flag);", kernel);
    is_stopped(f, "for (int k = 0; ; k++) forever<<<4, 32>>>(flag);", NULL); /* one or the other */
    is_stopped(f, "int h[1]; forever<<<1, 32>>>(flag); h = flag;", kernel);
    is_stopped(f, "forever<<<1, 32>>>(flag); flag[0] = 1;", kernel);
    is_stopped(f, "forever<<<1, 32>>>(flag); if (1) { device int t[4]; } flag[0];", kernel);
    is_stopped(f, "forever<<<1, 32>>>(flag); cudaDeviceSynchronize();", kernel);
    is_stopped(f, "for (;;) printf(\"x\\n\");", host);
    is_stopped(f, "for (;;) { int *p = (int *) malloc(1000); free(p); }", host);
    is_stopped(f, "!sleep 1000", host);
    assert_int_equal(run(f, "flag[0] = 1; forever<<<1, 32>>>(flag); flag[0]"),
                     WC_OK); /* the device goes on as well */
    assert_string_equal(f->results.p, "1");
}

/* Between wc_begin and wc_run the user sees the cell as running. */
static void an_interrupt_counts_from_the_beginning_of_a_cell(void **state)
{
    struct fixture *f = *state;
    wc_interrupt(f->s);
    assert_int_equal(run(f, "int before = 1;"), WC_OK);
    wc_interrupt(f->s);
    wc_begin(f->s);
    wc_interrupt(f->s);
    assert_int_equal(run(f, "while (1) ;"), WC_INTERRUPTED);
    assert_string_equal(f->error, "KeyboardInterrupt");
    assert_int_equal(run(f, "int after = 1;"), WC_OK);
}

static void an_interrupted_question_is_not_asked_again(void **state)
{
    struct fixture *f = *state;
    for (int i = 1; i <= 2; i++) {
        assert_int_equal(run(f, "int n; scanf(\"%d\", &n);"), WC_INTERRUPTED);
        assert_int_equal(f->asked, i);
    }
}

/* ---- help ---- */

static void expressions_can_be_evaluated(void **state)
{
    struct fixture *f = *state;
    run(f, "int x = 6;");
    char *v = wc_evaluate(f->s, "x * 7", 5);
    assert_string_equal(v, "42");
    free(v);
    assert_null(wc_evaluate(f->s, "nope", 4));
    assert_string_equal(f->error, "NameError");
    assert_int_equal(f->results.n, 0);
}

static bool offers(struct fixture *f, const char *code, const char *name, const char *type)
{
    struct wc_completions c;
    wc_complete(f->s, code, strlen(code), strlen(code), &c);
    for (size_t i = 1; i < c.count; i++)
        assert_true(strcmp(c.items[i - 1].text, c.items[i].text) < 0);
    for (size_t i = 0; i < c.count; i++)
        if (!strcmp(c.items[i].text, name))
            return !strcmp(c.items[i].type, type);
    return false;
}

static void names_are_completed(void **state)
{
    struct fixture *f = *state;
    run(f, "int counter_of_things = 1; __global__ void tally_kernel(int *p) { }\nint tally_up(int "
           "n) { return n + 1; }");
    assert_true(offers(f, "x = counter", "counter_of_things", "variable"));
    assert_true(offers(f, "tally_", "tally_kernel", "kernel"));
    assert_true(offers(f, "tally_", "tally_up", "function"));
    assert_true(offers(f, "prin", "printf", "function"));
    assert_true(offers(f, "%sm", "smi", "magic"));
    assert_true(offers(f, "__glo", "__global__", "keyword"));
    assert_false(offers(f, "zzz", "printf", "function"));
    struct wc_completions c;
    wc_complete(f->s, "a + coun + b", 12, 8, &c);
    assert_int_equal(c.start, 4);
    assert_int_equal(c.end, 8);
}

static void names_are_explained(void **state)
{
    struct fixture *f = *state;
    struct wc_bundle b;
    run(f, "device float A[3][4];");
    assert_true(wc_inspect(f->s, "printf(x)", 9, 3, 0, &b));
    assert_non_null(strstr(b.items[b.count - 1].data, "int printf(const char *format, ...)"));
    assert_true(wc_inspect(f->s, "A", 1, 1, 0, &b));
    assert_non_null(strstr(b.items[b.count - 1].data, "[3, 4]"));
    assert_false(wc_inspect(f->s, "nothing_known", 13, 4, 0, &b));
    assert_int_equal(run(f, "sqrt?"), WC_OK);
    assert_non_null(strstr(f->pages.p, "double sqrt(double x)"));
    assert_int_equal(run(f, "%help"), WC_OK);
    assert_non_null(strstr(f->pages.p, "%smi"));
    assert_int_equal(run(f, "%sim"), WC_ERROR);
    assert_non_null(strstr(f->plain, "did you mean %smi?"));
}

static void smi_shows_device_and_variables(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(run(f, "device float weights[1000];\nint small = 3;\n%smi"), WC_OK);
    assert_non_null(strstr(f->displays.p, "weights"));
    assert_non_null(strstr(f->displays.p, "small"));
    assert_non_null(strstr(f->displays.p, "GPU"));
    assert_int_equal(run(f, "!echo from the shell; echo oops >&2"), WC_OK);
    assert_string_equal(f->streams[1].p, "from the shell\n");
    assert_string_equal(f->streams[2].p, "oops\n");
}

/* Statements stand between these, so many that each has a part of the cell's trees to itself (parse.h). */
static const char *const of_a_long_cell[] = {
    "int n = 0;",
    "struct point { int x, y; point(int a) : x(a), y(2 * a) {} int sum() const { return x + y; } "
    "};",
    "template <typename T> T twice(T v) { return v + v; }",
    "int f(int a) { return twice(a) + point(a).sum(); }",
    "auto add = [](int a) { return a + n; };",
    "#define THREE 3",
    "__global__ void k(int *p) { p[threadIdx.x] = THREE; }",
    "namespace deep { enum e { A = 5, B }; int g() { return B; } }",
    "const char *word = \"first\";",
    "std::vector<point> points;",
    "int h(int a);",
    "int h(int a) { return a - 1; }",
    "std::function<int(int)> held;",
    "device int x[4] = 2;",
    "using either = std::pair<int, float>;",
    "points.push_back(point(4));",
    "word = \"an\" \"other\";",
    "held = [](int a) { return a * THREE; };",
    "{ struct local { int a; } l = {7}; n += l.a - 7; }",
    "x = x * 2;",
    "for (const point &p : points) n += p.x - 4;",
    "auto late = twice(2.5);",
    "std::sort(points.begin(), points.end(), [](const point &a, const point &b) { return a.x < "
    "b.x; });",
    "twice<long>(4);",
    "int *heap = new int[3]; heap[1] = 9;",
    "goto over; n = -1; over: ;",
};

static const struct {
    const char *cell, *result;
} after_a_long_cell[] = {
    {"n",                                                                                   "5200"  },
    {"f(3)",                                                                                "15"    },
    {"add(1)",                                                                              "5201"  },
    {"twice(1.25)",                                                                         "2.5"   },
    {"twice<long>(3)",                                                                      "6"     },
    {"word[0]",                                                                             "97 'a'"},
    {"points[0].sum()",                                                                     "12"    },
    {"held(5)",                                                                             "15"    },
    {"h(4)",                                                                                "3"     },
    {"deep::g()",                                                                           "6"     },
    {"sum(x)",                                                                              "16"    },
    {"k<<<1, 4>>>(x); sum(x)",                                                              "12"    },
    {"either(1, 2.5f).second",                                                              "2.5"   },
    {"heap[1]",                                                                             "9"     },
    {"late",                                                                                "5"     },
    {"#undef THREE\n#define THREE 4\nk<<<1, 4>>>(x); sum(x)",                               "16"    },
    {"template <typename T> T twice(T v) { return v * 3; }\nf(3)",                          "18"    },
    {"struct point { int x; point(int a) : x(a) {} int sum() const { return x; } };\nf(3)", "12"    },
};

static void a_long_cell_keeps_its_definitions(void **state)
{
    struct fixture *f = *state;
    struct buf code = {0};
    for (size_t i = 0; i < sizeof of_a_long_cell / sizeof *of_a_long_cell; i++) {
        buf_printf(&code, "%s\n", of_a_long_cell[i]);
        for (int k = 0; k < 200; k++)
            buf_puts(&code, "n += 1;\n");
    }
    assert_int_equal(run(f, code.p), WC_OK);
    buf_free(&code);
    for (size_t i = 0; i < sizeof after_a_long_cell / sizeof *after_a_long_cell; i++) {
        assert_int_equal(run(f, after_a_long_cell[i].cell), WC_OK);
        assert_string_equal(f->results.p, after_a_long_cell[i].result);
    }
}

static void a_session_that_has_rested_has_lost_nothing(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(
        run(f, "int deep(int n) { int at[8]; at[0] = n; return n ? deep(n - 1) + at[0] : 0; }\n"
               "__global__ void add(float *x) { x[threadIdx.x] += 1; }\n"
               "device float x[32] = 4; add<<<1, 32>>>(x); deep(20000)"),
        WC_OK);
    for (int i = 0; i < 3; i++) {
        wc_rest(f->s);
        assert_int_equal(run(f, "add<<<1, 32>>>(x); deep(20000) + (int) x[31]"), WC_OK);
    }
    assert_string_equal(f->results.p, "200010008");
}

static void many_cells_leave_memory_flat(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 3000; i++)
        assert_int_equal(run(f, "int scratch[100]; device float t[256] = 1.0f; t[3] + scratch[2]"),
                         WC_OK);
    assert_string_equal(f->results.p, "1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_cell_gives_one_result_or_one_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(streams_are_told_apart_and_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_runs_main_and_has_a_status, set_up, tear_down),
        cmocka_unit_test_setup_teardown(launches_are_timed_below_the_cell, set_up, tear_down),
        cmocka_unit_test_setup_teardown(everything_endless_can_be_stopped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_interrupt_counts_from_the_beginning_of_a_cell, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_interrupted_question_is_not_asked_again, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(expressions_can_be_evaluated, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_are_completed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(names_are_explained, set_up, tear_down),
        cmocka_unit_test_setup_teardown(smi_shows_device_and_variables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_long_cell_keeps_its_definitions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_session_that_has_rested_has_lost_nothing, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(many_cells_leave_memory_flat, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
