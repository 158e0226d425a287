/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/str.h"
#include "base/vec.h"
#include "debug/debug_picture.h"

/* The debugger in text: gdb's commands in, lines out. One front end of several. Thread-safety: the session's thread. */

struct debug_console;

struct debug_console_hooks {
    void *user;
    void (*put)(void *user, const char *text, size_t n);
    /* A command line, from malloc; NULL: end of input, after which the launch runs to its end. */
    char *(*ask)(void *user, const char *prompt);
    /* Show the devices, and a picture, or append them as text. NULL: they cannot. */
    void (*smi)(void *user, struct buf *out);
    void (*picture)(void *user, const struct debug_picture *p, struct buf *out);
};

struct debug_console *debug_console_new(struct debugger *d, const struct sources *sources,
                                        const struct debug_console_hooks *hooks);
void debug_console_free(struct debug_console **c);
struct debug_front debug_console_front(struct debug_console *c);

/* ---- for another front end, at its stop ---- */
/* Runs a command line and appends what it says. false: its first word is no command's whole name. True in *out_goes: the launch goes on, as
 * *out_resume says. */
bool debug_console_answer(struct debug_console *c, const char *line, struct buf *out,
                          bool *out_goes, struct debug_resume *out_resume);
/* Whether the command before, as `step 3`, passes over the stop. */
bool debug_console_passes(struct debug_console *c, struct debug_resume *out_resume);
void debug_console_displays(struct debug_console *c, struct buf *out); /* what `display` shows */

/* At a stop: "'scale' at file.cu:5, block (0, 0, 0), thread (3, 0, 0)". */
void debug_console_place(struct debug_console *c, struct buf *out);
/* While the console asks for a command: calls `put` with each command or variable that could stand for the word at the end of the line; *out_start:
 * where that word begins. false: it does not ask. */
bool debug_console_complete(struct debug_console *c, struct str line,
                            void (*put)(void *user, const char *name, size_t n), void *user,
                            size_t *out_start);

/* Commands before any launch: breakpoints. Returns when the program is to run; false: the user has quit. */
bool debug_console_prepare(struct debug_console *c);
