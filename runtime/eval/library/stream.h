/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/vm/vm.h"

/* What the files of <iostream> share. A stream belongs to the VM. Thread-safety: unsafe, as the VM. */

/* NULL: there is none of that number. */
struct vm_iostream *iostream_at(struct vm *vm, int64_t id);
/* The stream of an object of the program; one that has failed if it was closed. NULL: a diag was recorded. */
struct vm_iostream *iostream_of(struct vm *vm, uint64_t object, struct span at);
/* The stream whose bytes are read and written: std::cout.rdbuf(other) says another one. */
struct vm_iostream *iostream_buffer(struct vm *vm, struct vm_iostream *s);
/* After an operation. false: the state is one for which the program wants an exception, which is thrown. */
bool iostream_settle(struct vm *vm, const struct vm_iostream *s, struct span at);
void iostream_skip_space(struct vm *vm, struct vm_iostream *s); /* std::ws */
