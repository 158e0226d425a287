/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "session.h"

/* The terminal face of a session. Of the runtime it sees session.h only. */

struct repl {
    struct wc_session *session;
    bool interactive; /* a person types at a prompt */
    bool timing;      /* show the launch table */
    bool colour_out, colour_err;
    bool bar;              /* a line of progress is where the cursor is */
    bool program_on_stdin; /* so that it holds no input for the program */
    int cell;              /* number of the current cell: In[cell] */
    int wake[2];           /* a pipe: a byte for every SIGINT ('i') and SIGWINCH ('w') */
    pthread_t signals;
    atomic_bool running, stopping;
};

/* ---- main.c ---- */
/* Runs one cell; what an error of the language or the user's exit() means for the program is the caller's choice. */
enum wc_status repl_run(struct repl *r, const char *name, const char *code, size_t size, bool file,
                        int argc, char **argv);

/* ---- edit.c: cells from a terminal ---- */
int edit_loop(struct repl *r); /* the program's exit status */

/* ---- print.c: what a session has to say, on the terminal ---- */
struct wc_callbacks print_callbacks(struct repl *r);
int print_columns(void); /* of the terminal; 0: not known */
void print_write(int fd, const char *bytes, size_t n);
