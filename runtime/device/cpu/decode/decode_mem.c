/* SPDX-License-Identifier: Apache-2.0 */
/* ld, st, atom, red, cvta, isspacep, fences and hints (9.7.9, 9.7.13): the space, the width, and which of the load and store ops. Accesses to
 * .param variables are constants of the frame (kernels) or lane memory (calls). Next: exec/op_mem.c. */
#include "device/cpu/decode/decoder.h"

#include <string.h>

#include "device/cpu/code/atom.h"

struct access_mods {
    enum ptx_space space;
    enum ptx_type type;
    uint32_t vector; /* 1, 2, 4, 8 */
    bool ordered;    /* volatile, relaxed, acquire, release: one atomic access for each lane */
    bool cluster;    /* it may be in another block's shared memory */
    enum atom_kind atom;
    bool has_atom, noftz;
};

static bool is_one_of(struct str s, const char *const *list)
{
    for (; *list; list++)
        if (str_eq(s, *list))
            return true;
    return false;
}

static bool space_mod(struct str s, enum ptx_space *out)
{
    static const struct {
        const char *name;
        enum ptx_space space;
    } spaces[] = {
        {"global",          PTX_GLOBAL},
        {"shared",          PTX_SHARED},
        {"shared::cta",     PTX_SHARED},
        {"shared::cluster", PTX_SHARED},
        {"local",           PTX_LOCAL },
        {"const",           PTX_CONST },
        {"param",           PTX_PARAM },
        {"param::entry",    PTX_PARAM },
        {"param::func",     PTX_PARAM }
    };

    for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++)
        if (str_eq(s, spaces[k].name)) {
            *out = spaces[k].space;
            return true;
        }
    return false;
}

/* 9.7.9.1, 9.7.9.2: cache operators and eviction priorities are performance hints and change no value. */
static bool is_cache_hint(struct str s)
{
    static const char *const hints[] = {"ca", "cg", "cs", "lu",   "cv",
                                        "wb", "wt", "nc", "weak", NULL};
    return is_one_of(s, hints) ||
           (s.n > 4 && (!memcmp(s.p, "L1::", 4) || !memcmp(s.p, "L2::", 4)) &&
            !str_eq(s, "L2::cache_hint"));
}

static bool parse_access(struct decoder *d, struct access_mods *m)
{
    static const char *const ordered[] = {"volatile", "relaxed", "acquire", "release",
                                          "mmio",     "acq_rel", NULL};
    static const char *const scopes[] = {"cta", "cluster", "gpu", "sys", NULL};
    const struct ptx_inst *i = d->inst;
    *m = (struct access_mods){.vector = 1};
    for (uint32_t k = 1; k < i->mod_count; k++) {
        struct str s = i->mods[k];
        if (space_mod(s, &m->space) || is_one_of(s, scopes) || is_cache_hint(s))
            continue;
        if (is_one_of(s, ordered))
            m->ordered = true;
        else if (str_eq(s, "v2") || str_eq(s, "v4") || str_eq(s, "v8"))
            m->vector = (uint32_t) (s.p[1] - '0');
        else if (k + 1 == i->mod_count && (m->type = ptx_type_named(s)) != PTX_NONE &&
                 m->type != PTX_PRED)
            continue;
        else
            return decode_unknown(d);
    }
    m->cluster = ptx_has_mod(i, "shared::cluster");
    return (m->type != PTX_NONE && ptx_types[m->type].size <= 8) || decode_unknown(d);
}

static uint32_t next_cache(struct decoder *d)
{
    return d->m->cache_count++;
}

/* ---- parameters and results of calls: lane memory ---- */

