/* SPDX-License-Identifier: Apache-2.0 */
/* The history and its file: several sessions, a full disk, and every byte that a cell can hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "line_history.h"

struct folder {
    char name[64], file[128], aside[128];
};

static int make_folder(void **state)
{
    struct folder *f = calloc(1, sizeof *f);
    strcpy(f->name, "/tmp/warpcell-history-XXXXXX");
    if (!mkdtemp(f->name))
        return -1;
    snprintf(f->file, sizeof f->file, "%s/warpcell/cells", f->name);
    snprintf(f->aside, sizeof f->aside, "%s/warpcell/cells.old", f->name);
    setenv("XDG_STATE_HOME", f->name, 1);
    *state = f;
    return 0;
}

static int remove_folder(void **state)
{
    struct folder *f = *state;
    char inner[80];
    snprintf(inner, sizeof inner, "%s/warpcell", f->name);
    unlink(f->file);
    unlink(f->aside);
    int failed = rmdir(inner) | rmdir(f->name); /* nothing else is left behind */
    free(f);
    return failed;
}

static void add(struct cell_history *h, const char *cell)
{
    history_add(h, cell, strlen(cell));
}

/* What a new session finds: the cells, and nothing else. */
static void assert_saved(const char *const *cells, size_t n)
{
    struct cell_history h;
    history_open(&h, true);
    assert_int_equal(h.n, n);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(h.at[i], cells[i]);
    history_close(&h);
}

static off_t size_of(const char *path)
{
    struct stat s;
    assert_int_equal(stat(path, &s), 0);
    return s.st_size;
}

static void cells_come_back_byte_for_byte(void **state)
{
    (void) state;
    char bytes[256];
    for (int i = 0; i < 255; i++)
        bytes[i] = (char) (i + 1);
    bytes[255] = 0;
    const char *cells[] = {"int f(int n)\n{\n\treturn n;\n}\n", "puts(\"a\\n\\\\\");\\",
                           "// é 日本 😀 \u2028 \xc2\x85", "é\xff", bytes};
    size_t n = sizeof cells / sizeof *cells;
    struct cell_history h;
    history_open(&h, true);
    for (size_t i = 0; i < n; i++)
        add(&h, cells[i]);
    history_close(&h);
    assert_saved(cells, n);
}

static void blank_cells_and_repeats_are_left_out(void **state)
{
    (void) state;
    const char *cells[] = {"a", "b", "a"};
    struct cell_history h;
    history_open(&h, true);
    history_add(&h, "a;", 1);
    for (const char *const *p = (const char *const[]){"a", "", " \n", "b", "a", "a", NULL}; *p; p++)
        add(&h, *p);
    assert_int_equal(h.n, 3);
    history_close(&h);
    assert_saved(cells, 3);
}

static void the_file_is_private(void **state)
{
    struct folder *f = *state;
    struct cell_history h;
    struct stat s;
    history_open(&h, true);
    add(&h, "1");
    history_close(&h);
    assert_int_equal(stat(f->file, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0600);
}

static void sessions_share_the_file(void **state)
{
    (void) state;
    const char *cells[] = {"first 1", "second 1\nof two lines", "first 2", "second 2"};
    struct cell_history h[2];
    history_open(&h[0], true);
    history_open(&h[1], true);
    for (int i = 0; i < 4; i++)
        add(&h[i % 2], cells[i]);
    assert_int_equal(h[0].n, 2);
    assert_string_equal(h[0].at[1], "first 2");
    history_close(&h[0]);
    history_close(&h[1]);
    assert_saved(cells, 4);
}

/* A session opens while another one runs, and finds a file that is too long. */
static void a_long_file_is_shortened_and_no_session_loses_cells(void **state)
{
    struct folder *f = *state;
    struct cell_history running, h;
    char cell[16];
    history_open(&running, true);
    for (int i = 0; i < 2 * HISTORY_MOST + 1; i++) {
        snprintf(cell, sizeof cell, "%d", i);
        add(&running, cell);
    }
    assert_int_equal(running.n, HISTORY_MOST);
    assert_string_equal(running.at[0], "2001");
    off_t before = size_of(f->file);
    history_open(&h, true);
    assert_true(size_of(f->file) < before);
    add(&running, "running");
    add(&h, "new");
    history_close(&running);
    history_close(&h);
    history_open(&h, true);
    assert_int_equal(h.n, HISTORY_MOST);
    assert_string_equal(h.at[0], "2003");
    assert_string_equal(h.at[HISTORY_MOST - 3], "4000");
    assert_string_equal(h.at[HISTORY_MOST - 2], "running");
    assert_string_equal(h.at[HISTORY_MOST - 1], "new");
    history_close(&h);
}

static void a_full_disk_loses_no_cell_of_the_session(void **state)
{
    struct folder *f = *state;
    const char *cells[] = {"before", "after"};
    struct rlimit old, full;
    struct cell_history h;
    history_open(&h, true);
    add(&h, "before");
    off_t size = size_of(f->file);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    full = (struct rlimit){(rlim_t) size + 3, old.rlim_max}; /* part of the cell fits */
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    add(&h, "while it is full");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(size_of(f->file), size);
    add(&h, "after");
    assert_int_equal(h.n, 3);
    assert_string_equal(h.at[1], "while it is full");
    history_close(&h);
    assert_saved(cells, 2);
}

static void without_a_file_cells_are_in_memory(void **state)
{
    struct folder *f = *state;
    struct cell_history h;
    setenv("XDG_STATE_HOME", "/dev/null", 1);
    history_open(&h, true);
    add(&h, "1");
    add(&h, "2");
    assert_int_equal(h.n, 2);
    assert_string_equal(h.at[0], "1");
    history_close(&h);
    setenv("XDG_STATE_HOME", f->name, 1);
    assert_saved(NULL, 0);
}

static void another_file_is_set_aside(void **state)
{
    struct folder *f = *state;
    const char *cells[] = {"1"};
    assert_saved(NULL, 0);
    FILE *other = fopen(f->file, "w");
    assert_non_null(other);
    fputs("int x;\n", other);
    fclose(other);
    struct cell_history h;
    history_open(&h, true);
    add(&h, "1");
    history_close(&h);
    assert_saved(cells, 1);
    assert_int_equal(size_of(f->aside), 7);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(cells_come_back_byte_for_byte),
        TEST(blank_cells_and_repeats_are_left_out),
        TEST(the_file_is_private),
        TEST(sessions_share_the_file),
        TEST(a_long_file_is_shortened_and_no_session_loses_cells),
        TEST(a_full_disk_loses_no_cell_of_the_session),
        TEST(without_a_file_cells_are_in_memory),
        TEST(another_file_is_set_aside),
    };
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
