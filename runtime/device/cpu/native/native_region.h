/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "device/cpu/code/compilers.h"

/* The intermediate form of a region: instructions in place of ops, and values in place of vector registers of the frame, so that a register
 * that is written twice is two values (static single assignment within the region). native_region.c builds it from masked ops; native.c
 * writes the code. Ownership: region_collect fills a region that the caller owns and frees. Thread-safety: one thread. */

enum { VECTOR_REGISTERS = 32, NO_VALUE = 0, NONE = -1 };

enum from {
    FROM_OP,
    FROM_VREG, /* at: offset in the frame, of a vector register or (first part) an affine register */
    FROM_PREDICATE,         /* a predicate of the frame; at: its offset */
    FROM_UNIFORM_PREDICATE, /* a predicate that is uniform; at: 0 or -1 in the stack */
    FROM_BROADCAST,         /* a uniform value of the first part; at: in the stack */
    FROM_AFFINE, /* an affine value of the first part; at: in the stack; vreg: whose strides it has */
    FROM_CONSTANT,
};

struct native_value {
    uint64_t bits; /* FROM_CONSTANT */
    uint8_t width, from;
    bool dirty; /* may be a NaN other than 0x7fffffff (9.7.3) */
    bool keep;  /* first part: the second part, or an address, reads it from the stack */
    bool out;   /* live after the region */
    int16_t reg;
    int32_t temp; /* in the stack, once it was spilled; NONE: not */
    uint32_t at, vreg;
    uint32_t use, last_use; /* first and last of its uses; 0: none */
};

struct use {
    uint32_t inst, next;
};

enum native_inst_kind {
    INST_VALUE,
    INST_PREDICATE, /* first part: a comparison of uniform values, or of an affine value with a uniform one */
    INST_SELECT,  /* first part: selection by a predicate that must be uniform */
    INST_UNIFORM, /* first part: a load from a uniform address */
    INST_ADDRESS, /* first part: the guard of an access */
    INST_LOAD,
    INST_STORE,
    INST_OUT, /* second part: the vector register of a value of the first part, which some op needs */
};

struct native_inst {
    uint8_t what;
    const struct op *op;
    uint32_t d, a, b, c;
    uint32_t access;
    uint32_t extra; /* UNIFORM: the element of a vector load; OUT: the vector register */
};

struct memory_use {
    const struct op *op;
    uint8_t shape;
    uint32_t size;
    int32_t temp; /* one or two addresses, in the stack */
};

struct region {
    uint32_t first, end;
    VEC(struct native_value) values; /* [0] is unused: no value */
    VEC(struct use) uses;
    VEC(struct native_inst) insts[2]; /* of the first and the second part */
    VEC(struct memory_use) accesses;
    VEC(uint32_t) vregs; /* the vector registers that it reads or writes: indices in the analysis */
    bool stored_shared, stored_global;
    bool wide;   /* the second part has 64-bit values */
    bool halves; /* some address differs between the halves of a warp */
    bool across; /* some address is known only for blocks that are 16 threads wide */
    int32_t stack;
    uint32_t position;
    uint8_t part;
    uint32_t regs[VECTOR_REGISTERS]; /* the value in each of the processor's vector registers */
    uint32_t pinned;
    VEC(uint32_t) fails; /* jumps to where the function returns 0 */
};

/* What a vector register holds while ops are added to the region. */
struct vreg_state {
    uint32_t value[2]; /* its value now, in each part */
    bool defined[2];   /* the region writes it, in each part */
    int32_t truth;     /* of a uniform predicate of the first part: in the stack */
};

/* State for all regions of a function. */
struct region_maker {
    const struct native_source *s;
    struct vreg_state *vregs; /* of each vector register of the analysis; zero between regions */
    uint64_t *live;           /* the set of vector registers that are live after the region */
    bool avx512;
};

/* The longest region that begins at op k and ends before `end`; it may be empty. */
void region_collect(struct region_maker *m, struct region *r, uint32_t k, uint32_t end);
void region_free(struct region_maker *m, struct region *r);

uint32_t region_new_value(struct region *r, uint8_t width, enum from from, uint32_t at);
int32_t region_new_temp(struct region *r, int32_t bytes);
bool region_vreg_is_live(const struct region_maker *m,
                         uint32_t vreg_index); /* live after the current region */
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
