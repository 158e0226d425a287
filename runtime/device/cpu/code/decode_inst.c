/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction to ops. Most are a row of opcodes.def under their own mnemonic once rounding, .ftz and .sat are taken off
 * (decode_plain); the others have a function in the table at the end. */
#include "device/cpu/code/decoder.h"

#include <stdio.h>
#include <string.h>

/* ---- the mode part of a mnemonic ---- */

struct modes {
    uint32_t fp; /* as OP_fp_mode takes it */
    bool ftz, sat, relu;
    char full[64], key[64]; /* the mnemonic; without rounding, .ftz, .sat and .relu */
    bool fits;
};

static int rounding_named(struct str mod)
{
    static const char *const names[4] = {"rn", "rz", "rm", "rp"};
    for (int k = 0; k < 4; k++)
        if (str_eq(mod, names[k]))
            return k;
    return -1;
}

static void append(char *to, size_t cap, struct str mod)
{
    size_t n = strlen(to);
    snprintf(to + n, cap - n, "%s%.*s", n ? "." : "", (int) mod.n, mod.p);
}

static struct modes modes_of(const struct ptx_inst *i)
{
    struct modes m = {.fits = i->name.n < sizeof m.full};
    for (uint32_t k = 0; k < i->mod_count; k++) {
        int rounding = k ? rounding_named(i->mods[k]) : -1;
        append(m.full, sizeof m.full, i->mods[k]);
        if (rounding >= 0)
            m.fp = (m.fp & 4) | (uint32_t) rounding;
        else if (k && str_eq(i->mods[k], "ftz"))
            m.ftz = true;
        else if (k && str_eq(i->mods[k], "sat"))
            m.sat = true;
        else if (k && str_eq(i->mods[k], "relu"))
            m.relu = true;
        else
            append(m.key, sizeof m.key, i->mods[k]);
    }
    m.fp |= m.ftz ? 4 : 0;
    return m;
}

/* ---- rows of opcodes.def under their own name ---- */

static enum ptx_type type_of_size(uint32_t size, enum ptx_type like)
{
    if (ptx_types[like].size == size)
        return like;
    return size == 2 ? PTX_B16 : size == 4 ? PTX_B32 : PTX_B64;
}

/* What .ftz, .sat and .relu become for values of a float type; OP_NONE: the type does not have it. */
struct float_parts {
    enum op_code flush, sat, relu;
};

static const struct float_parts float_parts[PTX_TYPES] = {
    [PTX_F16] = {OP_flush_f16,    OP_sat_f16,    OP_relu_f16   },
    [PTX_F16X2] = {OP_flush_f16x2,  OP_sat_f16x2,  OP_relu_f16x2 },
    [PTX_BF16] = {OP_flush_bf16,   OP_sat_bf16,   OP_relu_bf16  },
    [PTX_BF16X2] = {OP_flush_bf16x2, OP_sat_bf16x2, OP_relu_bf16x2},
    [PTX_F32] = {OP_ftz_f32,      OP_sat_f32,    OP_NONE       },
    [PTX_F64] = {OP_NONE,         OP_sat_f64,    OP_NONE       },
};

/* .ftz is done by ops before and after: for types that the processor has no mode for, and for approximate functions, which
 * are the host's library and know nothing of modes. */
static bool flushes_itself(const struct decoder *d, const struct modes *m, enum ptx_type t)
{
    return m->ftz && (t != PTX_F32 || d->soft_ftz || decode_has_mod(d->inst, "approx"));
}

static bool float_mode(struct decoder *d, const struct modes *m, enum ptx_type t)
{
    const struct float_parts *p = &float_parts[t];
    bool narrow = ptx_types[t].size == 2 || t == PTX_F16X2 || t == PTX_BF16X2;
    if ((m->ftz && !p->flush) || (m->sat && !p->sat) || (m->relu && !p->relu) ||
        (narrow && m->fp & 3))
        return decode_unknown(d);
    decode_set_fp_mode(d, narrow || flushes_itself(d, m, t) ? m->fp & 3 : m->fp);
    return true;
}

uint32_t decode_flushed_row(struct decoder *d, uint32_t row, enum ptx_type t)
{
    uint32_t to = row ? decode_temp_row(d, decode_type_width(t)) : 0;
    if (row)
        decode_emit_rows(d, float_parts[t].flush, to, row, 0, 0);
    return to;
}

