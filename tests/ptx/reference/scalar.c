/* SPDX-License-Identifier: Apache-2.0 */
/* Integer arithmetic, logic, shifts, comparisons and selection (PTX ISA 9.7.1, 9.7.2, 9.7.6, 9.7.8, 9.7.9). */
#include "scalar.h"

#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 s128;

struct form form_of(const struct ptx_inst *i)
{
    static const char *const roundings[5] = {"rn", "rz", "rm", "rp", "rna"}, *const integer[4] = {
                                                                                 "rni", "rzi",
                                                                                 "rmi", "rpi"};
    struct form f = {.inst = i,
                     .base = word_of(i->mods[0].p, i->mods[0].n),
                     .mod_count = i->mod_count,
                     .rounding = -1,
                     .integer_rounding = -1};
    for (uint32_t k = 1; k < i->mod_count; k++) {
        f.mods[k] = word_of(i->mods[k].p, i->mods[k].n);
        enum ptx_type t = ptx_type_named(i->mods[k]);
        if (t != PTX_NONE) {
            f.to = f.type != PTX_NONE ? f.type : t;
            f.type = t;
        }
        for (int r = 0; r < 5; r++)
            f.rounding = str_eq(i->mods[k], roundings[r]) ? r : f.rounding;
        for (int r = 0; r < 4; r++)
            f.integer_rounding = str_eq(i->mods[k], integer[r]) ? r : f.integer_rounding;
    }
    f.ftz = form_has(&f, "ftz");
    f.sat = form_has(&f, "sat");
    f.relu = form_has(&f, "relu");
    f.nan = form_has(&f, "NaN");
    f.xorsign = form_has(&f, "xorsign");
    f.approx = form_has(&f, "approx") || form_has(&f, "full");
    return f;
}

bool scalar_is_float(enum ptx_type t)
{
    return ptx_types[t].kind == PTX_KIND_FLOAT;
}

static uint32_t bits_of(enum ptx_type t)
{
    return 8 * ptx_types[t].size;
}

static bool is_signed(enum ptx_type t)
{
    return ptx_types[t].kind == PTX_KIND_SIGNED;
}

uint64_t scalar_widened(uint64_t v, enum ptx_type t)
{
    uint32_t bits = bits_of(t);
    if (bits == 64 || bits == 0)
        return v;
    v &= ((uint64_t) 1 << bits) - 1;
    return is_signed(t) && v >> (bits - 1) ? v | ~(((uint64_t) 1 << bits) - 1) : v;
}

/* The operand as a number. */
static s128 number(uint64_t v, enum ptx_type t)
{
    v = scalar_widened(v, t);
    return is_signed(t) ? (s128) (int64_t) v : (s128) v;
}

static s128 lowest(enum ptx_type t)
{
    return is_signed(t) ? -((s128) 1 << (bits_of(t) - 1)) : 0;
}

static s128 highest(enum ptx_type t)
{
    return ((s128) 1 << (bits_of(t) - is_signed(t))) - 1;
}

static s128 clamped(s128 v, enum ptx_type t)
{
    return v < lowest(t) ? lowest(t) : v > highest(t) ? highest(t) : v;
}

/* ---- 9.7.1 ---- */

static s128 product(const struct form *f, uint64_t a, uint64_t b)
{
    s128 x = number(a, f->type), y = number(b, f->type);
    if (form_has(f, "hi"))
        return is_signed(f->type) || bits_of(f->type) < 64 ? (x * y) >> bits_of(f->type)
                                                           : (s128) (((u128) x * (u128) y) >> 64);
    return (s128) ((u128) x * (u128) y);
}

static s128 product24(const struct form *f, uint64_t a, uint64_t b)
{
    bool sign = is_signed(f->type);
    s128 x = (int64_t) (a & 0xffffff), y = (int64_t) (b & 0xffffff);
    if (sign && x >> 23)
        x -= 1 << 24;
    if (sign && y >> 23)
        y -= 1 << 24;
    return form_has(f, "hi") ? (x * y) >> 16 : x * y;
}

static s128 quotient(const struct form *f, uint64_t a, uint64_t b, bool remainder)
{
    s128 x = number(a, f->type), y = number(b, f->type);
    if (y == 0)
        return remainder ? x : -1;
    return remainder ? x % y : x / y;
}

