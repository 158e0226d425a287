/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "debug/debug_host.h"
#include "eval/vm/vm.h"

/* Host code under the debugger: it is compiled with a call before each statement, and runs in the interpreter. Only eval.c and the files
 * of this folder include it. Thread-safety: the session's thread. */

struct host_debug {
    struct vm *vm;
    struct debugger *d;
    struct debug_host calls;
    struct arena types;      /* of the running cell */
    struct pointer_map made; /* from struct type to struct debug_type */
    uint32_t runs;           /* vm_run that are running */
    int told;                /* errors of the running cell for which it has stopped */
};

/* Later calls run code that stops for the debugger; NULL: as usual. Code that runs now stays as it is. */
void host_debug_set(struct vm *vm, struct debugger *d);
/* Around vm_run. */
void host_debug_begin(struct host_debug *h, const struct unit *u);
void host_debug_end(struct host_debug *h);

extern const struct vm_stops host_stops;

/* ---- host_types.c ---- */
const struct debug_type *host_type(struct host_debug *h, const struct type *t);
const struct debug_type *host_array_type(struct host_debug *h, const struct debug_type *element,
                                         uint64_t count);
void host_types_forget(struct host_debug *h);

/* ---- host_values.c ---- */
extern const struct debug_host host_values; /* but `user` */
