/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>
#include <stdbool.h>

/* The socket between a session and the ranks of its job: both ends of it, and messages, which are lines of JSON (rank_job.h). Descriptors belong to the
 * caller. Thread-safety: safe, one sender for each descriptor at a time. */

int rank_listen(const char *path, int most); /* does not block; -1: errno says why */
int rank_connect(const char *path);          /* likewise */
/* Takes the message. false: the other end is closed. */
bool rank_send(int fd, json_t *message);