static bool arithmetic(const struct form *f, const uint64_t in[4], uint64_t *out)
{
    s128 a = number(in[0], f->type), b = number(in[1], f->type), c = number(in[2], f->type), r;
    bool wide = form_has(f, "wide");
    if (form_is(f, "add"))
        r = f->sat ? clamped(a + b, f->type) : a + b;
    else if (form_is(f, "sub"))
        r = f->sat ? clamped(a - b, f->type) : a - b;
    else if (form_is(f, "mul"))
        r = product(f, in[0], in[1]);
    else if (form_is(f, "mad"))
        r = f->sat ? clamped(product(f, in[0], in[1]) + c, f->type)
                   : (s128) ((u128) product(f, in[0], in[1]) + (wide ? in[2] : (uint64_t) c));
    else if (form_is(f, "mul24"))
        r = product24(f, in[0], in[1]);
    else if (form_is(f, "mad24"))
        r = f->sat ? clamped(product24(f, in[0], in[1]) + c, f->type)
                   : product24(f, in[0], in[1]) + c;
    else if (form_is(f, "sad"))
        r = c + (a < b ? b - a : a - b);
    else if (form_is(f, "div"))
        r = quotient(f, in[0], in[1], false);
    else if (form_is(f, "rem"))
        r = quotient(f, in[0], in[1], true);
    else if (form_is(f, "abs"))
        r = a < 0 ? -a : a;
    else if (form_is(f, "neg"))
        r = -a;
    else if (form_is(f, "min"))
        r = a < b ? a : b;
    else if (form_is(f, "max"))
        r = a > b ? a : b;
    else
        return false;
    *out = (uint64_t) r;
    return true;
}

/* ---- bits ---- */

static uint64_t field_of(const struct form *f,
                         const uint64_t in[4]) /* the pseudo-code of 9.7.1.19 */
{
    uint32_t msb = bits_of(f->type) - 1, pos = in[1] & 0xff, len = in[2] & 0xff;
    uint64_t d = 0, sign = 0, a = scalar_widened(in[0], f->type);
    if (is_signed(f->type) && len)
        sign = a >> (pos + len - 1 < msb ? pos + len - 1 : msb) & 1;
    for (uint32_t i = 0; i <= msb; i++)
        d |= (i < len && pos + i <= msb ? a >> (pos + i) & 1 : sign) << i;
    return d;
}

static uint64_t with_field(const struct form *f, const uint64_t in[4]) /* 9.7.1.20 */
{
    uint32_t msb = bits_of(f->type) - 1, pos = in[2] & 0xff, len = in[3] & 0xff;
    uint64_t d = in[1];
    for (uint32_t i = 0; i < len && pos + i <= msb; i++)
        d = (d & ~((uint64_t) 1 << (pos + i))) | (in[0] >> i & 1) << (pos + i);
    return d;
}

static uint64_t find_bit(const struct form *f, uint64_t a) /* 9.7.1.16 */
{
    int msb = (int) bits_of(f->type) - 1, d = -1;
    a = scalar_widened(a, f->type);
    if (is_signed(f->type) && a >> 63)
        a = ~a;
    for (int i = msb; i >= 0 && d < 0; i--)
        d = a >> i & 1 ? i : -1;
    return form_has(f, "shiftamt") && d >= 0 ? (uint64_t) (msb - d) : (uint32_t) d;
}

static uint64_t nth_bit(const uint64_t in[4]) /* 9.7.1.17, its pseudo-code */
{
    uint32_t mask = (uint32_t) in[0], base = (uint32_t) in[1], position = UINT32_MAX;
    int32_t offset = (int32_t) (uint32_t) in[2], inc = offset < 0 ? -1 : 1;
    int64_t left = offset == 0 ? 0 : (offset < 0 ? -(int64_t) offset : offset) - 1;
    for (int64_t at = base; at >= 0 && at < 32; at += inc) {
        if (offset == 0)
            return mask >> at & 1 ? (uint64_t) at : UINT32_MAX;
        if (mask >> at & 1) {
            if (!left)
                return (uint64_t) at;
            left--;
        }
    }
    return position;
}

static uint64_t count_bits(const struct form *f, uint64_t a)
{
    uint64_t n = 0;
    uint32_t bits = bits_of(f->type);
    if (form_is(f, "popc")) {
        for (uint32_t i = 0; i < bits; i++)
            n += a >> i & 1;
        return n;
    }
    while (n < bits && !(a >> (bits - 1 - n) & 1))
        n++;
    return n;
}

