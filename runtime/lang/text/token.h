/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "diag/source.h"
#include "lang/text/dialect.h"
#include "lang/text/name.h"

/* Tokens, and how a text becomes tokens (C11 6.4). The caller that requests a list of tokens owns it (VEC_FREE);
 * their text and names belong to the sources, the cell's arena and the session's names. Thread-safety: reading is
 * safe; lex_text is as unsafe as the names and the arena that it gets. */

enum token_kind {
    TOKEN_END, /* of the text */
    TOKEN_NAME,
    TOKEN_NUMBER, /* C11 6.4.8: still text; literal.c reads its value */
    TOKEN_CHAR,
    TOKEN_STRING,
    TOKEN_MAGIC,  /* a line for the session, without its newline */
    TOKEN_OPENMP, /* before and after the words of #pragma omp (openmp.c); the parser sees none */
    TOKEN_BAD, /* what cannot be read: reported when it reaches the parser, since `#if 0` may hide it */

#define PUNCT(kind, spelling)          TOKEN_##kind,
#define KEYWORD(kind, spelling, class) TOKEN_##kind,
#include "lang/text/token.def"
#undef PUNCT
#undef KEYWORD
    TOKEN_KIND_COUNT
};

enum token_class { CLASS_OTHER, CLASS_TYPE, CLASS_SPEC, CLASS_WORD, CLASS_TRAIT, CLASS_LATER };

/* `text` points into a source or the cell's arena. `at` is what messages point to: the token itself, or, when a
 * macro made it, the macro's use in the text that the user wrote. */
struct token {
    uint16_t kind;   /* enum token_kind */
    bool space;      /* white space before it */
    bool line_start; /* the first of its line */
    bool painted;    /* a macro's own name inside its expansion: C11 6.10.3.4 */
    bool from_macro;
    struct span at;
    uint32_t
        behind; /* of a '<' that may open template arguments: distance to the token after its '>'; 0: not closed */
    struct str text;
    struct name *name; /* names and keywords */
};

struct tokens {
    struct token *at;
    size_t n, cap;
};

enum token_class token_class(enum token_kind kind);
const char *token_spelling(enum token_kind kind); /* of punctuation and keywords: "<<<" */

/* ---- lex.c ---- */

struct lexer {
    struct names *names;
    struct arena *arena;           /* for spellings that are not in the source as they stand */
    bool magics;                   /* recognise session lines */
    const struct dialect *dialect; /* NULL: C++ */
};

/* Whether the text has UTF-16's byte order mark: it becomes one TOKEN_BAD. UTF-8's is passed over. */
bool lex_is_utf16(const struct source *src);
/* Appends the tokens of [start, end) of the source, without TOKEN_END. */
void lex_text(const struct lexer *l, const struct source *src, uint32_t start, uint32_t end,
              struct tokens *out);
void keywords_define(struct names *names);

/* ---- angles.c ---- */

/* Sets `behind` of each '<' whose '>' comes before any token that template arguments cannot contain. */
void angles_match(struct tokens *list);
const struct token *
behind_angles(const struct token *at); /* at '<': the token after its partner, or NULL */
const struct token *behind_parens(const struct token *at); /* the same at '(' */

/* ---- literal.c ---- */

struct diags;

struct number {
    bool real, is_float, is_long, valid;
    bool is_unsigned;
    bool imaginary; /* GNU: suffix i or j */
    int longs;      /* number of l suffixes */
    bool decimal;
    uint64_t integer;
    long double value, widest; /* rounded to its type, and before that */
};

/* Reads a TOKEN_NUMBER; an error is recorded when it is none. */
struct number number_read(const struct token *t, struct diags *d);
/* The suffix of a TOKEN_NUMBER that C++ code defines (C++17 5.13.8), or n == 0. */
struct str number_suffix(const struct token *t, bool complex);
/* The value of a character constant. */
int64_t char_read(const struct token *t, struct diags *d);
/* Bytes of an element of a string or character literal: 1, 2 (u) or 4 (U and L). */
unsigned literal_width(const struct token *t);
/* Appends the elements of a string literal, `width` bytes each (not less than its own), without a NUL. */
void string_read(const struct token *t, unsigned width, struct buf *out, struct diags *d);
