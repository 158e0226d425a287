/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "lang/text/preprocess_impl.h"

/* Between openmp.c, which writes constructs, and openmp_data.c, which reads clauses and writes what they declare. */

struct omp_rewriting {
    struct preprocessor *pp;
    const struct token *at; /* ends with TOKEN_END */
    size_t n;
    struct tokens out;
    uint32_t *moved;           /* of each token: its new index */
    VEC(size_t) thread_locals; /* declarations of what is threadprivate: their first tokens */
    int deep;
    bool c;       /* the language */
    bool ordered; /* within a loop with that clause: __omp_this is its turn */
    bool alone;   /* within `parallel sections` of one thread: it executes each section */
    bool open;    /* the text ends within a statement: nothing more is written */
};

struct omp_directive {
    const struct token *words; /* without "omp" */
    size_t n;
    size_t after; /* the token after it */
    struct span at;
};

/* The clause `name(...)`: what is between its parentheses. */
struct omp_clause {
    const struct token *from, *to;
};

enum sharing { PRIVATE, FIRSTPRIVATE, LASTPRIVATE, FIRST_AND_LAST, REDUCTION };

/* A variable that each thread has for itself. Around its statement is a block that declares it, within one where __omp_outer points to the
 * variable of the program, if that is needed. */
struct omp_own {
    enum sharing how;
    const struct token *variable, *op; /* of a reduction */
};

typedef VEC(struct omp_own) omp_own_vec;

/* ---- openmp_data.c ---- */
/* The tokens point into the text. */
void omp_put(struct omp_rewriting *r, const char *text, struct span at);
void omp_put_words(struct omp_rewriting *r, const struct token *from, const struct token *to);
/* The same, with the word where the text has $; it keeps its place. */
void omp_put_about(struct omp_rewriting *r, const char *text, const struct token *word,
                   struct span at);
/* A lock until the end of the block: that of the name, or of what has none. */
void omp_put_lock(struct omp_rewriting *r, const struct token *name, struct span at);
/* The index after a bracket's partner; the end of the text, if it has none. */
size_t omp_after_brackets(const struct omp_rewriting *r, size_t i);

bool omp_is(const struct token *t, const char *word);
bool omp_has_word(const struct omp_directive *d, const char *word);
/* The next clause of that name at or behind *io_at, which is set behind it. */
bool omp_next_clause(const struct omp_directive *d, const char *name, size_t *io_at,
                     struct omp_clause *out);
/* The first clause of that name. */
bool omp_clause_of(const struct omp_directive *d, const char *name, struct omp_clause *out);

/* Whether the list has the name. */
bool omp_names(const struct token *list, const struct token *end, const struct token *name);
/* Most often an array. */
bool omp_is_subscripted(const struct omp_rewriting *r, const struct token *name);

/* Declares what each thread has for itself, in blocks that omp_end_data closes. `loop`: the index of the `for` that belongs to the directive;
 * 0: none does. `alone`: one thread executes the statement in order, so nothing is brought together after it. */
omp_own_vec omp_begin_data(struct omp_rewriting *r, const struct omp_directive *d, size_t loop,
                           bool alone);
void omp_end_data(struct omp_rewriting *r, const struct omp_directive *d, omp_own_vec *own);
