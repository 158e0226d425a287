/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "messages/comm.h"

/* The session's widgets and progress as what front ends show. Thread-safety: the shell thread's. */

/* The session's callback. */
void widget_callback(void *kernel, const struct wc_widget *w, bool show);
/* The front end has changed a model's state, or sends a custom message (its `content`). */
void widget_changed(struct jupyter_kernel *k, struct comm *c, const json_t *state);
void widget_custom(struct jupyter_kernel *k, struct comm *c, const json_t *content);

/* ---- progress.c: the session's callback ---- */
void progress_callback(void *kernel, const struct wc_progress *p);
