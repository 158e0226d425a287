/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>

/* The cells that this session ran, in memory. Thread-safety: the shell thread's. */
struct history;

struct history *history_new(void);
void history_free(struct history **h);
/* Takes input and output (NULL: none). */
void history_add(struct history *h, int line, json_t *input, json_t *output);
json_t *history_answer(const struct history *h,
                       const json_t *question); /* a history_request's content */
