/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* `warpcell --dap [FILE [ARGUMENT...]]`: one program under the debugger, by the Debug Adapter Protocol on standard input and output. It lasts
 * until the client disconnects or the input ends. */
struct dap_program {
    const char *device, *nvrtc; /* or NULL; as in struct wc_options */
    const char *file;           /* what is run if `launch` names no program; or NULL */
    int argc;                   /* its arguments */
    char **argv;
};

/* Returns the exit status: 0, or 1 after a message on standard error. Thread-safety: one thread, before any other is started. */
int dap_serve(const struct dap_program *program);
