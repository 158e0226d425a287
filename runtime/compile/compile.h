/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/poll_hook.h"
#include "lang/lang.h"
#include "ptx/ptxas_report.h"

/* Compiles kernels to PTX or to a cubin:
 *
 *     definitions --emit.c--> CUDA C++ with #line --nvrtc.c--> PTX or cubin --cache.c--> on disk, keyed by a hash of all inputs
 *
 * NVRTC is loaded with dlopen when a kernel first needs it. Thread-safety: unsafe; processes can share the cache. */

struct compiler;
struct places;

/* nvrtc_path NULL: search for it. poll NULL: no progress. interrupt: once true, a compilation ends within 100 ms with a
 * DIAG_INTERRUPT; NULL: never. Loads nothing yet. */
struct compiler *compiler_new(const char *nvrtc_path, struct poll_hook *poll,
                              const atomic_bool *interrupt);
void compiler_free(struct compiler **c);

/* The version, such as "13.0", and the path of the library. NULL if it is not loaded. Owned by the compiler. */
const char *compiler_version(struct compiler *c, const char **out_path);
bool compiler_load(struct compiler *c, struct diags *out,
                   struct span at); /* compile_kernel calls it when needed */

struct compile_target {
    int arch;  /* 75: compute_75 for PTX, sm_75 for cubin */
    bool only; /* with the instructions of that architecture alone: compute_90a */
    bool cubin;
    bool debug;  /* PTX for the debugger: not optimised, with DWARF */
    bool report; /* with a cubin: fill in compiled.resources */
    int driver; /* the CUDA version of the driver that will load the code: 12040 = 12.4; 0: no driver */
};

/* The result of a compilation. The caller releases it with compiled_free. */
struct compiled {
    char *image; /* PTX text (NUL-terminated) or cubin */
    size_t size;
    char *lowered; /* the name of the kernel in the image: mangled unless extern "C" */
    char *source;  /* the CUDA C++ that NVRTC saw, for %ptx and errors in generated lines */
    char hash[65]; /* of all inputs */
    bool from_cache;
    double seconds;                  /* time in NVRTC; 0 if from the cache */
    struct code_resources resources; /* if the target asked for a report */
};

void compiled_free(struct compiled *c);

/* Whether NVRTC can compile for an architecture, and the lowest and highest it supports (0: unknown). Loads NVRTC; returns false
 * with a diag if there is none. */
bool compiler_supports(struct compiler *c, int arch, int *out_low, int *out_high, bool *out_yes,
                       struct diags *out, struct span at);

/* All that it supports, ascending, if it is loaded; returns their number. */
int compiler_archs(struct compiler *c, int *archs, int room);

/* Writes the program of one kernel: the definitions that it and its template arguments (NULL: none) use, directly or indirectly,
 * in order, each after a #line that names its cell. `places` (or NULL) receives these #lines; their names are owned by the
 * sources. Returns whether the program launches kernels from kernels. emit.c. */
bool emit_program(struct buf *out, struct places *places, const struct sources *sources,
                  const struct device_program *program, const struct device_def *kernel,
                  const char *template_args);

/* Compiles a kernel, or an instance of a kernel template (template_args as written: "float, 16"; NULL: not a template). Returns false
 * after recording each NVRTC error as a diag at its location in the cell (nvrtc_log.c). Warnings become diags too. */
bool compile_kernel(struct compiler *c, const struct sources *sources,
                    const struct device_program *program, const struct device_def *kernel,
                    const char *template_args, struct compile_target target, struct diags *out,
                    struct compiled *result);

/* A program that the user's code compiles by NVRTC's own calls (nvrtcCreateProgram; NVRTC documentation, 'User interface'). The caller frees
 * it. What the last four return belongs to it, until it is compiled again. */
struct compiler_text;
struct compiler_text *compiler_text_new(const char *source, const char *name);
void compiler_text_free(struct compiler_text **t);
void compiler_text_header(struct compiler_text *t, const char *text, const char *name);
bool compiler_text_expression(struct compiler_text *t,
                              const char *expression); /* false: it has been compiled */
/* Machine code is refused by no option, but what is made is PTX. false: a diag (no NVRTC, or an interrupt). An error in the text is none: the
 * code and the log have it. Locations in the PTX name the program as it was called, if `sources` has it under that name. */
bool compiler_text_compile(struct compiler *c, const struct sources *sources,
                           struct compiler_text *t, const char *const *options, int count,
                           struct diags *out, struct span at);
bool compiler_text_compiled(const struct compiler_text *t);
int compiler_text_code(const struct compiler_text *t);       /* nvrtcResult */
struct str compiler_text_ptx(const struct compiler_text *t); /* p NULL: none */
const char *compiler_text_log(const struct compiler_text *t);
const char *compiler_text_lowered(const struct compiler_text *t,
                                  const char *expression); /* NULL: not one of it */