static uint64_t reversed(const struct form *f, uint64_t a)
{
    uint64_t r = 0;
    for (uint32_t i = 0, bits = bits_of(f->type); i < bits; i++)
        r |= (a >> i & 1) << (bits - 1 - i);
    return r;
}

static uint64_t mask_of(const struct form *f, const uint64_t in[4]) /* 9.7.1.21 */
{
    uint64_t a = in[0] & UINT32_MAX, b = in[1] & UINT32_MAX, r = 0;
    if (form_has(f, "wrap")) {
        a &= 31;
        b &= 31;
    }
    for (uint64_t i = 0; i < 32; i++)
        r |= (uint64_t) (i >= a && i < a + b) << i;
    return r;
}

static uint64_t extended(const struct form *f, const uint64_t in[4]) /* 9.7.1.22 */
{
    uint32_t n = (uint32_t) in[1];
    if (form_has(f, "wrap"))
        n &= 31;
    if (n > 31)
        return in[0];
    uint32_t low = (uint32_t) in[0] & ((1u << n) - 1);
    return is_signed(f->type) && n && low >> (n - 1) ? low | ~((1u << n) - 1) : low;
}

static uint64_t permuted(const struct form *f, const uint64_t in[4]) /* 9.7.9.7 */
{
    static const struct {
        const char *mode;
        uint16_t selectors[4];
    } modes[] = {
        {"f4e",  {0x3210, 0x4321, 0x5432, 0x6543}},
        {"b4e",  {0x5670, 0x6701, 0x7012, 0x0123}},
        {"rc8",  {0x0000, 0x1111, 0x2222, 0x3333}},
        {"ecl",  {0x3210, 0x3211, 0x3222, 0x3333}},
        {"ecr",  {0x0000, 0x1110, 0x2210, 0x3210}},
        {"rc16", {0x1010, 0x3232, 0x1010, 0x3232}},
    };

    uint32_t selector = (uint32_t) in[2];
    uint64_t r = 0, both = (in[1] & UINT32_MAX) << 32 | (in[0] & UINT32_MAX);
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
        if (form_has(f, modes[k].mode))
            selector = modes[k].selectors[in[2] & 3];
    for (int i = 0; i < 4; i++) {
        uint32_t s = selector >> 4 * i & 15;
        uint8_t byte = (uint8_t) (both >> 8 * (s & 7));
        r |= (uint64_t) (s & 8 ? (byte & 0x80 ? 0xff : 0) : byte) << 8 * i;
    }
    return r;
}

static uint64_t dot(const struct form *f,
                    const uint64_t in[4]) /* 9.7.1.23, 9.7.1.24: .atype.btype */
{
    bool two = form_is(f, "dp2a");
    int32_t r = (int32_t) (uint32_t) in[2];
    for (int i = 0; i < (two ? 2 : 4); i++) {
        uint64_t a = two ? in[0] >> 16 * i : in[0] >> 8 * i,
                 b = in[1] >> 8 * (i + (two && form_has(f, "hi") ? 2 : 0));
        int64_t x = is_signed(f->to) ? (two ? (int16_t) a : (int8_t) a)
                                     : (two ? (uint16_t) a : (uint8_t) a);
        int64_t y = is_signed(f->type) ? (int8_t) b : (uint8_t) b;
        r = (int32_t) (uint32_t) ((int64_t) r + x * y);
    }
    return (uint32_t) r;
}

static bool bits(const struct form *f, const uint64_t in[4], uint64_t *out)
{
    if (form_is(f, "bfe"))
        *out = field_of(f, in);
    else if (form_is(f, "bfi"))
        *out = with_field(f, in);
    else if (form_is(f, "bfind"))
        *out = find_bit(f, in[0]);
    else if (form_is(f, "fns"))
        *out = nth_bit(in);
    else if (form_is(f, "popc") || form_is(f, "clz"))
        *out = count_bits(f, in[0]);
    else if (form_is(f, "brev"))
        *out = reversed(f, in[0]);
    else if (form_is(f, "bmsk"))
        *out = mask_of(f, in);
    else if (form_is(f, "szext"))
        *out = extended(f, in);
    else if (form_is(f, "prmt"))
        *out = permuted(f, in);
    else if (form_is(f, "dp4a") || form_is(f, "dp2a"))
        *out = dot(f, in);
    else
        return false;
    return true;
}

