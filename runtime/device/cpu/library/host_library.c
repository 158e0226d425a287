/* SPDX-License-Identifier: Apache-2.0 */
/* OpenBLAS, which is loaded when a library kernel first runs, and what routines ask of a call. Next: library_kernels.c. */
#include "device/cpu/library/host_library.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/dynlib.h"
#include "base/python_env.h"
#include "device/cpu/library/library_impl.h"

struct library *library_new(void)
{
    struct library *l = xcalloc(1, sizeof *l);
    pthread_mutex_init(&l->lock, NULL);
    return l;
}

/* The library itself stays loaded: it has threads of its own. */
void library_free(struct library **l)
{
    pthread_mutex_destroy(&(*l)->lock);
    free(*l);
    *l = NULL;
}

/* The numbers' letters in the order of enum lapack_number: f is sgetrf_, dgetrf_, ... */
static void open_lapack(struct library *l, const char *prefix)
{
    struct lapack *k = &l->lapack;

    const struct {
        const char *letters, *name;
        void **to;
    } wanted[] = {
        {"sdcz", "getrf", (void **) k->getrf               },
        {"sdcz", "getrs", (void **) k->getrs               },
        {"sdcz", "potrf", (void **) k->potrf               },
        {"sdcz", "potrs", (void **) k->potrs               },
        {"sdcz", "geqrf", (void **) k->geqrf               },
        {"sd",   "orgqr", (void **) k->orgqr               },
        {"cz",   "ungqr", (void **) (k->orgqr + LAPACK_C32)},
        {"sd",   "ormqr", (void **) k->ormqr               },
        {"cz",   "unmqr", (void **) (k->ormqr + LAPACK_C32)},
        {"sd",   "syevd", (void **) k->syevd               },
        {"cz",   "heevd", (void **) k->heevd               },
        {"sd",   "geev",  (void **) k->geev                },
        {"cz",   "geev",  (void **) k->complex_geev        },
        {"sd",   "gesdd", (void **) k->gesdd               },
        {"cz",   "gesdd", (void **) k->complex_gesdd       },
        {"sd",   "gesvd", (void **) k->gesvd               },
        {"sd",   "symm",  (void **) k->symm                },
        {"sd",   "syrk",  (void **) k->syrk                },
        {"sd",   "trmm",  (void **) k->trmm                },
        {"sd",   "trsm",  (void **) k->trsm                },
        {"sdcz", "gemm",  (void **) k->gemm                },
    };

    l->has_lapack = true;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        for (size_t n = 0; wanted[i].letters[n]; n++) {
            char name[64];
            snprintf(name, sizeof name, "%s%c%s_", prefix, wanted[i].letters[n], wanted[i].name);
            wanted[i].to[n] = dlsym(l->handle, name);
            l->has_lapack &= wanted[i].to[n] != NULL;
        }
}

/* The wheel scipy-openblas32 puts a prefix before each name. */
static bool open_blas(struct library *l, const char *path, const char *prefix)
{
    struct blas *b = &l->blas;

    const struct {
        const char *name;
        void **to;
    } wanted[] = {
        {"cblas_sgemm",              (void **) &b->sgemm      },
        {"cblas_dgemm",              (void **) &b->dgemm      },
        {"openblas_set_num_threads", (void **) &b->set_threads},
    };

    enum { COUNT = sizeof wanted / sizeof *wanted };
    struct dynlib_symbol symbols[COUNT];
    char names[COUNT][64];
    struct buf why = {0};
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "%s%s", prefix, wanted[i].name);
        symbols[i] = (struct dynlib_symbol){names[i], wanted[i].to, true};
    }
    l->handle = dynlib_open(path, symbols, COUNT, &why);
    buf_free(&why);
    if (l->handle)
        open_lapack(l, prefix);
    return l->handle;
}

static void look_in_python(void *user, const char *prefix, bool likely)
{
    struct library *l = user;
    struct buf pattern = {0};
    glob_t g = {0};
    buf_printf(&pattern, "%s/lib/python3*/site-packages/scipy_openblas32/lib/libscipy_openblas.so",
               prefix);
    if (!l->handle && !glob(pattern.p, 0, NULL, &g))
        for (size_t i = 0; i < g.gl_pathc && !open_blas(l, g.gl_pathv[i], "scipy_"); i++)
            continue;
    globfree(&g);
    buf_free(&pattern);
}

/* WARPCELL_BLAS names the file; an empty name: none. Otherwise the wheel comes first, because it is the newer one. */
static void load(struct library *l)
{
    const char *named = getenv("WARPCELL_BLAS");
    l->tried = true;
    if (named) {
        if (*named && !open_blas(l, named, ""))
            open_blas(l, named, "scipy_");
        return;
    }
    python_envs(look_in_python, l);
    if (!l->handle)
        open_blas(l, "libopenblas.so.0", "");
}

const struct blas *library_blas(const struct library_call *c)
{
    struct library *l = c->library;
    pthread_mutex_lock(&l->lock);
    if (!l->tried) {
        load(l);
        if (l->handle)
            l->blas.set_threads((int) c->threads);
    }
    pthread_mutex_unlock(&l->lock);
    return l->handle ? &l->blas : NULL;
}

const struct lapack *library_lapack(const struct library_call *c)
{
    return library_blas(c) && c->library->has_lapack ? &c->library->lapack : NULL;
}

void *library_range(const struct library_call *c, uint32_t index, int64_t offset, uint64_t bytes,
                    uint32_t size)
{
    return library_at(c, (uint64_t) library_long(c, index) + (uint64_t) offset, bytes, size);
}

void *library_at(const struct library_call *c, uint64_t start, uint64_t bytes, uint32_t size)
{
    const struct object *o = space_find(c->exec->space, start);
    bool fits = o && exec_reaches(c->exec, o) && o->state == OBJECT_LIVE && start >= o->start &&
                start % size == 0 && bytes <= o->size && start - o->start <= o->size - bytes;
    return fits ? (void *) (uintptr_t) start : NULL;
}

uint64_t library_behind(const struct library_call *c, uint32_t index, uint32_t size)
{
    uint64_t at = (uint64_t) library_long(c, index);
    const struct object *o = space_find(c->exec->space, at);
    return o ? (o->start + o->size - at) / size : 0;
}