/* ld.param and st.param of calls (7.1). The caller's and the callee's .param variables are both in lane memory of a frame. */
static bool lane_access(struct decoder *d, const struct access_mods *m,
                        const struct ptx_operand *data, const struct ptx_operand *at, bool store)
{
    uint32_t base, size = ptx_types[m->type].size;
    if (!decode_lane_var_at(d, at->var, &base))
        return decode_error(d, "'%s' is not a parameter of this function",
                            at->name ? at->name : "");
    uint32_t n = data->kind == PTX_OPERAND_LIST ? data->part_count : 1;
    if (n != m->vector)
        return decode_error(d, "the register list does not match the access");
    if (at->offset < 0 || (uint64_t) at->offset + (uint64_t) size * n > at->var->size)
        return decode_error(d, "outside the parameter");
    for (uint32_t k = 0; k < n; k++) {
        const struct ptx_operand *o = data->kind == PTX_OPERAND_LIST ? &data->parts[k] : data;
        uint32_t vreg, reg_width;
        if (store ? !(vreg = decode_wide_source_vreg(d, o, m->type))
                  : !decode_wide_dest(d, o, m->type, &vreg, &reg_width))
            return false;
        uint32_t width = decode_type_width(m->type),
                 to = store || reg_width == width ? vreg : decode_temp_vreg(d, width);
        bool sign = ptx_types[m->type].kind == PTX_KIND_SIGNED;
        struct op *op = decode_emit_op(d, store ? OP_st_lane : OP_ld_lane, to, d->code->lanes_at,
                                       d->code->lanes_size, 0);
        op->imm = base + at->offset + (int64_t) k * size;
        op->target = size;
        op->count = sign;
        if (!store && to != vreg)
            decode_widen(d, vreg, reg_width, to, width, sign);
    }
    return true;
}

/* ---- loads ---- */

static enum op_code plain_load(enum ptx_space space, enum ptx_type t)
{
    bool sign = ptx_types[t].kind == PTX_KIND_SIGNED;

    static const enum op_code global[] = {OP_ld_global_u8, OP_ld_global_16, OP_ld_global_32,
                                          OP_ld_global_64};

    static const enum op_code shared[] = {OP_ld_shared_u8, OP_ld_shared_16, OP_ld_shared_32,
                                          OP_ld_shared_64};

    int size = __builtin_ctz(ptx_types[t].size);
    if (size == 0 && sign)
        return space == PTX_SHARED ? OP_ld_shared_s8 : OP_ld_global_s8;
    return (space == PTX_SHARED ? shared : global)[size];
}

/* A kernel's parameter at a known offset: a constant of the frame. */
static bool load_param(struct decoder *d, const struct access_mods *m,
                       const struct ptx_operand *data, const struct ptx_operand *at)
{
    uint32_t offset;
    if (!decode_kernel_param_at(d, at->var, &offset))
        return lane_access(d, m, data, at, false);
    uint32_t n = data->kind == PTX_OPERAND_LIST ? data->part_count : 1,
             size = ptx_types[m->type].size;
    if (n != m->vector)
        return decode_error(d, "the register list does not match the access");
    uint64_t first = offset + (uint64_t) at->offset;
    if (at->offset < 0 || first + (uint64_t) size * n > d->code->params_size)
        return decode_error(d, "outside the kernel's parameters");
    for (uint32_t k = 0; k < n; k++) {
        const struct ptx_operand *o = data->kind == PTX_OPERAND_LIST ? &data->parts[k] : data;
        uint32_t to, width;
        if (o->kind == PTX_OPERAND_SINK)
            continue;
        if (!decode_wide_dest(d, o, m->type, &to, &width))
            return false;
        uint32_t vreg =
            decode_new_vreg(d, 8); /* a constant of its own, as it may be sign-extended */
        VEC_PUSH(&d->constants,
                 (struct frame_constant){.kind = CONSTANT_PARAM,
                                         .size = (uint8_t) width,
                                         .value = first + (uint64_t) k * size,
                                         .source = (uint8_t) size,
                                         .vreg = vreg,
                                         .is_signed = ptx_types[m->type].kind == PTX_KIND_SIGNED});
        decode_widen(d, to, width, vreg, width, false);
    }
    return true;
}

