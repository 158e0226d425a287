/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Shared by the decode*.c files; nobody else includes it. The files form layers, from the bottom: decode_emit, decode_frame,
 * decode_special, decode_operand, decode_narrow, decode_alias and decode_plain, the families of mnemonics.def, decode_inst, decode. None calls a layer
 * above it.
 *
 * A decoder belongs to one call of decode_module and to its thread. */
#include "device/cpu/code/atom.h"
#include "device/cpu/decode/decode.h"
#include "device/cpu/decode/op_index.h"

enum { TEMPS = 32 };

struct decoder {
    const struct op_index *index;
    const struct op_set *set;
    struct diags *out;
    struct span at;
    struct code_module *m;
    struct ptx_func *f;
    struct decoded_code *code;
    const struct ptx_inst *inst; /* the current one */
    VEC(struct op) ops;
    VEC(struct frame_constant) constants;
    VEC(uint32_t)
    instruction_ops; /* the first op of each instruction; the target of branches is after its OP_join */
    uint32_t *vregs; /* of each register; 0: none yet */
    uint32_t *
        converted; /* of each register that is an address of another width: its vector register in that width; 0: none yet */
    bool *narrow;  /* of each register of 64 bits: only its lower half matters (decode_narrow.c) */
    uint32_t *same_as; /* register + 1 whose vector register it shares; 0: its own */
    uint32_t
        *defs; /* number of instructions that write it; UINT32_MAX: it shares a vector register */
    bool *is_target;    /* instructions that a branch goes to */
    uint32_t *lane_at;  /* offsets in lane memory of f->vars that are .param */
    uint32_t *local_at; /* offsets in local memory of f->vars that are .local */
    uint32_t top;       /* bytes of the frame so far */
    uint32_t carry;     /* the vector register of CC.CF; 0: none */
    uint32_t temps[3][TEMPS],
        temp_count
            [3]; /* temporaries of 16, 32 and 64 bits, and predicates: they live for one instruction */
    uint32_t pred_temps[TEMPS], pred_temp_count;
    uint32_t stack_top,
        stack_at; /* alloca: the vector register with the bytes in use, 0: none; offset in local memory where they begin */
    uint32_t fp_mode; /* the mode that the next op will find */
    bool soft_ftz; /* f32 operands of .ftz are flushed by ops: the processor has no mode for it */
    bool failed;
};

/* ---- decode_emit.c: errors, the current instruction, ops ---- */

