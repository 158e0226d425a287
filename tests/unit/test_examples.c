/* SPDX-License-Identifier: Apache-2.0 */
/* Every example of the help runs in a session of its own and shows what the table says; every magic has one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session_state.h"

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
        if (status != WC_OK || (e->output && strcmp(e->output, out.p ? out.p : ""))) {
            wrong++;
            print_error("%s: %s\n", e->names, out.p ? out.p : "(nothing)");
        }
        buf_free(&out);
    }
    assert_int_equal(wrong, 0);
    assert_true(count > 40);
}

static void test_every_magic_has_an_example(void **state)
{
    for (const struct magic *m = magic_table; m->name; m++) {
        char name[32];
        snprintf(name, sizeof name, "%s%s", m->run_cell ? "%%" : "%", m->name);
        if (strcmp(m->name, "interact") && !session_example(name))
            fail_msg("%s has no example", name);
    }
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
        cmocka_unit_test(test_every_magic_has_an_example),
        cmocka_unit_test(test_help_ends_with_the_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
