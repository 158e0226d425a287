/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Host functions: when their types are read and their bodies are checked, and the undo log by which a cell that fails takes back
 * what it did to those that the session has. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* The function behind s, in the checker's arena. syntax: its NODE_FUNCTION, or NULL. */
struct host_function *function_new(struct checker *c, struct symbol *s, const struct node *syntax);
/* A function's type; of a template's member it is found now. NULL: a diag said why. */
const struct type *function_signature(struct checker *c, struct symbol *s);
/* The same as far as a choice among overloads needs it: the result may be auto yet. */
const struct type *function_parameters(struct checker *c, struct symbol *s);
/* Binds a function or function template, beside the overloads that the name has. NULL: the name is taken, said so. */
struct symbol *declare_function_name(struct checker *c, struct name *name, struct symbol *s);

/* ---- bodies ---- */

void want_body(struct checker *c, struct symbol *s); /* it is called: its body will be checked */
void check_function_now(struct checker *c, struct function *f); /* its body, in its own context */
/* Checks what waits: bodies of member functions and of instances. */
void check_waiting(struct checker *c, size_t from);

/* ---- the undo log ---- */

void undo_log_apply(const struct undo_entry *list, size_t n);
/* Before its body is checked, or is put among those that will be: an entry in the undo log. */
void touch_body(struct checker *c, struct host_function *host);
/* From now on f is what the symbol stands for: an entry in the undo log. */
void take_function(struct checker *c, struct symbol *s, struct function *f);
