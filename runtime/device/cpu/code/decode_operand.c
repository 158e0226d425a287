/* SPDX-License-Identifier: Apache-2.0 */
/* Operands of PTX to rows of the frame: registers, constants, addresses of variables, special registers.
 * Also the moves that only give a value another name: they share a row and vanish. Next: decode_inst.c. */
#include "device/cpu/code/decoder.h"

#include <string.h>

uint32_t decode_type_width(enum ptx_type t)
{
    uint32_t size = ptx_types[t].size;
    return t == PTX_PRED ? 0 : size < 2 ? 2 : size;
}

uint32_t decode_new_row(struct decoder *d, uint32_t width)
{
    if (width) /* rows start on a cache line; predicates share lines */
        d->top = (d->top + 63) & ~63u;
    uint32_t row = d->top;
    d->top += width ? width * WARP_LANES : 4;
    return row;
}

uint32_t decode_temp_row(struct decoder *d, uint32_t width)
{
    uint32_t *list = width ? d->temps[width / 4] : d->pred_temps;
    uint32_t *n = width ? &d->temp_count[width / 4] : &d->pred_temp_count;
    if (*n == TEMPS)
        return decode_new_row(d, width);
    if (!list[*n])
        list[*n] = decode_new_row(d, width);
    return list[(*n)++];
}

uint32_t decode_fill_row(struct decoder *d, enum fill_kind kind, uint32_t width, uint64_t value)
{
    VEC_EACH (f, &d->fills)
        if (f->kind == kind && f->size == width && f->value == value && !f->source)
            return f->row;
    struct code_fill f = {.kind = (uint8_t) kind,
                          .size = (uint8_t) width,
                          .value = value,
                          .row = decode_new_row(d, width)};
    VEC_PUSH(&d->fills, f);
    return f.row;
}

uint32_t decode_reg_width(const struct decoder *d, uint32_t reg)
{
    return decode_type_width(d->f->regs.at[reg]);
}

uint32_t decode_reg_row(struct decoder *d, uint32_t reg)
{
    while (d->same_as[reg])
        reg = d->same_as[reg] - 1;
    if (!d->rows[reg])
        d->rows[reg] = decode_new_row(d, decode_reg_width(d, reg));
    return d->rows[reg];
}

/* ---- special registers (10) ---- */

enum special decode_special_named(const char *name)
{
    static const struct {
        const char *name;
        enum special which;
    } table[] = {
        {"%tid.x",                      SPECIAL_TID_X         },
        {"%tid.y",                      SPECIAL_TID_Y         },
        {"%tid.z",                      SPECIAL_TID_Z         },
        {"%ntid.x",                     SPECIAL_NTID_X        },
        {"%ntid.y",                     SPECIAL_NTID_Y        },
        {"%ntid.z",                     SPECIAL_NTID_Z        },
        {"%ctaid.x",                    SPECIAL_CTAID_X       },
        {"%ctaid.y",                    SPECIAL_CTAID_Y       },
        {"%ctaid.z",                    SPECIAL_CTAID_Z       },
        {"%nctaid.x",                   SPECIAL_NCTAID_X      },
        {"%nctaid.y",                   SPECIAL_NCTAID_Y      },
        {"%nctaid.z",                   SPECIAL_NCTAID_Z      },
        {"%laneid",                     SPECIAL_LANEID        },
        {"%warpid",                     SPECIAL_WARPID        },
        {"%nwarpid",                    SPECIAL_NWARPID       },
        {"%smid",                       SPECIAL_SMID          },
        {"%nsmid",                      SPECIAL_NSMID         },
        {"%gridid",                     SPECIAL_GRIDID        },
        {"%lanemask_eq",                SPECIAL_LANEMASK_EQ   },
        {"%lanemask_le",                SPECIAL_LANEMASK_LE   },
        {"%lanemask_lt",                SPECIAL_LANEMASK_LT   },
        {"%lanemask_ge",                SPECIAL_LANEMASK_GE   },
        {"%lanemask_gt",                SPECIAL_LANEMASK_GT   },
        {"%dynamic_smem_size",          SPECIAL_DYNAMIC_SMEM  },
        {"%total_smem_size",            SPECIAL_TOTAL_SMEM    },
        {"%envreg1",                    SPECIAL_ENVREG1       },
        {"%envreg2",                    SPECIAL_ENVREG2       },
        {"%aggr_smem_size",             SPECIAL_TOTAL_SMEM    },
        {"%reserved_smem_offset_begin", SPECIAL_ZERO          },
        {"%reserved_smem_offset_end",   SPECIAL_ZERO          },
        {"%reserved_smem_offset_cap",   SPECIAL_ZERO          },
        {"%clock",                      SPECIAL_CLOCK         },
        {"%clock_hi",                   SPECIAL_CLOCK_HI      },
        {"%clock64",                    SPECIAL_CLOCK64       },
        {"%globaltimer",                SPECIAL_GLOBALTIMER   },
        {"%globaltimer_lo",             SPECIAL_GLOBALTIMER_LO},
        {"%globaltimer_hi",             SPECIAL_GLOBALTIMER_HI},
    };

