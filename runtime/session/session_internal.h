/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "session/cell/session_state.h"

/* Shared by the files of session/. Thread-safety: the session's thread only. */

/* ---- session.c ---- */
enum wc_status session_run(struct wc_session *s, const struct wc_cell *cell);

/* ---- session_launches.c ---- */
void session_timings(struct wc_session *s); /* the table below the cell; clears the records */

/* ---- session_poll.c ---- */
void session_poll_open(struct wc_session *s);
void session_progress_end(struct wc_session *s); /* no work is in progress any more */

/* ---- session_complete.c ---- */
bool session_is_name(char c); /* it may stand in a name */
/* The name that the cursor is in, or at the end of: [start, end), which may be empty. */
void session_word_at(const char *code, size_t size, size_t cursor, size_t *out_start,
                     size_t *out_end);
/* The name whose arguments or launch configuration the cursor is in, `saxpy<<<1, 32>>>(n, |` or `saxpy<<<|`; and the number of
 * arguments before the cursor (may be NULL), -1 in a configuration. false: there is none. */
bool session_called_name(const char *code, size_t cursor, size_t *out_start, size_t *out_end,
                         int *out_argument);
/* The type of the member whose name is [start, end), after `.` or `->`; valid until the next call. NULL: not known. out_owner: where
 * the expression starts that has the member. */
const char *session_member_type(struct wc_session *s, const char *code, size_t start, size_t end,
                                size_t *out_owner);

/* ---- session_widget.c ---- */
struct session_widgets *session_widgets_new(void);
void session_widgets_free(struct session_widgets **w);
bool session_widget(void *session, struct wc_widget *w); /* fills in the value; false: a diag */
/* A cell that starts with %%interact, which is blanked out of `code`: from now on it runs again when one of its widgets
 * moves. */
void session_interact(struct wc_session *s, const struct wc_cell *cell, char *code);
void session_interact_end(struct wc_session *s);

/* ---- session_debug.c ---- */
void session_debug_open(struct wc_session *s);
/* Before a cell runs: its launches are debugged if a client wants it. */
void session_debug_cell(struct wc_session *s);
