/* SPDX-License-Identifier: Apache-2.0 */
/* Every example of the help runs in a session of its own and shows what the table says; every name that the language knows has one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lang/text/preprocess.h"
#include "magic/magic.h"
#include "session/cell/session_state.h"

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    buf_put(user, text, n);
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    const struct wc_mime *text = b->items + b->count - 1;
    buf_put(user, text->data, text->size);
    if (!text->size || text->data[text->size - 1] != '\n')
        buf_putc(user, '\n');
}

static void on_error(void *user, const struct wc_error *e)
{
    buf_puts(user, e->plain);
}

static void test_examples(void **state)
{
    int count = 0, wrong = 0;
    char folder[] = "/tmp/warpcell-examples-XXXXXX"; /* some of them write files */
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    setenv("XDG_DATA_HOME", "/proc",
           1); /* nothing can be written there: what the user has solved stays as it is */
    for (const struct example *e = example_table; e->names; e++, count++) {
        struct buf out = {0};
        struct wc_options o = {
            .on = {&out, on_stream, on_output, on_error},
              .device = "cpu"
        };
        struct wc_session *s = wc_open(&o);
        struct wc_cell cell = {
            .name = "In[1]", .code = e->code, .size = strlen(e->code), .no_timing = true};
        enum wc_status status = wc_run(s, &cell);
        wc_close(s);
        assert_null(strstr(e->code, "/tmp/")); /* two users have one temporary folder */
        if (status != WC_OK || (e->output && strcmp(e->output, out.p ? out.p : ""))) {
            wrong++;
            print_error("%s: %s\n", e->names, out.p ? out.p : "(nothing)");
        }
        buf_free(&out);
    }
    assert_int_equal(wrong, 0);
    assert_true(count > 150);
    unlink("answer.cu");
    unlink("twice.h");
    assert_int_equal(rmdir(folder), 0); /* the others clear up after themselves */
}

/* Names internal to the language, and keywords that it does not support yet. */
static bool hidden(const char *name)
{
    static const char *const words[] = {"_Generic"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return true;
    return !strcmp(name, "__any") || !strcmp(name, "__array") || !strcmp(name, "__is_plain");
}

static int missing(const char *name, const char *what)
{
    if (magic_example(name))
        return 0;
    print_error("%s '%s' has no example\n", what, name);
    return 1;
}

static int each_word(const char *words, int (*see)(const struct example *e, const char *word),
                     const struct example *e)
{
    int sum = 0;
    char *copy = strdup(words), *rest = NULL;
    for (char *w = strtok_r(copy, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
        sum += see(e, w);
    free(copy);
    return sum;
}

/* Of the C++ library. */
static int not_shown(const struct example *e, const char *word)
{
    static const char *const later[] = {"multimap", "multiset", "tie"};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (!strcmp(later[i], word))
            return 0;
    bool of_cuda = !strncmp(word, "cu", 2) || !strncmp(word, "nvtx", 4);
    return *word == '_' || of_cuda ? 0 : missing(word, "std::");
}

static bool has_help(const char *name)
{
    for (const struct device_name *n = device_names; n->name; n++)
        if (!strcmp(n->name, name))
            return true;
    return false;
}

/* Every name of the tables that the language is made of. */
static void test_every_name_has_help_and_an_example(void **state)
{
    static const char *const keywords[] = {
#define PUNCT(kind, spelling)
#define KEYWORD(kind, spelling, class) spelling,
#include "lang/text/token.def"
    };
    int wrong = 0;
    for (const struct magic *m = magic_table; m->name; m++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s%s", (int) strspn(m->usage, "%"), "%%", m->name);
        wrong += missing(name, "magic");
    }
    for (const struct builtin *b = builtin_table; b->name; b++)
        if (strncmp(b->name, "__", 2))
            wrong += missing(b->name, "function");
    for (const struct device_name *n = device_names; n->name; n++)
        wrong += missing(n->name, n->kind);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (!hidden(keywords[i]) && !has_help(keywords[i])) {
            print_error("keyword '%s' has no help\n", keywords[i]);
            wrong++;
        }
    for (const struct header_text *h = header_texts; h->name; h++)
        wrong += each_word(h->names ? h->names : "", not_shown, NULL);
    assert_int_equal(wrong, 0);
}

static bool part_of_name(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

static int not_in_code(const struct example *e, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = e->code; (p = strstr(p, word)); p += n)
        if ((p == e->code || !part_of_name(p[-1])) && !part_of_name(p[n]))
            return 0;
    print_error("the example of '%s' does not use it: %s\n", word, e->code);
    return 1;
}

static int not_first(const struct example *e, const char *word)
{
    if (magic_example(word) == e)
        return 0;
    print_error("'%s' has two examples\n", word);
    return 1;
}

/* Every example uses the names that it is listed for. */
static void test_examples_use_their_names(void **state)
{
    int wrong = 0;
    for (const struct example *e = example_table; e->names; e++) {
        wrong += each_word(e->names, not_in_code, e);
        wrong += each_word(e->names, not_first, e) + each_word(e->see, not_first, e);
    }
    assert_int_equal(wrong, 0);
}

static int not_known(const struct example *e, const char *word)
{
    struct wc_options o = {
        .on = {NULL, on_stream, on_output, on_error}
    };
    struct wc_session *s = wc_open(&o);
    struct display d = {0};
    bool known = magic_describe(s, word, strlen(word), &d);
    if (!known)
        print_error("'%s' has an example and no help\n", word);
    display_free(&d);
    wc_close(s);
    return !known;
}

static void test_what_has_an_example_has_help(void **state)
{
    int wrong = 0;
    for (const struct example *e = example_table; e->names; e++)
        wrong += each_word(e->names, not_known, e) + each_word(e->see, not_known, e);
    assert_int_equal(wrong, 0);
}

static void test_help_ends_with_the_example(void **state)
{
    struct wc_options o = {
        .on = {NULL, on_stream, on_output, on_error}
    };
    struct wc_session *s = wc_open(&o);
    struct wc_bundle b;
    assert_true(wc_inspect(s, "atomicAdd", 9, 4, 0, &b));
    const char *text = b.items[b.count - 1].data;
    assert_non_null(
        strstr(text, "\nExample:\n    __global__ void count(int *n) { atomicAdd(n, 1); }\n"));
    wc_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_every_name_has_help_and_an_example),
        cmocka_unit_test(test_examples_use_their_names),
        cmocka_unit_test(test_what_has_an_example_has_help),
        cmocka_unit_test(test_help_ends_with_the_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
