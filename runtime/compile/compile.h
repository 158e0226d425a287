/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/watch.h"
#include "compile/ptxas_report.h"
#include "lang/lang.h"

/* From a kernel's definition to code for a device:
 *
 *     definitions --emit--> CUDA C++ with #line --nvrtc--> PTX or cubin, kept on disk by a hash of everything that went in
 *
 * NVRTC is loaded with dlopen when the first kernel needs it. Thread-safety: unsafe, except that processes share the cache. */

struct compiler;
struct places;

struct compiler *
compiler_new(const char *nvrtc_path,
             struct watch *watch); /* NULL: search; nobody looks. Loads nothing yet */
void compiler_free(struct compiler **c);

/* "13.0", with the path it came from; NULL before it is loaded or when there is none. */
const char *compiler_version(struct compiler *c, const char **out_path);
bool compiler_load(struct compiler *c, struct diags *out,
                   struct span at); /* done by compile_program when needed */

struct compile_target {
    int arch; /* 75: compute_75 for PTX, sm_75 for cubin */
    bool cubin;
    bool report; /* with a cubin: says what the code takes of the GPU, in compiled.resources */
    int driver; /* the newest CUDA that the driver which is to load it knows, 12040 = 12.4; 0: none is needed */
};

/* What a compile gives. compiled_free releases it. */
struct compiled {
    char *image; /* PTX text (NUL-terminated) or cubin */
    size_t size;
    char *lowered; /* the kernel's name in it: mangled, unless extern "C" */
    char *source;  /* the CUDA C++ that NVRTC saw, for %ptx and errors in generated lines */
    char hash[65]; /* of everything that went in */
    bool from_cache;
    double seconds;                  /* spent in NVRTC; 0 from the cache */
    struct code_resources resources; /* where the target asked for a report */
};

void compiled_free(struct compiled *c);

/* Whether the NVRTC that is loaded can compile for this architecture; the lowest and highest that it knows (0: it cannot
 * say). Loads NVRTC: false with a diag when there is none. */
bool compiler_supports(struct compiler *c, int arch, int *out_low, int *out_high, bool *out_yes,
                       struct diags *out, struct span at);

/* Writes the program of one kernel: the definitions that it and its template arguments (NULL: none) mention, directly or through
 * others, in their order, each under a #line that names its cell, and nothing else. `places` (or NULL) gets these #lines; its
 * names belong to the sources. Whether they launch kernels themselves. emit.c. */
bool emit_program(struct buf *out, struct places *places, const struct sources *sources,
                  const struct device_program *program, const struct device_def *kernel,
                  const char *template_args);

/* Compiles the kernel, or one instance of a kernel template (template_args as written, "float, 16"; NULL: not a template).
 * false: every error of NVRTC is a diag at its place in the cell (nvrtc_log.c); warnings are diags too. */
bool compile_kernel(struct compiler *c, const struct sources *sources,
                    const struct device_program *program, const struct device_def *kernel,
                    const char *template_args, struct compile_target target, struct diags *out,
                    struct compiled *result);
