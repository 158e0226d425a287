/* SPDX-License-Identifier: Apache-2.0 */
/* Finds and loads one of NVIDIA's libraries: the file that the user names, or that of an installed CUDA toolkit, of Python wheels, of the loader's search
 * path. One for a newer major version of CUDA than the driver's would not start, so it is left out. */
#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/dynlib.h"
#include "base/python_env.h"
#include "device/cuda/library/gpu_library_impl.h"

enum { CUDA_13 = 13000, CUDA_12 = 12000 };

static const struct {
    const char *name, *variable; /* that names the file; an empty value: none is wanted */
    const char *file[2];         /* of CUDA 13, of CUDA 12 */
    const char *wheel;           /* of CUDA 12: its folder */
    int oldest;                  /* the major version */
} libraries[] = {
    [DEVICE_CUBLAS] =
        {"cuBLAS",   "WARPCELL_CUBLAS", {"libcublas.so.13", "libcublas.so.12"},     "cublas", 11},
    [DEVICE_CUFFT] = {"cuFFT",    "WARPCELL_CUFFT",  {"libcufft.so.12", "libcufft.so.11"},       "cufft",  10},
    [DEVICE_CUSOLVER] = {"cuSOLVER",
                         "WARPCELL_CUSOLVER",           {"libcusolver.so.12", "libcusolver.so.11"},
                         "cusolver",                                                                          11},
    [DEVICE_CUSPARSE] = {"cuSPARSE",
                         "WARPCELL_CUSPARSE",           {"libcusparse.so.12", "libcusparse.so.12"},
                         "cusparse",                                                                          11},
};

struct library_search {
    struct gpu_libraries *l;
    enum device_library which;
    int cuda;       /* 0: CUDA 13; 1: CUDA 12 */
    struct buf why; /* of a file that is there and cannot be used */
};

/* The name of a function that the library lacks, or NULL. *out: one that it has. */
static const char *resolve(struct gpu_libraries *l, enum device_library which, void *opened,
                           void **out)
{
    struct {
        enum device_library library;
        const char *name;
        void **to;
    } rows[] = {

#define CALL(library, name, params) {DEVICE_##library, #name, (void **) &l->api.name},
#include "device/cuda/library/gpu_calls.def"
#undef CALL
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].library != which)
            continue;
        *rows[i].to = dlsym(opened, rows[i].name);
        if (!*rows[i].to)
            return rows[i].name;
        *out = *rows[i].to;
    }
    return NULL;
}

/* What the library says of itself. cuBLAS and cuSPARSE answer without a handle. */
static int version_of(const struct gpu_api *api, enum device_library which)
{
    int version = 0, status = 0;
    switch (which) {
    case DEVICE_CUBLAS: status = api->cublasGetVersion_v2(NULL, &version); break;
    case DEVICE_CUFFT: status = api->cufftGetVersion(&version); break;
    case DEVICE_CUSOLVER: status = api->cusolverGetVersion(&version); break;
    case DEVICE_CUSPARSE: status = api->cusparseGetVersion(NULL, &version); break;
    case DEVICE_LIBRARIES: break;
    }
    return status ? 0 : version;
}

/* cuBLAS counts 120304 for 12.3, as the others count 12300; before version 12 it counted like them. */
static void decode_version(int version, int32_t out[2])
{
    int unit = version >= 100000 ? 10000 : 1000;
    out[0] = version / unit;
    out[1] = version % unit / 100;
}

/* Whether this file holds the library, and one that is new enough. */
static bool open_file(struct library_search *s, const char *path)
{
    struct gpu_loaded *g = &s->l->at[s->which];
    struct buf why = {0};
    struct dynlib_symbol none[1] = {{0}};
    void *opened = dynlib_open(path, none, 0, &why), *function = NULL;
    const char *missing = opened ? resolve(s->l, s->which, opened, &function) : NULL;
    int version = opened && !missing ? version_of(&s->l->api, s->which) : 0;
    int32_t parts[2];
    decode_version(version, parts);
    if (missing)
        buf_printf(&why, "%s lacks the function %s", path, missing);
    else if (version && parts[0] < libraries[s->which].oldest)
        buf_printf(&why, "%s is %s %d.%d, and %d.0 or later is needed", path,
                   libraries[s->which].name, parts[0], parts[1], libraries[s->which].oldest);
    if (why.n && !s->why.n)
        buf_put(&s->why, why.p, why.n);
    if (!opened || why.n) {
        buf_free(&why);
        if (opened)
            dynlib_close(&opened);
        return false;
    }
    Dl_info place;
    g->opened = opened;
    snprintf(g->info.path, sizeof g->info.path, "%s",
             dladdr(function, &place) ? place.dli_fname : path);
    memcpy(g->info.version, parts, sizeof parts);
    return true;
}

