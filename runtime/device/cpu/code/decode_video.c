/* SPDX-License-Identifier: Apache-2.0 */
/* Video instructions (9.7.18): vadd vsub vabsdiff vmin vmax vshl vshr vmad vset, and those with 2 and 4 at the end
 * that work on halves and bytes. Operands may have selectors (%r1.b0, %r2.h10). Next: op_video.c. */
#include "device/cpu/code/decoder.h"

#include <string.h>

#include "device/cpu/code/video.h"

static bool kind_named(struct str s, enum video_kind *out)
{
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
        {"vset",     VIDEO_SET    }
    };

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (str_eq(s, kinds[k].name)) {
            *out = kinds[k].kind;
            return true;
        }
    return false;
}

/* b0 to b3, h0, h1 of one word that starts at bit `base`; nothing: all of it */
static bool scalar_part(struct str s, uint32_t base, struct video_part *out)
{
    bool byte = s.n == 2 && s.p[0] == 'b', half = s.n == 2 && s.p[0] == 'h';
    uint32_t n = s.n == 2 ? (uint32_t) (s.p[1] - '0') : 0;
    out->bits = byte ? 8 : half ? 16 : 32;
    out->at[0] = (uint8_t) (base + n * out->bits);
    return !s.n || (byte && n < 4) || (half && n < 2);
}

/* h10, b7632 and so on: which halves or bytes of b:a, the last digit for element 0 */
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

static bool parse_mods(struct decoder *d, struct video_site *s)
{
    static const char *const compares[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    const struct ptx_inst *i = d->inst;
    bool sign[3] = {false}, has_compare = false;
    uint32_t types = 0;
    for (uint32_t k = 1; k < i->mod_count; k++) {
        struct str m = i->mods[k];
        if ((str_eq(m, "u32") || str_eq(m, "s32")) && types < 3)
            sign[types++] = str_eq(m, "s32");
        else if (str_eq(m, "sat"))
            s->saturate = true;
        else if (str_eq(m, "add") || str_eq(m, "min") || str_eq(m, "max"))
            s->second = str_eq(m, "add") ? SECOND_ADD : str_eq(m, "min") ? SECOND_MIN : SECOND_MAX;
        else if (str_eq(m, "wrap") || str_eq(m, "clamp"))
            s->wrap = str_eq(m, "wrap");
        else if (str_eq(m, "po"))
            s->plus_one = true;
        else if (str_eq(m, "shr7") || str_eq(m, "shr15"))
            s->scale = str_eq(m, "shr7") ? 7 : 15;
        else {
            bool found = false;
            for (int c = 0; c < 6; c++)
                if (str_eq(m, compares[c])) {
                    s->compare = (enum video_compare) c;
                    found = has_compare = true;
                }
            if (!found)
                return decode_unknown(d);
        }
    }
    bool is_set = s->kind == VIDEO_SET;
    if (types != (is_set ? 2u : 3u) || has_compare != is_set ||
        (s->count > 1 && s->second > SECOND_ADD))
        return decode_unknown(d);
    s->signed_result = is_set ? false : sign[0];
    s->a.is_signed = sign[is_set ? 0 : 1];
    s->b.is_signed = sign[is_set ? 1 : 2];
    return true;
}

static bool parse_selectors(struct decoder *d, struct video_site *s)
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

bool decode_video(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    struct str name = i->mods[0];
    struct video_site s = {.count = 1};
    char last = name.p[name.n - 1];
    if (last == '2' || last == '4') {
        s.count = (uint8_t) (last - '0');
        name.n--;
    }
    bool simd = s.count > 1;
    if (!kind_named(name, &s.kind) || (simd && s.kind >= VIDEO_SHL && s.kind != VIDEO_SET) ||
        (!simd && s.kind == VIDEO_AVERAGE))
        return decode_unknown(d);
    if (!parse_mods(d, &s))
        return false;
    uint32_t n = i->operand_count;
    if (n < 3 || n > 4)
        return decode_error(d, "takes 3 or 4 operands");
    if (!parse_selectors(d, &s))
        return false;
    if (n == 3 && (simd || s.kind == VIDEO_MAD || s.second || s.to_bits != 32))
        return decode_error(d, "takes 4 operands");
    struct ptx_operand o[4]; /* without the minus of vmad, which registers have nowhere else */
    memcpy(o, i->operands, n * sizeof *o);
    if (s.kind == VIDEO_MAD) {
        s.negate_product = o[1].negate != o[2].negate;
        s.negate_c = o[3].negate;
        o[1].negate = o[2].negate = o[3].negate = false;
    }
    uint32_t to = decode_dest_row(d, &o[0], PTX_U32), a = decode_source_row(d, &o[1], PTX_U32),
             b = decode_source_row(d, &o[2], PTX_U32);
    uint32_t c = n == 4 ? decode_source_row(d, &o[3], PTX_U32) : a;
    if (d->failed)
        return false;
    struct video_site *copy = ARENA_NEW(&d->m->arena, struct video_site);
    *copy = s;
    decode_emit_rows(d, OP_video, to, a, b, c)->more = copy;
    return true;
}
