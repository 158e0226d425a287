/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

/* Names to unique pointers: two equal names are the same pointer, so names compare with ==.
 * The pointers live as long as the table. Thread-safety: unsafe (one session, one thread). */
struct intern;

struct intern *intern_new(void);
const char *intern_name(struct intern *t, const char *s, size_t n); /* NUL-terminated */
const char *intern_cstr(struct intern *t, const char *s);
void intern_free(struct intern **t);
