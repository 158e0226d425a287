/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* `warpcell --lsp`: the Language Server Protocol (3.17) on standard input and output, for editors: errors while a file is written, completion, hover,
 * signatures, definitions. It lasts until the client says `exit` or the input ends. */
struct lsp_options {
    const char *device, *nvrtc; /* or NULL; as in struct wc_options */
    const char *const *setup;   /* lines that a session runs first: -I, -D... */
    int setup_count;
};

/* Returns the exit status: 0, or 1 if the client did not shut down first, or after a message on standard error. Thread-safety: one thread,
 * before any other is started. */
int lsp_serve(const struct lsp_options *options);