static void try_folder(struct library_search *s, const char *folder)
{
    struct buf path = {0};
    buf_printf(&path, "%s/%s", folder, libraries[s->which].file[s->cuda]);
    if (!s->l->at[s->which].opened && !access(path.p, R_OK))
        open_file(s, path.p);
    buf_free(&path);
}

static void try_pattern(struct library_search *s, const char *pattern)
{
    glob_t g = {0};
    if (!glob(pattern, 0, NULL, &g))
        for (size_t i = g.gl_pathc; i-- > 0;)
            try_folder(s, g.gl_pathv[i]);
    globfree(&g);
}

static void try_python(void *user, const char *prefix, bool likely)
{
    struct library_search *s = user;
    struct buf pattern = {0};
    buf_printf(&pattern, "%s/lib/python3*/site-packages/nvidia/%s/lib", prefix,
               s->cuda ? libraries[s->which].wheel : "cu13");
    try_pattern(s, pattern.p);
    buf_free(&pattern);
}

static void try_everywhere(struct library_search *s)
{
    static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH", "CONDA_PREFIX"};
    for (size_t i = 0; i < 2 * sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i / 2]);
        struct buf folder = {0};
        buf_printf(&folder, "%s/%s", value ? value : "", i % 2 ? "lib" : "lib64");
        if (value && *value)
            try_folder(s, folder.p);
        buf_free(&folder);
    }
    try_pattern(s, "/usr/local/cuda/lib64");
    try_pattern(s, "/usr/local/cuda-*/lib64");
    python_envs(try_python, s);
    if (!s->l->at[s->which].opened) {
        struct library_search by_name = {s->l, s->which, s->cuda, {0}};
        open_file(&by_name, libraries[s->which].file[s->cuda]);
        buf_free(&by_name.why);
    }
}

static void say_missing(struct library_search *s, const char *named)
{
    struct device_library_info *info = &s->l->at[s->which].info;
    const char *name = libraries[s->which].name;
    int cuda = s->l->driver >= CUDA_13 ? 13 : 12;
    if (s->why.n)
        snprintf(info->why, sizeof info->why, "%s cannot be used: %.480s", name, s->why.p);
    else
        snprintf(info->why, sizeof info->why, "%s was not found", name);
    if (named)
        snprintf(info->help, sizeof info->help,
                 "give the full path of %s in %s, or unset it to search for the library",
                 libraries[s->which].file[cuda == 12], libraries[s->which].variable);
    else
        snprintf(
            info->help, sizeof info->help,
            "pip install nvidia-%s%s, or install the CUDA toolkit; %%gpu libraries off: no more "
            "such warnings",
            libraries[s->which].wheel, cuda == 12 ? "-cu12" : "");
}

bool gpu_load(struct gpu_libraries *l, enum device_library which)
{
    struct gpu_loaded *g = &l->at[which];
    if (g->tried)
        return g->opened;
    const char *named = getenv(libraries[which].variable);
    struct library_search s = {.l = l, .which = which};
    g->tried = true;
    if (named && *named)
        open_file(&s, named);
    for (s.cuda = l->driver >= CUDA_13 ? 0 : 1; !named && s.cuda < 2 && !g->opened; s.cuda++)
        try_everywhere(&s);
    g->info.unwanted = named && !*named;
    g->info.ready = g->opened;
    if (g->info.unwanted)
        snprintf(g->info.why, sizeof g->info.why, "%s: switched off by %s", libraries[which].name,
                 libraries[which].variable);
    else if (!g->opened)
        say_missing(&s, named);
    buf_free(&s.why);
    return g->opened;
}
