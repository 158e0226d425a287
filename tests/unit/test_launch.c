/* SPDX-License-Identifier: Apache-2.0 */
/* launch/: code is compiled again exactly when what it mentions has changed; records, events and faults of launches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "launch/launcher.h"
#include "session/cell/session_state.h"

struct fixture {
    struct wc_session *s;
    char *report;
};

static void on_stream(void *user, int fd, const char *text, size_t n)
{
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
}

static void on_error(void *user, const struct wc_error *e)
{
    struct fixture *f = user;
    free(f->report);
    f->report = strdup(e->plain);
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct wc_options o = {
        .on = {.user = f, .stream = on_stream, .output = on_output, .error = on_error},
        .device = "cpu"
    };
    f->s = wc_open(&o);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    wc_close(f->s);
    free(f->report);
    free(f);
    return 0;
}

static enum wc_status run(struct fixture *f, const char *code)
{
    struct wc_cell cell = {.name = "In[1]", .code = code, .size = strlen(code)};
    return wc_run(f->s, &cell);
}

static char *hash_of(struct fixture *f, const char *name)
{
    struct diags diags = {0};
    struct symbol *k = lang_find(f->s->lang, name, strlen(name));
    const struct device_kernel *dk;
    const struct compiled *c =
        launch_code(f->s->launcher, k->kernel, NULL, &diags, (struct span){0}, &dk);
    assert_non_null(c);
    assert_non_null(dk);
    diags_free(&diags);
    return strdup(c->hash);
}

static void only_what_depends_is_compiled_again(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(run(f, "#define N 4\n__device__ int leaf() { return 1; }\n__device__ int "
                            "middle() { return leaf() + 1; }\n"
                            "__global__ void a(int *p) { p[0] = middle(); }\n__global__ void b(int "
                            "*p) { p[0] = N; }"),
                     WC_OK);
    char *a = hash_of(f, "a"), *b = hash_of(f, "b"), *again = hash_of(f, "a");
    assert_string_equal(a, again);
    assert_int_equal(run(f, "__device__ int leaf() { return 5; }"), WC_OK);
    char *a2 = hash_of(f, "a"), *b2 = hash_of(f, "b");
    assert_string_not_equal(a, a2); /* through middle */
    assert_string_equal(b, b2);
    assert_int_equal(run(f, "#define N 8"), WC_OK);
    char *a3 = hash_of(f, "a"), *b3 = hash_of(f, "b");
    assert_string_equal(a2, a3);
    assert_string_not_equal(b2, b3);
    char *all[] = {a, b, again, a2, b2, a3, b3};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static void events_take_the_time_of_the_launch_before_them(void **state)
{
    struct fixture *f = *state;
    struct launcher *l = f->s->launcher;
    struct diags diags = {0};
    struct launch_event *now = launch_event_new(l), *behind = launch_event_new(l);
    uint64_t before = clock_ns();
    launch_event_record(l, now, 0);
    assert_true(now->known && now->ns >= before);

    VEC_PUSH(&l->records, (struct launch_record){.stream = 0});
    uint32_t tag = l->first_tag + (uint32_t) l->records.n - 1;
    launch_event_record(l, behind, 0);
    assert_false(behind->known);
    launcher_events_finish(l, tag, behind->ns + 1000);
    assert_true(behind->known);
    assert_true(behind->ns >= before + 1000);

    launch_event_record(l, behind, 0); /* the record still says "not finished" */
    assert_false(behind->known);
    launcher_events_settle(l); /* a launch that failed is never reported */
    assert_true(behind->known);
    launch_event_free(l, &now);
    launch_event_record(l, behind, 0);
    launch_event_free(l, &behind); /* one that still waits leaves nothing behind */
    assert_int_equal(l->waiting.n, 0);
    launch_records_clear(l);
    diags_free(&diags);
}

static void faults_point_into_the_kernel(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(run(f, "__global__ void k(int *p, int n)\n{\n    int i = threadIdx.x;\n    if "
                            "(i < n)\n        p[i * 100] = i;\n}\n"
                            "device int x[250];"),
                     WC_OK);
    assert_int_equal(run(f, "k<<<1, 32>>>(x, 32);"), WC_ERROR);
    assert_non_null(strstr(
        f->report,
        "thread (3, 0, 0) of block (0, 0, 0) writes x[300], but x holds 250 elements of 4 bytes"));
    assert_non_null(strstr(f->report, "In[1]:5:"));
    assert_non_null(strstr(f->report, "5 |         p[i * 100] = i;"));
    assert_non_null(strstr(f->report, "28 more threads of this launch failed"));
    assert_int_equal(run(f, "k<<<1, 32>>>(x, 3); x[200]"), WC_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_what_depends_is_compiled_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(events_take_the_time_of_the_launch_before_them, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(faults_point_into_the_kernel, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
