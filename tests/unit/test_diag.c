/* SPDX-License-Identifier: Apache-2.0 */
/* diag/: places in sources, and the exact text of rendered diags. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "diag/diag.h"

static struct span span_of(const struct source *src, const char *text)
{
    const char *at = strstr(src->text.p, text);
    assert_non_null(at);
    uint32_t start = (uint32_t) (at - src->text.p);
    return (struct span){src->id, start, start + (uint32_t) strlen(text)};
}

static const struct source *add(struct sources *s, const char *name, const char *text)
{
    return sources_add(s, SOURCE_CELL, name, text, strlen(text));
}

static void places_count_lines_and_columns(void **state)
{
    struct sources *s = sources_new();
    const struct source *src = add(s, "In[1]", "one\ntwo three\n\nfour");
    struct place p = source_place(src, span_of(src, "three").start);
    assert_int_equal(p.line, 2);
    assert_int_equal(p.column, 5);
    assert_int_equal(source_offset(src, 2, 5), span_of(src, "three").start);
    assert_true(str_eq(source_line(src, 2), "two three"));
    assert_true(str_eq(source_line(src, 3), ""));
    assert_true(str_eq(source_line(src, 4), "four"));
    assert_int_equal(source_offset(src, 2, 99), source_offset(src, 2, 10)); /* clamped */
    assert_true(str_eq(span_text(s, span_of(src, "two")), "two"));
    const struct source *again = add(s, "In[1]", "x");
    assert_string_equal(again->name, "In[1]#2");
    assert_ptr_equal(source_named(s, "In[1]"), src);
    sources_free(&s);
}

/* JupyterLab breaks long lines within words, so messages of a notebook break between them before that. */
static void messages_of_a_notebook_wrap(void **state)
{
    struct sources *s = sources_new();
    struct diags d = {0};
    const struct source *src = add(s, "In[4]", "k<<<1, 2>>>(x);\n");
    struct diag *e = diag_error(&d, DIAG_LAUNCH, span_of(src, "x"), "%s",
                                "the word that passes the hundredth column of the line in which "
                                "this message stands is indivisible");
    diag_note(&d, e, (struct span){0}, "%s", "short");
    diag_help(&d, e, "%s",
              "a help's lines stand below each other, and what is too long to fit into one of them "
              "goes on in the next");
    struct buf out = {0}, plain = {0};
    diag_render(&out, s, e, RENDER_STREAM);
    diag_render(&plain, s, e, RENDER_PLAIN);
    assert_string_equal(out.p, "launch error: the word that passes the hundredth column of the "
                               "line in which this message stands is\n"
                               "  indivisible\n"
                               " --> In[4]:1:13\n"
                               "  |\n"
                               "1 | k<<<1, 2>>>(x);\n"
                               "  |             ^\n"
                               "  = note: short\n"
                               "  = help: a help's lines stand below each other, and what is too "
                               "long to fit into one of them goes\n"
                               "          on in the next\n");
    assert_non_null(strstr(plain.p, "stands is indivisible\n --> "));
    buf_free(&out);
    buf_free(&plain);
    diags_free(&d);
    sources_free(&s);
}

static void check_render(const char *code, const char *at, const char *expected)
{
    struct sources *s = sources_new();
    struct diags d = {0};
    const struct source *src = add(s, "In[4]", code);
    struct diag *e = diag_error(&d, DIAG_LAUNCH, span_of(src, at), "block of %d threads", 2048);
    diag_label(&d, e, "too large");
    diag_help(&d, e, "use at most %d", 1024);
    struct buf out = {0};
    diag_render(&out, s, e, RENDER_PLAIN);
    assert_string_equal(out.p, expected);
    buf_free(&out);
    diags_free(&d);
    sources_free(&s);
}

static void the_caret_stands_under_its_text(void **state)
{
    check_render("int n;\nk<<<n / 2048, 2048>>>(x);\n", "2048>",
                 "launch error: block of 2048 threads\n"
                 " --> In[4]:2:15\n"
                 "  |\n"
                 "2 | k<<<n / 2048, 2048>>>(x);\n"
                 "  |               ^^^^^ too large\n"
                 "  = help: use at most 1024\n");
}

static void tabs_and_wide_characters_are_measured(void **state)
{
    check_render("\tchar *s = \"\xe4\xb8\xad\xe6\x96\x87\"; 2048>", "2048>",
                 "launch error: block of 2048 threads\n"
                 " --> In[4]:1:18\n"
                 "  |\n"
                 "1 |     char *s = \"\xe4\xb8\xad\xe6\x96\x87\"; 2048>\n"
                 "  |                       ^^^^^ too large\n"
                 "  = help: use at most 1024\n");
}

static void an_empty_span_at_the_end_has_a_caret(void **state)
{
    struct sources *s = sources_new();
    struct diags d = {0};
    const struct source *src = add(s, "In[1]", "int x =");
    struct diag *e =
        diag_error(&d, DIAG_SYNTAX, (struct span){src->id, 7, 7}, "expected an expression");
    diag_note(&d, e, (struct span){src->id, 4, 5}, "for '%s'", "x");
    struct buf out = {0};
    diag_render(&out, s, e, RENDER_PLAIN);
    assert_string_equal(out.p, "syntax error: expected an expression\n"
                               " --> In[1]:1:8\n"
                               "  |\n"
                               "1 | int x =\n"
                               "  |        ^\n"
                               "  = note: for 'x'\n"
                               " --> In[1]:1:5\n"
                               "  |\n"
                               "1 | int x =\n"
                               "  |     ^\n");
    assert_int_equal(d.errors, 1);
    buf_free(&out);
    diags_free(&d);
    sources_free(&s);
}

