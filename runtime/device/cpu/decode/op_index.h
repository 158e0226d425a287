/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"

/* Mnemonics to ops of opcodes.def. Ownership: the device makes one and frees it. Thread-safety: immutable once made, so any thread may read it. */
struct op_index;
struct op_index *op_index_new(void);
void op_index_free(struct op_index **x);
enum op_code op_index_find(const struct op_index *x, const char *spelling); /* OP_NONE: no such */
