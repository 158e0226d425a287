/* SPDX-License-Identifier: Apache-2.0 */
/* Video instructions (PTX ISA 9.7.18), from the pseudo-code there: parts are taken out, computed with as wide numbers, saturated
 * and put back. */
#include "scalar.h"

static __int128 clamp_to(__int128 v, uint32_t bits, bool sign)
{
    __int128 low = sign ? -((__int128) 1 << (bits - 1)) : 0,
             high = ((__int128) 1 << (bits - sign)) - 1;
    return v < low ? low : v > high ? high : v;
}

static __int128 taken(uint64_t from, uint32_t at, uint32_t bits, bool sign)
{
    uint64_t v = from >> at & (((uint64_t) 1 << bits) - 1);
    return sign && v >> (bits - 1) ? (__int128) v - ((__int128) 1 << bits) : (__int128) v;
}

struct types {
    bool d, a, b;
};

static struct types types_of(const struct form *f)
{
    bool sign[3] = {false};
    int n = 0;
    for (uint32_t k = 1; k < f->inst->mod_count && n < 3; k++)
        if (str_eq(f->inst->mods[k], "s32") || str_eq(f->inst->mods[k], "u32"))
            sign[n++] = str_eq(f->inst->mods[k], "s32");
    return n == 2 ? (struct types){false, sign[0], sign[1]}
                  : (struct types){sign[0], sign[1], sign[2]};
}

static bool base_is(const struct form *f, const char *name)
{
    struct str s = f->inst->mods[0];
    if (s.p[s.n - 1] == '2' || s.p[s.n - 1] == '4')
        s.n--;
    return str_eq(s, name);
}

static bool value(const struct form *f, __int128 a, __int128 b, __int128 *out)
{
    __int128 by = form_has(f, "wrap") ? b & 31 : b > 32 ? 32 : b;
    if (base_is(f, "vadd"))
        *out = a + b;
    else if (base_is(f, "vsub"))
        *out = a - b;
    else if (base_is(f, "vavrg"))
        *out = a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    else if (base_is(f, "vabsdiff"))
        *out = a > b ? a - b : b - a;
    else if (base_is(f, "vmin"))
        *out = a < b ? a : b;
    else if (base_is(f, "vmax"))
        *out = a < b ? b : a;
    else if (base_is(f, "vshl"))
        *out = a * ((__int128) 1 << by);
    else if (base_is(f, "vshr"))
        *out = a >> by;
    else if (base_is(f, "vset"))
        *out = form_has(f, "eq")   ? a == b
               : form_has(f, "ne") ? a != b
               : form_has(f, "lt") ? a < b
               : form_has(f, "le") ? a <= b
               : form_has(f, "gt") ? a > b
                                   : a >= b;
    else
        return false;
    return true;
}

static uint32_t multiply_add(const struct form *f, struct types t, __int128 a, __int128 b,
                             uint32_t c)
{
    const struct ptx_operand *o = f->inst->operands;
    bool product = o[1].negate != o[2].negate, sum = o[3].negate,
         sign = t.a || t.b || product || sum;
    __int128 r = a * b;
    int one = 0;
    if (form_has(f, "po"))
        one = 1;
    else if (product) {
        r = -r - 1;
        one = 1;
    } else if (sum) {
        c = ~c;
        one = 1;
    }
    r += (sign ? (__int128) (int32_t) c : (__int128) c) + one;
    r >>= form_has(f, "shr7") ? 7 : form_has(f, "shr15") ? 15 : 0;
    return (uint32_t) (f->sat ? clamp_to(r, 32, sign) : r);
}

static uint32_t second(const struct form *f, bool sign, uint32_t v, uint32_t c)
{
    int64_t x = sign ? (int32_t) v : (int64_t) v, y = sign ? (int32_t) c : (int64_t) c;
    if (form_has(f, "add"))
        return v + c;
    if (form_has(f, "min"))
        return x < y ? v : c;
    if (form_has(f, "max"))
        return x > y ? v : c;
    return v;
}

static void selected(struct str s, uint32_t *at, uint32_t *bits)
{
    *bits = !s.n ? 32 : *s.p == 'b' ? 8 : 16;
    *at = s.n ? (uint32_t) (s.p[1] - '0') * *bits : 0;
}

static bool one_part(const struct form *f, struct types t, const uint64_t in[4], uint64_t *out)
{
    const struct ptx_operand *o = f->inst->operands;
    uint32_t at, bits, to, width, c = (uint32_t) in[2];
    __int128 a, b, v;
    selected(o[1].select, &at, &bits);
    a = taken(in[0], at, bits, t.a);
    selected(o[2].select, &at, &bits);
    b = taken(in[1], at, bits, t.b);
    if (base_is(f, "vmad")) {
        *out = multiply_add(f, t, a, b, c);
        return true;
    }
    if (!value(f, a, b, &v))
        return false;
    selected(o[0].select, &to, &width);
    if (f->sat)
        v = clamp_to(v, width, t.d);
    if (width == 32) {
        *out = second(f, t.d, (uint32_t) v, c);
        return true;
    }
    for (uint32_t k = 0; k < width; k++)
        c = (c & ~(1u << (to + k))) | ((uint32_t) (v >> k) & 1) << (to + k);
    *out = c;
    return true;
}

static bool several_parts(const struct form *f, struct types t, uint32_t n, const uint64_t in[4],
                          uint64_t *out)
{
    const struct ptx_operand *o = f->inst->operands;
    uint32_t bits = 32 / n, c = (uint32_t) in[2], d = form_has(f, "add") ? c : 0;
    uint64_t both = (in[1] & UINT32_MAX) << 32 | (in[0] & UINT32_MAX);
    for (uint32_t k = 0; k < n; k++) {
        struct str sa = o[1].select, sb = o[2].select, sm = o[0].select;
        uint32_t ia = sa.n ? (uint32_t) (sa.p[n - k] - '0') : k,
                 ib = sb.n ? (uint32_t) (sb.p[n - k] - '0') : n + k;
        bool on = !sm.n;
        __int128 v;
        for (size_t j = 1; j < sm.n; j++)
            on |= (uint32_t) (sm.p[j] - '0') == k;
        if (!value(f, taken(both, ia * bits, bits, t.a), taken(both, ib * bits, bits, t.b), &v))
            return false;
        if (f->sat)
            v = clamp_to(v, bits, t.d);
        if (form_has(f, "add"))
            d += on ? (uint32_t) v : 0;
        else
            d |= ((on ? (uint32_t) v : c >> k * bits) & ((1u << bits) - 1)) << k * bits;
    }
    *out = d;
    return true;
}

bool scalar_video(const struct form *f, const uint64_t in[4], uint64_t *out)
{
    char last = f->inst->mods[0].p[f->inst->mods[0].n - 1];
    struct types t = types_of(f);
    return last == '2' || last == '4' ? several_parts(f, t, (uint32_t) (last - '0'), in, out)
                                      : one_part(f, t, in, out);
}