/* ---- 9.7.8 ---- */

static uint64_t shifted(const struct form *f, uint64_t a, uint64_t by)
{
    uint32_t bits = bits_of(f->type), n = (uint32_t) by > bits ? bits : (uint32_t) by;
    s128 v = number(a, f->type);
    if (form_is(f, "shl"))
        return n == 64 ? 0 : (uint64_t) ((u128) v << n);
    return (uint64_t) (v >> n);
}

static uint64_t funnel(const struct form *f, const uint64_t in[4])
{
    uint64_t both = (in[1] & UINT32_MAX) << 32 | (in[0] & UINT32_MAX);
    uint32_t n = (uint32_t) in[2];
    n = form_has(f, "wrap") ? n & 31 : n < 32 ? n : 32;
    return form_has(f, "l") ? (uint32_t) ((u128) both << n >> 32) : (uint32_t) (both >> n);
}

static uint64_t lookup(const uint64_t in[4], uint64_t table)
{
    uint64_t r = 0;
    for (int i = 0; i < 32; i++)
        r |= (table >> ((in[0] >> i & 1) << 2 | (in[1] >> i & 1) << 1 | (in[2] >> i & 1)) & 1) << i;
    return r;
}

static bool logic(const struct form *f, const uint64_t in[4], uint64_t *out)
{
    bool pred = f->type == PTX_PRED;
    if (form_is(f, "and"))
        *out = in[0] & in[1];
    else if (form_is(f, "or"))
        *out = in[0] | in[1];
    else if (form_is(f, "xor"))
        *out = in[0] ^ in[1];
    else if (form_is(f, "not"))
        *out = pred ? !in[0] : ~in[0];
    else if (form_is(f, "cnot"))
        *out = scalar_widened(in[0], f->type) == 0;
    else if (form_is(f, "shl") || form_is(f, "shr"))
        *out = shifted(f, in[0], in[1]);
    else if (form_is(f, "shf"))
        *out = funnel(f, in);
    else if (form_is(f, "lop3"))
        *out = lookup(in, in[3]);
    else if (form_is(f, "mov"))
        *out = in[0];
    else
        return false;
    return true;
}

/* ---- 9.7.6 ---- */

static bool compare_integers(const struct form *f, uint64_t a, uint64_t b, const char *how,
                             bool *out)
{
    static const char *const names[] = {"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"};
    s128 x = number(a, f->type), y = number(b, f->type);
    const bool results[] = {x == y, x != y, x<y, x <= y, x> y, x >= y, x<y, x <= y, x> y, x >= y};
    for (int k = 0; k < 10; k++)
        if (!strcmp(how, names[k])) {
            *out = results[k];
            return true;
        }
    return false;
}

static bool comparison(const struct form *f, uint64_t a, uint64_t b, bool *out)
{
    char how[8] = "";
    struct str name = f->inst->mods[1];
    if (name.n < sizeof how)
        memcpy(how, name.p, name.n);
    return scalar_is_float(f->type) ? scalar_compare_floats(f, a, b, how, out)
                                    : compare_integers(f, a, b, how, out);
}

static bool combined(const struct form *f, bool t, uint64_t c)
{
    return form_has(f, "and") ? t & c : form_has(f, "or") ? t | c : form_has(f, "xor") ? t ^ c : t;
}

static bool is_pair(enum ptx_type t)
{
    return t == PTX_F16X2 || t == PTX_BF16X2;
}

static enum ptx_type half_of(enum ptx_type t)
{
    return t == PTX_F16X2 ? PTX_F16 : t == PTX_BF16X2 ? PTX_BF16 : t;
}

static uint64_t truth(enum ptx_type t, bool yes)
{
    uint64_t one = t == PTX_F32    ? 0x3f800000
                   : t == PTX_F16  ? 0x3c00
                   : t == PTX_BF16 ? 0x3f80
                                   : UINT32_MAX;
    return yes ? one : 0;
}

