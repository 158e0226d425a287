/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>
#include <stdbool.h>

/* The connection between a session and the ranks of its job: both ends of it, and messages, which are lines of JSON (rank_job.h). On one machine
 * it is a Unix socket in a folder of the user's own. To other machines it is TCP, where each end first proves to the other that it knows
 * the job's secret: a rank runs what it is sent. Descriptors belong to the caller. Thread-safety: safe, one sender for each descriptor at a time. */

enum { RANK_ADDRESS = 128, RANK_SECRET = 65 /* characters of each, with the NUL */ };

/* The environment variable that carries the secret. */
#define RANK_SECRET_VARIABLE "WARPCELL_RANKS_SECRET"

/* They do not block; -1: errno says why. */
int rank_listen(const char *path, int most);
/* local: the numeric address to listen at; NULL: all of this machine. out: what ranks connect to, "tcp:PORT:ADDRESS", at `advertised`. */
int rank_listen_tcp(const char *local, const char *advertised, int most, char out[RANK_ADDRESS]);
int rank_connect(const char *address); /* a path, or "tcp:PORT:ADDRESS" */
/* Takes the message. false: the other end is closed. */
bool rank_send(int fd, json_t *message);

/* ---- rank_secret.c ---- */
bool rank_secret_new(char out[RANK_SECRET]); /* random, in hexadecimal */
/* What only one who knows the secret can say of the other's nonce. `who`: "session" or "rank". */
void rank_secret_proof(const char *secret, const char *who, const char *nonce,
                       char out[RANK_SECRET]);
bool rank_secret_fits(const char *secret, const char *who, const char *nonce,
                      const char *proof); /* proof may be NULL */
