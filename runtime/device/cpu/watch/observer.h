/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/exec/machine.h"

/* Who watches a launch run. A launch that is observed runs a second instance of its code (code.watched), where a look stands
 * before each op; one that is not pays nothing. Observed warps run plain code, never lean code, so that each PTX instruction is
 * an event with the lanes that execute it. Events come from all host threads at once; those of one block from one.
 * NULL: not wanted. */
struct observer {
    /* An instruction begins for the lanes of the mask: code->func->insts.at[op->inst]. A guard has been looked at. */
    void (*instruction)(struct observer *o, const struct warp *w, const struct op *op,
                        uint32_t mask);
    /* It reads or writes `size` bytes at addresses[lane]: addresses of the op's space (op->space). */
    void (*memory)(struct observer *o, const struct warp *w, const struct op *op, uint32_t mask,
                   enum access access, uint32_t size, const uint64_t *addresses);
    void (*branch)(struct observer *o, const struct warp *w, const struct op *op, uint32_t mask,
                   uint32_t taken); /* a conditional one */
    void (*barrier)(struct observer *o, const struct warp *w, const struct op *op, uint32_t mask,
                    uint32_t number); /* they arrive; of the block */
};

/* Makes the watched instance of a function, once. */
void observe_code(struct code *code, struct arena *arena);

/* The simple observer: counts (struct device_counts). */
struct counters {
    struct observer observer;
    struct device_counts counts;
};

struct counters *counters_new(void);