static bool compares(const struct form *f, const uint64_t in[4], uint64_t out[2])
{
    bool t, u, has_c = form_has(f, "and") || form_has(f, "or") || form_has(f, "xor");
    uint64_t c = has_c ? in[2] : 0;
    struct form one = *f;
    one.type = half_of(f->type);
    if (!comparison(&one, in[0], in[1], &t))
        return false;
    u = !t;
    if (is_pair(f->type) && !comparison(&one, in[0] >> 16, in[1] >> 16, &u))
        return false;
    if (form_is(f, "setp")) {
        out[0] = combined(f, t, c);
        out[1] = combined(f, u, c);
    } else if (is_pair(f->type)) {
        enum ptx_type to = half_of(f->to);
        out[0] = (truth(to, combined(f, t, c)) & 0xffff) | (truth(to, combined(f, u, c)) & 0xffff)
                                                               << 16;
    } else {
        out[0] = truth(f->to, combined(f, t, c));
    }
    return true;
}

static bool selects(const struct form *f, const uint64_t in[4], uint64_t *out)
{
    if (form_is(f, "selp"))
        *out = in[2] ? in[0] : in[1];
    else if (f->type == PTX_S32)
        *out = (int32_t) (uint32_t) in[2] >= 0 ? in[0] : in[1];
    else {
        double c = scalar_value(in[2] & (f->ftz && !(in[2] & 0x7f800000) ? 0x80000000 : UINT32_MAX),
                                PTX_F32);
        *out = c >= 0 ? in[0] : in[1];
    }
    return true;
}

/* ---- 9.7.2 ---- */

/* Behind a subtraction CC.CF is the carry of a + ~b + 1, as hardware has it: 1 if nothing was borrowed. */
static bool carries(const struct form *f, const uint64_t in[4], uint64_t *carry, uint64_t *out)
{
    bool cc = form_has(f, "cc"),
         takes = form_is(f, "addc") || form_is(f, "subc") || form_is(f, "madc"),
         mad = (char) f->base == 'm', subtract = (char) f->base == 's';
    uint32_t bits = bits_of(f->type);
    u128 mask = ((u128) 1 << bits) - 1, a = in[0] & mask, b = in[1] & mask, r;
    if (mad) {
        a = (u128) product(f, in[0], in[1]) & mask;
        b = in[2] & mask;
    }
    r = subtract ? a + (~b & mask) + (takes ? *carry : 1) : a + b + (takes ? *carry : 0);
    if (cc)
        *carry = (uint64_t) (r >> bits) & 1;
    *out = (uint64_t) (r & mask);
    return true;
}

/* cvt.pack.sat.convertType.abType[.cType] (9.7.9.22), bit by bit as the ISA has it. */
static bool packs(const struct form *f, const uint64_t in[4], uint64_t *out)
{
    struct str type = f->inst->mods[3];
    bool has_c = f->mod_count == 6;
    int bits = type.n == 3 ? 16 : type.p[1] - '0';
    int64_t least = *type.p == 's' ? -((int64_t) 1 << (bits - 1)) : 0,
            most = least + ((int64_t) 1 << bits) - 1, t[2];
    for (int k = 0; k < 2; k++) {
        t[k] = (int32_t) in[k];
        t[k] = t[k] < least ? least : t[k] > most ? most : t[k];
    }
    *out = 0;
    for (int i = 0; i < 32; i++) {
        uint64_t from = i < bits ? (uint64_t) t[1] : i < 2 * bits ? (uint64_t) t[0] : in[2];
        int at = i < bits ? i : i < 2 * bits ? i - bits : i - 2 * bits;
        *out |= (has_c || i < 2 * bits ? from >> at & 1 : 0) << i;
    }
    return true;
}

bool scalar(const struct form *f, const uint64_t in[4], uint64_t *carry, uint64_t out[2])
{
    bool is_float = scalar_is_float(f->type);
    if (form_is(f, "cvt"))
        return form_has(f, "pack") ? packs(f, in, out) : scalar_convert(f, in, out);
    if (form_is(f, "setp") || form_is(f, "set"))
        return compares(f, in, out);
    if (form_is(f, "selp") || form_is(f, "slct"))
        return selects(f, in, out);
    if (form_has(f, "cc") || form_is(f, "addc") || form_is(f, "subc") || form_is(f, "madc"))
        return carries(f, in, carry, out);
    if (logic(f, in, out))
        return true;
    if ((char) f->base == 'v')
        return scalar_video(f, in, out);
    return is_float ? scalar_float(f, in, out) : bits(f, in, out) || arithmetic(f, in, out);
}
