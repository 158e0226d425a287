/* SPDX-License-Identifier: Apache-2.0 */
/* tex, tld4, txq (9.7.10) and suld, sust, sured, suq (9.7.11). A handle is a 64-bit value, as texture objects are; .texref variables are refused.
 * Next: exec/op_image.c. */
#include "device/cpu/decode/decoder.h"

#include "device/cpu/code/atom.h"
#include "device/cpu/code/image_op.h"

static bool geometry(struct str s, struct image_access *out)
{
    static const struct {
        const char *name;
        uint8_t dims;
        bool layered, cube;
    } names[] = {
        {"1d",    1, false, false},
        {"2d",    2, false, false},
        {"3d",    3, false, false},
        {"a1d",   1, true,  false},
        {"a2d",   2, true,  false},
        {"cube",  3, false, true },
        {"acube", 3, true,  true },
    };

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (str_eq(s, names[k].name)) {
            out->dims = names[k].dims;
            out->layered = names[k].layered;
            out->cube = names[k].cube;
            return true;
        }
    return false;
}

/* [handle, {coordinates}]: the vector register of the handle; those of the coordinates go to s->coords. */
static uint32_t image_operand(struct decoder *d, const struct ptx_operand *o, enum ptx_type coords,
                              struct image_access *s)
{
    const struct ptx_operand *list = o->part_count ? &o->parts[o->part_count - 1] : NULL;
    uint32_t n = s->dims + s->layered;
    if (o->kind != PTX_OPERAND_MEMORY || !list || o->offset) {
        decode_error(d, "expected a texture or surface with coordinates");
        return 0;
    }
    if (!o->has_reg || o->part_count != 1) {
        decode_error(d, "only texture and surface objects are supported, not references");
        return 0;
    }
    bool one = list->kind != PTX_OPERAND_LIST;
    if ((one ? 1 : list->part_count) < n) {
        decode_error(d, "takes %u coordinates", n);
        return 0;
    }
    for (uint32_t k = 0; k < n; k++) {
        enum ptx_type t = s->layered && k == 0 ? PTX_U32 : coords;
        if (!(s->coords[k] = decode_source_vreg(d, one ? list : &list->parts[k], t)))
            return 0;
    }
    const struct ptx_operand handle = {.kind = PTX_OPERAND_REG, .reg = o->reg, .name = o->name};
    return decode_source_vreg(d, &handle, PTX_U64);
}

static bool results(struct decoder *d, const struct ptx_operand *o, enum ptx_type t,
                    struct image_access *s)
{
    bool one = o->kind != PTX_OPERAND_LIST;
    if ((one ? 1 : o->part_count) != s->count)
        return decode_error(d, "takes %u values", s->count);
    for (uint32_t k = 0; k < s->count; k++) {
        const struct ptx_operand *p = one ? o : &o->parts[k];
        bool store = s->what == IMAGE_STORE || s->what == IMAGE_REDUCE;
        if (p->kind == PTX_OPERAND_SINK && !store)
            s->results[k] = UINT32_MAX;
        else if (!(s->results[k] = store ? decode_source_vreg(d, p, t) : decode_dest_vreg(d, p, t)))
            return false;
    }
    return true;
}

static bool emit_image(struct decoder *d, enum op_code code, uint32_t handle,
                       const struct image_access *s)
{
    struct image_access *copy = ARENA_NEW(&d->m->arena, struct image_access);
    *copy = *s;
    decode_set_fp_mode(d, 0);
    decode_emit_op(d, code, 0, handle, 0, 0)->more = copy;
    return true;
}

