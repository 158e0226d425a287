/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "lang/lang.h"

/* The macros that are defined while a program is written. A definition must see the macros that are defined where it stands in its
 * cell (struct macro_use), so #define and #undef lines are written before it as needed. One emit_program owns it.
 * Thread-safety: unsafe. */

struct macro_now {
    const char *name;             /* interned */
    const struct device_def *def; /* its #define */
};

struct macro_state {
    VEC(struct macro_now) session; /* the session's macros after the last cell of the program */
    VEC(struct macro_now) now;     /* defined at the current end of the output */
    /* Writes the #define of a name, or "#undef name" if def is NULL. */
    void (*put)(void *user, const char *name, const struct device_def *def);
    void *user;
};

void macro_state_init(struct macro_state *s, const struct device_program *program,
                      void (*put)(void *user, const char *name, const struct device_def *def),
                      void *user);
void macro_state_free(struct macro_state *s);
/* Call these before and after writing the text of def. */
void macros_before(struct macro_state *s, const struct device_def *def);
void macros_after(struct macro_state *s, const struct device_def *def);
void macros_none(struct macro_state *s); /* undefines all */
/* Sets the macros for NVRTC's name expression, which is parsed after the program: none that occur in the kernel's name, the
 * session's for its template arguments (or NULL). */
void macros_for_names(struct macro_state *s, const char *kernel, const char *template_args);
