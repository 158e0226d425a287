/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/safepoint.h"
#include "diag/diag.h"
#include "lang/text/token.h"
#include "lang/tree/program.h"

/* C11 6.10: directives and macros, between the lexer and the parser. Macros are found through struct name; every
 * change is logged, so that a cell that fails can be undone (macros_undo) and one that succeeds redone (macros_redo)
 * at commit.
 *
 * Macros, directives and generated spellings live in the arena of the input, which lives as long as the cell's unit.
 * Thread-safety: unsafe, as struct names. */

enum macro_kind {
    MACRO_PLAIN,
    MACRO_FILE,
    MACRO_LINE,
    MACRO_COUNTER,
    MACRO_INCLUDE_LEVEL,
    MACRO_DATE,
    MACRO_TIME
};

struct macro {
    struct name *name;
    enum macro_kind kind;
    bool function_like, variadic;
    bool busy;            /* being expanded */
    struct name **params; /* the variadic one, __VA_ARGS__ or named, is the last */
    uint32_t param_count;
    struct token *body;
    uint32_t count;
    struct span at;        /* its name in the #define */
    struct span directive; /* the whole line */
};

struct macro_change {
    struct name *name;
    struct macro *before, *after;
};

/* A directive that the device side sees, and where in the output it stood. */
struct directive {
    enum device_def_kind kind; /* DEVICE_MACRO, DEVICE_INCLUDE */
    struct name *name;         /* of the macro */
    struct span at;
    uint32_t position;            /* index of the next token */
    bool removes;                 /* #undef */
    struct macro *macro, *before; /* in force after and before it; NULL: none */
    /* While the cell is checked (device_macros.c): */
    uint32_t previous; /* the last directive before it for the same name, from 1; 0: none */
    const struct device_def *def; /* its text for the device */
};

struct invocation {
    struct span at;
    struct macro *macro;
};

/* #pragma pack: the packing in effect from a token of the output on. */
struct packing {
    uint32_t position; /* index of the next token */
    uint8_t value;     /* 0: none */
};

/* A static name that an earlier file of the program has, too: it has another one here (static_names.c). */
struct renamed_token {
    struct span at;
    const struct name *name;
};

struct preprocessed {
    struct tokens
        tokens; /* at[0] is a ';' of ours, so that every token has one before it; ends with TOKEN_END */
    VEC(struct macro_change) changes;
    VEC(struct directive) directives;
    VEC(struct invocation) invocations;
    VEC(struct packing) packs; /* in order */
    VEC(struct renamed_token) renamings;
    VEC(const char *) headers; /* included headers that are built into the host; interned */
    bool
        open_at_end; /* a comment, a conditional or a macro call is not closed: more text may come */
};

/* A header of ours, written in the language: lang/include. */
struct header_text {
    const char *name; /* "omp.h", "vector" */
    const char
        *names; /* the names it defines in std, separated by spaces; NULL: it is included as text */
    const char *text;
};

extern const struct header_text header_texts[]; /* ends with a NULL name */

/* The headers that can be included: "vector", "cuda_runtime.h". A name that ends in '/' stands for a folder of them. */
void include_each_header(void (*see)(void *user, const char *name), void *user);

/* Whether a file of that name is compiled by itself: a header is not. */
bool is_program_file(const char *name);

struct preprocess_input {
    struct names *names;
    struct sources *sources;
    struct arena *arena; /* macros and spellings: lives as long as the cell's unit */
    struct diags *diags;
    bool magics;
    bool bare; /* a header of ours: the user's macros do not apply */
    const char *const
        *ahead; /* headers of ours to read before the text, as their texts are called */
    const char *const *behind; /* files to read after it */
    size_t ahead_count, behind_count;
    struct safepoint *safepoint;   /* or NULL. Once it stops, the text ends there without a diag */
    const struct dialect *dialect; /* NULL: C++ */
    const char *const *folders;    /* of -I: where headers are looked for first */
    size_t folder_count;
    int device_arch; /* 75: what __CUDA_ARCH__ is made of, where the host asks for the device's sake */
};

/* Reads [start, end) of a source, with what it includes. Errors are recorded in in->diags. The macros in force at
 * the end of the text stay defined; the caller owns *out (preprocessed_free). */
void preprocess_text(const struct preprocess_input *in, const struct source *src, uint32_t start,
                     uint32_t end, struct preprocessed *out);
void preprocessed_free(struct preprocessed *p); /* its lists; the arena keeps the rest */
void macros_undo(struct preprocessed *p);       /* restores the meanings from before the text */
void macros_redo(struct preprocessed *p);       /* and those from after it */
/* __FILE__ and the like. The arena lives as long as the names. */
void macros_define_builtin(struct names *names, struct arena *a);
/* Predefines what compilers of the dialect do: __cplusplus or __STDC_VERSION__, and macros that C++ alone has. */
void macros_use_dialect(struct names *names, struct arena *a, const struct dialect *d);
