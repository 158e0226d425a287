/* SPDX-License-Identifier: Apache-2.0 */
/* Forms that touch memory. A load or store goes through 48 bytes of its space: what a thread loads is stored again as 64-bit
 * words, what it stores is read again byte by byte. An atomic runs alone on a cell for each thread, and then many threads on one
 * cell with an operation whose result does not depend on their order. Layout of a thread's 256 bytes: data, results from 64 on. */
#include "forms.h"

#include <math.h>
#include <string.h>

#include "../reference/scalar.h"

enum { THREADS = 64, SLOT = 256, DATA = 48 };

struct access {
    enum ptx_type type;
    uint32_t count, size;
    const char *space; /* "" generic */
};

static struct access access_of(const struct row *r)
{
    struct form f = form_of(&r->inst);
    static const char *const spaces[] = {"global", "shared", "local", "const", "param"};
    struct access a = {.type = f.type,
                       .count = form_has(&f, "v2")   ? 2
                                : form_has(&f, "v4") ? 4
                                                     : 1,
                       .size = ptx_types[f.type].size,
                       .space = ""};
    for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++)
        for (uint32_t i = 1; i < r->inst.mod_count; i++)
            if (str_eq(r->inst.mods[i], spaces[k]))
                a.space = spaces[k];
    return a;
}

static bool is(const char *a, const char *b)
{
    return !strcmp(a, b);
}

static void put_head(struct buf *ptx, const struct row *r, bool has_param)
{
    if (has_param) /* the 48 bytes are parameters of a function */
        buf_printf(ptx,
                   ".func (.param .align 16 .b8 back[48]) f%d(.param .align 16 .b8 "
                   "given[48])\n{\n.reg .b16 %%h<8>; .reg .b32 %%w<8>; .reg .b64 %%l<8>;\n",
                   r->number);
    else
        buf_printf(ptx,
                   ".visible .entry k%d(.param .u64 io)\n{\n.reg .b16 %%h<8>; .reg .b32 %%w<10>; "
                   ".reg .b64 %%l<16>; .reg .pred %%p<4>;\n"
                   ".shared .align 16 .b8 s%d[%d]; .local .align 16 .b8 o%d[48];\n"
                   "ld.param.u64 %%l10, [io];\nmov.u32 %%w8, %%tid.x;\nmul.wide.u32 %%l11, %%w8, "
                   "%d;\nadd.s64 %%l12, %%l10, %%l11;\n",
                   r->number, r->number, THREADS * DATA, r->number, SLOT);
}

/* %l13: the thread's place in the space; of a 64-bit address. */
static void put_place(struct buf *ptx, const struct row *r, const struct access *a)
{
    if (is(a->space, "shared"))
        buf_printf(
            ptx,
            "mov.u64 %%l13, s%d;\nmul.wide.u32 %%l14, %%w8, %d;\nadd.s64 %%l13, %%l13, %%l14;\n",
            r->number, DATA);
    else if (is(a->space, "local"))
        buf_printf(ptx, "mov.u64 %%l13, o%d;\n", r->number);
    else if (is(a->space, "const"))
        buf_puts(ptx, "mov.u64 %l13, table;\n");
    else
        buf_puts(ptx, "mov.u64 %l13, %l12;\n");
}

static void copy_bytes(struct buf *ptx, const char *to_space, const char *to, int to_at,
                       const char *from_space, const char *from)
{
    for (int k = 0; k < DATA; k++)
        buf_printf(ptx, "ld%s%s.u8 %%h6, [%s+%d];\nst%s%s.u8 [%s+%d], %%h6;\n",
                   *from_space ? "." : "", from_space, from, k, *to_space ? "." : "", to_space, to,
                   to_at + k);
}

static const char *wide_register(
    uint32_t size) /* a register at least as wide as the type, wider where PTX lets it be */
{
    return size < 4 ? "w" : "l";
}

static void put_list(struct buf *ptx, const struct access *a, const char *letter)
{
    buf_puts(ptx, a->count > 1 ? "{" : "");
    for (uint32_t k = 0; k < a->count; k++)
        buf_printf(ptx, "%s%%%s%u", k ? ", " : "", letter, k);
    buf_puts(ptx, a->count > 1 ? "}" : "");
}

static const char *exact_register(uint32_t size)
{
    return size <= 2 ? "h" : size == 4 ? "w" : "l";
}

static bool may_widen(const struct access *a)
{
    return ptx_types[a->type].kind != PTX_KIND_FLOAT;
}

