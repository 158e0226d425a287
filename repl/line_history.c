/* SPDX-License-Identifier: Apache-2.0 */
/* The cells typed at a terminal. libedit's history(3) keeps the list and defines the file: its cookie, then a line for each cell,
 * encoded with vis(3). Each access to the file holds its lock, so that the cookie is written once and cells do not mix. */
#include "line_history.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

/* $XDG_STATE_HOME/warpcell/cells (XDG Base Directory 0.8), whose folders it makes. The caller frees it; NULL: no home. */
static char *find_path(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char *path = NULL;
    int n = -1;
    if (state && *state == '/')
        n = asprintf(&path, "%s/warpcell/cells", state);
    else if (home && *home == '/')
        n = asprintf(&path, "%s/.local/state/warpcell/cells", home);
    if (n < 0)
        return NULL;
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    return path;
}

/* The file at its end, locked until fclose. Another session may have replaced it (`shorten`) while this one waited for the lock:
 * then it is opened again. */
static FILE *open_locked(const char *path)
{
    for (;;) {
        struct stat opened, named;
        int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        if (fd < 0)
            return NULL;
        while (flock(fd, LOCK_EX) && errno == EINTR)
            continue;
        bool same = !fstat(fd, &opened) && !stat(path, &named) && opened.st_dev == named.st_dev &&
                    opened.st_ino == named.st_ino;
        FILE *f = same ? fdopen(fd, "a") : NULL;
        if (f && !fseek(f, 0, SEEK_END))
            return f;
        if (f)
            fclose(f);
        else
            close(fd);
        if (same)
            return NULL;
    }
}

static History *new_list(int most)
{
    HistEvent event;
    History *list = history_init();
    if (!list)
        return NULL;
    history(list, &event, H_SETSIZE, most);
    history(list, &event, H_SETUNIQUE, 1);
    return list;
}

/* The cookie if the file is empty, then the cells. In a UTF-8 locale vis(3) loses some characters (U+2028) and bytes that are not
 * UTF-8; in the C locale it keeps every byte. libedit does not report write errors. */
static bool write_cells(History *list, FILE *f)
{
    HistEvent event;
    locale_t c = newlocale(LC_CTYPE_MASK, "C", (locale_t) 0), before = uselocale(c);
    bool saved = history(list, &event, H_SAVE_FP, f) >= 0;
    uselocale(before);
    if (c)
        freelocale(c);
    return !fflush(f) && !ferror(f) && saved;
}

/* H_NSAVE_FP would do, but libedit 3.1 saves one cell more than it is asked for. */
static void append(const char *path, const char *cell)
{
    HistEvent event;
    History *one = new_list(1);
    FILE *f = one ? open_locked(path) : NULL;
    if (f) {
        long size = ftell(f);
        history(one, &event, H_ENTER, cell);
        if (!write_cells(one, f) && ftruncate(fileno(f), size))
            clearerr(f); /* neither can be repaired: the cell is kept in memory */
        fclose(f);
    }
    if (one)
        history_end(one);
}

/* Replaces the file by one that holds the list. The caller holds the lock. */
static void shorten(History *list, const char *path)
{
    char *temporary;
    if (asprintf(&temporary, "%s.%d", path, (int) getpid()) < 0)
        return;
    FILE *f = fopen(temporary, "we");
    bool written = f && write_cells(list, f);
    if (f && (fclose(f) || !written || rename(temporary, path)))
        unlink(temporary);
    free(temporary);
}

/* Moves a file that is not libedit's out of the way: what is appended to it could not be read again. */
static void set_aside(const char *path)
{
    char *aside;
    if (asprintf(&aside, "%s.old", path) < 0)
        return;
    rename(path, aside);
    free(aside);
}

static void load(History *list, const char *path)
{
    HistEvent event;
    FILE *f = open_locked(path);
    if (!f)
        return;
    int loaded = history(list, &event, H_LOAD,
                         path); /* the lines of the file, -1 for one without the cookie */
    if (loaded > 2 * HISTORY_MOST)
        shorten(list, path);
    else if (loaded < 0 && ftell(f) > 0)
        set_aside(path);
    fclose(f);
}

static void list_cells(struct cell_history *h)
{
    HistEvent event;
    h->n = 0;
    for (int more = history(h->cells, &event, H_LAST); more >= 0 && h->n < HISTORY_MOST;
         more = history(h->cells, &event, H_PREV))
        h->at[h->n++] = event.str;
}

void history_open(struct cell_history *h, bool kept)
{
    *h = (struct cell_history){.cells = new_list(HISTORY_MOST), .path = kept ? find_path() : NULL};
    if (!h->cells)
        return;
    if (h->path)
        load(h->cells, h->path);
    list_cells(h);
}

void history_close(struct cell_history *h)
{
    if (h->cells)
        history_end(h->cells);
    free(h->path);
    *h = (struct cell_history){0};
}

void history_add(struct cell_history *h, const char *cell, size_t n)
{
    HistEvent event;
    char *copy = strndup(cell, n);
    /* H_ENTER: 1 if the cell is new, 0 if it repeats the last one */
    if (copy && h->cells && !text_blank(copy, strlen(copy)) &&
        history(h->cells, &event, H_ENTER, copy) > 0) {
        list_cells(h);
        if (h->path)
            append(h->path, copy);
    }
    free(copy);
}
