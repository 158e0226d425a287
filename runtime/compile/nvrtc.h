/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"
#include "diag/diag.h"

/* Inside compile/ only: the NVRTC library, the reading of its log, and the cache.
 * Thread-safety: unsafe, as compile.h says. */

struct nvrtc_api {
#define SYMBOL(need, name, params) int(*name) params;
#include "compile/nvrtc.def"
#undef SYMBOL
};

struct nvrtc {
    struct nvrtc_api api;
    void *handle;         /* NULL: not loaded */
    char *path;           /* of the library; NULL: not located */
    char version[24];     /* "13.0" */
    char fingerprint[64]; /* of the library's file: part of the cache's key */
    VEC(char *) includes; /* directories with CUDA's headers */
    int copies;           /* of the library that took the place of one that crashed */
};

/* ---- nvrtc.c ---- */
/* Loads `wanted`, or what the search finds. false: a DIAG_SYSTEM at `at` that says where it looked and how to get one. */
bool nvrtc_load(struct nvrtc *n, const char *wanted, struct diags *out, struct span at);
/* Finds the file without loading it, which takes ten times as long as reading a kernel from the cache. false: only
 * nvrtc_load can tell. */
bool nvrtc_locate(struct nvrtc *n, const char *wanted);
void nvrtc_unload(struct nvrtc *n);
/* After a crash inside of it: loads another copy, with nothing of what the first one held. false: the old one stays. */
bool nvrtc_again(struct nvrtc *n);

struct nvrtc_job {
    const char *source;
    const char *expression; /* the kernel as C++ names it: "k", "k<float, 16>" */
    const char *const *options;
    int option_count;
    bool cubin;
    bool
        checked_first; /* compiled without the expression before: in a template that is wrong NVRTC may crash over it */
};

struct nvrtc_result { /* of malloc; nvrtc_result_free */
    char *image, *lowered, *log;
    char *
        places; /* of the definitions it was compiled from, see compile/places.h; NULL: not noted */
    size_t size;
};

/* false: it does not compile, and result->log says why. The log may be NULL when all is well. */
bool nvrtc_run(const struct nvrtc *n, const struct nvrtc_job *job, struct nvrtc_result *result);
void nvrtc_result_free(struct nvrtc_result *r);
/* Makes CUDA's headers available where they were not found: NVRTC 13.4 and later carry them. */
void nvrtc_unpack_headers(struct nvrtc *n);
/* Whether it can compile for this architecture, and the lowest and highest it knows (0 where it cannot say). */
bool nvrtc_supports(const struct nvrtc *n, int arch, int *out_low, int *out_high);

/* ---- nvrtc_find.c ---- */
/* Paths of libraries worth trying, best first, as malloc'd strings; `looked` gets the places that were looked at, with commas. */
struct nvrtc_paths {
    VEC(char *) found;
};

void nvrtc_find(struct nvrtc_paths *out, struct buf *looked);
void nvrtc_find_includes(struct nvrtc *n); /* the headers that belong to n->path */
void nvrtc_paths_free(struct nvrtc_paths *p);

/* ---- nvrtc_log.c ---- */
/* Records every error and warning of a log. `end` is where "at end of source" is: behind the last definition. */
void nvrtc_log_read(const char *log, const struct sources *sources, struct span end,
                    struct diags *out);

/* ---- cache.c: compiled code on disk, shared by all processes of a user ---- */
bool cache_folder(
    struct buf *out); /* "/home/u/.cache/warpcell", made if need be; false: cannot be had */
void cache_key(char hex[65], const char *const *parts, size_t count);
bool cache_read(const char *key, struct nvrtc_result *out); /* false: not there, or damaged */
void cache_write(const char *key,
                 const struct nvrtc_result *r); /* best effort: a full disk is no error */