static void put_loaded(struct buf *ptx, const struct access *a, const char *letter)
{
    uint32_t bits = is(letter, "h") ? 16 : is(letter, "w") ? 32 : 64;
    for (uint32_t k = 0; k < a->count; k++)
        buf_printf(ptx, "st.global.b%u [%%l12+%u], %%%s%u;\n", bits, 64 + 8 * k, letter, k);
}

/* ld.param and st.param of a call: the value goes there and back. */
static bool put_param_kernel(struct buf *ptx, const struct row *r, const struct access *a)
{
    const char *letter = exact_register(a->size);
    bool store = is(r->test, "store");
    const char *form = r->form + (store ? 2 : 2); /* .param... */
    put_head(ptx, r, true);
    buf_printf(ptx, "ld%s ", form);
    put_list(ptx, a, letter);
    buf_printf(ptx, ", [given+16];\nst%s [back+32], ", form);
    put_list(ptx, a, letter);
    buf_puts(ptx, ";\nret;\n}\n");
    put_head(ptx, r, false);
    buf_puts(ptx,
             "{ .param .align 16 .b8 p0[48]; .param .align 16 .b8 r0[48];\nld.global.b64 %l0, "
             "[%l12+16];\nld.global.b64 %l1, [%l12+24];\nst.param.v2.b64 [p0+16], {%l0, %l1};\n");
    buf_printf(ptx, "call (r0), f%d, (p0);\nld%s ", r->number, form);
    put_list(ptx, a, letter);
    buf_puts(ptx, ", [r0+32];\n");
    for (uint32_t k = 0; k < a->count; k++)
        buf_printf(ptx, "st.global.b%u [%%l12+%u], %%%s%u;\n", 8 * a->size, 64 + a->size * k,
                   letter, k);
    buf_puts(ptx, "}\nret;\n}\n");
    return true;
}

static bool put_atomic_kernel(struct buf *ptx, const struct row *r, const struct access *a)
{
    struct form f = form_of(&r->inst);
    const char *letter = exact_register(a->size),
               *space = is(a->space, "shared") ? "shared" : "global",
               *result = form_is(&f, "red") ? "" : "0, ";
    uint32_t bits = 8 * a->size;
    put_head(ptx, r, false);
    put_place(ptx, r, a);
    buf_printf(ptx,
               "ld.global.b%u %%%s1, [%%l12];\nld.global.b%u %%%s2, [%%l12+8];\nld.global.b%u "
               "%%%s3, [%%l12+16];\n",
               bits, letter, bits, letter, bits, letter);
    buf_printf(ptx, "st.%s.b%u [%%l13], %%%s1;\n", space, bits, letter);
    buf_printf(ptx, "%s ", r->form);
    if (*result)
        buf_printf(ptx, "%%%s0, ", letter);
    buf_printf(ptx, "[%%l13], %%%s2%s", letter, form_has(&f, "cas") ? ", " : ";\n");
    if (form_has(&f, "cas"))
        buf_printf(ptx, "%%%s3;\n", letter);
    if (*result)
        buf_printf(ptx, "st.global.b%u [%%l12+64], %%%s0;\n", bits, letter);
    buf_printf(ptx, "ld.%s.b%u %%%s4, [%%l13];\nst.global.b%u [%%l12+72], %%%s4;\n", space, bits,
               letter, bits, letter);
    /* all threads on the first one's second cell */
    buf_printf(ptx, "bar.sync 0;\n");
    if (is(space, "shared"))
        buf_printf(ptx,
                   "mov.u64 %%l13, s%d;\nsetp.ne.u32 %%p0, %%w8, 0;\nld.global.b%u %%%s1, "
                   "[%%l10+32];\n@!%%p0 st.shared.b%u [%%l13+16], %%%s1;\nbar.sync 0;\n",
                   r->number, bits, letter, bits, letter);
    else
        buf_printf(ptx, "add.s64 %%l13, %%l10, 16;\n");
    buf_printf(ptx, "ld.global.b%u %%%s2, [%%l12+40];\n%s ", bits, letter, r->form);
    if (*result)
        buf_printf(ptx, "%%%s0, ", letter);
    buf_printf(ptx, "[%%l13+16], %%%s2%s", letter, form_has(&f, "cas") ? ", " : ";\n");
    if (form_has(&f, "cas"))
        buf_printf(ptx, "%%%s2;\n", letter);
    buf_printf(
        ptx,
        "bar.sync 0;\nld.%s.b%u %%%s4, [%%l13+16];\nst.global.b%u [%%l12+80], %%%s4;\nret;\n}\n",
        space, bits, letter, bits, letter);
    return true;
}

