/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* What the files of the preprocessor share. Its lists live for one call of preprocess_text; macros and tokens of the
 * output live in the arena of its input. Thread-safety: unsafe, one preprocessor to a thread. */
#include "lang/text/preprocess.h"

enum { INCLUDE_DEPTH_MAX = 64, EXPANSION_MAX = 2000000, CALLS_MAX = 256 /* nested in arguments */ };

/* What <assert.h> makes `assert`. A text in C that has not included it may have a function of that name. */
#define ASSERT_MACRO "__assert_macro"

/* The tokens of a directive, from after its '#' to the end of the line. */
struct directive_line {
    const struct token *at;
    size_t n;
    struct span whole;
};

/* Of a conditional that asks for __CUDA_ARCH__: the lines with #define and #undef that the device reads of it. */
struct arch_macros {
    struct directive_line *lines;
    size_t count;
    size_t from; /* the first directive of the output that stands in the conditional */
};

struct conditional {
    struct span at; /* of the #if */
    bool taken, has_else;
    struct arch_macros *for_arch; /* or NULL */
};

/* One text being read. */
struct file {
    const struct source *src;
    struct tokens tokens;
    size_t pos;
    VEC(struct conditional) open;
};

/* A list of tokens being read before the rest: a macro's expansion, or an argument. */
struct expansion_context {
    const struct token *at;
    size_t n, pos;
    struct macro *macro; /* busy until the context ends; or NULL */
};

struct pushed_macro {
    struct name *name;
    struct macro *macro; /* NULL: it was not a macro */
};

/* The effect of a #line directive on the text after it. */
struct line_mark {
    uint32_t source, start;
    int64_t shift;    /* __LINE__ less the line in the text */
    const char *file; /* __FILE__; NULL: as before */
};

/* A header that the program has read, and the changes of macros meanwhile. */
struct header_read {
    const struct source *src;
    uint32_t file, given; /* the files that read it first, and that had its macros last */
    size_t first, last;
};

struct header_edge {
    const struct source *from, *to;
};

struct preprocessor {
    struct preprocess_input in;
    struct preprocessed *out;
    VEC(const char *) once; /* names of files with #pragma once */
    VEC(uint8_t) packs;     /* #pragma pack(push) */
    uint8_t pack;
    VEC(struct line_mark) lines;
    VEC(struct pushed_macro) pushed; /* #pragma push_macro */
    uint32_t depth;                  /* of #include */
    uint32_t file;                   /* of the program: 0 is the first */
    VEC(struct header_read) headers; /* of programs of several files */
    VEC(struct header_edge) included;
    uint32_t counter;
    bool openmp;     /* the output has directives of OpenMP */
    size_t expanded; /* tokens made by macros so far */
    bool as_device;  /* a condition is read as the device reads it: __CUDA_ARCH__ is defined */
    int calls;       /* whose arguments are being expanded, nested */
    bool
        exhausted; /* EXPANSION_MAX or CALLS_MAX reached: reported once, and no more macros are expanded */
};

/* ---- macro.c ---- */

struct expander {
    struct preprocessor *pp;
    struct file *file; /* what to read when the contexts are empty; NULL: nothing */
    VEC(struct expansion_context) contexts;
};

/* The next token with macros expanded; TOKEN_END when there is none. */
struct token expand_next(struct expander *x);
/* All of `list` expanded, appended to out. */
void expand_list(struct preprocessor *pp, const struct token *list, size_t n, struct tokens *out);
void expander_free(struct expander *x);

/* ---- preprocess.c ---- */

/* The next token of a file. Executes directives on the way; TOKEN_END at its end. */
struct token file_next(struct preprocessor *pp, struct file *f);
const struct token *file_peek(const struct file *f); /* NULL at the end or before a directive */
void macro_set(struct preprocessor *pp, struct name *name, struct macro *m);
/* The same, by a directive that the device sees too. m: NULL for #undef. at: the directive's text. */
void macro_set_for_device(struct preprocessor *pp, struct name *name, struct macro *m,
                          struct span at);
void read_text(struct preprocessor *pp, const struct source *src, uint32_t start, uint32_t end);

/* Gives a name the macro of ours that the device has by itself: there the program's own is removed. */
void macro_restore(struct preprocessor *pp, struct name *name, struct macro *m, struct span at);

/* Counts `#ifdef X` and `defined X` as a use of the macro X. */
void note_asked(struct preprocessor *pp, const struct token *t);

/* ---- pragma.c ---- */
void pragma_directive(struct preprocessor *pp, struct file *f, const struct directive_line *l);

/* ---- include.c ---- */
/* Includes what nvcc declared by itself and a text uses. tokens: those of the text. */
/* A header of ours, whose text is a source of the session from its first use. <cname> is <name.h>. */
void include_text(struct preprocessor *pp, const char *header, struct span at);
void include_unasked(struct preprocessor *pp, const struct source *src,
                     const struct tokens *tokens);

enum include_form { INCLUDE_QUOTED, INCLUDE_ANGLED, INCLUDE_NEXT };

/* next: it is GNU's #include_next, which in the program's own text is #include. */
enum include_form include_form_of(const struct preprocessor *pp, bool angled, bool next);
void include_directive(struct preprocessor *pp, struct file *f, struct span at,
                       const struct token *line, size_t n, bool next);
void include_file(struct preprocessor *pp, const char *path, struct span at);
bool include_exists(struct preprocessor *pp, const struct file *f, const char *name,
                    enum include_form form);

/* ---- condition.c ---- */

#define ARCH_MACRO "__CUDA_ARCH__"

/* Whether #ifdef holds: __has_include counts as defined (C++17 19.1p3), and GNU's __has_include_next. */
bool is_defined(const struct name *name);

/* The value of an #if line. */
bool condition_value(struct preprocessor *pp, struct file *f, struct span at,
                     const struct token *line, size_t n);

/* ---- static_names.c ---- */
/* The token is in a file that the program consists of, and in no header. */
bool is_in_program_file(const struct sources *sources, const struct token *t);
/* From an opening bracket to behind its partner, or the end. */
const struct token *behind_partner(const struct token *at, const struct token *end);
/* Renames the static names of the file whose tokens begin there, as far as an earlier file has them. */
void separate_static_names(struct preprocessor *pp, size_t from);
/* Gives the name another spelling there. type: of a class, which its members may mention. */
void rename_in_file(struct preprocessor *pp, size_t from, const struct name *old, bool type);

/* ---- file_types.c ---- */
/* Takes out or renames the types of that file that an earlier one defines too. */
void separate_types(struct preprocessor *pp, size_t from);