/* Vectors, and accesses with an ordering (8.4): one op with a list of vector registers. */
static bool vector_access(struct decoder *d, const struct access_mods *m,
                          const struct ptx_operand *data, const struct ptx_operand *at, bool store)
{
    uint32_t n = data->kind == PTX_OPERAND_LIST ? data->part_count : 1;
    uint32_t width = decode_type_width(m->type), vregs[8], widths[8], regs[8], address;
    int64_t offset;
    bool sign = ptx_types[m->type].kind == PTX_KIND_SIGNED;
    if (n != m->vector || n > 8)
        return decode_error(d, "the register list does not match the access");
    if (!decode_address_vreg(d, at, m->space, false, &address, &offset))
        return false;
    for (uint32_t k = 0; k < n; k++) {
        const struct ptx_operand *o = data->kind == PTX_OPERAND_LIST ? &data->parts[k] : data;
        regs[k] = 0;
        widths[k] = width;
        if (o->kind == PTX_OPERAND_SINK && !store)
            vregs[k] = UINT32_MAX;
        else if (store ? !(vregs[k] = decode_wide_source_vreg(d, o, m->type))
                       : !decode_wide_dest(d, o, m->type, &regs[k], &widths[k]))
            return false;
        else if (!store)
            vregs[k] = widths[k] == width ? regs[k] : decode_temp_vreg(d, width);
    }
    uint32_t *list = ARENA_ARRAY(&d->m->arena, uint32_t, n);
    memcpy(list, vregs, n * sizeof *list);
    enum op_code code = store ? (m->ordered ? OP_st_ordered : OP_st_vector)
                              : (m->ordered ? OP_ld_ordered : OP_ld_vector);
    struct op *op =
        decode_emit_op(d, code, n == 1 && vregs[0] != UINT32_MAX ? vregs[0] : 0, address, sign, 0);
    op->imm = offset;
    op->space = (uint8_t) m->space;
    op->count = (uint8_t) n;
    op->target = ptx_types[m->type].size;
    op->more = list;
    op->cache = next_cache(d);
    for (uint32_t k = 0; k < n && !store; k++)
        if (vregs[k] != UINT32_MAX && vregs[k] != regs[k])
            decode_widen(d, regs[k], widths[k], vregs[k], width, sign);
    return true;
}

/* {%r1} for %r1: Triton writes accesses of one element so. */
static const struct ptx_operand *only_element(const struct ptx_operand *o)
{
    return o->kind == PTX_OPERAND_LIST && o->part_count == 1 ? o->parts : o;
}

/* ld, ldu (9.7.9.8, 9.7.9.10): a register may be wider than the type, and the value is extended to it. */
bool decode_load(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    struct access_mods m;
    uint32_t to, reg_width, address;
    int64_t offset;
    if (!parse_access(d, &m))
        return false;
    if (i->operand_count != 2)
        return decode_error(d, "takes 2 operands");
    if (m.space == PTX_PARAM && i->operands[1].kind == PTX_OPERAND_MEMORY &&
        !i->operands[1].has_reg)
        return load_param(d, &m, &i->operands[0], &i->operands[1]);
    if (m.ordered || m.cluster || m.vector > 1)
        return vector_access(d, &m, only_element(&i->operands[0]), &i->operands[1], false);
    if (!decode_wide_dest(d, only_element(&i->operands[0]), m.type, &to, &reg_width) ||
        !decode_address_vreg(d, &i->operands[1], m.space, m.space == PTX_SHARED, &address, &offset))
        return false;
    uint32_t width = decode_type_width(m.type),
             vreg = reg_width == width ? to : decode_temp_vreg(d, width);
    struct op *op = decode_emit_op(d, plain_load(m.space, m.type), vreg, address, 0, 0);
    op->imm = offset;
    op->space = (uint8_t) m.space;
    op->cache = next_cache(d);
    if (vreg != to)
        decode_widen(d, to, reg_width, vreg, width, ptx_types[m.type].kind == PTX_KIND_SIGNED);
    return true;
}