bool put_memory_kernel(struct buf *ptx, const struct row *r)
{
    struct access a = access_of(r);
    const char *letter = may_widen(&a) ? wide_register(a.size) : exact_register(a.size);
    if (!a.size || a.size * a.count > 32)
        return false;
    if (is(r->test, "atomic"))
        return put_atomic_kernel(ptx, r, &a);
    if (is(a.space, "param"))
        return put_param_kernel(ptx, r, &a);
    put_head(ptx, r, false);
    put_place(ptx, r, &a);
    bool inside = is(a.space, "shared") || is(a.space, "local");
    if (is(r->test, "load")) {
        if (inside)
            copy_bytes(ptx, a.space, "%l13", 0, "global", "%l12");
        buf_printf(ptx, "%s ", r->form);
        put_list(ptx, &a, letter);
        buf_puts(ptx, ", [%l13+16];\n");
        put_loaded(ptx, &a, letter);
    } else {
        letter = exact_register(a.size);
        if (inside)
            copy_bytes(ptx, a.space, "%l13", 0, "global", "%l12");
        for (uint32_t k = 0; k < a.count; k++)
            buf_printf(ptx, "ld.global.b%u %%%s%u, [%%l12+%u];\n", 8 * a.size, letter, k,
                       a.size * k);
        buf_printf(ptx, "%s [%%l13+16], ", r->form);
        put_list(ptx, &a, letter);
        buf_puts(ptx, ";\n");
        copy_bytes(ptx, "global", "%l12", 64, a.space, "%l13");
    }
    buf_puts(ptx, "ret;\n}\n");
    return true;
}

/* ---- what must come back ---- */

static int wrong_bytes(const struct row *r, const char *got, const char *want, size_t n)
{
    if (!memcmp(got, want, n))
        return 0;
    printf("not ok %s: ", r->form);
    for (size_t k = 0; k < n; k++)
        printf("%02x%s", (uint8_t) got[k], k + 1 < n ? " " : ", not ");
    for (size_t k = 0; k < n; k++)
        printf("%02x ", (uint8_t) want[k]);
    printf("\n");
    return 1;
}

static const uint8_t table[64] = {1,  130, 3,   4,   5,   6,   7,  200, 9,   10, 11, 12, 13,
                                  14, 15,  244, 17,  18,  19,  20, 21,  22,  23, 24, 25, 26,
                                  27, 28,  29,  30,  31,  128, 0,  0,   128, 63, 0,  0,  0,
                                  64, 255, 255, 255, 255, 1,   2,  3,   4,   5,  6,  7,  8};

static void expect_load(const struct access *a, const char *data, char want[32])
{
    bool wide = may_widen(a);
    uint32_t width = is(a->space, "param") ? a->size
                     : wide                ? (a->size < 4 ? 4 : 8)
                     : a->size < 2         ? 2
                                           : a->size,
             step = is(a->space, "param") ? a->size : 8;
    for (uint32_t k = 0; k < a->count; k++) {
        uint64_t v = 0;
        memcpy(&v,
               (is(a->space, "const") ? (const char *) table : data) + 16 + (size_t) k * a->size,
               a->size);
        v = scalar_widened(v, a->type);
        memcpy(want + (size_t) k * step, &v, width);
    }
}

static int run_access(const struct row *r, const struct access *a, const char *before,
                      const char *after)
{
    int wrong = 0;
    for (int t = 0; t < THREADS && !wrong; t++) {
        const char *data = before + (size_t) t * SLOT;
        char want[DATA + 32];
        memcpy(want, after + (size_t) t * SLOT + 64, 32);
        if (is(r->test, "load") || is(a->space, "param")) {
            expect_load(a, data, want);
            wrong += wrong_bytes(r, after + (size_t) t * SLOT + 64, want, 32);
        } else {
            memcpy(want, data, DATA);
            memcpy(want + 16, data, (size_t) a->size * a->count);
            wrong += wrong_bytes(r, after + (size_t) t * SLOT + 64, want, DATA);
        }
    }
    return wrong;
}

static uint64_t atomic_result(const struct form *f, uint64_t old, uint64_t b, uint64_t c)
{
    enum ptx_type t = f->type;
    uint64_t sum[2] = {0}, in[4] = {old, b}, carry = 0, x = scalar_widened(old, t),
             y = scalar_widened(b, t);
    bool less = ptx_types[t].kind == PTX_KIND_SIGNED ? (int64_t) y < (int64_t) x : y < x;
    struct form add = *f;
    add.base = word_of("add", 3);
    add.ftz = f->type == PTX_F32 && !form_has(f, "shared"); /* 9.7.13.5: global memory flushes */
    if (form_has(f, "add")) {
        scalar(&add, in, &carry, sum);
        return sum[0];
    }
    if (form_has(f, "and"))
        return old & b;
    if (form_has(f, "or"))
        return old | b;
    if (form_has(f, "xor"))
        return old ^ b;
    if (form_has(f, "exch"))
        return b;
    if (form_has(f, "cas"))
        return x == y ? c : old;
    if (form_has(f, "min"))
        return less ? b : old;
    if (form_has(f, "max"))
        return less ? old : b;
    if (form_has(f, "inc"))
        return x >= y ? 0 : x + 1;
    return x == 0 || x > y ? b : x - 1; /* dec */
}

