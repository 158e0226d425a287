/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* What the kernel needs on top of Jansson. Thread-safety: every function is safe on separate values. */

/* Parses what a client may legally send and plain Jansson refuses: lone surrogates (they become U+FFFD), NUL in
 * strings, integers beyond 64 bits (they become reals). NULL: not JSON, or beyond Jansson's limits, and out_error says why.
 * The caller owns the value. */
json_t *json_read(const char *bytes, size_t n, json_error_t *out_error);

/* A JSON string of any bytes: those that are not UTF-8 become U+FFFD. Never NULL. */
json_t *json_text(const char *bytes, size_t n);

const char *json_get_text(const json_t *object, const char *key, const char *otherwise);
bool json_get_bool(const json_t *object, const char *key, bool otherwise);
long json_get_int(const json_t *object, const char *key, long otherwise);

/* Cursor positions of the protocol count code points (messaging 5.2); the session counts bytes. */
size_t points_to_bytes(const char *s, size_t n, size_t points);
size_t bytes_to_points(const char *s, size_t n, size_t bytes);
