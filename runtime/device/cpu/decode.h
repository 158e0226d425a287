/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code.h"
#include "device/cpu/ops.h"
#include "diag/diag.h"

struct cpu_module;

/* Mnemonics to rows of ops.def. Made once for a device; immutable after that. */
struct op_index;
struct op_index *op_index_new(void);
void op_index_free(struct op_index **x);
enum op_code op_index_find(const struct op_index *x, const char *spelling); /* OP_NONE: no such */

/* Decodes every function of the module into m->codes. False: an instruction that is not known, or whose
 * operands do not fit, was named with its PTX line. Module variables must have their addresses. */
bool decode_module(struct cpu_module *m, const struct op_index *x, const struct op_set *set,
                   struct diags *out, struct span at);
