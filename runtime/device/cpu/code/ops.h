/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"

enum lean_fn {

#define LEAN(id, op, result) LEAN_FN_##id,
#include "device/cpu/code/lean.def"
#undef LEAN
    LEAN_FNS,
};

/* The functions of ops.def, once for each instruction set they were compiled for. */
struct op_set {
    const char *name;
    uint32_t vector_bytes; /* that machine code may use for lean code (native.h); 0: none */
    op_fn *run[OP_CODES][2];
    op_fn *few[OP_CODES];  /* of values: on samples (lean.h); else NULL */
    op_fn *lean[LEAN_FNS]; /* of lean.def */
};
