/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "warpcell.h"

/* The kernel's counters for Prometheus: a file in the folder WARPCELL_METRICS, in the text format (version 0.0.4) that node_exporter's textfile
 * collector reads. It is written anew when a cell has ended, and removed at the end. Thread-safety: the shell thread's. */

struct metrics;

struct metrics *metrics_new(void); /* NULL: no folder is named. The functions below take that */
void metrics_free(struct metrics **m);
void metrics_cell(struct metrics *m, struct wc_session *s, enum wc_status status, double seconds);
