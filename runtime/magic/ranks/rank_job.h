/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>

#include "magic/magic_internal.h"
#include "magic/ranks/rank_hosts.h"

/* A job of %ranks: processes that an MPI launcher started, each with a session of its own (session/rank_serve.c), and a socket to each. Messages are
 * lines of JSON:
 *
 *     to a rank      {"run": {"name": "In[3]", "code": "...", "alone": false, "renew": false}}   {"interrupt": true}
 *                    {"scatter": {"name": "a", "code": "device float a[10] across ranks;", "data": base64}}
 *                    {"gather": {"name": "x"}}
 *     from a rank    {"rank": 0, "size": 4}                      once, at the start; with "nonce" over TCP
 *                    {"stream": 1, "text": "..."}  {"output": "result", "data": {...}}  {"launches": [...]}
 *                    {"error": {"name": ..., "text": ..., "plain": ..., "ansi": ...}}
 *                    {"array": {"type": "float", "shape": [3], "size": 4, "first": 0, "data": base64}}
 *                    {"done": true}                              after a cell
 *
 * Over TCP the session answers the first message with {"proof": ..., "nonce": ...}, and the rank that with {"proof": ...} (rank_secret.c).
 * A rank ends when its socket is closed. Ownership: the session owns its job. Thread-safety: the session's thread. */

struct rank {
    int fd; /* -1: the rank has ended */
    struct buf in;
    size_t searched; /* bytes of it that no message ends in */
    bool busy;       /* runs a cell */
    bool failed;     /* its last cell did */
};

/* How a cell runs. */
struct rank_cell {
    const char *name;
    struct str code;
    bool alone; /* some ranks do not run it */
    bool renew; /* in the cell before it a rank failed */
};

struct rank_job {
    int launcher; /* its process */
    char *folder; /* of the socket and of the launcher's log */
    int size;
    struct rank *at;
    char secret[RANK_SECRET]; /* of a job on several machines; otherwise empty */
};

enum { RANKS_MOST = 256 };

/* NULL: a diag */
struct rank_job *rank_job_start(struct wc_session *s, int size, const struct rank_hosts *hosts,
                                struct span at);
void rank_job_end(struct rank_job **job); /* ends all ranks; *job may be NULL */
/* Whether all ranks are there. */
bool rank_job_whole(const struct rank_job *job);
bool rank_job_failed(const struct rank_job *job); /* the last cell, in any rank */
/* Starts a cell in one rank. */
void rank_job_run(struct rank_job *job, int rank, const struct rank_cell *cell);
/* Sends a message that the rank answers with "done". Takes it. */
void rank_job_send(struct rank_job *job, int rank, json_t *message);
/* Until no rank is busy. An interrupt, and the failure of one rank while others go on, interrupt the ranks; what then does not end within
 * five seconds is ended. `see` gets each message, and NULL from time to time. */
void rank_job_wait(struct wc_session *s, struct rank_job *job,
                   void (*see)(void *user, int rank, json_t *message), void *user);
/* The end of what the launcher and libraries have written; from malloc. */
char *rank_job_log(const struct rank_job *job);
