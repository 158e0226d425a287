/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"
#include "device/cpu/code/ops.h"
#include "diag/diag.h"

struct op_index; /* op_index.h */

/* Decodes every function of m->ptx into m->codes; the module's variables must have their addresses. False: a diag names an instruction that the
 * engine does not support, or whose operands do not fit, with its PTX line. soft_ftz: the processor has no mode that flushes subnormals.
 * Ownership: m keeps the code. Thread-safety: the session's thread, one module at a time. */
bool decode_module(struct code_module *m, const struct op_index *x, const struct op_set *set,
                   bool soft_ftz, struct diags *out, struct span at);
