/* SPDX-License-Identifier: Apache-2.0 */
/* Video instructions (9.7.18): vadd vsub vabsdiff vmin vmax vshl vshr vmad vset, and those that end in 2 or 4, on halves and bytes. Operands may
 * have selectors (%r1.b0, %r2.h10). Next: exec/op_bits.c. */
#include "device/cpu/decode/decoder.h"

#include <string.h>

#include "device/cpu/code/video.h"

static const struct {
    const char *name;
    enum video_kind kind;
} kinds[] = {
    {"vadd",     VIDEO_ADD    },
    {"vsub",     VIDEO_SUB    },
    {"vavrg",    VIDEO_AVERAGE},
    {"vabsdiff", VIDEO_ABSDIFF},
    {"vmin",     VIDEO_MIN    },
    {"vmax",     VIDEO_MAX    },
    {"vshl",     VIDEO_SHL    },
    {"vshr",     VIDEO_SHR    },
    {"vmad",     VIDEO_MAD    },
    {"vset",     VIDEO_SET    },
};

/* b0 to b3, h0 and h1 of a word that begins at bit `base`; no selector: all of it */
static bool scalar_part(struct str s, uint32_t base, struct video_part *out)
{
    bool byte = s.n == 2 && s.p[0] == 'b', half = s.n == 2 && s.p[0] == 'h';
    uint32_t n = s.n == 2 ? (uint32_t) (s.p[1] - '0') : 0;
    out->bits = byte ? 8 : half ? 16 : 32;
    out->at[0] = (uint8_t) (base + n * out->bits);
    return !s.n || (byte && n < 4) || (half && n < 2);
}

/* h10, b7632 and so on: which halves or bytes of b:a; the last digit is for element 0 */
static bool simd_part(struct str s, uint32_t count, uint32_t base, struct video_part *out)
{
    out->bits = (uint8_t) (32 / count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t n = s.n ? (uint32_t) (s.p[s.n > k ? s.n - 1 - k : 0] - '0') : k + base / out->bits;
        if ((s.n && (s.n != count + 1 || *s.p != (count == 2 ? 'h' : 'b'))) || n >= 2 * count)
            return false;
        out->at[k] = (uint8_t) (n * out->bits);
    }
    return true;
}

static bool simd_mask(struct str s, uint32_t count, uint8_t *out)
{
    *out = (uint8_t) (s.n ? 0 : (1u << count) - 1);
    for (size_t k = 1; k < s.n; k++) {
        uint32_t n = (uint32_t) (s.p[k] - '0');
        if (n >= count)
            return false;
        *out |= (uint8_t) (1u << n);
    }
    return !s.n || *s.p == (count == 2 ? 'h' : 'b');
}

/* Modifiers that are not types. Only vset takes a comparison. */
enum modifier { MOD_SATURATE, MOD_SECOND, MOD_WRAP, MOD_PLUS_ONE, MOD_SCALE, MOD_COMPARE };

static const struct {
    const char *name;
    enum modifier what;
    uint8_t value;
} modifiers[] = {
    {"sat",   MOD_SATURATE, true      },
    {"add",   MOD_SECOND,   SECOND_ADD},
    {"min",   MOD_SECOND,   SECOND_MIN},
    {"max",   MOD_SECOND,   SECOND_MAX},
    {"wrap",  MOD_WRAP,     true      },
    {"clamp", MOD_WRAP,     false     },
    {"po",    MOD_PLUS_ONE, true      },
    {"shr7",  MOD_SCALE,    7         },
    {"shr15", MOD_SCALE,    15        },
    {"eq",    MOD_COMPARE,  VIDEO_EQ  },
    {"ne",    MOD_COMPARE,  VIDEO_NE  },
    {"lt",    MOD_COMPARE,  VIDEO_LT  },
    {"le",    MOD_COMPARE,  VIDEO_LE  },
    {"gt",    MOD_COMPARE,  VIDEO_GT  },
    {"ge",    MOD_COMPARE,  VIDEO_GE  },
};

static void set_modifier(struct video_operands *s, enum modifier what, uint8_t value)
{
    switch (what) {
    case MOD_SATURATE: s->saturate = value; break;
    case MOD_SECOND: s->second = (enum video_second) value; break;
    case MOD_WRAP: s->wrap = value; break;
    case MOD_PLUS_ONE: s->plus_one = value; break;
    case MOD_SCALE: s->scale = value; break;
    case MOD_COMPARE: s->compare = (enum video_compare) value; break;
    }
}

