/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The framing of the Debug Adapter Protocol and the Language Server Protocol ("Base Protocol" in both): header lines that end with \r\n, an empty one, and as many
 * bytes of JSON as Content-Length says. Thread-safety: one thread per file. */

enum received { RECEIVED, RECEIVED_END, RECEIVED_BAD };

/* The next message, NUL-terminated, from malloc. RECEIVED_END: the input has ended between messages. RECEIVED_BAD: *out_why, static. */
enum received message_read(FILE *in, char **out_text, size_t *out_size, const char **out_why);
/* false: it could not be written. */
bool message_write(FILE *out, const char *text, size_t n);
