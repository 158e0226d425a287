/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "magic/ranks/rank_job.h"

/* Arrays between a session and the ranks of its job, by name. Messages (rank_job.h) carry the elements in base64. Thread-safety: the session's
 * thread. */

/* %ranks scatter a: the session's array, on the device or the host, becomes an array across ranks. %ranks gather x: an array of the
 * ranks becomes one of the session; ordinary arrays are joined in the order of the ranks. false: a diag. */
bool rank_data_scatter(struct wc_session *s, struct str name, struct span at);
bool rank_data_gather(struct wc_session *s, struct str name, struct span at);

/* The rank's side: puts the elements of a "scatter" message into its part; the "array" that answers "gather", NULL: there is none. */
bool rank_data_take(struct wc_session *s, const json_t *scatter);
json_t *rank_data_give(struct wc_session *s, const json_t *gather);
