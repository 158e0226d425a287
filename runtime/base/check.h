/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Assertions about Warpcell itself. They must hold for every input, so a failed CHECK is a bug in Warpcell: it prints the source
 * line and aborts. Use struct diag for anything that a user can cause. Thread-safety: safe. */
void check_failed(const char *what, const char *file, int line) __attribute__((noreturn, cold));

#define CHECK(cond)   ((cond) ? (void) 0 : check_failed(#cond, __FILE__, __LINE__))
#define UNREACHABLE() check_failed("unreachable", __FILE__, __LINE__)

/* Allocation of host memory. These functions abort if the machine is out of memory, so they never return NULL and callers need
 * no check. Free the result with free(). For sizes that the user chooses, use malloc and report a diag. */
#include <stddef.h>

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
