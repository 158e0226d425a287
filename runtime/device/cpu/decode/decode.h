/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"
#include "device/cpu/code/ops.h"
#include "diag/diag.h"

struct op_index; /* op_index.h */

/* Decodes every function of the module into m->codes. False: an instruction that is not known, or whose
 * operands do not fit, was named with its PTX line. Module variables must have their addresses. */
bool decode_module(struct code_module *m, const struct op_index *x, const struct op_set *set,
                   bool soft_ftz, struct diags *out, struct span at);
