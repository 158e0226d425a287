/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "repl.h"
#include "text.h"

/* Keys from a terminal in raw mode. Thread-safety: the main thread's; signals end a wait. */

enum key {
    KEY_TEXT,  /* a character: put into `text` */
    KEY_PASTE, /* what was pasted, likewise */
    KEY_INTERRUPT,
    KEY_RESIZE,
    KEY_HANG_UP, /* the terminal is gone */
    KEY_UNKNOWN,
    KEY_HOME,
    KEY_LEFT,
    KEY_END_OF_INPUT,
    KEY_END,
    KEY_RIGHT,
    KEY_BACKSPACE,
    KEY_COMPLETE,
    KEY_ENTER,
    KEY_NEW_LINE, /* Enter that never runs the cell */
    KEY_KILL_LINE_END,
    KEY_KILL_LINE_START,
    KEY_KILL_WORD_LEFT,
    KEY_KILL_WORD_RIGHT,
    KEY_CLEAR,
    KEY_UP,
    KEY_DOWN,
    KEY_HISTORY_NEXT,
    KEY_HISTORY_PREVIOUS,
    KEY_SEARCH,
    KEY_YANK,
    KEY_SUSPEND,
    KEY_UNDO,
    KEY_DELETE,
    KEY_WORD_RIGHT,
    KEY_WORD_LEFT,
    KEY_TEXT_START,
    KEY_TEXT_END,
};

/* Raw mode with bracketed paste; Ctrl-C stays a signal. false: this terminal cannot do it. */
bool keys_begin(struct repl *r);
void keys_end(struct repl *r); /* as the terminal was before */
/* Waits for the next key. text: replaced by the text of a KEY_TEXT or KEY_PASTE. */
enum key keys_next(struct repl *r, struct text *text);
/* Whether a key comes within so many milliseconds. It is not taken. */
bool keys_wait(struct repl *r, int milliseconds);
/* Whether the typed-ahead text begins with `word`, ignoring white space: then the cell before it is not complete. */
bool keys_ahead(struct repl *r, const char *word);
