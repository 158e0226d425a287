/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Shared by the files of this folder. */
#include "device/cpu/batch/batch.h"
#include "device/cpu/batch/batch_ops.h"
#include "device/cpu/exec/machine.h"

enum {
    BATCH_LANES = 4096,
    BATCH_SLOT = BATCH_LANES * 8, /* bytes: room for any value */
    BATCH_GROUP = WARP_LANES * 8, /* bytes: room for a group of any value */
    BATCH_NONE = UINT32_MAX,
};

struct batch_register {
    uint32_t slot;     /* BATCH_NONE: it needs none */
    uint32_t last_use; /* op */
};

/* What is known of an op before it runs. */
struct batch_op {
    batch_fn *run;
    uint32_t operand[3], result;         /* numbers of registers */
    uint8_t size[3], count, result_size; /* bytes of a lane; 0: a predicate */
};

struct batch_plan {
    struct batch_op *ops; /* of each op of the code */
    const struct decoded_code *code;
    const struct batch_set *set;
    uint32_t *number; /* of each vector register, by offset / 4; 0: no op uses it */
    uint32_t register_count, slot_count;
    struct batch_register *registers;
};

enum batch_kind {
    BATCH_UNSET,
    BATCH_UNIFORM, /* data: a group of equal lanes */
    BATCH_AFFINE,  /* data: a group of lane 0's value; it grows by `stride` */
    BATCH_VECTOR,  /* data: of all lanes */
    BATCH_BLOCK,   /* %ctaid.x where the batch has several blocks */
};

struct batch_value {
    const char *data;
    int64_t stride;
    const char *lanes; /* of an affine value: its lanes, once they were needed */
    char *group;       /* room for a group; its own */
    uint8_t kind, size;
};

struct batch {
    const struct batch_plan *plan;
    const struct cpu_launch *launch; /* that the constants are set for */
    struct batch_value *values;      /* by number */
    char *slots, *groups_at;
    uint32_t lanes, groups; /* threads that run, and in groups of 32 */
    struct device_dim id;   /* of the first block */
    uint32_t blocks, failed;
    uint32_t mask[BATCH_LANES / WARP_LANES]; /* the lanes that execute the op, */
    bool masked;                             /* if not all do */
    bool one_block;          /* the kernel uses %ctaid.x for more than its threads' numbers */
    const void *prepared_at; /* the launch's parameters that the constants are set for */
};

/* batch_values.c */
struct batch_value *batch_value_of(struct batch *b, uint32_t vreg);
void batch_set_uniform(struct batch_value *v, uint8_t size, uint64_t value);
uint64_t batch_first(const struct batch_value *v, uint8_t size); /* of lane 0 */
char *batch_slot(struct batch *b, uint32_t vreg);
/* Where an operand's lanes are; *out_step: bytes to the next group. NULL: it has no value. */
const char *batch_lanes_of(struct batch *b, uint32_t vreg, uint8_t size, uint32_t *out_step);
/* d = op(a, b, c), for a value, in the lanes of the mask. false: it cannot be done here. */
bool batch_value_op(struct batch *b, const struct op *op);
