/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/str.h"
#include "base/vec.h"
#include "lang/lang.h"

/* A program of CUDA C++ as cells: each definition a cell, then the paragraphs of main. Comments stay with what they comment. */

struct import_input {
    const char *name; /* of the file */
    struct str text;
    const struct builtin *builtins;
    const char *prelude;
    const struct lang *like; /* headers are looked for in its folders; or NULL */
    const atomic_bool *interrupt;
};

struct import_result {
    VEC(char *) cells;
    char *error; /* from malloc: why it is no program, rendered; or NULL */
    char *whole; /* from malloc: why main is one cell; or NULL */
    bool interrupted;
};

/* Thread-safety: safe for different results. import_free releases what it holds. */
void import_cells(const struct import_input *in, struct import_result *out);
void import_free(struct import_result *r);
/* As a notebook, or as a file with lines `// %%`. */
void import_notebook(const struct import_result *r, struct buf *out);
void import_script(const struct import_result *r, struct buf *out);
