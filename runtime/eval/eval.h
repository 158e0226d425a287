/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/library/builtin.h"
#include "eval/vm/vm.h"

struct debugger;

/* Host code: the interface of eval/. The session owns the VM, which lives as long as the session. Thread-safety: unsafe. */

struct vm *vm_new(struct lang *lang, struct intern *names, struct sources *sources,
                  struct launcher *launcher, const struct vm_hooks *hooks, uint64_t memory,
                  const atomic_bool *interrupt,
                  struct poll_hook *poll); /* memory: bytes, 0: the default */
void vm_free(struct vm **vm);

/* Host code that is called from now on stops for the debugger; NULL: it does not. Code that runs now stays as it is. */
void vm_debug(struct vm *vm, struct debugger *d);

/* Gives back the part of the stack that no frame uses. No cell may be running. */
void vm_rest(struct vm *vm);

/* Runs the body of a checked cell, then its main if it has one. false: a diag was recorded, or vm->exiting. May be called
 * from inside a running cell, and several times for one unit. */
bool vm_run(struct vm *vm, struct unit *u, struct diags *out);
