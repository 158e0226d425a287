/* SPDX-License-Identifier: Apache-2.0 */
/* base/: strings, names, UTF-8, and above all the space of addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/machine/machine_limits.h"
#include "base/pointer_map.h"
#include "base/space.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/vec.h"

static void arena_gives_zeroed_aligned_memory(void **state)
{
    struct arena a = {0};
    for (size_t n = 1; n < 100000; n = n * 3 + 1) {
        char *p = arena_alloc(&a, n);
        assert_int_equal((uintptr_t) p % 16, 0);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xff, n);
    }
    assert_string_equal(arena_printf(&a, "%d-%s", 42, "x"), "42-x");
    arena_free(&a);
}

static void names_are_unique(void **state)
{
    struct intern *t = intern_new();
    char name[16];
    const char *first[2000];
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "name%d", i);
        first[i] = intern_cstr(t, name);
    }
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "name%d", i);
        assert_ptr_equal(intern_name(t, name, strlen(name)), first[i]);
    }
    assert_ptr_not_equal(intern_name(t, "name1", 4), first[1]);
    intern_free(&t);
}

static void utf8_is_never_cut(void **state)
{
    const char *text = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z"; /* 1, 2, 3 and 4 bytes, then 1 */
    size_t whole[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
    for (size_t n = 0; n <= 11; n++)
        assert_int_equal(utf8_cut(text, n), whole[n]);
    assert_int_equal(utf8_points_of_bytes(text, 11, 11), 5);
    assert_int_equal(utf8_points_of_bytes(text, 11, 6), 3);
    struct buf b = {0};
    utf8_clean(&b, "a\xff\xc3z\xe2\x82", 6);
    assert_string_equal(b.p, "a\xef\xbf\xbd\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd");
    assert_true(utf8_valid(b.p, b.n));
    assert_false(utf8_valid("\xed\xa0\x80", 3)); /* a surrogate */
    buf_free(&b);
    assert_int_equal(utf8_columns("\xe4\xb8\xad"
                                  "e\xcc\x81",
                                  6),
                     3); /* a wide character; e with a combining accent */
}

static void html_is_escaped(void **state)
{
    struct buf b = {0};
    buf_html(&b, STR("a<b> & \"c\""));
    assert_string_equal(b.p, "a&lt;b&gt; &amp; &quot;c&quot;");
    buf_free(&b);
}

/* ---- space ---- */

static void a_pointer_map_keeps_the_last_value(void **state)
{
    enum { N = 5000 };

    static char keys[N];
    struct pointer_map m = {0};
    (void) state;
    assert_int_equal(pointer_map_get(&m, keys, 7), 7);
    for (uint64_t i = 0; i < N; i++)
        pointer_map_set(&m, keys + i, i);
    for (uint64_t i = 0; i < N; i += 2)
        pointer_map_set(&m, keys + i, 2 * i);
    assert_int_equal(m.count, N);
    for (uint64_t i = 0; i < N; i++)
        assert_int_equal(pointer_map_get(&m, keys + i, N), i % 2 ? i : 2 * i);
    assert_int_equal(pointer_map_get(&m, keys + N, 9), 9);
    pointer_map_free(&m);
    assert_int_equal(pointer_map_get(&m, keys, 7), 7);
}

static void an_address_finds_its_object(void **state)
{
    struct space *s = space_new(1 << 30);
    struct object *small = space_alloc(s, 40, 16), *large = space_alloc(s, 1 << 20, 256),
                  *empty = space_alloc(s, 0, 16);
    assert_int_equal(large->start % 256, 0);
    struct object *all[] = {small, large, empty};
    for (int i = 0; i < 3; i++) {
        struct object *o = all[i];
        for (uint64_t k = 0; k <= o->size; k += o->size > 100 ? o->size / 16 : 1)
            assert_ptr_equal(space_find(s, o->start + k), o);
        assert_ptr_not_equal(space_find(s, o->start + o->size + 1), o);
        assert_ptr_not_equal(space_find(s, o->start - 1), o);
    }
    assert_null(space_find(s, 0));
    assert_null(space_find(s, (uintptr_t) &s));
    assert_true(object_covers(small, small->start + 36, 4));
    assert_false(object_covers(small, small->start + 37, 4));
    assert_true(object_covers(small, small->start + 40, 0));
    assert_false(object_covers(small, small->start + 8, UINT64_MAX));
    assert_int_equal(space_used(s), 40 + (1 << 20));
    space_free_all(&s);
}

static void a_freed_object_is_remembered(void **state)
{
    struct space *s = space_new(1 << 30);
    uint64_t sizes[] = {24, 100000};
    for (int i = 0; i < 2; i++) {
        struct object *o = space_alloc(s, sizes[i], 16);
        uint64_t start = o->start;
        space_free(s, o);
        struct object *next = space_alloc(s, sizes[i], 16); /* not the same addresses at once */
        assert_int_not_equal(next->start, start);
        assert_ptr_equal(space_find(s, start + 3), o);
        assert_int_equal(o->state, OBJECT_FREED);
        assert_false(object_covers(o, start, 1));
    }
    space_free_all(&s);
}

