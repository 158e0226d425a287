/* SPDX-License-Identifier: Apache-2.0 */
/* One test for each PTX opcode form: the rows of forms.csv (form, bundle, ISA section, test) whose test is here become a
 * kernel each, run over special and random values, and are compared bit by bit with tests/ptx/reference. What "test" may say:
 *
 *   value [.d .a .b]   d = op(a, b, c, e): reference/scalar.c; the words are operand selectors of video instructions
 *   carry              the same with the carry flag going in and coming out
 *   load, store        every space, vector and cache operator: forms_memory.c
 *   atomic             old value, new value, and many threads at once: forms_memory.c
 *   image              textures and surfaces: forms_image.c
 *   NAME.ptx           a file of tests/ptx has the form: forms.py looks
 *
 * Approximate instructions may differ by the ISA's error. Usage: forms_main.c. */
#include "forms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../reference/scalar.h"
#include "device/cpu/cpu.h"

enum { OPERANDS = 4, CASES = 47 * 128 };

/* ---- what the operands of a mnemonic are: d s the last type, t the one before it, w twice as wide, u 32 bits, p predicate,
 * i a number that is part of the instruction ---- */

static const struct {
    const char *names, *shape; /* result first */
} shapes[] = {
    {"add sub min max div rem copysign mul24 addc subc",         "sss"  },
    {"abs neg rcp sqrt rsqrt sin cos lg2 ex2 tanh not cnot mov", "ss"   },
    {"and or xor",                                               "sss"  },
    {"mad fma sad mad24 madc",                                   "ssss" },
    {"popc clz bfind",                                           "us"   },
    {"brev",                                                     "ss"   },
    {"shl shr",                                                  "ssu"  },
    {"bmsk szext",                                               "ssu"  },
    {"bfe",                                                      "ssuu" },
    {"bfi",                                                      "sssuu"},
    {"fns prmt shf dp4a dp2a",                                   "uuuu" },
    {"lop3",                                                     "uuuui"},
    {"setp",                                                     "pss"  },
    {"set",                                                      "tss"  },
    {"testp",                                                    "ps"   },
    {"selp",                                                     "sssp" },
    {"slct",                                                     "ttts" },
    {"cvt",                                                      "ts"   },
};

static bool in_list(const char *list, struct str name)
{
    for (const char *p = list; *p;) {
        size_t n = strcspn(p, " ");
        if (n == name.n && !memcmp(p, name.p, n))
            return true;
        p += n + (p[n] == ' ');
    }
    return false;
}

/* The shape with the wide and paired exceptions done; "" when the mnemonic is none of these. */
static void operand_shape(const struct form *f, char out[8])
{
    struct str name = f->inst->mods[0];
    *out = '\0';
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        if (in_list(shapes[k].names, name))
            snprintf(out, 8, "%s", shapes[k].shape);
    bool combined = form_has(f, "and") || form_has(f, "or") || form_has(f, "xor");
    if (form_has(f, "wide"))
        snprintf(out, 8, "%s", form_is(f, "mul") ? "wss" : "wssw");
    else if (form_is(f, "mul"))
        snprintf(out, 8, "sss");
    else if (form_is(f, "cvt") && form_has(f, "pack"))
        snprintf(out, 8, f->type == PTX_B32 ? "uuuu" : "uuu");
    else if (form_is(f, "cvt") && ptx_types[f->to].size == 4 &&
             (f->to == PTX_F16X2 || f->to == PTX_BF16X2))
        snprintf(out, 8, "tss");
    else if ((form_is(f, "setp") || form_is(f, "set")) && combined)
        strcat(out, "p");
    else if (*name.p == 'v')
        snprintf(out, 8, "uuuu");
}

static uint32_t bytes_of(char c, const struct form *f)
{
    uint32_t size = c == 'u' || c == 'i' ? 4
                    : c == 'p'           ? 0
                                         : ptx_types[c == 't' ? f->to : f->type].size;
    if (c == 'w')
        size *= 2;
    return size == 1 ? 2 : size;
}

/* ---- the kernel of a row ---- */

static void declare(struct buf *ptx)
{
    buf_puts(ptx, ".reg .b16 %h<6>; .reg .b32 %w<10>; .reg .b64 %l<14>; .reg .pred %p<8>;\n");
}