    static const struct {
        const char *prefix;
        enum special which;
    } families[] = {
        {"%envreg",              SPECIAL_ZERO},
        {"%pm",                  SPECIAL_ZERO},
        {"%is_explicit_cluster", SPECIAL_ZERO},
        {"%clusterid.",          SPECIAL_ZERO},
        {"%cluster_ctaid.",      SPECIAL_ZERO},
        {"%cluster_ctarank",     SPECIAL_ZERO},
        {"%nclusterid.",         SPECIAL_ONE },
        {"%cluster_nctaid.",     SPECIAL_ONE },
        {"%cluster_nctarank",    SPECIAL_ONE },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(name, table[i].name))
            return table[i].which;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strncmp(name, families[i].prefix, strlen(families[i].prefix)))
            return families[i].which;
    return SPECIALS;
}

static uint32_t special_width(enum special s)
{
    return s == SPECIAL_CLOCK64 || s == SPECIAL_GLOBALTIMER || s == SPECIAL_GRIDID ? 8 : 4;
}

static uint32_t special_row(struct decoder *d, const char *name, uint32_t width)
{
    enum special s = decode_special_named(name);
    if (s == SPECIALS) {
        decode_error(d, "special register '%s' is not supported", name);
        return 0;
    }
    uint32_t own = special_width(s), row;
    if (s >= SPECIAL_CLOCK) {
        row = decode_temp_row(d, own);
        struct op *op = decode_emit_rows(d, OP_mov_special, row, 0, 0, 0);
        op->imm = s;
        op->count = (uint8_t) own;
    } else {
        row = decode_fill_row(d, FILL_SPECIAL, own, s);
    }
    if (own == width)
        return row;
    uint32_t to = decode_temp_row(d, width); /* %tid was 16 bits once, and mov may take it as 64 */
    if (own < width)
        decode_widen(d, to, width, row, own, false);
    else
        decode_emit_rows(d,
                         own == 4     ? OP_cut_32_16
                         : width == 4 ? OP_cut_64_32
                                      : OP_cut_64_16,
                         to, row, 0, 0);
    return to;
}

/* ---- variables ---- */

bool decode_kernel_param_at(const struct decoder *d, const struct ptx_var *v, uint32_t *out_offset)
{
    if (!v || !d->f->is_entry || v->index >= d->f->params.n || d->f->params.at[v->index] != v)
        return false;
    *out_offset = d->code->param_at[v->index];
    return true;
}

bool decode_lane_var_at(const struct decoder *d, const struct ptx_var *v, uint32_t *out_offset)
{
    if (!v || v->space != PTX_PARAM)
        return false;
    if (v->index < d->f->vars.n && d->f->vars.at[v->index] == v) {
        *out_offset = d->lane_at[v->index];
        return true;
    }
    if (!d->f->is_entry && v->index < d->f->params.n && d->f->params.at[v->index] == v) {
        *out_offset = d->code->param_at[v->index];
        return true;
    }
    if (v->index < d->f->returns.n && d->f->returns.at[v->index] == v) {
        *out_offset = d->code->return_at[v->index];
        return true;
    }
    return false;
}