static void memory_is_used_again_and_zero(void **state)
{
    struct space *s = space_new(16 << 20); /* 256 pages */
    for (int round = 0; round < 2000; round++) {
        uint64_t n = round % 3 == 0 ? 200 : round % 3 == 1 ? 70000 : 3 << 20;
        struct object *o = space_alloc(s, n, 16);
        assert_non_null(o);
        char *p = (char *) (uintptr_t) o->start;
        assert_int_equal(p[0], 0);
        assert_int_equal(p[n - 1], 0);
        memset(p, 0x5a, n);
        space_free(s, o);
    }
    assert_int_equal(space_used(s), 0);
    assert_null(space_alloc(s, 17 << 20, 16));
    assert_null(space_alloc(s, UINT64_MAX - 3, 16));
    assert_non_null(space_alloc(s, 8 << 20, 16)); /* the free runs have grown together again */
    space_free_all(&s);
}

/* Against the simplest model: a list of ranges. */
static void a_random_history_agrees_with_a_list(void **state)
{
    enum { N = 300 };
    struct space *s = space_new(1 << 28);
    struct object *live[N] = {0};
    uint64_t seed = 12345;
    for (int step = 0; step < 20000; step++) {
        seed = seed * 6364136223846793005u + 1;
        size_t i = (seed >> 33) % N;
        uint64_t size = (seed >> 40) % (step % 7 ? 600 : 200000);
        if (live[i]) {
            space_free(s, live[i]);
            live[i] = NULL;
        } else {
            live[i] = space_alloc(s, size, 16);
            assert_non_null(live[i]);
        }
        size_t k = (seed >> 20) % N;
        if (!live[k])
            continue;
        uint64_t inside = live[k]->start + (live[k]->size ? (seed >> 13) % live[k]->size : 0);
        assert_ptr_equal(space_find(s, inside), live[k]);
        for (size_t other = 0; other < N; other++)
            if (other != k && live[other])
                assert_true(live[other]->start > live[k]->start + live[k]->size ||
                            live[other]->start + live[other]->size < live[k]->start);
    }
    struct object *near = space_nearest(s, live[0] ? live[0]->start : 0);
    assert_non_null(near);
    space_free_all(&s);
}

/* ---- limits of the machine ---- */

static void put_line(const char *folder, const char *name, const char *line)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(line, f);
    fclose(f);
}

static struct machine_quota quota_of(const char *mount, const char *line)
{
    char list[256];
    struct machine_quota q;
    put_line(mount, "list", line);
    snprintf(list, sizeof list, "%s/list", mount);
    machine_quota_read(mount, list, &q);
    return q;
}

static void a_control_group_has_the_limits_of_those_it_is_in(void **state)
{
    char mount[] = "/tmp/warpcell-base-XXXXXX", outer[64], inner[64], command[64];
    assert_non_null(mkdtemp(mount));
    snprintf(outer, sizeof outer, "%s/class.slice", mount);
    snprintf(inner, sizeof inner, "%s/class.slice/ada", mount);
    assert_int_equal(mkdir(outer, 0700) || mkdir(inner, 0700), 0);
    put_line(outer, "cpu.max", "250000 100000\n");
    put_line(outer, "memory.max", "1000000\n");
    put_line(inner, "cpu.max", "max 100000\n");
    put_line(inner, "memory.max", "500000\n");

    struct machine_quota q = quota_of(mount, "1:cpu:/old\n0::/class.slice/ada\n");
    assert_true(q.processors == 2.5);
    assert_int_equal(q.memory, 500000);
    q = quota_of(mount, "0::/class.slice\n");
    assert_true(q.processors == 2.5);
    assert_int_equal(q.memory, 1000000);
    q = quota_of(mount, "0::/\n");
    assert_true(q.processors == 0);
    assert_int_equal(q.memory, 0);
    q = quota_of(mount, "0::/gone/away\n");
    assert_int_equal(q.memory, 0);
    put_line(mount, "memory.max", "700000\n"); /* a container sees its own group as the root */
    q = quota_of(mount, "0::/\n");
    assert_int_equal(q.memory, 700000);
    q = quota_of(mount, "1:cpu:/old\n");
    assert_int_equal(q.memory, 0);

    snprintf(command, sizeof command, "rm -r %s", mount);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_zeroed_aligned_memory),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(utf8_is_never_cut),
        cmocka_unit_test(html_is_escaped),
        cmocka_unit_test(a_pointer_map_keeps_the_last_value),
        cmocka_unit_test(an_address_finds_its_object),
        cmocka_unit_test(a_freed_object_is_remembered),
        cmocka_unit_test(memory_is_used_again_and_zero),
        cmocka_unit_test(a_random_history_agrees_with_a_list),
        cmocka_unit_test(a_control_group_has_the_limits_of_those_it_is_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
