/* SPDX-License-Identifier: Apache-2.0 */
/* The exercises that were solved, one name a line, under the user's data folder (XDG Base Directory 0.8). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/check.h"
#include "base/new_file.h"
#include "exercise/exercise.h"

/* From malloc; NULL: there is no home. */
static char *find_path(void)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char *path = NULL;
    int n = -1;
    if (data && *data == '/')
        n = asprintf(&path, "%s/warpcell/exercises", data);
    else if (home && *home == '/')
        n = asprintf(&path, "%s/.local/share/warpcell/exercises", home);
    return n < 0 ? NULL : path;
}

/* The whole file, from malloc; empty if there is none. */
static char *read_all(const char *path)
{
    struct buf text = {0};
    char piece[4096];
    FILE *f = path ? fopen(path, "rb") : NULL;
    for (size_t n; f && (n = fread(piece, 1, sizeof piece, f));)
        buf_put(&text, piece, n);
    if (f)
        fclose(f);
    return text.p ? buf_take(&text) : xstrdup("");
}

static bool has_line(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = text; *p; p += strcspn(p, "\n"), p += *p == '\n')
        if (!strncmp(p, name, n) && (!p[n] || p[n] == '\n'))
            return true;
    return false;
}

bool exercise_is_solved(const char *name)
{
    char *path = find_path(), *text = read_all(path);
    bool solved = has_line(text, name);
    free(text);
    free(path);
    return solved;
}

static void make_folders(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
}

bool exercise_set_solved(const char *name)
{
    char *path = find_path(), *text = read_all(path);
    struct new_file file;
    bool good = path && has_line(text, name);
    if (!path)
        errno = ENOENT;
    if (path && !good) {
        make_folders(path);
        good = new_file_open(&file, path) &&
               new_file_close(&file, fprintf(file.f, "%s%s\n", text, name) > 0);
    }
    free(text);
    free(path);
    return good;
}
