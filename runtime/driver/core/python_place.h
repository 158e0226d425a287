/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* The line of the program that makes a call, where the program is Python. Thread-safety: any thread that holds no lock of this library. */

struct caller_place {
    char file[200]; /* "": not known */
    uint32_t line;  /* 0: not known */
};

struct python_calls { /* of Python's stable ABI; found once */
    bool found;
    int (*is_initialized)(void);
    int (*ensure)(void);
    void (*release)(int state);
    void *(*thread)(void);
    void *(*frame)(void *thread);
    void *(*back)(void *frame);
    void *(*code)(void *frame);
    int (*line)(void *frame);
    void *(*attribute)(void *object, const char *name);
    const char *(*text)(void *object, long *size);
    void (*drop)(void *object);
    void (*clear)(void);
};

/* false: no report is wanted, or the program is not Python. */
bool caller_place_load(struct python_calls *p);
/* The innermost frame whose file belongs to no installed package, or else the innermost. */
void caller_place_find(const struct python_calls *p, struct caller_place *out);