bool decode_error(struct decoder *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool decode_unknown(
    struct decoder *d); /* the error for an instruction that the engine does not support */
enum ptx_type decode_last_type(const struct ptx_inst *i);
bool decode_want_operands(struct decoder *d, uint32_t n);
enum op_code decode_find_op(const struct decoder *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
struct op *decode_emit(struct decoder *d,
                       enum op_code code); /* the pointer is valid until the next op is emitted */
struct op *decode_emit_op(struct decoder *d, enum op_code code, uint32_t to, uint32_t a, uint32_t b,
                          uint32_t c);
void decode_set_fp_mode(struct decoder *d, uint32_t mode);

/* ---- decode_frame.c: the vector registers of the frame ---- */

uint32_t
decode_type_width(enum ptx_type t); /* bytes of a lane of its register: 2, 4, 8; 0 for .pred */
uint32_t decode_new_vreg(struct decoder *d, uint32_t width);
uint32_t decode_temp_vreg(struct decoder *d, uint32_t width); /* width 0: a predicate */
uint32_t decode_constant_vreg(struct decoder *d, enum constant_kind kind, uint32_t width,
                              uint64_t value);
uint32_t decode_word(struct decoder *d, uint64_t value); /* a constant of 4 bytes */
/* An operand that may be a list: how many registers it has, and each. */
uint32_t decode_list_count(const struct ptx_operand *o);
const struct ptx_operand *decode_list_part(const struct ptx_operand *o, uint32_t k);
uint32_t decode_reg_vreg(struct decoder *d, uint32_t reg);
uint32_t decode_reg_width(const struct decoder *d, uint32_t reg);
void decode_widen(struct decoder *d, uint32_t to, uint32_t to_width, uint32_t from,
                  uint32_t from_width, bool is_signed);
enum op_code decode_cut_op(uint32_t from_width, uint32_t to_width); /* to fewer bits */

/* ---- decode_special.c ---- */

enum special decode_special_named(const char *name); /* SPECIALS: none */
uint32_t decode_special_width(enum special s);
uint32_t decode_special_vreg(struct decoder *d, const char *name, uint32_t width);

/* ---- decode_operand.c: operands of PTX as vector registers; 0 or false: an error was recorded ---- */

/* The width of a register must be that of the type. */
uint32_t decode_source_vreg(struct decoder *d, const struct ptx_operand *o, enum ptx_type t);
uint32_t decode_dest_vreg(struct decoder *d, const struct ptx_operand *o, enum ptx_type t);
uint32_t decode_pred_source(struct decoder *d,
                            const struct ptx_operand *o); /* o->negate is the caller's */
/* The same for instructions whose registers may be wider than the type (cvt, ld, st). */
uint32_t decode_wide_source_vreg(struct decoder *d, const struct ptx_operand *o, enum ptx_type t);
bool decode_wide_dest(struct decoder *d, const struct ptx_operand *o, enum ptx_type t,
                      uint32_t *out_vreg, uint32_t *out_reg_width);
/* An address: its vector register, of 64 bits (or 32 for shared memory with `narrow`), and the offset to add. */
bool decode_address_vreg(struct decoder *d, const struct ptx_operand *o, enum ptx_space space,
                         bool narrow, uint32_t *out_vreg, int64_t *out_offset);
uint32_t decode_lower_half(struct decoder *d, uint32_t reg); /* of a register of 64 bits */
bool decode_kernel_param_at(const struct decoder *d, const struct ptx_var *v, uint32_t *out_offset);
bool decode_lane_var_at(const struct decoder *d, const struct ptx_var *v, uint32_t *out_offset);
uint64_t decode_function_handle(const struct decoder *d, const struct ptx_func *f);

/* ---- decode_narrow.c: registers of 64 bits that are computed with 32 ---- */

void decode_find_narrow(struct decoder *d);
bool decode_is_narrow(const struct decoder *d,
                      const struct ptx_inst *i); /* decode_narrow does it */
bool decode_moves_narrow(const struct decoder *d, const struct ptx_inst *i);
bool decode_narrow(struct decoder *d);

/* ---- decode_alias.c: moves that only rename ---- */

bool decode_find_aliases(struct decoder *d);
bool decode_is_alias(const struct decoder *d, const struct ptx_inst *i); /* it gets no ops */

/* ---- decode_plain.c: rows of opcodes.def ---- */

bool decode_plain(struct decoder *d);
uint32_t decode_flushed_vreg(struct decoder *d, uint32_t vreg,
                             enum ptx_type t); /* of vector register 0, an error, it is 0 */

/* ---- decode_fp8.c: conversions between floats of 8 bits and others ---- */

bool decode_is_fp8(const struct ptx_inst *i);
bool decode_fp8(struct decoder *d);

/* ---- families of instructions ---- */

bool decode_cluster_barrier(struct decoder *d);
bool decode_store_async(struct decoder *d);
bool decode_bulk(struct decoder *d); /* cp.async.bulk, cp.reduce.async.bulk */
/* The operation that a modifier such as "add" names, for a type. */
bool decode_atom_kind(struct str op, enum ptx_type t, enum atom_kind *out);
bool decode_copies_arrive(struct decoder *d); /* cp.async.mbarrier.arrive */

enum op_code decode_bool_op_named(struct str mod); /* OP_pred_and..; OP_NONE */

#define FAMILY(first, function) bool function(struct decoder *d);
#include "device/cpu/decode/mnemonics.def"
#undef FAMILY

/* ---- decode_inst.c, on top of the families ---- */

bool decode_inst(struct decoder *d);