/* Operands are flushed here where the processor does not do it: it has a mode for f32 on x86 only. */
static bool emit_values(struct decoder *d, enum op_code code, uint32_t to,
                        const struct ptx_operand *o, enum ptx_type t, bool flush)
{
    const struct op_info *info = &op_infos[code];
    bool two = info->form >= FORM_BINARY && info->size_b && d->inst->operand_count > 2;
    uint32_t a = decode_source_row(d, &o[0], type_of_size(info->size_a, t));
    uint32_t b = two ? decode_source_row(d, &o[1], type_of_size(info->size_b, t)) : a;
    uint32_t c = info->size_c ? decode_source_row(d, &o[2], type_of_size(info->size_c, t)) : 0;
    if (d->failed)
        return false;
    bool selects = str_eq(d->inst->mods[0], "slct"); /* only c is a float to it */
    if (flush && !selects) {
        a = decode_flushed_row(d, a, t);
        b = two ? decode_flushed_row(d, b, t) : a;
    }
    if (flush)
        c = decode_flushed_row(d, c, t);
    decode_emit_rows(d, code, to, a, b, c);
    return true;
}

bool decode_plain(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    struct modes m = modes_of(i);
    enum ptx_type t = decode_last_type(i);
    bool is_float = ptx_types[t].kind == PTX_KIND_FLOAT;
    enum op_code code = m.fits ? op_index_find(d->index, m.full) : OP_NONE;
    bool stripped = code == OP_NONE;
    if (stripped)
        code = m.fits ? op_index_find(d->index, m.key) : OP_NONE;
    if (code == OP_NONE || (stripped && !is_float))
        return decode_unknown(d);
    const struct op_info *info = &op_infos[code];
    uint32_t wanted = info->form == FORM_TERNARY  ? 4
                      : info->form == FORM_BINARY ? 3
                      : info->form == FORM_UNARY  ? 2
                                                  : 0;
    if (info->form == FORM_COMPARE)
        wanted = i->operand_count; /* testp has one operand, setp two */
    if (!decode_want_operands(d, wanted))
        return false;
    if (!stripped)
        m = (struct modes){0};
    if (is_float && !float_mode(d, &m, t))
        return false;
    uint32_t to = info->form == FORM_COMPARE
                      ? decode_dest_row(d, &i->operands[0], PTX_PRED)
                      : decode_dest_row(d, &i->operands[0], type_of_size(info->size_d, t));
    bool soft = flushes_itself(d, &m, t),
         chooses = str_eq(i->mods[0], "min") || str_eq(i->mods[0], "max");
    if (!to || !emit_values(d, code, to, i->operands + 1, t, soft))
        return false;
    if ((soft && !str_eq(i->mods[0], "slct")) || (m.ftz && chooses))
        decode_emit_rows(d, float_parts[t].flush, to, to, 0, 0);
    if (m.sat)
        decode_emit_rows(d, float_parts[t].sat, to, to, 0, 0);
    if (m.relu)
        decode_emit_rows(d, float_parts[t].relu, to, to, 0, 0);
    return true;
}

/* ---- logic: predicates have ops of their own ---- */

static bool decode_logic(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    if (decode_last_type(i) != PTX_PRED)
        return decode_plain(d);
    bool is_not = str_eq(i->mods[0], "not");
    enum op_code code = is_not ? OP_pred_not : decode_bool_op_named(i->mods[0]);
    if (code == OP_NONE || i->mod_count != 2)
        return decode_unknown(d);
    if (!decode_want_operands(d, is_not ? 2 : 3))
        return false;
    const struct ptx_operand *a = &i->operands[1], *b = is_not ? a : &i->operands[2];
    uint32_t to = decode_dest_row(d, &i->operands[0], PTX_PRED), ra = decode_pred_source(d, a),
             rb = decode_pred_source(d, b);
    if (d->failed)
        return false;
    decode_emit_rows(d, code, to, ra, rb, 0)->count =
        (uint8_t) ((a->negate ? 1 : 0) | (b->negate ? 2 : 0));
    return true;
}

