/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "session_state.h"

/* Inside magic/: the lines that speak to the session. A magic gets the text behind its name without blanks around it;
 * false: a diag was recorded. Thread-safety: unsafe. */

#define MAGIC(name)          bool magic_##name(struct wc_session *s, struct str args, struct span at)
#define M(name, usage, help) MAGIC(name);
#include "magic/magic.def"
#undef M

/* ---- magic.c ---- */
struct str magic_trim(struct str s);
void magic_text_show(struct wc_session *s, struct buf *text,
                     enum wc_output what); /* shows the text and empties it */
/* `none` is said when there are no rows. */
void magic_table_show(struct wc_session *s, const struct table_column *columns,
                      uint32_t column_count, const char *const *cells, size_t cell_count,
                      const char *none);
struct symbol *magic_kernel(struct wc_session *s, struct str name,
                            struct span at); /* NULL with a diag that names the nearest kernel */

/* ---- shell.c ---- */
bool magic_shell(struct wc_session *s, struct str command, struct span at);
