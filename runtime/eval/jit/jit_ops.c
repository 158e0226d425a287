/* SPDX-License-Identifier: Apache-2.0 */
/* The table of emitters. Next: jit_arith.c. */
#include "eval/jit/jit_gen.h"

const struct jit_op jit_ops[OP_COUNT] = {
#define ROW(opcode, emitter, class, how, other) [OP_##opcode] = {emitter, class, how, other},
#include "eval/jit/jit_ops.def"
};
