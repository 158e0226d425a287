/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

/* The cells of this session and of those before it, each whole, in a file that sessions share by appending. The newest is the
 * last. Zero it to start; the owner calls history_close. */
struct history {
    char **at;
    size_t n, room;
    int fd; /* of the file; -1: none */
};

void history_open(struct history *h);
void history_close(struct history *h);
void history_add(struct history *h, const char *cell,
                 size_t n); /* one that repeats the last is not added */
