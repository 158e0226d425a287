/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "core/handler.h"

/* The outputs of interactive cells (%%interact). Each is a display with an id of its own, and when the cell runs again its
 * outputs take the places of the earlier ones in the same order. So the page, a saved notebook and an exported one have the
 * latest outputs as ordinary outputs, with the values of the widgets below them.
 * Thread-safety: the shell thread's, while the cell runs. */
struct interact;

void interacts_free(struct interact **first);

/* Cell number n of the session begins to run; owned by the handlers' state. */
struct interact *interact_begin(struct jupyter_kernel *k, unsigned n);
void interact_end(struct jupyter_kernel *k, struct interact *in);

/* A widget of the cell, by the session's number: its value stands below the outputs. */
void interact_widget(struct interact *in, unsigned number);
/* One output. Takes content, of a display_data or update_display_data message. */
void interact_show(struct jupyter_kernel *k, struct interact *in, json_t *content, bool update);
void interact_text(struct jupyter_kernel *k, struct interact *in, const char *text, size_t n);
/* Shows the text so far, if it is time; called often while the cell runs. */
void interact_attend(struct jupyter_kernel *k, struct interact *in);
void interact_clear(struct interact *in); /* what follows replaces what was shown */
