/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "keys.h"
#include "line_history.h"
#include "repl.h"
#include "screen.h"
#include "text.h"

/* The cell being typed, and what its keys do. Private to edit.c, edit_keys.c and edit_complete.c.
 * edit.c owns the one struct edit, for the life of the prompt. Thread-safety: the main thread's. */

enum { INDENT = 4, UNDO_MOST = 100 };

struct edit {
    struct repl *repl;
    struct cell_history history;
    size_t recalled;   /* the cell of the history that is shown; history.n: the one being typed */
    struct text text;  /* the cell */
    struct text typed; /* it, while another is shown */
    struct text key;   /* what the last key brought */
    struct text killed;
    struct text undo[UNDO_MOST];
    size_t undo_count;
    enum key last;
    struct screen screen;
    struct text checked; /* the text that edit_diagnose has looked at */
    bool *wrong;         /* its bytes that have an error, with checked.n entries; NULL: none */
    char note[200];      /* the first error, or "" */
    char prompt[160], more[40];
};

/* ---- edit.c ---- */
void edit_draw(struct edit *e, bool done);

/* ---- edit_keys.c ---- */
/* What a key does to the cell. false: it is none of those that change it or move in it. */
bool edit_key(struct edit *e, enum key key);
void edit_recall(struct edit *e, size_t which);
void edit_save(struct edit *e);   /* for undo */
void edit_search(struct edit *e); /* Ctrl-R: leaves the found cell in the text */

/* ---- edit_diagnose.c ---- */
/* Whether the cell could be looked at anew: it is complete, and has changed. */
bool edit_may_diagnose(const struct edit *e);
/* Checks the cell, and marks what is wrong; a key that comes meanwhile ends the check. */
void edit_diagnose(struct edit *e);
bool edit_is_diagnosed(const struct edit *e); /* what was found is of the present text */

/* ---- edit_complete.c ---- */
void edit_complete(struct edit *e);