static bool decode_lop3(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    if (i->mod_count != 2 || decode_last_type(i) != PTX_B32)
        return decode_unknown(d);
    if (!decode_want_operands(d, 5))
        return false;
    uint32_t to = decode_dest_row(d, &i->operands[0], PTX_B32), r[3];
    for (int k = 0; k < 3; k++)
        r[k] = decode_source_row(d, &i->operands[1 + k], PTX_B32);
    if (d->failed || i->operands[4].kind != PTX_OPERAND_INT)
        return decode_error(d, "the table must be a number");
    decode_emit_rows(d, OP_lop3_32, to, r[0], r[1], r[2])->imm =
        (int64_t) (i->operands[4].bits & 0xff);
    return true;
}

static bool decode_bfi(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = decode_last_type(i);
    if (i->mod_count != 2 || (t != PTX_B32 && t != PTX_B64))
        return decode_unknown(d);
    if (!decode_want_operands(d, 5))
        return false;
    uint32_t to = decode_dest_row(d, &i->operands[0], t),
             a = decode_source_row(d, &i->operands[1], t),
             b = decode_source_row(d, &i->operands[2], t);
    uint32_t c = decode_source_row(d, &i->operands[3], PTX_U32),
             length = decode_source_row(d, &i->operands[4], PTX_U32);
    if (d->failed)
        return false;
    decode_emit_rows(d, t == PTX_B32 ? OP_bfi_32 : OP_bfi_64, to, a, b, c)->target = length;
    return true;
}

static bool decode_prmt(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    char key[32];
    snprintf(key, sizeof key, "prmt.b32%s%.*s", i->mod_count > 2 ? "." : "",
             i->mod_count > 2 ? (int) i->mods[2].n : 0, i->mod_count > 2 ? i->mods[2].p : "");
    enum op_code code = op_index_find(d->index, key);
    if (code == OP_NONE || !str_eq(i->mods[1], "b32") || i->mod_count > 3)
        return decode_unknown(d);
    if (!decode_want_operands(d, 4))
        return false;
    uint32_t to = decode_dest_row(d, &i->operands[0], PTX_B32);
    return to && emit_values(d, code, to, i->operands + 1, PTX_B32, false);
}

/* ---- moves ---- */

/* mov.b64 {lo, hi}, x and mov.b64 x, {lo, hi} (9.7.9.2) */
static bool decode_unpack(struct decoder *d, enum ptx_type t)
{
    static const enum op_code quarters[4] = {OP_cut_64_16, OP_high_32_16, OP_part2_64_16,
                                             OP_part3_64_16};
    const struct ptx_operand *o = &d->inst->operands[0];
    uint32_t from = decode_source_row(d, &d->inst->operands[1], t), width = decode_type_width(t);
    uint32_t part = o->part_count ? width / o->part_count : 0;
    if (!from || (part != 2 && part != 4) || part * o->part_count != width)
        return d->failed ? false : decode_unknown(d);
    uint32_t copy = decode_temp_row(d, width); /* a part may be the same register as the source's */
    decode_emit_rows(d, width == 8 ? OP_mov_64 : OP_mov_32, copy, from, 0, 0);
    for (uint32_t k = 0; k < o->part_count; k++) {
        enum ptx_type part_type = part == 2 ? PTX_B16 : PTX_B32;
        if (o->parts[k].kind == PTX_OPERAND_SINK)
            continue;
        uint32_t to = decode_dest_row(d, &o->parts[k], part_type);
        if (!to)
            return false;
        enum op_code code = width == 4  ? (k ? OP_high_32_16 : OP_cut_32_16)
                            : part == 4 ? (k ? OP_high_64_32 : OP_cut_64_32)
                                        : quarters[k];
        uint32_t source = copy;
        if (width == 8 && part == 2 && k == 1) {
            source = decode_temp_row(d, 4);
            decode_emit_rows(d, OP_cut_64_32, source, copy, 0, 0);
        }
        decode_emit_rows(d, code, to, source, 0, 0);
    }
    return true;
}