/* Register k of the operand's width; predicates are made from words. */
static void put_register(struct buf *ptx, uint32_t bytes, size_t k)
{
    buf_printf(ptx, "%%%s%zu", bytes == 0 ? "p" : bytes == 2 ? "h" : bytes == 4 ? "w" : "l", k);
}

static void put_case_address(struct buf *ptx, const struct row *r)
{
    buf_printf(ptx, ".visible .entry k%d(.param .u64 io)\n{\n", r->number);
    declare(ptx);
    buf_puts(ptx, "ld.param.u64 %l10, [io];\nmov.u32 %w8, %tid.x;\nmov.u32 %w9, "
                  "%ctaid.x;\nmad.lo.s32 %w8, %w9, 128, %w8;\n"
                  "mul.wide.u32 %l11, %w8, 64;\nadd.s64 %l12, %l10, %l11;\n");
}

static void put_operands(struct buf *ptx, const struct row *r, const struct form *f,
                         const char *shape)
{
    for (size_t k = 1; shape[k]; k++) {
        uint32_t bytes = bytes_of(shape[k], f);
        if (shape[k] == 'i')
            continue;
        if (!bytes) {
            buf_printf(ptx, "ld.global.b32 %%w7, [%%l12+%zu];\nsetp.ne.b32 %%p%zu, %%w7, 0;\n",
                       8 * k + 8, k);
        } else {
            buf_printf(ptx, "ld.global.b%u ", 8 * bytes);
            put_register(ptx, bytes, k);
            buf_printf(ptx, ", [%%l12+%zu];\n", 8 * k + 8);
        }
    }
}

static void put_instruction(struct buf *ptx, const struct row *r, const struct form *f,
                            const char *shape, uint32_t table)
{
    bool pair = form_is(f, "setp");
    buf_printf(ptx, "%s ", r->form);
    put_register(ptx, bytes_of(shape[0], f), 0);
    if (pair)
        buf_puts(ptx, "|%p7");
    if (r->select[0][0])
        buf_puts(ptx, r->select[0]);
    for (size_t k = 1; shape[k]; k++) {
        buf_puts(ptx, ", ");
        if (shape[k] == 'i')
            buf_printf(ptx, "%u", table);
        else
            put_register(ptx, bytes_of(shape[k], f), k);
        if (k < 3 && r->select[k][0])
            buf_puts(ptx, r->select[k]);
    }
    buf_puts(ptx, ";\n");
}

static void put_results(struct buf *ptx, const struct form *f, const char *shape)
{
    uint32_t bytes = bytes_of(shape[0], f);
    if (bytes)
        buf_printf(ptx, "st.global.b%u [%%l12], %%%s0;\n", 8 * bytes,
                   bytes == 2   ? "h"
                   : bytes == 4 ? "w"
                                : "l");
    else
        buf_puts(ptx, "selp.b32 %w0, 1, 0, %p0;\nst.global.b32 [%l12], %w0;\n");
    if (form_is(f, "setp"))
        buf_puts(ptx, "selp.b32 %w0, 1, 0, %p7;\nst.global.b32 [%l12+8], %w0;\n");
}

bool put_value_kernel(struct buf *ptx, const struct row *r)
{
    struct form f = form_of(&r->inst);
    char shape[8];
    bool carry = !strcmp(r->test, "carry");
    operand_shape(&f, shape);
    if (!*shape)
        return false;
    put_case_address(ptx, r);
    put_operands(ptx, r, &f, shape);
    if (carry) /* the last operand's lowest bit sets the flag */
        buf_puts(ptx, "ld.global.b32 %w7, [%l12+48];\nadd.cc.u32 %w6, %w7, 0xffffffff;\n");
    put_instruction(ptx, r, &f, shape, 0xca);
    put_results(ptx, &f, shape);
    if (carry)
        buf_puts(ptx, "addc.u32 %w6, 0, 0;\nst.global.b32 [%l12+8], %w6;\n");
    buf_puts(ptx, "ret;\n}\n");
    return true;
}

/* ---- values ---- */

static const uint64_t values_16[] = {0,      1,      2,      7,      0x7fff, 0x8000, 0x8001, 0xffff,
                                     0xfffe, 0x1234, 15,     0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7bff,
                                     0x0400, 0x03ff, 0x8001, 0x7e00, 0x3555, 0x3f80, 0x7f80, 0xff80,
                                     0x0080, 0x7f7f, 0x4248, 0x80,   0xff,   0x5640};
