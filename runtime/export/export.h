/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "lang/lang.h"

/* Cells as one CUDA C++ program that nvcc builds.
 *
 *     cells --lang_check--> syntax and typed trees --rewrite--> definitions, statements --assemble--> program
 *
 * The cells are checked again, in order, by a front end of their own; nothing runs. The text of each item is kept, and what CUDA C++
 * does not have is replaced in it. Definitions stand at file scope, statements in main. */

struct export_cell {
    const char *name; /* "In[3]" */
    struct str text;
    bool failed;          /* it ended with an error */
    uint32_t failed_line; /* then: of the text, from 1; 0: elsewhere */
};

struct export_input {
    const struct export_cell *cells;
    size_t count;
    const char *program; /* the name of the file, for the line that builds it */
    const struct builtin *builtins;
    const char *prelude;
    const struct lang
        *like; /* folders of headers and the language are those of this one; or NULL */
    const atomic_bool *interrupt; /* or NULL */
};

/* What could not be exported. It stands as a comment in the program too. */
struct export_note {
    const char *cell;
    uint32_t line; /* of the cell */
    const char *why;
};

struct export_result {
    struct buf program;
    struct export_note *notes;
    size_t note_count;
    uint32_t exported; /* items that are in the program */
    bool interrupted;
    struct arena arena; /* of the notes */
};

/* Thread-safety: safe for different results. export_free releases what it holds. */
void export_cells(const struct export_input *in, struct export_result *out);
void export_free(struct export_result *r);
