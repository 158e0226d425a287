/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "lang/lang.h"

/* Bytecode: what eval/gen/ makes of a typed tree and vm.c runs. The VM owns the code of functions, in a list, and that of a cell while it runs;
 * what its instructions point to lies in its arena. Inline caches are written while it runs, so it is the session's
 * thread's alone.
 *
 * A frame is a run of 64-bit slots. Scalars live in slots in canonical form: integers extended to 64 bits by their own
 * signedness, float in the low half, pointers as addresses. What has an address (aggregates, variables whose address
 * is taken) is an object of the session's host space, and its slot holds the object's address. */

enum opcode {

#define OP(name) OP_##name,
#include "eval/vm/bytecode.def"
    OP_COUNT
};

enum value_class { CLASS_I32, CLASS_U32, CLASS_I64, CLASS_U64, CLASS_F32, CLASS_F64 };

union value {
    int64_t i;
    uint64_t u;
    float f;
    double d;
    void *p;
};

struct insn {
    uint16_t op, a, b, c;

    union {
        union value k;
        struct object *cache; /* memory operations */

        struct {
            int32_t target, imm; /* target: index of an instruction */
        };

        void *p;
    };
};

struct vm;

/* The call site of a C function that does what the loop leaves to it: builtins, launches, arrays, declarations. The specific calls
 * below begin with this struct. `at` are the frame's slots from `insn.a` on: arguments in, result in at[0]. */
struct call_site {
    bool (*run)(struct vm *vm, const struct call_site *s, union value *at);
    struct span at;
};

struct builtin_call { /* a builtin */
    struct call_site call;
    const struct builtin *builtin;
    const struct type *result;
    const struct type **types; /* of the arguments, after conversion */
    struct span *spans;
    uint32_t count;
};

/* What a call through a pointer takes the function for. */
struct indirect_call {
    struct span at;
    const struct type *type;
};

struct object_desc {
    uint64_t size;         /* 0 with `unsized`: R[a] holds the bytes */
    bool unsized, watched; /* watched: it has no value yet (vm_unwritten.c) */
    const char *name;
    const struct symbol *symbol; /* NULL: a temporary */
    struct span at;
};

struct touch_call {
    struct call_site call;
    uint64_t size;
};

struct destructor_call {
    struct symbol *function;
    uint64_t count, size; /* elements, and bytes of one */
    bool guard; /* only on the way of an error: the object belongs to one whose constructor runs */
};

struct catch_clause {
    const struct type *type; /* NULL: everything */
    int32_t target;
};

/* A try block's handlers. The address of what was caught is put into slot `slot`. */
struct try_block {
    const struct catch_clause *catches;
    uint32_t count, slot;
};

struct throw_desc {
    const struct type *type;
    struct span at;
};

struct switch_table {
    const int64_t *values; /* sorted */
    const int32_t *targets;
    uint32_t count;
    int32_t otherwise;
};

struct line {
    uint32_t insn; /* from this instruction on */
    struct span at;
};

struct code {
    struct code *next, **link; /* in the VM's list of all functions' code; link NULL: in none */
    struct arena arena;        /* call sites, tables */
    struct symbol *symbol;     /* NULL: the body of a cell */
    VEC(struct insn) insns;
    VEC(struct line) lines;
    uint32_t slots, params; /* of the frame; the first `params` are its arguments */
};

/* code, or NULL as given: in a list of those to free, as functions of templates belong to no cell that would do it. */
struct code *code_listed(struct code *code, struct code **list);
void code_free(struct code **c);
struct span code_place(const struct code *c, uint32_t insn);
void code_print(struct buf *out, const struct code *c); /* for tests and for us */