uint64_t decode_function_handle(const struct decoder *d, const struct ptx_func *f)
{
    for (size_t i = 0; i < d->m->codes.at.n; i++)
        if (d->m->codes.at.at[i]->func == f)
            return (uint64_t) (uintptr_t) d->m->codes.at.at[i];
    return 0;
}

/* The address of a variable or function as a row. */
static uint32_t symbol_row(struct decoder *d, const struct ptx_operand *o, uint32_t width,
                           int64_t extra)
{
    const struct ptx_var *v = o->var ? o->var : ptx_var_named(d->m->ptx, o->name);
    uint32_t at;
    if (v && v->space == PTX_SHARED)
        return v->unsized && !extra
                   ? decode_fill_row(d, FILL_SPECIAL, width, SPECIAL_DYNAMIC_AT)
                   : decode_fill_row(d, FILL_BITS, width, v->address + (uint64_t) extra);
    if (v && v->space == PTX_LOCAL && width == 8)
        return decode_fill_row(d, FILL_LOCAL, 8, d->local_at[v->index] + (uint64_t) extra);
    if (v && (v->space == PTX_GLOBAL || v->space == PTX_CONST) && width == 8)
        return decode_fill_row(d, FILL_BITS, 8, v->address + (uint64_t) extra);
    if (decode_kernel_param_at(d, v, &at) && width == 8)
        return decode_fill_row(d, FILL_PARAM_ADDRESS, 8, at + (uint64_t) extra);
    if (!v && !strcmp(o->name, "WARP_SZ")) /* PTX 7.3: a constant of the language */
        return decode_fill_row(d, FILL_BITS, width, 32 + (uint64_t) extra);
    const struct ptx_func *f = v ? NULL : ptx_func_named(d->m->ptx, o->name);
    if (f && f->has_body && width == 8)
        return decode_fill_row(d, FILL_BITS, 8, decode_function_handle(d, f));
    decode_error(d, v ? "the address of '%s' cannot be taken here" : "'%s' is not defined",
                 o->name);
    return 0;
}

/* ---- operands ---- */

static uint64_t constant_bits(const struct ptx_operand *o, enum ptx_type t)
{
    double v;
    float f;
    uint32_t bits;
    if (t == PTX_F32 && o->kind == PTX_OPERAND_F64) {
        memcpy(&v, &o->bits, sizeof v);
        f = (float) v;
        memcpy(&bits, &f, sizeof f);
        return bits;
    }
    if (t == PTX_F64 && o->kind == PTX_OPERAND_F32) {
        bits = (uint32_t) o->bits;
        memcpy(&f, &bits, sizeof f);
        v = f;
        uint64_t wide;
        memcpy(&wide, &v, sizeof v);
        return wide;
    }
    uint32_t width = decode_type_width(t);
    return width < 8 ? o->bits & (((uint64_t) 1 << 8 * width) - 1) : o->bits;
}

uint32_t decode_source_row(struct decoder *d, const struct ptx_operand *o, enum ptx_type t)
{
    uint32_t width = decode_type_width(t);
    switch (o->kind) {
    case PTX_OPERAND_REG:
        if (decode_reg_width(d, o->reg) == width && !o->negate &&
            (!o->select.n || d->inst->mods[0].p[0] == 'v'))
            return decode_reg_row(d, o->reg);
        decode_error(d, "register '%s' has the wrong width for .%s", o->name, ptx_types[t].name);
        return 0;
    case PTX_OPERAND_INT:
    case PTX_OPERAND_F32:
    case PTX_OPERAND_F64: return decode_fill_row(d, FILL_BITS, width, constant_bits(o, t));
    case PTX_OPERAND_SPECIAL:
        if (width == 0)
            break;
        return special_row(d, o->name, width);
    case PTX_OPERAND_SYMBOL: return symbol_row(d, o, width, o->offset);
    case PTX_OPERAND_NONE:
    case PTX_OPERAND_MEMORY:
    case PTX_OPERAND_LIST:
    case PTX_OPERAND_SINK: break;
    }
    decode_error(d, "an operand of the wrong kind");
    return 0;
}

