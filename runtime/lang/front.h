/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* What the files of lang/ itself share: texts through the whole front end. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* ---- cell.c ---- */
typedef VEC(const char *) path_vec;

/* Reads and checks a text; nothing is defined yet. The caller owns the unit (unit_free), and with it everything that was made of
 * the text. NULL: a diag was recorded, or the check was interrupted. behind: files to be read behind the text, or NULL. */
struct unit *check_text(struct lang *l, const struct source *src, bool is_cell, bool library,
                        const path_vec *behind, struct diags *out);

/* Marks the functions stale that mention a symbol which its name no longer means. */
void stale_from(struct lang *l, const struct symbol *replaced);

/* ---- link.c ---- */
/* The same program with the sources around that define what it only declares. NULL: there are none, or they do not go with it.
 * A source that does not compile is left out; if it has something that is still missing, its first mistake is a warning in out. */
struct unit *check_with_others(struct lang *l, const struct source *src, const struct unit *alone,
                               struct diags *out);

/* ---- headers.c ---- */
void headers_init(struct lang *l);
/* Loads the headers of ours that a text includes, or names after std::. What they define lives as long as the session. */
void headers_load(struct lang *l, const struct tokens *tokens);
void header_load(struct lang *l, const char *name);