/* st (9.7.9.11): a register may be wider than the type, and the value is cut to it. */
bool decode_store(struct decoder *d)
{
    static const enum op_code global[] = {OP_st_global_8, OP_st_global_16, OP_st_global_32,
                                          OP_st_global_64};

    static const enum op_code shared[] = {OP_st_shared_8, OP_st_shared_16, OP_st_shared_32,
                                          OP_st_shared_64};
    const struct ptx_inst *i = d->inst;
    struct access_mods m;
    uint32_t from, address;
    int64_t offset;
    if (i->mod_count > 1 && str_eq(i->mods[1], "async"))
        return decode_store_async(d);
    if (!parse_access(d, &m))
        return false;
    if (i->operand_count != 2)
        return decode_error(d, "takes 2 operands");
    if (m.space == PTX_PARAM)
        return lane_access(d, &m, &i->operands[1], &i->operands[0], true);
    if (m.ordered || m.cluster || m.vector > 1)
        return vector_access(d, &m, only_element(&i->operands[1]), &i->operands[0], true);
    if (!(from = decode_wide_source_vreg(d, only_element(&i->operands[1]), m.type)) ||
        !decode_address_vreg(d, &i->operands[0], m.space, m.space == PTX_SHARED, &address, &offset))
        return false;
    int size = __builtin_ctz(ptx_types[m.type].size);
    struct op *op =
        decode_emit_op(d, (m.space == PTX_SHARED ? shared : global)[size], from, address, 0, 0);
    op->imm = offset;
    op->space = (uint8_t) m.space;
    op->cache = next_cache(d);
    return true;
}

/* ---- atom and red ---- */

bool decode_atom_kind(struct str op, enum ptx_type t, enum atom_kind *out)
{
    bool is_signed = ptx_types[t].kind == PTX_KIND_SIGNED,
         is_float = ptx_types[t].kind == PTX_KIND_FLOAT;

    static const struct {
        const char *name;
        enum atom_kind kind;
    } kinds[] = {
        {"add",  ATOM_ADD  },
        {"and",  ATOM_AND  },
        {"or",   ATOM_OR   },
        {"xor",  ATOM_XOR  },
        {"exch", ATOM_EXCH },
        {"cas",  ATOM_CAS  },
        {"min",  ATOM_MIN_U},
        {"max",  ATOM_MAX_U},
        {"inc",  ATOM_INC  },
        {"dec",  ATOM_DEC  }
    };

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (str_eq(op, kinds[k].name)) {
            *out = kinds[k].kind;
            if (is_signed && *out == ATOM_MIN_U)
                *out = ATOM_MIN_S;
            if (is_signed && *out == ATOM_MAX_U)
                *out = ATOM_MAX_S;
            if (is_float && *out != ATOM_ADD)
                return false;
            if (is_float)
                *out = t == PTX_F16 || t == PTX_F16X2     ? ATOM_ADD_F16
                       : t == PTX_BF16 || t == PTX_BF16X2 ? ATOM_ADD_BF16
                                                          : ATOM_ADD_F;
            return true;
        }
    return false;
}

static bool parse_atom(struct decoder *d, struct access_mods *m)
{
    static const char *const known[] = {"relaxed", "acquire", "release", "acq_rel", "cta",
                                        "cluster", "gpu",     "sys",     "noftz",   NULL};
    const struct ptx_inst *i = d->inst;
    *m = (struct access_mods){.vector = 1, .type = ptx_type_named(i->mods[i->mod_count - 1])};
    for (uint32_t k = 1; k + 1 < i->mod_count; k++)
        if (!space_mod(i->mods[k], &m->space) && !is_one_of(i->mods[k], known)) {
            if (m->has_atom || !decode_atom_kind(i->mods[k], m->type, &m->atom))
                return decode_unknown(d);
            m->has_atom = true;
        }
    uint32_t size = ptx_types[m->type].size;
    if (m->atom == ATOM_ADD_F && m->type == PTX_F32 && m->space != PTX_SHARED)
        m->atom = ATOM_ADD_F_FTZ;
    bool counts = m->atom == ATOM_INC || m->atom == ATOM_DEC,
         half = m->atom == ATOM_ADD_F16 || m->atom == ATOM_ADD_BF16;
    bool fits = size == 4 || (size == 8 && !counts) || (size == 2 && (half || m->atom == ATOM_CAS));
    return (m->has_atom && fits) || decode_unknown(d);
}

