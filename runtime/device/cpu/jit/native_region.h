/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "device/cpu/jit/native.h"

/* What a region computes: instructions in place of ops, and values in place of vector registers, so that a vector register that is written twice is two values.
 * native_region.c makes it of masked ops; native.c writes the code. */

enum { VECTOR_REGISTERS = 32, NO_VALUE = 0, NONE = -1 };

enum from {
    FROM_OP,
    FROM_VREG,              /* at: the vector register, or the affine register */
    FROM_PREDICATE,         /* a predicate; at: its vector register */
    FROM_UNIFORM_PREDICATE, /* a predicate that is the same for all; at: 0 or -1 in the stack */
    FROM_BROADCAST,         /* at: in the stack, affine registers of a uniform value */
    FROM_AFFINE,            /* at: the same of an affine one; vector register: its facts */
    FROM_CONSTANT,
};

struct native_value {
    uint64_t bits; /* FROM_CONSTANT */
    uint8_t width, from;
    bool dirty; /* may hold a NaN that is not PTX's */
    bool keep;  /* affine registers: the second part, or an address, reads them from the stack */
    bool out;   /* its vector register is alive after the region */
    int16_t reg;
    int32_t temp; /* in the stack, once it was saved there; NONE */
    uint32_t at, vreg;
    uint32_t use, last_use; /* of uses; 0: none */
};

struct use {
    uint32_t inst, next;
};

enum native_inst_kind {
    INST_VALUE,
    INST_PREDICATE, /* affine registers: a comparison of uniform values, or of an affine with a uniform one */
    INST_SELECT,  /* affine registers, by a predicate that must be the same for all */
    INST_UNIFORM, /* a load of one place, into affine registers */
    INST_ADDRESS, /* its check */
    INST_LOAD,
    INST_STORE,
    INST_OUT, /* a vector register of something affine that is kept whole */
};

struct native_inst {
    uint8_t what;
    const struct op *op;
    uint32_t d, a, b, c;
    uint32_t access;
    uint32_t extra; /* UNIFORM: the element of a vector; OUT: the vector register */
};

enum use_shape {
    PLACE_CONSECUTIVE, /* 32 elements one behind the other */
    PLACE_HALVES,      /* lanes from 16 on elsewhere: rows of a block 16 across */
    PLACE_VALUES,      /* one element for each half */
    PLACE_ONE,         /* one for all */
    PLACE_OTHER,
};

struct memory_use {
    const struct op *op;
    uint8_t shape;
    uint32_t size;
    int32_t temp; /* one or two addresses in the stack */
};

struct region {
    uint32_t first, end;
    VEC(struct native_value) values; /* [0] is no value */
    VEC(struct use) uses;
    VEC(struct native_inst) insts[2]; /* of both parts */
    VEC(struct memory_use) accesses;
    VEC(uint32_t) vregs; /* that it reads or writes: indices in the analysis */
    bool stored_shared, stored_global;
    bool wide;   /* some value of the second part has 64 bits */
    bool halves; /* some address differs between the halves of the warp */
    bool across; /* some address is known only for blocks that are 16 across */
    int32_t stack;
    uint32_t position;
    uint8_t part;
    uint32_t regs[VECTOR_REGISTERS]; /* the value in each register */
    uint32_t pinned;
    VEC(uint32_t) fails; /* jumps to the failure */
};

/* What a vector register of the analysis is while ops are added. */
struct vreg_state {
    uint32_t value[2]; /* now, in each part */
    bool defined[2];   /* by the region */
    int32_t truth;     /* of a predicate of the first part: in the stack */
};

/* For all regions of a function. */
struct region_maker {
    const struct native_source *s;
    struct vreg_state *vregs; /* of the analysis; zero between regions */
    uint64_t *live;           /* vector registers that are read after the region at hand */
    bool avx512;
};

/* Makes the longest region that begins at op k and ends before `end`; it may be empty. */
void region_collect(struct region_maker *m, struct region *r, uint32_t k, uint32_t end);
void region_free(struct region_maker *m, struct region *r);

uint32_t region_new_value(struct region *r, uint8_t width, enum from from, uint32_t at);
int32_t region_new_temp(struct region *r, int32_t bytes);
bool region_vreg_is_live(const struct region_maker *m,
                         uint32_t vreg_index); /* after the region at hand */
bool op_is_select(const struct op *op);
bool op_is_shared(const struct op *op); /* an access to shared memory, by its space or its opcode */

static inline struct native_value *value_at(struct region *r, uint32_t v)
{
    return &r->values.at[v];
}

static inline bool fits_32(int64_t v)
{
    return v == (int32_t) v;
}
