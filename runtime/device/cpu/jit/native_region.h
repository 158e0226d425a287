/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "device/cpu/jit/native.h"

/* What a region computes: items in place of ops, and values in place of rows, so that a row that is written twice is two values.
 * native_region.c makes it of masked ops; native.c writes the code. */

enum { VECTOR_REGISTERS = 32, NO_VALUE = 0, NONE = -1 };

enum from {
    FROM_OP,
    FROM_ROW,    /* at: the row, or the slot of samples */
    FROM_BITS,   /* a predicate; at: its row */
    FROM_TRUTH,  /* a predicate that is the same for all; at: 0 or -1 in the stack */
    FROM_SPREAD, /* at: in the stack, samples of a uniform value */
    FROM_AFFINE, /* at: the same of an affine one; row: its facts */
    FROM_CONSTANT,
};

struct native_value {
    uint64_t bits; /* FROM_CONSTANT */
    uint8_t width, from;
    bool dirty; /* may hold a NaN that is not PTX's */
    bool keep;  /* samples: the second part, or an address, reads them from the stack */
    bool out;   /* its row is alive after the region */
    int16_t reg;
    int32_t temp; /* in the stack, once it was saved there; NONE */
    uint32_t at, row;
    uint32_t use, last_use; /* of uses; 0: none */
};

struct use {
    uint32_t item, next;
};

enum what {
    ITEM_VALUE,
    ITEM_TRUTH,   /* samples: a comparison of uniform values, or of an affine with a uniform one */
    ITEM_SELECT,  /* samples, by a predicate that must be the same for all */
    ITEM_UNIFORM, /* a load of one place, into samples */
    ITEM_ADDRESS, /* its check */
    ITEM_LOAD,
    ITEM_STORE,
    ITEM_OUT, /* a row of something sampled that is kept whole */
};

struct item {
    uint8_t what;
    const struct op *op;
    uint32_t d, a, b, c;
    uint32_t access;
    uint32_t extra; /* UNIFORM: the element of a vector; OUT: the row */
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
    VEC(struct item) items[2]; /* of both parts */
    VEC(struct memory_use) accesses;
    VEC(uint32_t) rows; /* that it reads or writes: indices in the analysis */
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

/* What a row of the analysis is while ops are added. */
struct row_state {
    uint32_t value[2]; /* now, in each part */
    bool defined[2];   /* by the region */
    int32_t truth;     /* of a predicate of the first part: in the stack */
};

/* For all regions of a function. */
struct region_maker {
    const struct native_source *s;
    struct row_state *rows; /* of the analysis; zero between regions */
    uint64_t *live;         /* rows that are read after the region at hand */
    bool avx512;
};

/* Makes the longest region that begins at op k and ends before `end`; it may be empty. */
void region_collect(struct region_maker *m, struct region *r, uint32_t k, uint32_t end);
void region_free(struct region_maker *m, struct region *r);

uint32_t region_new_value(struct region *r, uint8_t width, enum from from, uint32_t at);
int32_t region_new_temp(struct region *r, int32_t bytes);
bool region_row_is_live(const struct region_maker *m,
                        uint32_t row_index); /* after the region at hand */
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
