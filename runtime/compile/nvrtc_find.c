/* SPDX-License-Identifier: Apache-2.0 */
/* Searches for libnvrtc. An installed CUDA toolkit comes first, because it also has the headers; then Python wheels
 * (nvidia-cuda-nvrtc) next to our executable and in the active environment; then the loader's search path. Wheels
 * have no unversioned libnvrtc.so, so versioned names are tried. */
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "compile/nvrtc.h"

enum {
    ANCESTORS = 6
}; /* site-packages/warpcell/bin/warpcell is five below the environment's folder */

static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12"};
static const char *const wheels[] = {"nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib"};

struct find {
    struct nvrtc_paths *paths;
    struct buf *looked;
};

static void look_in(struct find *f, const char *dir)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct buf path = {0};
        buf_printf(&path, "%s/%s", dir, names[i]);
        if (!access(path.p, R_OK))
            VEC_PUSH(&f->paths->found, buf_take(&path));
        buf_free(&path);
    }
}

/* Every folder that matches, the highest version first. */
static void look_glob(struct find *f, const char *pattern)
{
    glob_t g = {0};
    if (!f->looked->n || !strstr(f->looked->p, pattern))
        buf_printf(f->looked, "%s%s", f->looked->n ? ", " : "", pattern);
    if (!glob(pattern, 0, NULL, &g))
        for (size_t i = g.gl_pathc; i-- > 0;)
            look_in(f, g.gl_pathv[i]);
    globfree(&g);
}

static void look_in_env(struct find *f, const char *variable, const char *below)
{
    const char *value = getenv(variable);
    if (!value || !*value)
        return;
    struct buf pattern = {0};
    buf_printf(&pattern, "%s/%s", value, below);
    look_glob(f, pattern.p);
    buf_free(&pattern);
}

static void look_in_python(struct find *f, const char *prefix, bool report)
{
    struct buf silent = {0};
    struct find quiet = {f->paths, &silent};
    for (size_t i = 0; i < sizeof wheels / sizeof *wheels; i++) {
        struct buf pattern = {0};
        buf_printf(&pattern, "%s/lib/python3*/site-packages/%s", prefix, wheels[i]);
        look_glob(report ? f : &quiet, pattern.p);
        buf_free(&pattern);
    }
    buf_free(&silent);
}

/* The folders above an executable: .venv/bin/warpcell, site-packages/warpcell/bin/warpcell, or a build folder beside .venv. */
static void look_above(struct find *f, const char *executable)
{
    char *copy = xstrdup(executable), *dir = realpath(dirname(copy), NULL);
    free(copy);
    if (!dir)
        return;
    for (int i = 0; i < ANCESTORS && strcmp(dir, "/"); i++) {
        struct buf venv = {0};
        buf_printf(&venv, "%s/.venv", dir);
        look_in_python(f, dir, i == 1);
        look_in_python(f, venv.p, false);
        buf_free(&venv);
        dirname(dir); /* shortens it in place */
    }
    free(dir);
}

static void look_above_us(struct find *f)
{
    char real[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", real, sizeof real - 1);
    if (n > 0) {
        real[n] = 0;
        look_above(f, real);
    }
    const char *as_called =
        (const char *) getauxval(AT_EXECFN); /* a symlink in .venv/bin keeps its own folder */
    if (as_called && (n <= 0 || strcmp(as_called, real)))
        look_above(f, as_called);
}

void nvrtc_find(struct nvrtc_paths *out, struct buf *looked)
{
    static const char *const toolkits[] = {"CUDA_HOME", "CUDA_PATH"};
    struct find f = {out, looked};
    for (size_t i = 0; i < sizeof toolkits / sizeof *toolkits; i++) {
        look_in_env(&f, toolkits[i], "lib64");
        look_in_env(&f, toolkits[i], "lib");
    }
    look_glob(&f, "/usr/local/cuda/lib64");
    look_glob(&f, "/usr/local/cuda-*/lib64");
    look_in_env(&f, "CONDA_PREFIX", "lib");
    look_above_us(&f);
    const char *venv = getenv("VIRTUAL_ENV"), *conda = getenv("CONDA_PREFIX");
    if (venv && *venv)
        look_in_python(&f, venv, true);
    if (conda && *conda)
        look_in_python(&f, conda, true);
    buf_printf(looked, "%sthe system's library path", looked->n ? ", " : "");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        VEC_PUSH(&out->found, xstrdup(names[i]));
}

void nvrtc_paths_free(struct nvrtc_paths *p)
{
    VEC_EACH (path, &p->found)
        free(*path);
    VEC_FREE(&p->found);
}

static void add_include(struct nvrtc *n, const char *lib, const char *below, const char *sign)
{
    struct buf dir = {0}, file = {0};
    buf_printf(&dir, "%s/%s", lib, below);
    buf_printf(&file, "%s/%s", dir.p, sign);
    if (!access(file.p, R_OK))
        VEC_PUSH(&n->includes, buf_take(&dir));
    buf_free(&dir);
    buf_free(&file);
}

void nvrtc_find_includes(struct nvrtc *n)
{
    /*  from the library's folder, and a file that shows that it is what we want */
    static const char *const places[][2] = {
        {"../include",                 "cuda_fp16.h"         }, /* a toolkit; wheels of CUDA 13 */
        {"../include/cccl",            "cuda/std/type_traits"}, /* CUDA 13 */
        {"../../cuda_runtime/include", "cuda_fp16.h"         }, /* wheels of CUDA 12 */
        {"../../cuda_cccl/include",    "cuda/std/type_traits"},
    };
    char *copy = xstrdup(n->path);
    const char *lib = dirname(copy);
    for (size_t i = 0; *lib == '/' && i < sizeof places / sizeof *places; i++)
        add_include(n, lib, places[i][0], places[i][1]);
    free(copy);
}
