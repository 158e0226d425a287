/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the kernelspec that kernelspec/ holds, with this program's own path in it. The files are part of the program, so
 * that it can be installed from wherever it was built or unpacked. */
#include "install.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wire/must.h"

/* KERNELSPEC_DIR is the build's. */
#define EMBED(symbol, file)                                                                        \
    extern const char symbol[], symbol##_end[];                                                    \
    __asm__(".section .rodata\n"                                                                   \
            ".global " #symbol "\n.global " #symbol "_end\n" #symbol ":\n"                         \
            ".incbin \"" KERNELSPEC_DIR "/" file "\"\n" #symbol "_end:\n.previous\n")

EMBED(spec_json, "kernel.json.in");
EMBED(spec_logo_32, "logo-32x32.png");
EMBED(spec_logo_64, "logo-64x64.png");
EMBED(spec_logo_svg, "logo-svg.svg");
#undef EMBED

static const struct {
    const char *name, *start, *end;
} files[] = {
    {"kernel.json",    spec_json,     spec_json_end    },
    {"logo-32x32.png", spec_logo_32,  spec_logo_32_end },
    {"logo-64x64.png", spec_logo_64,  spec_logo_64_end },
    {"logo-svg.svg",   spec_logo_svg, spec_logo_svg_end},
};

enum { FILES = sizeof files / sizeof files[0], USAGE = 2 };

/* ---- where ---- */

static char *format(const char *form, const char *a)
{
    char *s = NULL;
    return must(asprintf(&s, form, a) < 0 ? NULL : s);
}

/* Jupyter's own rule for the user's data (jupyter_core.paths). */
static char *user_directory(void)
{
    const char *data = getenv("JUPYTER_DATA_DIR"), *xdg = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (data && *data)
        return format("%s/kernels/warpcell", data);
    if (xdg && *xdg)
        return format("%s/jupyter/kernels/warpcell", xdg);
    return home && *home ? format("%s/.local/share/jupyter/kernels/warpcell", home) : NULL;
}

static bool own_path(char out[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", out, PATH_MAX - 1);
    out[n < 0 ? 0 : n] = 0;
    return n > 0;
}

/* The environment that is active, or else the one whose bin/ holds this program. */
static char *environment_directory(void)
{
    const char *venv = getenv("VIRTUAL_ENV"), *conda = getenv("CONDA_PREFIX");
    char path[PATH_MAX];
    if (venv && *venv)
        return format("%s/share/jupyter/kernels/warpcell", venv);
    if (conda && *conda)
        return format("%s/share/jupyter/kernels/warpcell", conda);
    if (!own_path(path))
        return NULL;
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(path, '/');
        if (slash)
            *slash = 0;
    }
    return format("%s/share/jupyter/kernels/warpcell", path);
}

/* NULL: the reason is on stderr. */
static char *directory(int argc, char **argv)
{
    char *where = NULL;
    if (argc == 0 || (argc == 1 && strcmp(argv[0], "--user") == 0))
        where = user_directory();
    else if (argc == 1 && strcmp(argv[0], "--sys-prefix") == 0)
        where = environment_directory();
    else if (argc == 2 && strcmp(argv[0], "--prefix") == 0)
        where = format("%s/share/jupyter/kernels/warpcell", argv[1]);
    else if (argc == 1 && strncmp(argv[0], "--prefix=", 9) == 0)
        where = format("%s/share/jupyter/kernels/warpcell", argv[0] + 9);
    else
        fprintf(stderr, "warpcell-kernel: --install and --uninstall take --user, --prefix DIR or "
                        "--sys-prefix\n");
    return where;
}

/* ---- writing ---- */

static bool make_directories(char *path)
{
    for (char *p = path + 1;; p++) {
        if (*p != '/' && *p)
            continue;
        char was = *p;
        *p = 0;
        bool ok = mkdir(path, 0777) == 0 || errno == EEXIST;
        *p = was;
        if (!ok || !was)
            return ok;
    }
}

static bool write_file(const char *directory, const char *name, const char *bytes, size_t n)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", directory, name) >= (int) sizeof path)
        return false;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write(fd, bytes, n) == (ssize_t) n;
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    return ok;
}

/* kernel.json with the program's path as argv[0]. */
static char *spec_text(const char *program)
{
    static const char mark[] = "@ARGV@";
    json_t *path = json_string(program);
    char *quoted = path ? json_dumps(path, JSON_ENCODE_ANY) : NULL;
    char *form = must(strndup(spec_json, (size_t) (spec_json_end - spec_json))), *text = NULL;
    char *at = strstr(form, mark);
    if (quoted && at &&
        asprintf(&text, "%.*s%s%s", (int) (at - form), form, quoted, at + strlen(mark)) < 0)
        text = NULL;
    json_decref(path);
    free(quoted);
    free(form);
    return text;
}

int install_run(int argc, char **argv)
{
    char program[PATH_MAX], *where = directory(argc, argv);
    if (!where)
        return USAGE;
    char *spec = own_path(program) ? spec_text(program) : NULL;
    bool ok = spec && make_directories(where);
    for (int i = 0; i < FILES && ok; i++)
        ok = i == 0 ? write_file(where, files[i].name, spec, strlen(spec))
                    : write_file(where, files[i].name, files[i].start,
                                 (size_t) (files[i].end - files[i].start));
    if (ok)
        printf("installed the kernelspec 'warpcell' in %s\n", where);
    else
        fprintf(stderr, "warpcell-kernel: cannot write to '%s': %s\n", where, strerror(errno));
    free(spec);
    free(where);
    return !ok;
}

int uninstall_run(int argc, char **argv)
{
    char path[PATH_MAX], *where = directory(argc, argv);
    int removed = 0;
    if (!where)
        return USAGE;
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", where, files[i].name);
        removed += unlink(path) == 0;
    }
    bool ok = removed && rmdir(where) == 0;
    if (ok)
        printf("removed the kernelspec 'warpcell' from %s\n", where);
    else if (!removed)
        fprintf(stderr, "warpcell-kernel: no Warpcell kernelspec in '%s'\n", where);
    else
        fprintf(stderr, "warpcell-kernel: '%s' contains other files and was kept: %s\n", where,
                strerror(errno));
    free(where);
    return !ok;
}
