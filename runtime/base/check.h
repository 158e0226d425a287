/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What must hold whatever the user types. A failed CHECK is a bug of ours: it prints the place and aborts. */
void check_failed(const char *what, const char *file, int line) __attribute__((noreturn, cold));

#define CHECK(cond)   ((cond) ? (void) 0 : check_failed(#cond, __FILE__, __LINE__))
#define UNREACHABLE() check_failed("unreachable", __FILE__, __LINE__)

/* Host memory: these abort when the machine has none left, so callers need no test. */
#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