/* The error at `at` bytes of a line of `n` letters a, whose last is a b. */
static char *report_in_line(size_t n, size_t at, size_t length)
{
    struct sources *s = sources_new();
    struct diags d = {0};
    struct buf line = {0}, out = {0};
    buf_pad(&line, 'a', n - 1);
    buf_putc(&line, 'b');
    const struct source *src = sources_add(s, SOURCE_CELL, "In[1]", line.p, line.n);
    struct span span = {src->id, (uint32_t) at, (uint32_t) (at + length)};
    diag_render(&out, s, diag_error(&d, DIAG_NAME, span, "bad"), RENDER_PLAIN);
    buf_free(&line);
    diags_free(&d);
    sources_free(&s);
    return buf_take(&out);
}

static void long_lines_are_clipped_round_the_carets(void **state)
{
    char *whole = report_in_line(120, 119, 1), *end = report_in_line(1000, 999, 1),
         *start = report_in_line(1000, 0, 1000);
    struct buf wanted = {0};
    buf_puts(&wanted, "name error: bad\n --> In[1]:1:120\n  |\n1 | ");
    buf_pad(&wanted, 'a', 119);
    buf_puts(&wanted, "b\n  | ");
    buf_pad(&wanted, ' ', 119);
    buf_puts(&wanted, "^\n");
    assert_string_equal(whole, wanted.p);
    wanted.n = 0;
    buf_puts(&wanted, "name error: bad\n --> In[1]:1:1000\n  |\n1 | ...");
    buf_pad(&wanted, 'a', 40);
    buf_puts(&wanted, "b\n  | ");
    buf_pad(&wanted, ' ', 43);
    buf_puts(&wanted, "^\n");
    assert_string_equal(end, wanted.p);
    wanted.n = 0;
    buf_puts(&wanted, "name error: bad\n --> In[1]:1:1\n  |\n1 | ");
    buf_pad(&wanted, 'a', 120);
    buf_puts(&wanted, "...\n  | ");
    buf_pad(&wanted, '^', 120);
    buf_puts(&wanted, "\n");
    assert_string_equal(start, wanted.p);
    buf_free(&wanted);
    free(whole);
    free(end);
    free(start);
}

static void what_is_kept_of_many_errors_is_bounded(void **state)
{
    struct sources *s = sources_new();
    struct diags d = {0};
    struct buf out = {0};
    for (int i = 1; i <= 1000; i++) {
        struct diag *e = diag_error(&d, DIAG_NAME, (struct span){0}, "error %d", i);
        assert_true(diag_is_kept(&d, e) == (i <= DIAGS_MAX));
        diag_help(&d, e, "help %d", i);
        for (int k = 1; k <= 100; k++)
            diag_note(&d, e, (struct span){0}, "note %d", k);
    }
    diag_warning(&d, DIAG_NAME, (struct span){0}, "a warning");
    assert_int_equal(d.errors, 1000);
    diags_render(&out, s, &d, DIAG_ERROR, RENDER_PLAIN);
    static const char first[] = "name error: error 1\n"
                                " = note: note 1\n"
                                " = note: note 2\n"
                                " = note: note 3\n"
                                " = note: note 4\n"
                                " = note: 95 more places like this\n"
                                " = note: note 100\n"
                                " = help: help 1\n"
                                "name error: error 2\n";
    assert_memory_equal(out.p, first, sizeof first - 1);
    assert_non_null(strstr(out.p, "name error: error 20\n"));
    assert_string_equal(strrchr(strstr(out.p, "= help: help 20"), ' '), " errors\n");
    assert_non_null(strstr(out.p, "\n980 more errors\n"));
    out.n = 0;
    diags_render(&out, s, &d, DIAG_WARNING, RENDER_PLAIN);
    assert_string_equal(out.p, "warning: a warning\n");
    diags_forget_errors(&d);
    assert_int_equal(d.errors, 0);
    assert_ptr_equal(d.first, d.last);
    assert_string_equal(d.last->text, "a warning");
    buf_free(&out);
    diags_free(&d);
    sources_free(&s);
}

static void long_texts_are_cut(void **state)
{
    struct diags d = {0};
    struct buf name = {0};
    buf_pad(&name, 'x', 100000);
    const struct diag *e = diag_error(&d, DIAG_NAME, (struct span){0}, "unknown name '%s'", name.p);
    assert_int_equal(strlen(e->text), DIAG_TEXT_MAX + 3);
    assert_string_equal(e->text + DIAG_TEXT_MAX - 1, "x...");
    buf_free(&name);
    diags_free(&d);
}

static void names_are_guessed_only_when_near(void **state)
{
    struct name_match m = {.wanted = "prinft"};
    name_match_try(&m, "sprintf");
    name_match_try(&m, "printf");
    name_match_try(&m, "puts");
    assert_string_equal(name_match_best(&m), "printf");
    struct name_match none = {.wanted = "xyz"};
    name_match_try(&none, "printf");
    assert_null(name_match_best(&none));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_count_lines_and_columns),
        cmocka_unit_test(the_caret_stands_under_its_text),
        cmocka_unit_test(messages_of_a_notebook_wrap),
        cmocka_unit_test(tabs_and_wide_characters_are_measured),
        cmocka_unit_test(an_empty_span_at_the_end_has_a_caret),
        cmocka_unit_test(long_lines_are_clipped_round_the_carets),
        cmocka_unit_test(what_is_kept_of_many_errors_is_bounded),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(names_are_guessed_only_when_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
