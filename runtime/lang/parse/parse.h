/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/safepoint.h"
#include "lang/parse/ast.h"
#include "lang/text/preprocess.h"

/* Tokens to syntax tree. An error is recorded, the rest of its statement skipped, and parsing continues, so that one
 * cell shows all its errors. The parser learns from struct name and from earlier declarations whether a name is a
 * type.
 *
 * Nodes live in the caller's arena and point into the tokens' sources; the caller owns the tree. The parser records
 * in the session's names what they are, and reverts that at the end. Thread-safety: unsafe, as struct names. */

/* The trees of some consecutive items of a cell. What a definition in one of them needs lives as long as that part, so
 * that a long cell keeps its definitions without its statements. */
struct tree_part {
    struct arena arena;
    uint32_t first; /* item */
    bool kept;      /* the checker's: something in it outlives the cell */
};

typedef VEC(struct tree_part *) tree_parts;

struct parse_input {
    struct names *names;
    struct arena *arena;
    struct diags *diags;
    const struct token *tokens;      /* end with TOKEN_END; one more may be read before the first */
    const struct preprocessed *text; /* of them, with what #pragma says; or NULL */
    bool library;                    /* a header of ours: nothing in it goes to the device */
    bool cell; /* statements are allowed at the top, and a last expression without ';' */
    struct safepoint
        *safepoint; /* or NULL. Once it stops, the result is unusable, without a diag */
    const struct dialect *dialect; /* NULL: C++ */
    const struct sources *sources; /* of the tokens; NULL: all of them are the user's */
    tree_parts *parts; /* receives the parts that the items are in; NULL: they are in the arena */
};

struct parsed {
    struct node **items;
    uint32_t count;
    bool open_at_end; /* the first error is that the text ends too early */
};

/* Parses all tokens. Errors are recorded in in->diags; out->items has what could be parsed. */
void parse_tokens(const struct parse_input *in, struct parsed *out);
/* The indentation, in levels, for a continuation line. */
int parse_depth(const struct token *tokens);
