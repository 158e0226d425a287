/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/vm/vm.h"

/* Takes the arrays of a function with several results: the first is its value, the others wait in vm->further. ok false: a diag was
 * recorded, and what was made is released. Thread-safety: the session's thread only. */
bool vm_own_results(struct vm *vm, bool ok, struct array **made, uint32_t count, union value *at);
