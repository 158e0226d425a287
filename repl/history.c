/* SPDX-License-Identifier: Apache-2.0 */
/* A line of the file is a cell: its newlines are written \n, its backslashes \\. */
#include "history.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

enum { CELLS_MOST = 2000, PATH_ROOM = 4096 };

/* $XDG_STATE_HOME/warpcell/cells (XDG Base Directory 0.8), whose folders are made. */
static bool find_path(char *path, size_t room)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n;
    if (state && *state == '/')
        n = snprintf(path, room, "%s/warpcell/cells", state);
    else if (home && *home == '/')
        n = snprintf(path, room, "%s/.local/state/warpcell/cells", home);
    else
        return false;
    if (n < 0 || (size_t) n >= room)
        return false;
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    return true;
}

static char *encoded(const char *cell)
{
    struct text t = {0};
    for (const char *p = cell; *p; p++)
        text_insert(&t,
                    *p == '\n'   ? "\\n"
                    : *p == '\\' ? "\\\\"
                                 : p,
                    *p == '\n' || *p == '\\' ? 2 : 1);
    text_insert(&t, "\n", 1);
    return t.p;
}

static void decode(char *line)
{
    char *to = line;
    for (const char *p = line; *p; p++) {
        bool escape = *p == '\\' && p[1];
        p += escape;
        *to++ = escape && *p == 'n' ? '\n' : *p;
    }
    *to = 0;
}

static void keep(struct history *h, char *cell)
{
    if (h->n == h->room) {
        size_t room = h->room ? 2 * h->room : 256;
        char **more = realloc(h->at, room * sizeof *more);
        if (!more) {
            free(cell);
            return;
        }
        h->at = more;
        h->room = room;
    }
    h->at[h->n++] = cell;
}

static void drop_first(struct history *h, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(h->at[i]);
    h->n -= count;
    memmove(h->at, h->at + count, h->n * sizeof *h->at);
}

/* The file grows by appending; when it holds twice what is wanted, its last part replaces it. */
static void shorten(const struct history *h, const char *path)
{
    char temporary[PATH_ROOM];
    if (snprintf(temporary, sizeof temporary, "%s.%d", path, (int) getpid()) >=
        (int) sizeof temporary)
        return;
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    for (size_t i = 0; f && i < h->n; i++) {
        char *line = encoded(h->at[i]);
        fputs(line ? line : "", f);
        free(line);
    }
    if (!f || fclose(f) || rename(temporary, path))
        unlink(temporary);
}

void history_open(struct history *h)
{
    char path[PATH_ROOM], *line = NULL;
    size_t size = 0;
    h->fd = -1;
    if (!find_path(path, sizeof path))
        return;
    FILE *f = fopen(path, "re");
    for (ssize_t n; f && (n = getline(&line, &size, f)) > 0;) {
        line[n - (line[n - 1] == '\n')] = 0;
        decode(line);
        keep(h, strdup(line));
    }
    free(line);
    if (f)
        fclose(f);
    bool long_file = h->n > 2 * CELLS_MOST;
    if (h->n > CELLS_MOST)
        drop_first(h, h->n - CELLS_MOST);
    if (long_file)
        shorten(h, path);
    h->fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

void history_close(struct history *h)
{
    drop_first(h, h->n);
    free(h->at);
    if (h->fd >= 0)
        close(h->fd);
    *h = (struct history){.fd = -1};
}

void history_add(struct history *h, const char *cell, size_t n)
{
    char *copy = strndup(cell, n), *line;
    if (!copy || text_blank(copy, strlen(copy)) || (h->n && !strcmp(h->at[h->n - 1], copy))) {
        free(copy);
        return;
    }
    keep(h, copy);
    line = h->fd >= 0 ? encoded(copy) : NULL;
    if (line && write(h->fd, line, strlen(line)) < 0)
        h->fd = -1; /* a full disk: this session's are kept in memory */
    free(line);
}
