/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"
#include "device/cpu/code/ops.h"
#include "diag/diag.h"

/* A module whose functions are decoded. Owned by whoever loaded it; immutable once decode_module is done. */
struct code_module {
    struct ptx_module *ptx; /* borrowed: the device module owns it */
    struct arena arena;     /* of the decoded form */
    struct code_list codes;
    uint32_t
        sites; /* memory ops, of all codes; of a module among the device's callables, of those before it too */
};

/* Mnemonics to rows of opcodes.def. Made once for a device; immutable after that. */
struct op_index;
struct op_index *op_index_new(void);
void op_index_free(struct op_index **x);
enum op_code op_index_find(const struct op_index *x, const char *spelling); /* OP_NONE: no such */

/* Decodes every function of the module into m->codes. False: an instruction that is not known, or whose
 * operands do not fit, was named with its PTX line. Module variables must have their addresses. */
bool decode_module(struct code_module *m, const struct op_index *x, const struct op_set *set,
                   bool soft_ftz, struct diags *out, struct span at);
