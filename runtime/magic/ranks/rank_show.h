/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "magic/ranks/rank_job.h"

/* What the ranks of a job send back during a cell, shown as one cell's output: lines with their ranks in front, at once; results and pictures
 * side by side, one table of launches, and all errors, at the end. Thread-safety: the session's thread. */

struct rank_show;

struct rank_show *rank_show_new(struct wc_session *s, int size);
/* A message of a rank (rank_job.h); NULL: some time has passed. */
void rank_show_see(void *show, int rank, json_t *message);
/* Shows the rest and frees it. false: a rank has failed, and a diag says how. */
bool rank_show_end(struct rank_show **show, const struct rank_job *job, struct span at);
