/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/library/builtin.h"
#include "table/data_table.h"

/* The program's references to tables and columns: handles, which the classes of lang/include/detail/__table.h count. Each has a reference to
 * its table or column. Thread-safety: the session's thread only. */
struct table_handle {
    uint32_t refs;
    struct data_table *table; /* or */
    struct data_column *column;
};

struct table_job vm_table_job(struct vm *vm); /* diags at the user's line */
/* NULL with a diag: it is moved from, or no table. */
struct data_table *vm_given_table(struct vm *vm, uint64_t handle);
struct data_column *vm_given_column(struct vm *vm, uint64_t handle);
/* Take over the reference; NULL is passed on: false. */
bool vm_give_table(struct vm *vm, struct data_table *t, union value *to);
bool vm_give_column(struct vm *vm, struct data_column *c, union value *to);
bool vm_handle_keep(struct vm *vm, uint64_t handle);
bool vm_handle_unkeep(struct vm *vm, uint64_t handle);

/* The texts of an array of strings in the program's memory; the caller frees the array. NULL: a diag. */
const char **vm_texts(struct vm *vm, uint64_t addr, int64_t count);
/* A __table_operand of the program. */
bool vm_operand(struct vm *vm, uint64_t addr, struct column_operand *out);
const char *vm_text(struct vm *vm, uint64_t addr); /* NULL: a diag */
