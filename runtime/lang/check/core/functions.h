/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Host functions: when their types and bodies are checked, and the undo log, which reverts what a failed cell did to
 * functions of the session. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* The function of s, in the checker's arena. syntax: its NODE_FUNCTION, or NULL. */
struct host_function *function_new(struct checker *c, struct symbol *s, const struct node *syntax);
/* A function's type; for a template's member it is resolved now. NULL: a diag was recorded. */
const struct type *function_signature(struct checker *c, struct symbol *s);
/* The same, as far as overload resolution needs it: the result type may still be auto. */
const struct type *function_parameters(struct checker *c, struct symbol *s);
/* Binds a function or function template, in addition to the overloads of the name. NULL: the name is taken, and a
 * diag was recorded. */
struct symbol *declare_function_name(struct checker *c, struct name *name, struct symbol *s);

/* ---- bodies ---- */

void want_body(struct checker *c,
               struct symbol *s); /* a call needs its body: queues it for checking */
void check_function_now(struct checker *c, struct function *f); /* its body, in its own context */
/* Checks the queued bodies of member functions and instances. */
void check_waiting(struct checker *c, size_t from);

/* ---- the undo log ---- */

void undo_log_apply(const struct undo_entry *list, size_t n);
/* Logs the state of a function for undo. Call it before its body is checked or queued. */
void touch_body(struct checker *c, struct host_function *host);
/* Makes f the function of the symbol, with an entry in the undo log. */
void take_function(struct checker *c, struct symbol *s, struct function *f);
/* Which macros the text of a host function uses: when one changes, the text is read again. */
void note_macros_used(struct checker *c, struct host_function *f, const struct node *n);