uint32_t decode_dest_row(struct decoder *d, const struct ptx_operand *o, enum ptx_type t)
{
    if (o->kind == PTX_OPERAND_SINK)
        return decode_temp_row(d, decode_type_width(t));
    if (o->kind == PTX_OPERAND_REG && decode_reg_width(d, o->reg) == decode_type_width(t))
        return decode_reg_row(d, o->reg);
    if (o->kind == PTX_OPERAND_REG)
        decode_error(d, "register '%s' has the wrong width for .%s", o->name, ptx_types[t].name);
    else
        decode_error(d, "the result must be a register");
    return 0;
}

uint32_t decode_pred_source(struct decoder *d, const struct ptx_operand *o)
{
    if (o->kind == PTX_OPERAND_REG && d->f->regs.at[o->reg] == PTX_PRED)
        return decode_reg_row(d, o->reg);
    if (o->kind == PTX_OPERAND_INT) /* mov.pred %p1, 0 */
        return decode_fill_row(d, FILL_BITS, 0, o->bits ? UINT32_MAX : 0);
    decode_error(d, "expected a predicate register");
    return 0;
}

void decode_widen(struct decoder *d, uint32_t to, uint32_t to_width, uint32_t from,
                  uint32_t from_width, bool is_signed)
{
    enum op_code code;
    if (to_width == from_width)
        code = to_width == 2 ? OP_mov_16 : to_width == 4 ? OP_mov_32 : OP_mov_64;
    else if (from_width == 4)
        code = is_signed ? OP_ext_s32_64 : OP_ext_u32_64;
    else if (to_width == 4)
        code = is_signed ? OP_ext_s16_32 : OP_ext_u16_32;
    else
        code = is_signed ? OP_ext_s16_64 : OP_ext_u16_64;
    decode_emit_rows(d, code, to, from, 0, 0);
}

uint32_t decode_wide_source_row(struct decoder *d, const struct ptx_operand *o, enum ptx_type t)
{
    uint32_t width = decode_type_width(t);
    if (o->kind != PTX_OPERAND_REG || decode_reg_width(d, o->reg) <= width)
        return decode_source_row(d, o, t);
    uint32_t from = decode_reg_width(d, o->reg), to = decode_temp_row(d, width);
    decode_emit_rows(d,
                     from == 4    ? OP_cut_32_16
                     : width == 4 ? OP_cut_64_32
                                  : OP_cut_64_16,
                     to, decode_reg_row(d, o->reg), 0, 0);
    return to;
}

bool decode_wide_dest(struct decoder *d, const struct ptx_operand *o, enum ptx_type t,
                      uint32_t *out_row, uint32_t *out_reg_width)
{
    uint32_t width = decode_type_width(t);
    *out_reg_width = width;
    if (o->kind == PTX_OPERAND_REG && decode_reg_width(d, o->reg) > width) {
        *out_reg_width = decode_reg_width(d, o->reg);
        *out_row = decode_reg_row(d, o->reg);
        return true;
    }
    return (*out_row = decode_dest_row(d, o, t)) != 0;
}

bool decode_address_row(struct decoder *d, const struct ptx_operand *o, enum ptx_space space,
                        bool narrow, uint32_t *out_row, int64_t *out_offset)
{
    if (o->kind != PTX_OPERAND_MEMORY || o->part_count)
        return decode_error(d, "expected an address in brackets");
    uint32_t want = narrow ? 4 : 8;
    *out_offset = o->offset;
    if (o->has_reg) {
        uint32_t width = decode_reg_width(d, o->reg), row = decode_reg_row(d, o->reg);
        if (width == want) {
            *out_row = row;
            return true;
        }
        if (width != 8 && (width != 4 || space != PTX_SHARED))
            return decode_error(d, "register '%s' has the wrong width for an address", o->name);
        /* Not a temporary: classes are of rows, and a uniform address may not share one with an affine address. */
        if (!d->converted[o->reg])
            d->converted[o->reg] = decode_new_row(d, want);
        *out_row = d->converted[o->reg];
        decode_emit_rows(d, width == 8 ? OP_cut_64_32 : OP_ext_u32_64, *out_row, row, 0, 0);
        return true;
    }
    if (o->name)
        return (*out_row = symbol_row(d, o, want, 0)) != 0;
    *out_row = decode_fill_row(d, FILL_BITS, want, 0);
    return true;
}

/* ---- moves that only rename ---- */

