/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The framing of the Debug Adapter Protocol (its overview, "Base Protocol"): header lines that end with \r\n, an empty one, and as many
 * bytes of JSON as Content-Length says. Thread-safety: one thread per file. */

enum dap_frame { DAP_FRAME, DAP_FRAME_END, DAP_FRAME_BAD };

/* The next message, NUL-terminated, from malloc. DAP_FRAME_END: the input has ended between messages. DAP_FRAME_BAD: *out_why, static. */
enum dap_frame dap_frame_read(FILE *in, char **out_text, size_t *out_size, const char **out_why);
/* false: it could not be written. */
bool dap_frame_write(int fd, const char *text, size_t n);
