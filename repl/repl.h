/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "warpcell.h"

/* The terminal front end of a session. Of the runtime it uses warpcell.h only. */

enum repl_pictures { PICTURES_AUTO, PICTURES_SIXEL, PICTURES_BLOCKS };

struct repl {
    struct wc_session *session;
    bool interactive; /* a user types at a prompt */
    bool timing;      /* show the launch table */
    bool quiet;       /* no banner, no progress */
    bool colour_out, colour_err;
    bool bar;                    /* a line of progress is where the cursor is */
    bool program_on_stdin;       /* so that it holds no input for the program */
    enum repl_pictures pictures; /* auto until the terminal has been asked */
    char ahead[256];             /* typed while it was asked: to be read before standard input */
    size_t ahead_count;
    struct termios cooked; /* the terminal's settings while a cell runs */
    bool raw;              /* a cell is being typed */
    bool pasted_return;    /* the last pasted byte was a carriage return */
    bool midline;          /* the last thing printed did not end its line */
    char held[4096];       /* the beginning of a line of standard output, which is no terminal */
    size_t held_count;
    int lost;              /* errno of the first output that could not be written, or 0 */
    int cell;              /* number of the current cell: In[cell] */
    char *next;            /* text that the next cell starts with, from malloc; or NULL */
    struct edit *commands; /* of the debugger, being typed; or NULL */
    char *(*command)(struct repl *r,
                     const char *prompt); /* edit_command; NULL: there is no terminal for it */
    int wake[2]; /* a pipe: a byte for every SIGINT ('i') and SIGWINCH ('w') */
    pthread_t signals;
    atomic_bool running, stopping;
};

/* ---- repl_main.c ---- */
/* Runs one cell; what an error of the language or the user's exit() means for the program is the caller's choice. */
enum wc_status repl_run(struct repl *r, const char *name, const char *code, size_t size, bool file,
                        int argc, char **argv);

/* ---- edit.c: cells from a terminal ---- */
int edit_loop(struct repl *r); /* the program's exit status */
/* A line for the debugger, edited as a cell is, with a history of its own. From malloc; NULL: the user leaves or interrupts. */
char *edit_command(struct repl *r, const char *prompt);
bool edit_can(void); /* whether standard input and output are a terminal that it can use */
void edit_close(struct repl *r); /* what edit_command keeps */

/* ---- repl_print.c: what a session has to say, on the terminal ---- */
struct wc_callbacks print_callbacks(struct repl *r);
void print_held(struct repl *r);                      /* writes an unfinished line */
int print_columns(void);                              /* of the terminal; 0: not known */
int print_write(int fd, const char *bytes, size_t n); /* 0, or the errno that stopped it */

/* ---- sixels.c ---- */
bool pictures_word(const char *word, enum repl_pictures *out); /* "auto", "sixel", "blocks" */
int sixels_width(void *user);               /* the session's question; user: the repl */
bool ahead_byte(struct repl *r, char *out); /* false: nothing was typed ahead */
