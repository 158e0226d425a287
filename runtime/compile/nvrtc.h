/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"
#include "diag/diag.h"

/* Inside compile/ only: the NVRTC library, its log, and the cache.
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
    char fingerprint[64]; /* of the library file; part of the cache key */
    VEC(char *) includes; /* directories with CUDA's headers */
    int copies;           /* copies loaded after a crash of the previous one */
};

/* ---- nvrtc.c ---- */
/* Loads `wanted`, or searches if it is NULL. Returns false with a diag that lists the places searched and how to install it. */
bool nvrtc_load(struct nvrtc *n, const char *wanted, struct diags *out, struct span at);
/* Finds the file without loading it: loading takes ten times as long as reading a kernel from the cache. Returns false if only
 * nvrtc_load can tell. */
bool nvrtc_locate(struct nvrtc *n, const char *wanted);
void nvrtc_unload(struct nvrtc *n);
/* Loads a second copy of the library after a crash in the first, whose state is undefined. Returns false if it keeps the old one. */
bool nvrtc_again(struct nvrtc *n);

/* A program that the user's code compiles by NVRTC's own calls. It is counted: a compilation may outlive the wait for it. */
struct nvrtc_text {
    atomic_int owners;
    char *source, *name;
    VEC(char *) headers, header_names, expressions;
};

void nvrtc_text_drop(struct nvrtc_text *t);

struct nvrtc_job {
    const char *source;
    const char *expression;  /* the kernel as C++ names it: "k", "k<float, 16>" */
    struct nvrtc_text *text; /* instead of both; or NULL */
    const char *const *options;
    int option_count;
    const atomic_bool
        *cancel; /* true: give up soon, where NVRTC can (12.9 and later); NULL: never */
    bool cubin;
    bool
        short_ptx; /* <cuda/ptx> has what CUB's blocks and warps use of it, a fifth of all that they include */
    bool
        checked_first; /* compile without the expression first: NVRTC may crash on it if the template has errors */
};

struct nvrtc_result { /* release with nvrtc_result_free */
    char *image, *lowered, *log;
    char *places; /* places of its definitions (compile/places.h); NULL: not recorded */
    size_t size;
    int code;                 /* of a text: nvrtcResult, */
    VEC(char *) text_lowered; /* and the names of its expressions; of a failed one all are NULL */
};

/* Returns false if the program does not compile, with the reason in result->log. The log may be NULL on success. */
bool nvrtc_run(const struct nvrtc *n, const struct nvrtc_job *job, struct nvrtc_result *result);
/* The same without the expression: the result is a log, and what the options have NVRTC write. */
bool nvrtc_compiles(const struct nvrtc *n, const struct nvrtc_job *job,
                    struct nvrtc_result *result);
void nvrtc_result_free(struct nvrtc_result *r);
/* Unpacks the CUDA headers that NVRTC 13.4 and later embed, if none were found. */
void nvrtc_unpack_headers(struct nvrtc *n);
/* Whether it supports this architecture, and the lowest and highest supported (0: unknown). */
bool nvrtc_supports(const struct nvrtc *n, int arch, int *out_low, int *out_high);

/* ---- nvrtc_find.c ---- */
/* Candidate libraries, best first, as strings to be freed by nvrtc_paths_free. `looked` receives the searched places, separated by
 * commas. */
struct nvrtc_paths {
    VEC(char *) found;
};

void nvrtc_find(struct nvrtc_paths *out, struct buf *looked);
void nvrtc_find_includes(struct nvrtc *n); /* the headers that belong to n->path */
void nvrtc_paths_free(struct nvrtc_paths *p);

/* ---- nvrtc_log.c ---- */
/* Records every error and warning of a log as a diag. `end` is the location of "at end of source": after the last definition. */
void nvrtc_log_read(const char *log, const struct sources *sources, struct span end,
                    struct diags *out);

/* ---- cache.c: compiled code on disk, shared by all processes of a user ---- */
bool cache_folder(
    struct buf *out); /* "/home/u/.cache/warpcell", created if needed; false: not possible */
void cache_key(char hex[65], const char *const *parts, size_t count);
bool cache_read(const char *key, struct nvrtc_result *out); /* false: missing or damaged */
void cache_write(const char *key,
                 const struct nvrtc_result *r); /* best effort: failure is not an error */