/* The modifiers after the name: types of the result, of a and of b (vset has no type of the result), and the rest in any order. */
static bool parse_mods(struct decoder *d, struct video_operands *s)
{
    const struct ptx_inst *i = d->inst;
    bool sign[3] = {false}, is_set = s->kind == VIDEO_SET, has_compare = false;
    uint32_t types = 0;
    for (uint32_t k = 1; k < i->mod_count; k++) {
        struct str m = i->mods[k];
        if (types < 3 && (str_eq(m, "u32") || str_eq(m, "s32"))) {
            sign[types++] = *m.p == 's';
            continue;
        }
        size_t n = 0;
        while (n < sizeof modifiers / sizeof *modifiers && !str_eq(m, modifiers[n].name))
            n++;
        if (n == sizeof modifiers / sizeof *modifiers)
            return decode_unknown(d);
        set_modifier(s, modifiers[n].what, modifiers[n].value);
        has_compare |= modifiers[n].what == MOD_COMPARE;
    }
    if (types != (is_set ? 2u : 3u) || has_compare != is_set ||
        (s->count > 1 && s->second > SECOND_ADD))
        return decode_unknown(d);
    s->signed_result = is_set ? false : sign[0];
    s->a.is_signed = sign[is_set ? 0 : 1];
    s->b.is_signed = sign[is_set ? 1 : 2];
    return true;
}

static bool parse_selectors(struct decoder *d, struct video_operands *s)
{
    const struct ptx_operand *o = d->inst->operands;
    bool ok;
    if (s->count == 1) {
        struct video_part to = {0};
        ok = scalar_part(o[1].select, 0, &s->a) && scalar_part(o[2].select, 32, &s->b) &&
             scalar_part(o[0].select, 0, &to);
        s->to_at = to.at[0];
        s->to_bits = to.bits;
    } else {
        ok = simd_part(o[1].select, s->count, 0, &s->a) &&
             simd_part(o[2].select, s->count, 32, &s->b) &&
             simd_mask(o[0].select, s->count, &s->mask);
    }
    return ok || decode_error(d, "an operand has a selector that does not fit");
}

/* The name: an operation, and how many elements of the words it works on. mnemonics.def lists those that exist. */
static void parse_name(struct str name, struct video_operands *s)
{
    char last = name.p[name.n - 1];
    s->count = 1;
    if (last == '2' || last == '4') {
        s->count = (uint8_t) (last - '0');
        name.n--;
    }
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (str_eq(name, kinds[k].name))
            s->kind = kinds[k].kind;
}

/* Operand c may be left out where nothing is added or merged. The op then names a, and does not read it. */
static bool needs_c(const struct video_operands *s)
{
    return s->count > 1 || s->kind == VIDEO_MAD || s->second || s->to_bits != 32;
}

bool decode_video(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    struct video_operands s = {0};
    parse_name(i->mods[0], &s);
    if (!parse_mods(d, &s))
        return false;
    uint32_t n = i->operand_count;
    if (n < 3 || n > 4)
        return decode_error(d, "takes 3 or 4 operands");
    if (!parse_selectors(d, &s))
        return false;
    if (n == 3 && needs_c(&s))
        return decode_error(d, "takes 4 operands");
    struct ptx_operand
        o[4]; /* without the minus signs of vmad, which no other instruction allows on registers */
    memcpy(o, i->operands, n * sizeof *o);
    if (s.kind == VIDEO_MAD) {
        s.negate_product = o[1].negate != o[2].negate;
        s.negate_c = o[3].negate;
        o[1].negate = o[2].negate = o[3].negate = false;
    }
    uint32_t to = decode_dest_vreg(d, &o[0], PTX_U32), a = decode_source_vreg(d, &o[1], PTX_U32),
             b = decode_source_vreg(d, &o[2], PTX_U32);
    uint32_t c = n == 4 ? decode_source_vreg(d, &o[3], PTX_U32) : a;
    if (d->failed)
        return false;
    struct video_operands *copy = ARENA_NEW(&d->m->arena, struct video_operands);
    *copy = s;
    decode_emit_op(d, OP_video, to, a, b, c)->more = copy;
    return true;
}
