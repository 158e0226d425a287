/* SPDX-License-Identifier: Apache-2.0 */
/* Searches for libnvrtc. An installed CUDA toolkit comes first, because it also has the headers; then Python wheels
 * (nvidia-cuda-nvrtc) next to our executable and in the active environment; then the loader's search path. Wheels
 * have no unversioned libnvrtc.so, so versioned names are tried. */
#include <glob.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/python_env.h"
#include "compile/nvrtc.h"

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

static void look_in_python(void *user, const char *prefix, bool likely)
{
    struct find *f = user;
    struct buf silent = {0};
    struct find quiet = {f->paths, &silent};
    for (size_t i = 0; i < sizeof wheels / sizeof *wheels; i++) {
        struct buf pattern = {0};
        buf_printf(&pattern, "%s/lib/python3*/site-packages/%s", prefix, wheels[i]);
        look_glob(likely ? f : &quiet, pattern.p);
        buf_free(&pattern);
    }
    buf_free(&silent);
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
    python_envs(look_in_python, &f);
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
