/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

/* A table that maps equal names to the same pointer, so that interned names can be compared with ==. The strings are owned by the
 * table, NUL-terminated, and live as long as it. Thread-safety: unsafe; a session has one table and one thread. */
struct intern;

struct intern *intern_new(void);
const char *intern_name(struct intern *t, const char *s,
                        size_t n); /* s need not be NUL-terminated */
const char *intern_cstr(struct intern *t, const char *s);
void intern_free(struct intern **t);