static const uint64_t values_32[] = {
    0,          1,          2,          5,          31,         32,         33,        0x7fffffff,
    0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0x12345678, 0xdeadbeef, 255,       256,
    0xff00,     0x00ff00ff, 0x80808080, 0x7f7f7f7f, 0x3c003c00, 0x7c00bc00, 0x40000000};
static const uint64_t values_64[] = {0,
                                     1,
                                     63,
                                     64,
                                     0x7fffffffffffffff,
                                     0x8000000000000000,
                                     0xffffffffffffffff,
                                     0xfffffffffffffffe,
                                     0x123456789abcdef0,
                                     0xffffffff,
                                     0x100000000,
                                     0x80000000,
                                     0x20000000000001,
                                     0x1000001,
                                     0x7fffffff,
                                     0xffffffff80000000,
                                     0xffffffff7fffffff,
                                     0x8000000000000001};
static const uint64_t values_f32[] = {
    0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000,
    0x3f000000, 0x40490fdb, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345,
    0x3f800001, 0x4b7fffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x5f000000, 0x3fc00000, 0x40200000,
    0x477fe000, 0x477ff000, 0x33800000, 0x38ffffff, 0x42fe0000, 0x01000001, 0x3f7fffff, 0xdf000001};
static const uint64_t values_f64[] = {0,
                                      0x8000000000000000,
                                      1,
                                      0x000fffffffffffff,
                                      0x0010000000000000,
                                      0x3ff0000000000000,
                                      0xbff0000000000000,
                                      0x3fe0000000000000,
                                      0x400921fb54442d18,
                                      0x7fefffffffffffff,
                                      0x7ff0000000000000,
                                      0xfff0000000000000,
                                      0x7ff8000000000000,
                                      0x3ff0000000000001,
                                      0x41dfffffffc00000,
                                      0x41e0000000000000,
                                      0xc1e0000000000000,
                                      0x41f0000000000000,
                                      0x43e0000000000000,
                                      0x43f0000000000000,
                                      0xc3e0000000000000,
                                      0x4004000000000000,
                                      0x36a0000000000001,
                                      0x47efffffe0000000,
                                      0x47effffff0000000,
                                      0x3ff0000010000000,
                                      0x40effc0000000000,
                                      0x3e60000000000001};

uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 3;
}

static uint64_t value_for(char c, const struct form *f, uint32_t index, uint64_t *state)
{
#define PICK(list)                                                                                 \
    return index < sizeof list / sizeof *list ? list[index]                                        \
                                              : next_random(state) >> (next_random(state) % 24)
    enum ptx_type t = c == 't' ? f->to : f->type;
    if (c == 'u' || c == 'p')
        PICK(values_32);
    if (c == 'w')
        PICK(values_64);
    if (t == PTX_F32 &&
        index >= sizeof values_f32 / sizeof *values_f32) { /* most of them near each other */
        uint64_t v = next_random(state);
        return index & 1 ? (uint32_t) v : (0x3e000000 + (v & 0x83ffffff)) & UINT32_MAX;
    }
    if (t == PTX_F64 && index >= sizeof values_f64 / sizeof *values_f64) {
        uint64_t v = next_random(state) ^ next_random(state) << 32;
        return index & 1 ? v : (0x3fd0000000000000 + (v & 0x807fffffffffffff));
    }
    if (t == PTX_F32)
        PICK(values_f32);
    if (t == PTX_F64)
        PICK(values_f64);
    switch (ptx_types[t].size) {
    case 8: PICK(values_64);
    case 4: PICK(values_32);
    default: PICK(values_16);
    }
#undef PICK
}

/* All pairs of special values of the first two operands, then random ones. */
static void fill_cases(const struct form *f, const char *shape, struct value_case *q)
{
    uint64_t state = 0x9e3779b97f4a7c15;
    size_t n = strlen(shape) - 1;
    for (uint32_t k = 0; k < CASES; k++) {
        uint32_t index[OPERANDS] = {k % 32, k / 32 % 32, (k * 7 + k / 32) % 40,
                                    (k * 5 + k / 64) % 33};
        if (n == 1)
            index[0] = k;
        else if (k >= 1024)
            index[0] = index[1] = 1000 + k;
        if (k >= 3000)
            index[2] = index[3] = 1000 + k;
        for (size_t i = 0; i < n; i++)
            q[k].in[i] = value_for(shape[i + 1], f, index[i], &state);
        q[k].in[OPERANDS] = k & 1; /* carry */
        for (size_t i = 0; i < n; i++)
            if (shape[i + 1] == 'p' || (shape[i + 1] == 's' && f->type == PTX_PRED))
                q[k].in[i] &= 1;
    }
}

