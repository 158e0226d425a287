/* SPDX-License-Identifier: Apache-2.0 */
/* The exercises: each is complete, its solution passes and what it starts from does not; mistakes in an exercise's file; progress. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "exercise/exercise.h"
#include "warpcell.h"

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    buf_put(user, text, n);
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    const struct wc_mime *text = b->items + b->count - 1;
    buf_put(user, text->data, text->size);
}

static void on_error(void *user, const struct wc_error *e)
{
    buf_puts(user, e->plain);
}

static enum wc_status run(struct wc_session *s, const char *name, struct str code)
{
    struct wc_cell cell = {.name = name, .code = code.p, .size = code.n, .no_timing = true};
    return wc_run(s, &cell);
}

static struct wc_session *open_session(struct buf *out)
{
    struct wc_options o = {
        .on = {out, on_stream, on_output, on_error},
          .device = "cpu"
    };
    return wc_open(&o);
}

/* Whether an answer in a session of its own passes the test. */
static bool passes(const char *name, struct str answer)
{
    struct buf out = {0};
    struct wc_session *s = open_session(&out);
    char test[100];
    snprintf(test, sizeof test, "%%test %s", name);
    bool ok = run(s, "In[1]", answer) == WC_OK && run(s, "In[2]", str_of(test)) == WC_OK;
    wc_close(s);
    if (!ok && answer.n && getenv("WARPCELL_TEST_VERBOSE"))
        print_message("%s: %s\n", name, out.p);
    buf_free(&out);
    return ok;
}

static void test_solutions(void **state)
{
    struct exercise_text t;
    int wrong = 0;
    for (uint32_t i = 0; exercise_at(i, &t); i++) {
        struct sources *sources = sources_new();
        struct diags diags = {0};
        struct exercise *e = exercise_read(
            sources_add(sources, SOURCE_FILE, t.name, t.text, strlen(t.text)), t.name, &diags);
        assert_non_null(e);
        if (!e->solution.n || !passes(t.name, e->solution)) {
            print_error("%s: its solution does not pass\n", t.name);
            wrong++;
        }
        if (passes(t.name, e->start)) {
            print_error("%s: what it starts from passes\n", t.name);
            wrong++;
        }
        if (!e->hints.n) {
            print_error("%s: no hint\n", t.name);
            wrong++;
        }
        exercise_free(&e);
        diags_free(&diags);
        sources_free(&sources);
    }
    assert_int_equal(wrong, 0);
}

#define HEAD "// %% task A title\n// A text.\n// %% start\n"
#define REST                                                                                       \
    "// %% sizes 1 2\n// %% data\nint x[n] = i;\n// %% launch\nk<<<1, n>>>(x);\n// %% reference\n"

static const struct {
    const char *text, *report;
} mistakes[] = {
    {HEAD "// %% size 1\n",                 "syntax error: unknown part of an exercise\n"
                            " --> e.cu:4:1\n"
                            "  |\n"
                            "4 | // %% size 1\n"
                            "  | ^^^^^^^^^^^^\n"
                            "  = help: the parts are task, start, sizes, tolerance, data, launch, "
                            "reference, limit, hint, solution\n"                                          },
    {"// %% task\n// A text.\n",            "syntax error: a task needs a title and a text\n"
                                 " --> e.cu:1:1\n"
                                 "  |\n"
                                 "1 | // %% task\n"
                                 "  | ^^^^^^^^^^\n"
                                 "  = help: // %% task Double every element\n"                       },
    {HEAD "// %% sizes 1 two\n",            "syntax error: sizes are whole numbers from 0 to 16777216\n"
                                 " --> e.cu:4:1\n"
                                 "  |\n"
                                 "4 | // %% sizes 1 two\n"
                                 "  | ^^^^^^^^^^^^^^^^^\n"
                                 "  = help: // %% sizes 1 2 31 32 33 1000\n"                         },
    {HEAD "// %% sizes 1\n// %% sizes 2\n", "syntax error: a second 'sizes'\n"
                                            " --> e.cu:5:1\n"
                                            "  |\n"
                                            "5 | // %% sizes 2\n"
                                            "  | ^^^^^^^^^^^^^\n"                         },
    {HEAD "// %% data\nint x[n];\n",        "syntax error: data is one declaration a line, with a value\n"
                                     " --> e.cu:5:1\n"
                                     "  |\n"
                                     "5 | int x[n];\n"
                                     "  | ^^^^^^^^^\n"
                                     "  = help: float x[n] = noise(i);  or  int width = n + 3;\n"},
    {HEAD REST "// %% tolerance none\n",    "syntax error: a tolerance is a number from 0 to 1\n"
                                         "  --> e.cu:10:1\n"
                                         "   |\n"
                                         "10 | // %% tolerance none\n"
                                         "   | ^^^^^^^^^^^^^^^^^^^^\n"                       },
    {HEAD REST "// %% limit loads <= n\n",  "syntax error: a limit needs a condition and a text\n"
                                           "  --> e.cu:10:1\n"
                                           "   |\n"
                                           "10 | // %% limit loads <= n\n"
                                           "   | ^^^^^^^^^^^^^^^^^^^^^^\n"
                                           "   = help: // %% limit loads <= n / 32 + 1\n"  },
    {HEAD "// %% sizes 1\n",                "syntax error: the exercise has no 'data'\n"
                             " --> e.cu:5:1\n"
                             "  |\n"
                             "5 | \n"
                             "  | ^\n"
                             "  = help: add a part that starts with '// %% data'\n"                      },
};

static void test_mistakes(void **state)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct sources *sources = sources_new();
        struct diags diags = {0};
        struct buf report = {0};
        const char *text = mistakes[i].text;
        assert_null(exercise_read(sources_add(sources, SOURCE_FILE, "e.cu", text, strlen(text)),
                                  "e", &diags));
        diags_render(&report, sources, &diags, DIAG_ERROR, RENDER_PLAIN);
        assert_string_equal(report.p, mistakes[i].report);
        buf_free(&report);
        diags_free(&diags);
        sources_free(&sources);
    }
}

static void test_progress(void **state)
{
    assert_false(exercise_is_solved("sum"));
    assert_true(exercise_set_solved("summary"));
    assert_false(exercise_is_solved("sum"));
    assert_true(exercise_set_solved("sum"));
    assert_true(exercise_set_solved("sum"));
    assert_true(exercise_is_solved("sum"));
    assert_true(exercise_is_solved("summary"));
    setenv("XDG_DATA_HOME", "/proc/none", 1);
    assert_false(exercise_is_solved("sum"));
    assert_false(exercise_set_solved("sum"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_solutions),
        cmocka_unit_test(test_progress),
    };
    char folder[] = "/tmp/warpcell-exercises-XXXXXX";
    if (!mkdtemp(folder))
        return 1;
    setenv("XDG_DATA_HOME", folder, 1);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char path[200];
    snprintf(path, sizeof path, "%s/warpcell/exercises", folder);
    unlink(path);
    *strrchr(path, '/') = 0;
    rmdir(path);
    rmdir(folder);
    return failed;
}