/* tex[.base|.level|.grad].geom.v4.dtype.ctype: images have one level, so a level or gradients choose nothing */
bool decode_tex(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    struct image_access s = {.what = IMAGE_FETCH, .count = 4};
    uint32_t k = 1, extra = 0;
    if (k < i->mod_count &&
        (str_eq(i->mods[k], "base") || str_eq(i->mods[k], "level") || str_eq(i->mods[k], "grad"))) {
        extra = str_eq(i->mods[k], "base") ? 0 : str_eq(i->mods[k], "level") ? 1 : 2;
        k++;
    }
    if (i->mod_count != k + 4 || !geometry(i->mods[k], &s) || !str_eq(i->mods[k + 1], "v4"))
        return decode_unknown(d);
    enum ptx_type type = ptx_type_named(i->mods[k + 2]), coords = ptx_type_named(i->mods[k + 3]);
    s.float_result = type == PTX_F32;
    s.float_coords = coords == PTX_F32;
    if ((type != PTX_F32 && type != PTX_U32 && type != PTX_S32) ||
        (coords != PTX_F32 && coords != PTX_S32) || (s.cube && coords != PTX_F32))
        return decode_unknown(d);
    if (!decode_want_operands(d, 2 + extra))
        return false;
    uint32_t handle = image_operand(d, &i->operands[1], coords, &s);
    return handle && results(d, &i->operands[0], type, &s) && emit_image(d, OP_tex, handle, &s);
}

/* tld4.comp.2d.v4.dtype.f32 */
bool decode_tld4(struct decoder *d)
{
    static const char *const components[4] = {"r", "g", "b", "a"};
    const struct ptx_inst *i = d->inst;
    struct image_access s = {
        .what = IMAGE_GATHER, .count = 4, .float_coords = true, .component = 4};
    if (i->mod_count != 6 || !geometry(i->mods[2], &s) || s.dims < 2 || (s.dims == 3 && !s.cube) ||
        !str_eq(i->mods[3], "v4") || !str_eq(i->mods[5], "f32"))
        return decode_unknown(d);
    for (uint8_t k = 0; k < 4; k++)
        if (str_eq(i->mods[1], components[k]))
            s.component = k;
    enum ptx_type type = ptx_type_named(i->mods[4]);
    s.float_result = type == PTX_F32;
    if (s.component > 3 || (type != PTX_F32 && type != PTX_U32 && type != PTX_S32))
        return decode_unknown(d);
    if (!decode_want_operands(d, 2))
        return false;
    uint32_t handle = image_operand(d, &i->operands[1], PTX_F32, &s);
    return handle && results(d, &i->operands[0], type, &s) && emit_image(d, OP_tex, handle, &s);
}

static bool edge_named(struct str s, enum image_edge *out)
{
    *out = str_eq(s, "trap") ? EDGE_TRAP : str_eq(s, "clamp") ? EDGE_CLAMP : EDGE_ZERO;
    return *out != EDGE_ZERO || str_eq(s, "zero");
}

/* [.cop][.vec]: a cache operator, which changes no value, or a number of elements */
static bool surface_modifier(struct str mod, struct image_access *s)
{
    static const char *const cached[] = {"ca", "cg", "cs", "cv", "wb", "wt"};
    if (str_eq(mod, "v2") || str_eq(mod, "v4")) {
        s->count = (uint8_t) (mod.p[1] - '0');
        return true;
    }
    for (size_t k = 0; k < sizeof cached / sizeof *cached; k++)
        if (str_eq(mod, cached[k]))
            return true;
    return false;
}

/* suld.b.geom[.cop][.vec].type.edge and sust.b. the same; x is in bytes */
static bool parse_surface(const struct ptx_inst *i, struct image_access *s, enum ptx_type *out_type)
{
    uint32_t n = i->mod_count;
    if (n < 5 || !str_eq(i->mods[1], "b") || !geometry(i->mods[2], s) || s->cube ||
        !edge_named(i->mods[n - 1], &s->edge))
        return false;
    for (uint32_t k = 3; k + 2 < n; k++)
        if (!surface_modifier(i->mods[k], s))
            return false;
    *out_type = ptx_type_named(i->mods[n - 2]);
    s->size = (uint8_t) ptx_types[*out_type].size;
    return ptx_types[*out_type].kind == PTX_KIND_BITS && s->size && s->size * s->count <= 16;
}