/* ---- comparing ---- */

static double ulp_at(double want, enum ptx_type t)
{
    int mantissa = t == PTX_F32                       ? 23
                   : t == PTX_F64                     ? 52
                   : t == PTX_BF16 || t == PTX_BF16X2 ? 7
                                                      : 10;
    int e = want != 0 && isfinite(want) ? ilogb(want) : -126;
    return ldexp(1, (e < -126 ? -126 : e) - mantissa);
}

/* The largest error the ISA allows; below 0: none is promised for this input. */
static double allowed(const struct form *f, const uint64_t *in, double want)
{
    double a = scalar_value(in[0], f->type), size = fabs(want);
    bool half = ptx_types[f->type].size == 2 || f->type == PTX_F16X2 || f->type == PTX_BF16X2,
         bf = f->type == PTX_BF16 || f->type == PTX_BF16X2;
    if (f->type == PTX_F64)
        return ldexp(size, -20);
    if (half)
        return form_is(f, "ex2") ? ldexp(size, bf ? -7 : -9) + ulp_at(want, f->type)
                                 : ldexp(1, bf ? -8 : -10) + ulp_at(want, f->type);
    if (form_is(f, "sin") || form_is(f, "cos"))
        return fabs(a) <= 6.2832 ? ldexp(1, -20) : fabs(a) <= 314.16 ? ldexp(1, -14) : -1;
    if (form_is(f, "lg2"))
        return a > 0.5 && a < 2 ? ldexp(1, -22) : ldexp(size, -22);
    if (form_is(f, "tanh"))
        return ldexp(size, -11);
    if (form_is(f, "div"))
        return 2 * ulp_at(want, f->type);
    return ldexp(size, -22) + ulp_at(want, f->type);
}

static bool near_enough(const struct form *f, const uint64_t *in, uint64_t got, uint64_t want)
{
    double g = scalar_value(got, f->to), w = scalar_value(want, f->to),
           b = scalar_value(in[1], f->type);
    if (form_is(f, "div") && (fabs(b) > 0x1p126 || fabs(b) < 0x1p-126))
        return true; /* 9.7.3.8: no error is promised there */
    double most = allowed(f, in, w);
    if (most < 0 || (isnan(g) && isnan(w)) || g == w)
        return true;
    bool tiny = fabs(g) < 0x1p-126 && fabs(w) < 0x1p-126;
    return tiny || (isfinite(w) ? fabs(g - w) <= most : fabs(g) >= 0x1.fffffcp127);
}

static bool value_is_right(const struct form *f, char kind, const uint64_t *in, uint64_t got,
                           uint64_t want)
{
    enum ptx_type t = kind == 't' ? f->to : f->type;
    uint32_t bytes = bytes_of(kind, f);
    uint64_t mask = bytes == 0 ? 1 : bytes == 8 ? UINT64_MAX : ((uint64_t) 1 << 8 * bytes) - 1;
    got &= mask;
    want &= mask;
    if (got == want)
        return true;
    if (kind == 'p' || kind == 'u' || !scalar_is_float(t))
        return false;
    if (t == PTX_F64 && isnan(scalar_value(got, t)) && isnan(scalar_value(want, t)))
        return true;
    if (f->ftz && t == PTX_F32 && !(got & 0x7fffffff) && (want & 0x7fffffff) == 0x00800000)
        return true; /* only rounding lifts it to the least normal number: the ISA leaves open whether that is flushed */
    if (f->approx && (t == PTX_F16X2 || t == PTX_BF16X2)) {
        struct form half = *f;
        half.type = half.to = t == PTX_F16X2 ? PTX_F16 : PTX_BF16;
        uint64_t low[2] = {in[0] & 0xffff, 0}, high[2] = {in[0] >> 16 & 0xffff, 0};
        return near_enough(&half, low, got & 0xffff, want & 0xffff) &&
               near_enough(&half, high, got >> 16, want >> 16);
    }
    return f->approx && near_enough(f, in, got, want);
}

