/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "lang/lang.h"

/* The macros that are in force while a program is written: #define and #undef go in front of each definition whose text
 * would otherwise see other macros than where it stands (struct macro_use). Lives for one emit_program. Thread-safety: unsafe. */

struct macro_now {
    const char *name;             /* interned */
    const struct device_def *def; /* its #define */
};

struct macro_state {
    VEC(struct macro_now) session; /* as the session has them after the program's last cell */
    VEC(struct macro_now) now;     /* defined in what is written so far */
    /* Writes "#define ..." of that name, or, when def is NULL, "#undef name". */
    void (*put)(void *user, const char *name, const struct device_def *def);
    void *user;
};

void macro_state_init(struct macro_state *s, const struct device_program *program,
                      void (*put)(void *user, const char *name, const struct device_def *def),
                      void *user);
void macro_state_free(struct macro_state *s);
/* To be called before and after def's text is written. */
void macros_before(struct macro_state *s, const struct device_def *def);
void macros_after(struct macro_state *s, const struct device_def *def);
void macros_none(struct macro_state *s); /* undefines all */
/* For NVRTC's name expression, which is read behind the program: no macros in the kernel's name, the session's in its template
 * arguments (or NULL). */
void macros_for_names(struct macro_state *s, const char *kernel, const char *template_args);