bool decode_surface(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    bool store = str_eq(i->mods[0], "sust");
    struct image_access s = {.what = store ? IMAGE_STORE : IMAGE_LOAD, .count = 1};
    enum ptx_type type;
    if (!parse_surface(i, &s, &type))
        return decode_unknown(d);
    if (!decode_want_operands(d, 2))
        return false;
    uint32_t handle = image_operand(d, &i->operands[!store], PTX_S32, &s);
    return handle && results(d, &i->operands[store], type, &s) &&
           emit_image(d, store ? OP_sust : OP_suld, handle, &s);
}

/* sured.b.op.geom.type.edge [surface, {coordinates}], value */
bool decode_sured(struct decoder *d)
{
    static const struct {
        const char *name;
        enum atom_kind of_unsigned, of_signed;
    } kinds[] = {
        {"add", ATOM_ADD,   ATOM_ADD  },
        {"min", ATOM_MIN_U, ATOM_MIN_S},
        {"max", ATOM_MAX_U, ATOM_MAX_S},
        {"and", ATOM_AND,   ATOM_AND  },
        {"or",  ATOM_OR,    ATOM_OR   }
    };
    const struct ptx_inst *i = d->inst;
    struct image_access s = {.what = IMAGE_REDUCE, .count = 1, .atom = UINT32_MAX};
    if (i->mod_count != 6 || !str_eq(i->mods[1], "b") || !geometry(i->mods[3], &s) || s.cube ||
        !edge_named(i->mods[5], &s.edge))
        return decode_unknown(d);
    enum ptx_type type = ptx_type_named(i->mods[4]);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (str_eq(i->mods[2], kinds[k].name))
            s.atom =
                ptx_types[type].kind == PTX_KIND_SIGNED ? kinds[k].of_signed : kinds[k].of_unsigned;
    s.size = (uint8_t) ptx_types[type].size;
    s.is_wide = s.size == 8;
    if (s.atom == UINT32_MAX || (s.size != 4 && s.size != 8) ||
        ptx_types[type].kind == PTX_KIND_FLOAT)
        return decode_unknown(d);
    if (!decode_want_operands(d, 2))
        return false;
    uint32_t handle = image_operand(d, &i->operands[0], PTX_S32, &s);
    return handle && results(d, &i->operands[1], type, &s) && emit_image(d, OP_sured, handle, &s);
}

/* txq.query.b32 d, [texture] and suq the same */
bool decode_image_query(struct decoder *d)
{
    static const struct {
        const char *name;
        enum image_query query;
    } names[] = {
        {"width",             QUERY_WIDTH        },
        {"height",            QUERY_HEIGHT       },
        {"depth",             QUERY_DEPTH        },
        {"array_size",        QUERY_ARRAY_SIZE   },
        {"num_mipmap_levels", QUERY_LEVELS       },
        {"num_samples",       QUERY_SAMPLES      },
        {"channel_data_type", QUERY_CHANNEL_TYPE },
        {"channel_order",     QUERY_CHANNEL_ORDER},
        {"normalized_coords", QUERY_NORMALIZED   }
    };
    const struct ptx_inst *i = d->inst;
    if (i->mod_count != 3 || !str_eq(i->mods[2], "b32"))
        return decode_unknown(d);
    if (!decode_want_operands(d, 2))
        return false;
    const struct ptx_operand *o = &i->operands[1];
    if (o->kind != PTX_OPERAND_MEMORY || !o->has_reg || o->part_count || o->offset)
        return decode_error(d, "only texture and surface objects are supported, not references");
    const struct ptx_operand handle = {.kind = PTX_OPERAND_REG, .reg = o->reg, .name = o->name};
    uint32_t to = decode_dest_vreg(d, &i->operands[0], PTX_B32),
             a = decode_source_vreg(d, &handle, PTX_U64);
    for (size_t k = 0; k < sizeof names / sizeof *names && !d->failed; k++)
        if (str_eq(i->mods[1], names[k].name)) {
            decode_emit_op(d, OP_image_query, to, a, 0, 0)->imm = names[k].query;
            return true;
        }
    return d->failed ? false : decode_unknown(d);
}