static bool mem_param_fill(struct decoder *d, const struct ptx_inst *i, uint32_t *out_row)
{
    const struct ptx_operand *o = &i->operands[1];
    enum ptx_type t = ptx_type_named(i->mods[i->mod_count - 1]);
    uint32_t at, width = decode_reg_width(d, i->operands[0].reg);
    if (i->mod_count != 3 || t == PTX_NONE || o->kind != PTX_OPERAND_MEMORY ||
        !decode_kernel_param_at(d, o->var, &at) || width < decode_type_width(t) || width == 0 ||
        o->offset < 0 || at + (uint64_t) o->offset + ptx_types[t].size > d->code->params_size)
        return false;
    struct code_fill f = {.kind = FILL_PARAM,
                          .size = (uint8_t) width,
                          .value = at + (uint64_t) o->offset,
                          .source = (uint8_t) ptx_types[t].size,
                          .is_signed = ptx_types[t].kind == PTX_KIND_SIGNED,
                          .row = decode_new_row(d, width)};
    VEC_PUSH(&d->fills, f);
    *out_row = f.row;
    return true;
}

/* Its one result is written nowhere else and without a guard, so every use sees this value. */
static bool may_alias(const struct decoder *d, const struct ptx_inst *i)
{
    return !i->guard && i->operand_count == 2 && i->operands[0].kind == PTX_OPERAND_REG &&
           d->defs[i->operands[0].reg] == 1 && decode_reg_width(d, i->operands[0].reg);
}

static bool try_alias(struct decoder *d, const struct ptx_inst *i)
{
    uint32_t reg = i->operands[0].reg, width = decode_reg_width(d, reg);
    const struct ptx_operand *o = &i->operands[1];
    bool mov = str_eq(i->mods[0], "mov") && i->mod_count == 2;
    bool cvta = str_eq(i->mods[0], "cvta") && !decode_has_mod(i, "shared") &&
                !decode_has_mod(i, "shared::cta");
    if (str_eq(i->mods[0], "ld") && decode_has_mod(i, "param"))
        return mem_param_fill(d, i, &d->rows[reg]);
    if (!mov && !cvta)
        return false;
    if (mov && decode_type_width(ptx_type_named(i->mods[1])) != width)
        return false;
    if (o->kind == PTX_OPERAND_REG && (d->defs[o->reg] == 1 || d->defs[o->reg] == UINT32_MAX) &&
        decode_reg_width(d, o->reg) == width && o->reg != reg) {
        d->same_as[reg] = o->reg + 1;
        return true;
    }
    if (mov &&
        (o->kind == PTX_OPERAND_INT || o->kind == PTX_OPERAND_F32 || o->kind == PTX_OPERAND_F64 ||
         (o->kind == PTX_OPERAND_SYMBOL && (o->var || ptx_var_named(d->m->ptx, o->name))) ||
         (o->kind == PTX_OPERAND_SPECIAL && decode_special_named(o->name) < SPECIAL_CLOCK &&
          special_width(decode_special_named(o->name)) == width)))
        return (d->rows[reg] = decode_source_row(d, o, ptx_type_named(i->mods[1]))) != 0;
    return false;
}

bool decode_is_alias(const struct decoder *d, const struct ptx_inst *i)
{
    return i->operand_count == 2 && i->operands[0].kind == PTX_OPERAND_REG &&
           d->defs[i->operands[0].reg] == UINT32_MAX;
}

/* A chain of renames that comes back to itself has no value at all; cut it. */
static bool leads_back(const struct decoder *d, uint32_t reg)
{
    uint32_t r = reg;
    for (uint32_t n = 0; d->same_as[r]; n++) {
        r = d->same_as[r] - 1;
        if (r == reg || n > d->f->regs.n)
            return true;
    }
    return false;
}

bool decode_find_aliases(struct decoder *d)
{
    VEC_EACH (i, &d->f->insts) {
        d->inst = i;
        if (!may_alias(d, i) || !try_alias(d, i))
            continue;
        uint32_t reg = i->operands[0].reg;
        if (leads_back(d, reg))
            d->same_as[reg] = 0;
        else
            d->defs[reg] = UINT32_MAX; /* marks it: decode_function emits nothing for it */
    }
    return !d->failed;
}