/* atom, red (9.7.13.5, 9.7.13.6). */
bool decode_atom(struct decoder *d)
{
    static const enum op_code codes[3] = {OP_atom_16, OP_atom_32, OP_atom_64};
    const struct ptx_inst *i = d->inst;
    struct access_mods m;
    bool red = str_eq(i->mods[0], "red");
    int64_t offset;
    uint32_t address;
    if (!parse_atom(d, &m))
        return false;
    uint32_t operands = (red ? 2 : 3) + (m.atom == ATOM_CAS);
    if (i->operand_count != operands)
        return decode_error(d, "takes %u operands", operands);
    const struct ptx_operand *o = i->operands + !red;
    bool sink = !red && i->operands[0].kind == PTX_OPERAND_SINK;
    uint32_t to = red || sink ? 0 : decode_dest_vreg(d, &i->operands[0], m.type),
             b = decode_source_vreg(d, &o[1], m.type);
    uint32_t c = m.atom == ATOM_CAS ? decode_source_vreg(d, &o[2], m.type) : b;
    if (d->failed || !decode_address_vreg(d, &o[0], m.space, false, &address, &offset))
        return false;
    decode_set_fp_mode(d, 0);
    struct op *op = decode_emit_op(d, codes[ptx_types[m.type].size / 4], to, address, b, c);
    op->imm = offset;
    op->target = m.atom;
    op->space = (uint8_t) m.space;
    op->cache = next_cache(d);
    return true;
}

/* ---- addresses ---- */

/* cvta (9.7.9.20): the generic address of global, local and constant memory is the address itself; only shared memory has a window. */
bool decode_cvta(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    bool to_space = i->mod_count > 1 && str_eq(i->mods[1], "to"),
         is_cluster = ptx_has_mod(i, "shared::cluster"),
         is_shared = is_cluster || ptx_has_mod(i, "shared") || ptx_has_mod(i, "shared::cta");
    if (i->operand_count != 2 || !str_eq(i->mods[i->mod_count - 1], "u64") ||
        (uint32_t) (3 + to_space) != i->mod_count)
        return decode_unknown(d);
    enum ptx_space space;
    if (!space_mod(i->mods[1 + to_space], &space))
        return decode_unknown(d);
    uint32_t to = decode_dest_vreg(d, &i->operands[0], PTX_U64),
             from = decode_source_vreg(d, &i->operands[1], PTX_U64);
    if (d->failed)
        return false;
    enum op_code shared = is_cluster ? OP_cvta_cluster
                          : to_space ? OP_cvta_to_shared
                                     : OP_cvta_shared;
    decode_emit_op(d, is_shared ? shared : OP_mov_64, to, from, 0, 0)->imm = to_space;
    return true;
}

/* isspacep (9.7.9.19). */
bool decode_isspacep(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    enum ptx_space space;
    if (i->operand_count != 2 || i->mod_count != 2 || !space_mod(i->mods[1], &space))
        return decode_unknown(d);
    uint32_t to = decode_dest_vreg(d, &i->operands[0], PTX_PRED),
             a = decode_source_vreg(d, &i->operands[1], PTX_U64);
    if (d->failed)
        return false;
    struct op *op = decode_emit_op(d, OP_isspacep, to, a, 0, 0);
    op->space = (uint8_t) space;
    op->imm = ptx_has_mod(i, "shared::cluster");
    return true;
}

/* ---- hints and fences ---- */

/* prefetch and other hints change no value */
bool decode_hint(struct decoder *d)
{
    return decode_emit(d, OP_prefetch) != NULL;
}

/* fence.proxy (9.7.13.4): all proxies see the same memory here. That of a tensor map names its address and size, which change nothing. */
static bool is_proxy_fence(const struct ptx_inst *i)
{
    return i->mod_count > 2 && str_eq(i->mods[0], "fence") && str_eq(i->mods[1], "proxy");
}

/* membar, fence (9.7.13.4). The engine's fence is sequentially consistent for every scope, which is the strongest and so always right. */
bool decode_fence(struct decoder *d)
{
    static const char *const known[] = {"cta", "gl",      "gpu",     "sys",     "cluster",
                                        "sc",  "acq_rel", "acquire", "release", "mbarrier_init"};
    if (is_proxy_fence(d->inst))
        return decode_emit(d, OP_fence) != NULL;
    for (uint32_t k = 1; k < d->inst->mod_count; k++) {
        bool found = false;
        for (size_t n = 0; n < sizeof known / sizeof *known; n++)
            found |= str_eq(d->inst->mods[k], known[n]);
        if (!found)
            return decode_unknown(d);
    }
    return decode_want_operands(d, 0) && decode_emit(d, OP_fence);
}
