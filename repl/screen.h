/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "text.h"

/* The cell being edited as the terminal shows it: each line after a prompt, long ones wrapped. Everything is redrawn after each key,
 * in one write. Zero it before a new cell. Thread-safety: the main thread's. */
struct screen {
    int cursor_row; /* rows of ours above the cursor */
    int last_row;   /* of ours */
};

struct view {
    const char *prompt, *more; /* of the first line, and of the others */
    const struct text *text;
    bool colours;
    bool done;         /* it is about to run: no marks round the cursor, which goes to its end */
    const bool *wrong; /* bytes of the text that are underlined; NULL: none */
    const char *note;  /* a line below the cell; NULL: none */
};

void screen_draw(struct screen *s, const struct view *v);
void screen_leave(struct screen *s); /* to the start of the row below */
