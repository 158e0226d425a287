/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "warpcell.h"

/* `warpcell --json`: what a session has to say as lines of JSON on standard output, for tools:
 *
 *     {"type": "stream", "name": "stdout", "text": "..."}            what the program writes; name: stdout or stderr
 *     {"type": "result", "data": {"text/plain": "...", ...}}         the value of the last expression; "display", "update": what it shows
 *     {"type": "error", "name": "TypeError", "text": "...", "report": "..."}
 *     {"type": "end", "status": 0}                                   the last line
 *
 * Data of MIME types that are no text is in base64; JSON stands as it is. Thread-safety: the session's thread. */

/* Those that write; the program reads standard input as usual. */
struct wc_callbacks json_callbacks(struct wc_callbacks usual);
void json_end(int status);
