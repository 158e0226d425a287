/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/safepoint.h"
#include "lang/parse/ast.h"
#include "lang/text/preprocess.h"

/* Tokens to syntax tree. A mistake is recorded, the rest of its statement skipped, and reading goes on, so that one
 * cell shows all its mistakes. What a name is (type or not) the parser learns from struct name and from the
 * declarations it has passed.
 *
 * Nodes live in the caller's arena and point into the tokens' sources; the tree is the caller's from then on. While it reads, the
 * parser notes in the session's names what they are, and takes that back at the end. Thread-safety: unsafe, as struct names. */

struct parse_input {
    struct names *names;
    struct arena *arena;
    struct diags *diags;
    const struct token *tokens;      /* end with TOKEN_END; one more may be read before the first */
    const struct preprocessed *text; /* of them, with what #pragma says; or NULL */
    bool library;                    /* a header of ours: nothing in it goes to the device */
    bool cell; /* statements are allowed at the top, and a last expression without ';' */
    struct safepoint *
        safepoint; /* or NULL. When it stops, what was read so far is of no use, and nothing is said */
};

struct parsed {
    struct node **items;
    uint32_t count;
    bool open_at_end; /* the first mistake is that the text ends too early */
};

/* Reads all tokens. Mistakes are recorded in in->diags; out->items has what could be read. */
void parse_tokens(const struct parse_input *in, struct parsed *out);
/* Indentation, in levels, at which more text would go on. */
int parse_depth(const struct token *tokens);
