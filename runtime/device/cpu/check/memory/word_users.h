/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

/* What threads of a launch last did with words of global memory: a number for each word and thread. Thread-safety: one thread at a time. */

struct word_users;

enum { WORD_USERS_FULL = UINT32_MAX };

struct word_users *word_users_new(void);
void word_users_free(struct word_users **u); /* NULL is none */
void word_users_put(struct word_users *u, uint64_t word, uint64_t block, uint32_t thread,
                    uint32_t number); /* not 0 */
/* 0: nothing was put; WORD_USERS_FULL: not known, because there were more than a million. */
uint32_t word_users_get(const struct word_users *u, uint64_t word, uint64_t block, uint32_t thread);