static int run_atomic(const struct row *r, const struct access *a, const char *before,
                      const char *after)
{
    struct form f = form_of(&r->inst);
    uint64_t cell = 0;
    memcpy(&cell, before + 32, a->size);
    for (int t = 0; t < THREADS; t++) {
        const char *in = before + (size_t) t * SLOT, *out = after + (size_t) t * SLOT;
        uint64_t old = 0, b = 0, c = 0, shared_b = 0, want[2], got[2] = {0};
        memcpy(&old, in, a->size);
        memcpy(&b, in + 8, a->size);
        memcpy(&c, in + 16, a->size);
        memcpy(&shared_b, in + 40, a->size);
        want[0] = form_is(&f, "red") ? 0 : old;
        want[1] = atomic_result(&f, old, b, c);
        memcpy(&got[0], out + 64, a->size);
        memcpy(&got[1], out + 72, a->size);
        if (form_is(&f, "red"))
            got[0] = 0;
        if (memcmp(got, want, a->size) || memcmp(&got[1], &want[1], a->size))
            return wrong_bytes(r, (char *) got, (char *) want, 16);
        cell = atomic_result(&f, cell, shared_b, shared_b);
    }
    return wrong_bytes(r, after + 80, (char *) &cell, a->size);
}

/* Small whole numbers for floats, so that sums are exact in any order; equal operands where order would show. */
static void fill_atomic(const struct form *f, char *data)
{
    static const uint16_t f16[] = {0, 0x3c00, 0x4000, 0xc000, 0x4200};
    bool same =
        form_has(f, "exch") || form_has(f, "cas") || form_has(f, "inc") || form_has(f, "dec");
    uint64_t state = 99;
    for (int t = 0; t < THREADS; t++)
        for (int k = 0; k < 6; k++) {
            uint64_t v = next_random(&state) ^ next_random(&state) << 30;
            double d = (double) (int) (v % 9) - 3;
            float s = k < 2 && t % 3 == 1 ? (float) d * 0x1p-127f : (float) d; /* subnormal */
            char *to = data + (size_t) t * SLOT + 8 * k;
            bool half = f->type == PTX_F16 || f->type == PTX_F16X2;
            uint32_t pair = half ? f16[v % 5] | (uint32_t) f16[v / 5 % 5] << 16 : 0;
            if (same && (k == 5 || (t % 3 && k == 1)))
                memcpy(to, k == 5 ? data + 40 : data + (size_t) t * SLOT, t || k == 1 ? 8 : 0);
            else if (f->type == PTX_F64)
                memcpy(to, &d, 8);
            else if (f->type == PTX_F32)
                memcpy(to, &s, 4);
            else if (ptx_types[f->type].kind == PTX_KIND_FLOAT) {
                memcpy(&pair, &s, 4); /* bf16: the upper half of a small whole f32 */
                pair = half ? f16[v % 5] | (uint32_t) f16[v / 5 % 5] << 16
                            : pair >> 16 | (pair & 0xffff0000);
                memcpy(to, &pair, 4);
            } else
                memcpy(to, &v, 8);
        }
    if (same)
        for (int t = 1; t < THREADS; t++)
            memcpy(data + (size_t) t * SLOT + 40, data + 40, 8);
}

int run_memory(struct device *d, struct device_module *m, const struct row *r)
{
    static char before[THREADS * SLOT], after[THREADS * SLOT];
    struct access a = access_of(r);
    struct form f = form_of(&r->inst);
    uint64_t state = 4711;
    memset(before, 0, sizeof before);
    for (int t = 0; t < THREADS; t++)
        for (int k = 0; k < DATA; k++)
            before[t * SLOT + k] = (char) next_random(&state);
    if (is(r->test, "atomic"))
        fill_atomic(&f, before);
    memcpy(after, before, sizeof after);
    if (!run_kernel(d, m, r, after, sizeof after, 1, THREADS))
        return 1;
    return is(r->test, "atomic") ? run_atomic(r, &a, before, after)
                                 : run_access(r, &a, before, after);
}