static bool decode_pack(struct decoder *d, enum ptx_type t)
{
    const struct ptx_operand *o = &d->inst->operands[1];
    uint32_t to = decode_dest_row(d, &d->inst->operands[0], t), width = decode_type_width(t), r[4];
    uint32_t part = o->part_count ? width / o->part_count : 0;
    if (!to || (part != 2 && part != 4) || part * o->part_count != width)
        return d->failed ? false : decode_unknown(d);
    for (uint32_t k = 0; k < o->part_count; k++)
        if (!(r[k] = decode_source_row(d, &o->parts[k], part == 2 ? PTX_B16 : PTX_B32)))
            return false;
    if (part == 4 || width == 4) {
        decode_emit_rows(d, part == 4 ? OP_pack_32_64 : OP_pack_16_32, to, r[0], r[1], 0);
        return true;
    }
    uint32_t low = decode_temp_row(d, 4), high = decode_temp_row(d, 4);
    decode_emit_rows(d, OP_pack_16_32, low, r[0], r[1], 0);
    decode_emit_rows(d, OP_pack_16_32, high, r[2], r[3], 0);
    decode_emit_rows(d, OP_pack_32_64, to, low, high, 0);
    return true;
}

static bool decode_mov(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = decode_last_type(i);
    if (i->mod_count != 2 || t == PTX_NONE)
        return decode_unknown(d);
    if (!decode_want_operands(d, 2))
        return false;
    if (t == PTX_PRED) {
        uint32_t to = decode_dest_row(d, &i->operands[0], t),
                 from = decode_pred_source(d, &i->operands[1]);
        if (d->failed)
            return false;
        decode_emit_rows(d, OP_pred_mov, to, from, from, 0)->count = i->operands[1].negate;
        return true;
    }
    if (i->operands[0].kind == PTX_OPERAND_LIST)
        return decode_unpack(d, t);
    if (i->operands[1].kind == PTX_OPERAND_LIST)
        return decode_pack(d, t);
    return decode_plain(d);
}

/* ---- extended precision (9.7.2): add.cc addc[.cc] sub.cc subc[.cc] mad.cc madc[.cc] ---- */

static bool emit_carry(struct decoder *d, bool subtract, enum ptx_type t, uint32_t to, uint32_t a,
                       uint32_t b, bool in, bool out)
{
    if (!d->carry)
        d->carry = decode_new_row(d, 0);
    bool wide = decode_type_width(t) == 8;
    enum op_code code =
        subtract ? (wide ? OP_subc_64 : OP_subc_32) : (wide ? OP_addc_64 : OP_addc_32);
    struct op *op = decode_emit_rows(d, code, to, a, b, in ? d->carry : 0);
    op->target = out ? d->carry : 0;
    return true;
}

static bool decode_carry(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = decode_last_type(i);
    bool subtract = str_eq(i->mods[0], "sub") || str_eq(i->mods[0], "subc");
    bool in = i->mods[0].n == 4, mad = i->mods[0].p[0] == 'm', out = decode_has_mod(i, "cc");
    uint32_t width = decode_type_width(t);
    if (t == PTX_NONE || (width != 4 && width != 8) || i->mod_count != 2u + mad + out ||
        ptx_types[t].kind == PTX_KIND_FLOAT)
        return decode_unknown(d);
    if (!decode_want_operands(d, mad ? 4 : 3))
        return false;
    uint32_t to = decode_dest_row(d, &i->operands[0], t),
             a = decode_source_row(d, &i->operands[1], t),
             b = decode_source_row(d, &i->operands[2], t);
    if (d->failed)
        return false;
    if (!mad)
        return emit_carry(d, subtract, t, to, a, b, in, out);
    enum op_code mul =
        decode_find_op(d, "mul.%s.%s", decode_has_mod(i, "hi") ? "hi" : "lo", ptx_types[t].name);
    uint32_t product = decode_temp_row(d, width), c = decode_source_row(d, &i->operands[3], t);
    if (!c || mul == OP_NONE)
        return d->failed ? false : decode_unknown(d);
    decode_emit_rows(d, mul, product, a, b, 0);
    return emit_carry(d, false, t, to, product, c, in, out);
}

static bool decode_add(struct decoder *d)
{
    return decode_has_mod(d->inst, "cc") ? decode_carry(d) : decode_plain(d);
}

/* ---- the rest that needs no family ---- */

static bool decode_end(struct decoder *d)
{
    static const struct {
        const char *name;
        enum op_code code;
    } ends[] = {
        {"ret",   OP_ret },
        {"exit",  OP_exit},
        {"trap",  OP_trap},
        {"brkpt", OP_trap}
    };

    if (!decode_want_operands(d, 0))
        return false;
    decode_set_fp_mode(d, 0);
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        if (str_eq(d->inst->mods[0], ends[k].name))
            decode_emit(d, ends[k].code)->imm = str_eq(d->inst->mods[0], "brkpt");
    return true;
}

