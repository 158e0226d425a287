/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/safepoint.h"
#include "diag/diag.h"
#include "lang/tree/program.h"

/* The front end: the text of a cell to a checked unit. It runs nothing and knows no device.
 *
 *     text --lex--> tokens --preprocess--> tokens --parse--> syntax tree --check--> typed tree + device definitions
 */

/* ---- the environment of a session ---- */

struct lang; /* opaque: names, macros, scopes. One per session. Thread-safety: unsafe. */

struct lang_hooks {
    void *user;
    const struct builtin *builtins; /* rows in any order; ends with name NULL */
    /* Text that is parsed when the session opens: types and constants of the C library and the CUDA runtime. */
    const char *prelude;
    /* A session variable whose name now means something else: release what it holds. NULL: not needed */
    void (*replaced)(void *user, struct symbol *variable);
    const atomic_bool *interrupt; /* interrupts a check; NULL: nothing does */
};

struct lang *lang_new(struct intern *names, struct sources *sources,
                      const struct lang_hooks *hooks);
void lang_free(struct lang **l);
/* The safepoint of its passes. Once it stops one, lang_check and lang_recheck fail with DIAG_INTERRUPT. */
struct safepoint *lang_safepoint(struct lang *l);

/* Chooses the language of later cells and files: "c", "c++", "cu", or a standard, "c11". "auto": each file's by its name, and
 * C++ for cells. false: nothing has that name. */
bool lang_set_language(struct lang *l, const char *name);
/* The compute capability for which later cells are compiled, 75: #if __CUDA_ARCH__ >= 700 around definitions of device functions asks for it. */
void lang_set_device_arch(struct lang *l, int arch);
const char *lang_standard(const struct lang *l); /* of the next cell: "c++17" */
/* The header of CUDA that declares a type of device code: "cuda_fp16.h" of half. NULL: it is not one of these. */
const char *lang_device_header(struct str type);
/* A folder where headers are looked for, behind those given before; the path is copied. NULL: no folder any more. */
void lang_add_folder(struct lang *l, const char *path);
/* The n-th of these folders, from 0; NULL behind the last. */
const char *lang_folder(const struct lang *l, size_t n);

/* Reads and checks a cell. NULL: diags say why, and the session's names are as before. On success nothing is defined
 * yet either: the caller compiles the device code first and then calls lang_commit. */
struct unit *lang_check(struct lang *l, const struct source *cell, struct diags *out);
/* Defines the unit's functions, types, macros, kernels and device definitions; marks what mentions a redefined name stale.
 * Session variables are defined one by one, by lang_define, when their declaration has run. */
void lang_commit(struct lang *l, struct unit *u);
void lang_define(
    struct lang *l,
    struct symbol *
        variable); /* replaces the name's old meaning (the caller releases the old variable, see lang_find) */
/* Removes the name of a session variable, which the hook `replaced` releases. */
void lang_forget(struct lang *l, const char *variable);
/* A committed unit that will not run again: frees what its definitions do not need. */
void unit_settle(struct unit *u);
void unit_free(struct unit **u);

/* The device program as it would be with the unit's definitions added (before lang_commit). */
void lang_device_program(struct lang *l, const struct unit *u,
                         struct device_program *out); /* free(out->defs) */

/* Whether a function was written with a body of one statement. */
bool lang_is_one_statement(const struct function *f);

/* Checks a stale function again against the present names. false: diags say why, with a note where it is called (at). */
bool lang_recheck(struct lang *l, struct function *f, struct span called_at, struct diags *out);

struct symbol *lang_find(struct lang *l, const char *name,
                         size_t n); /* a session or builtin name, or NULL */
/* Calls see with every session name: variables, functions, kernels, types and macros. A macro is a SYMBOL_CONSTANT of
 * TYPE_ANY whose symbol lives for the call only: see must not keep it. */
void lang_each(struct lang *l, void (*see)(void *user, struct symbol *s), void *user);
/* The same for what every session starts with: types, enumerators and macros of the C library and the CUDA runtime. */
void lang_each_known(struct lang *l, void (*see)(void *user, struct symbol *s), void *user);

/* "int printf(const char *format, ...)", "__global__ void saxpy(int n, float a, ...)": one line for help and completion */
void lang_signature(struct lang *l, const struct symbol *s, struct buf *out);

/* A name that a header written in the language defines, even if no cell has included it yet. */
struct library_name {
    const char *header;   /* "vector", "omp.h" */
    bool std;             /* it needs std:: */
    struct str prototype; /* of a function that is declared by inclusion; empty for a name in std */
};

bool lang_library_name(const char *name, struct library_name *out); /* headers.c */
/* The headers that can be included: "vector", "cuda_runtime.h". */
void lang_each_header(void (*see)(void *user, const char *name), void *user);

/* ---- complete.c: for Enter and Tab ---- */
/* The type of the value that a cell of this text would produce; nothing is defined or run. NULL: it produces none,
 * or does not check. The type lives in *out_unit, which the caller frees. */
const struct type *lang_type_of(struct lang *l, const char *text, size_t n, struct unit **out_unit);

enum lang_completeness { LANG_COMPLETE, LANG_INCOMPLETE, LANG_INVALID };
enum lang_completeness lang_is_complete(struct lang *l, const char *text, size_t n,
                                        int *out_indent); /* spaces */
