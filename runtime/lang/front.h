/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* What the files directly in lang/ share: running a text through the whole front end. Thread-safety: unsafe, as
 * struct lang. */
#include "lang/check/core/checker.h"

/* ---- cell.c ---- */
typedef VEC(const char *) path_vec;

/* What a program of a file is besides that file. */
struct program_parts {
    path_vec headers; /* of ours, whose functions it declares itself */
    path_vec paths;   /* of the sources that are read after it */
};

/* Parses and checks a text; nothing is defined yet. The caller owns the unit (unit_free), and with it everything
 * created from the text. NULL: a diag was recorded, or the check was interrupted. parts: what belongs to it
 * besides the text, or NULL. */
struct unit *check_text(struct lang *l, const struct source *src, bool is_cell, bool library,
                        const struct program_parts *parts, struct diags *out);

/* Marks as stale the functions that mention a symbol whose name now means another. */
void stale_from(struct lang *l, const struct symbol *replaced);

/* ---- link.c ---- */
/* The same program with the nearby sources that define what it only declares; takes `alone`, the program as checked by
 * itself, and returns it if there are none. A source that does not compile is left out; if it has something that is
 * still missing, its first error is a warning in out. NULL: interrupted, with an error in out. */
struct unit *check_with_others(struct lang *l, const struct source *src, struct unit *alone,
                               struct diags *out);

/* ---- hints.c ---- */
/* Warns of constant integer divisions that make a product 0. */
void hint_divisions(const struct sources *sources, const struct tokens *tokens, struct diags *out);

/* ---- headers.c ---- */
void headers_init(struct lang *l);
/* Loads our headers that a text includes, or whose names it uses after std::. Their definitions live as long as the
 * session. */
void headers_load(struct lang *l, const struct tokens *tokens);
void header_load(struct lang *l, const char *name);