static bool decode_nanosleep(struct decoder *d)
{
    uint32_t a =
        decode_want_operands(d, 1) ? decode_source_row(d, &d->inst->operands[0], PTX_U32) : 0;
    decode_set_fp_mode(d, 0);
    return a && decode_emit_rows(d, OP_nanosleep, 0, a, 0, 0);
}

static bool decode_fence(struct decoder *d)
{
    static const char *const known[] = {"cta", "gl",      "gpu",     "sys",    "cluster",
                                        "sc",  "acq_rel", "acquire", "release"};
    for (uint32_t k = 1; k < d->inst->mod_count; k++) {
        bool found = false;
        for (size_t n = 0; n < sizeof known / sizeof *known; n++)
            found |= str_eq(d->inst->mods[k], known[n]);
        if (!found)
            return decode_unknown(d);
    }
    return decode_want_operands(d, 0) && decode_emit(d, OP_fence);
}

static bool decode_nothing(struct decoder *d) /* prefetch and other hints */
{
    return decode_emit(d, OP_prefetch) != NULL;
}

static bool decode_activemask(struct decoder *d)
{
    uint32_t to =
        decode_want_operands(d, 1) ? decode_dest_row(d, &d->inst->operands[0], PTX_B32) : 0;
    return to && decode_emit_rows(d, OP_activemask, to, 0, 0, 0);
}

static const struct {
    const char *name;
    bool (*decode)(struct decoder *d);
} families[] = {
    {"mov",           decode_mov        },
    {"ld",            decode_load       },
    {"ldu",           decode_load       },
    {"st",            decode_store      },
    {"cvt",           decode_cvt        },
    {"cvta",          decode_cvta       },
    {"setp",          decode_setp       },
    {"set",           decode_set        },
    {"selp",          decode_selp       },
    {"and",           decode_logic      },
    {"or",            decode_logic      },
    {"xor",           decode_logic      },
    {"not",           decode_logic      },
    {"lop3",          decode_lop3       },
    {"bfi",           decode_bfi        },
    {"prmt",          decode_prmt       },
    {"add",           decode_add        },
    {"sub",           decode_add        },
    {"mad",           decode_add        },
    {"addc",          decode_carry      },
    {"subc",          decode_carry      },
    {"madc",          decode_carry      },
    {"bra",           decode_bra        },
    {"brx",           decode_brx        },
    {"call",          decode_call       },
    {"ret",           decode_end        },
    {"exit",          decode_end        },
    {"trap",          decode_end        },
    {"brkpt",         decode_end        },
    {"nanosleep",     decode_nanosleep  },
    {"bar",           decode_bar        },
    {"barrier",       decode_bar        },
    {"membar",        decode_fence      },
    {"fence",         decode_fence      },
    {"atom",          decode_atom       },
    {"red",           decode_atom       },
    {"shfl",          decode_shfl       },
    {"vote",          decode_vote       },
    {"match",         decode_match      },
    {"redux",         decode_redux      },
    {"activemask",    decode_activemask },
    {"isspacep",      decode_isspacep   },
    {"prefetch",      decode_nothing    },
    {"prefetchu",     decode_nothing    },
    {"applypriority", decode_nothing    },
    {"discard",       decode_nothing    },
    {"pmevent",       decode_nothing    },
    {"alloca",        decode_stack      },
    {"stacksave",     decode_stack      },
    {"stackrestore",  decode_stack      },
    {"tex",           decode_tex        },
    {"tld4",          decode_tld4       },
    {"txq",           decode_image_query},
    {"suq",           decode_image_query},
    {"suld",          decode_surface    },
    {"sust",          decode_surface    },
    {"sured",         decode_sured      },
};

bool decode_inst(struct decoder *d)
{
    for (size_t k = 0; k < sizeof families / sizeof *families; k++)
        if (str_eq(d->inst->mods[0], families[k].name))
            return families[k].decode(d) && !d->failed;
    bool video = d->inst->mods[0].p[0] == 'v';
    return (video ? decode_video(d) : decode_plain(d)) && !d->failed;
}