static int report(const struct row *r, const uint64_t *in, uint64_t got, uint64_t want, int wrong)
{
    if (wrong < 3)
        printf("not ok %s of %llx, %llx, %llx, %llx is %llx, not %llx\n", r->form,
               (unsigned long long) in[0], (unsigned long long) in[1], (unsigned long long) in[2],
               (unsigned long long) in[3], (unsigned long long) got, (unsigned long long) want);
    return wrong + 1;
}

/* FNV-1a over the bytes of a result. Which NaN it is the ISA leaves open. */
static uint64_t digest(uint64_t so_far, const struct form *f, char kind, uint64_t v)
{
    enum ptx_type t = kind == 't' ? f->to : f->type;
    bool real = kind != 'p' && kind != 'u' && (t == PTX_F64 || t == PTX_F32);
    v = real && isnan(scalar_value(v, t)) ? UINT64_MAX : v;
    for (int i = 0; i < 8; i++)
        so_far = (so_far ^ (v >> 8 * i & 0xff)) * 0x100000001b3;
    return so_far;
}

int run_value(struct device *d, struct device_module *m, const struct row *r, uint64_t *out_digest)
{
    static struct value_case q[CASES];
    struct form f = form_of(&r->inst);
    char shape[8];
    int wrong = 0;
    bool carry = !strcmp(r->test, "carry");
    operand_shape(&f, shape);
    memset(q, 0, sizeof q);
    fill_cases(&f, shape, q);
    *out_digest = 0;
    if (!run_kernel(d, m, r, q, sizeof q, (CASES + 127) / 128, 128))
        return 1;
    uint64_t sum = 0xcbf29ce484222325;
    for (uint32_t k = 0; k < CASES; k++) {
        sum = digest(digest(sum, &f, shape[0], q[k].result), &f, 'u', q[k].second);
        uint64_t in[5] = {q[k].in[0], q[k].in[1], q[k].in[2], q[k].in[3]}, want[2] = {0},
                 flag = carry ? q[k].in[OPERANDS] : 0;
        if (strchr(shape, 'i'))
            in[3] = 0xca;
        if (!scalar(&f, in, &flag, want))
            return report(r, in, 0, 0, 0);
        if (!value_is_right(&f, shape[0], in, q[k].result, want[0]))
            wrong = report(r, in, q[k].result, want[0], wrong);
        if (form_is(&f, "setp") && q[k].second != want[1])
            wrong = report(r, in, q[k].second, want[1], wrong);
        if (carry && q[k].second != flag)
            wrong = report(r, in, q[k].second, flag, wrong);
    }
    *out_digest = f.approx ? 0 : sum;
    return wrong;
}

/* ---- every input of an approximate function or conversion of f32, or one in `stride` ---- */

static bool is_swept(const struct form *f, const char *shape)
{
    bool of_f32 = f->type == PTX_F32 && strlen(shape) == 2 && shape[1] == 's';
    return of_f32 && (f->approx || form_is(f, "cvt"));
}

int run_all_inputs(struct device *d, struct device_module *m, const struct row *r, uint32_t stride)
{
    enum { PART = 1 << 18 };
    struct form f = form_of(&r->inst);
    struct value_case *q = malloc(PART * sizeof *q);
    int wrong = 0;
    char shape[8];
    operand_shape(&f, shape);
    if (strcmp(r->test, "value") || !is_swept(&f, shape))
        wrong = -1;
    for (uint64_t first = 0; wrong >= 0 && first < (uint64_t) 1 << 32;
         first += (uint64_t) PART * stride) {
        memset(q, 0, PART * sizeof *q);
        for (uint32_t k = 0; k < PART; k++)
            q[k].in[0] = (uint32_t) (first + (uint64_t) k * stride);
        if (!run_kernel(d, m, r, q, PART * sizeof *q, PART / 128, 128)) {
            wrong = 1;
            break;
        }
        for (uint32_t k = 0; k < PART; k++) {
            uint64_t in[4] = {(uint32_t) (first + (uint64_t) k * stride)}, want[2] = {0}, flag = 0;
            scalar(&f, in, &flag, want);
            if (!value_is_right(&f, shape[0], in, q[k].result, want[0]))
                wrong = report(r, in, q[k].result, want[0], wrong);
        }
    }
    free(q);
    return wrong < 0 ? 0 : wrong;
}
