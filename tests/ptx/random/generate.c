/* SPDX-License-Identifier: Apache-2.0 */
/* Random kernels in CUDA C. Every thread has words u0.., longs l0.., floats f0.., doubles d0.., and an array a[8]; statements
 * change them. What all threads of a warp or block must do together stands at the top level only, or under a mask that a ballot
 * made. Bins take operations that commute, so the result does not depend on the order of threads. */
#include "gen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

uint32_t gen_roll(struct gen *g, uint32_t n)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (uint32_t) ((g->state >> 11) % n);
}

void gen_put(struct gen *g, const char *format, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    buf_puts(g->out, text);
}

void gen_line(struct gen *g)
{
    buf_putc(g->out, '\n');
    for (int k = 0; k < g->indent; k++)
        buf_puts(g->out, "  ");
}

/* ---- expressions: pieces between which operands are put; w word, i the same as int, l long, f float, d double ---- */

static const char *const words[] = {
    "(%w + %w)",
    "(%w - %w)",
    "(%w * %w)",
    "(%w & %w)",
    "(%w | %w)",
    "(%w ^ %w)",
    "(~%w)",
    "(-%w)",
    "(%w << (%w & 31))",
    "(%w >> (%w & 31))",
    "(unsigned) (%i >> (%w & 31))",
    "(%w / (%w | 1))",
    "(%w %% (%w | 1))",
    "(unsigned) (%i / (%i | 3))",
    "(unsigned) (%i %% (%i | 3))",
    "(%w < %w ? %w : %w)",
    "(%i < %i ? %w : %w)",
    "(%f < %f ? %w : %w)",
    "(%f >= %f ? %w : %w)",
    "(%l > %l ? %w : %w)",
    "(%d <= %d ? %w : %w)",
    "(unsigned) (%w == %w)",
    "(unsigned) (%f != %f)",
    "(unsigned) __popc(%w)",
    "(unsigned) __clz(%i)",
    "__brev(%w)",
    "(unsigned) __ffs(%i)",
    "__byte_perm(%w, %w, %w)",
    "__umulhi(%w, %w)",
    "(unsigned) __mulhi(%i, %i)",
    "__funnelshift_l(%w, %w, %w)",
    "__funnelshift_r(%w, %w, %w)",
    "__funnelshift_lc(%w, %w, %w)",
    "__funnelshift_rc(%w, %w, %w)",
    "min(%w, %w)",
    "max(%w, %w)",
    "(unsigned) min(%i, %i)",
    "(unsigned) max(%i, %i)",
    "(unsigned) abs(%i)",
    "__usad(%w, %w, %w)",
    "__sad(%i, %i, %w)",
    "__umul24(%w, %w)",
    "(unsigned) __mul24(%i, %i)",
    "(unsigned) __dp4a(%i, %i, %i)",
    "__dp4a(%w, %w, %w)",
    "__uhadd(%w, %w)",
    "(unsigned) __rhadd(%i, %i)",
    "(unsigned) (int) %f",
    "(unsigned) %f",
    "(unsigned) __float2int_rn(%f)",
    "(unsigned) __float2int_ru(%f)",
    "(unsigned) __float2int_rd(%f)",
    "__float2uint_rz(%f)",
    "__float_as_uint(%f)",
    "(unsigned) (int) %d",
    "(unsigned) __double2int_rn(%d)",
    "__double2uint_rd(%d)",
    "(unsigned) %l",
    "(unsigned) (%l >> 32)",
    "(unsigned) (short) %w",
    "(unsigned) (unsigned char) %w",
    "(unsigned) (signed char) %w",
    "(unsigned) (unsigned short) %w",
    "(unsigned) __popcll(%l)",
    "(unsigned) __clzll(%l)",
    "__vabsdiffu4(%w, %w)",
    "__vmaxs2(%w, %w)",
    "__vaddss2(%w, %w)",
    "__vcmpgtu4(%w, %w)",
    "(%w * %w + %w)",
    "(%w & %w | ~%w & %w)",
    "(unsigned) (short) ((short) %w * (short) %w)",
    "(unsigned) (unsigned short) ((unsigned short) %w >> (%w & 15))",
    "(unsigned) isnan(%f)",
    "(unsigned) (__half_as_ushort_(%f))",
};
static const char *const longs[] = {
    "(%l + %l)",
    "(%l - %l)",
    "(%l * %l)",
    "(%l & %l)",
    "(%l | %l)",
    "(%l ^ %l)",
    "(~%l)",
    "(%l << (%w & 63))",
    "(%l >> (%w & 63))",
    "(unsigned long long) ((long long) %l >> (%w & 63))",
    "((unsigned long long) %w * %w)",
    "(unsigned long long) ((long long) %i * %i)",
    "__umul64hi(%l, %l)",
    "(unsigned long long) __mul64hi((long long) %l, (long long) %l)",
    "(%l / (%l | 1))",
    "(%l %% (%l | 1))",
    "((unsigned long long) %w << 32 | %w)",
    "__brevll(%l)",
    "(%w < %w ? %l : %l)",
    "(unsigned long long) (long long) %i",
    "(unsigned long long) (long long) %f",
    "(unsigned long long) %d",
    "__float2ull_rn(%f)",
    "(unsigned long long) __double2ll_ru(%d)",
    "min(%l, %l)",
    "max(%l, %l)",
    "((unsigned long long) %w * %w + %l)",
    "(unsigned long long) ((long long) %l / ((long long) %l | 5))",
};
static const char *const floats[] = {
    "(%f + %f)",
    "(%f - %f)",
    "(%f * %f)",
    "(%f / %f)",
    "(-%f)",
    "fabsf(%f)",
    "fmaf(%f, %f, %f)",
    "__fadd_rz(%f, %f)",
    "__fadd_ru(%f, %f)",
    "__fadd_rd(%f, %f)",
    "__fmul_rz(%f, %f)",
    "__fmul_ru(%f, %f)",
    "__fmul_rd(%f, %f)",
    "__fmaf_rz(%f, %f, %f)",
    "__fmaf_ru(%f, %f, %f)",
    "__fmaf_rd(%f, %f, %f)",
    "__fdiv_ru(%f, %f)",
    "__fdiv_rz(%f, %f)",
    "__fsqrt_rn(fabsf(%f))",
    "__fsqrt_ru(fabsf(%f))",
    "__frcp_rn(%f)",
    "__frcp_rd(%f)",
    "fminf(%f, %f)",
    "fmaxf(%f, %f)",
    "floorf(%f)",
    "ceilf(%f)",
    "truncf(%f)",
    "rintf(%f)",
    "copysignf(%f, (float) %w)",
    "__saturatef(%f)",
    "(float) %w",
    "(float) %i",
    "(float) %l",
    "(float) (long long) %l",
    "(float) %d",
    "__int2float_rz(%i)",
    "__uint2float_ru(%w)",
    "__ll2float_rd((long long) %l)",
    "__double2float_rz(%d)",
    "__double2float_ru(%d)",
    "__uint_as_float(%w)",
    "(%w > %w ? %f : %f)",
    "(%f > %f ? %f : %f)",
    "(float) (short) %w",
};
static const char *const doubles[] = {
    "(%d + %d)",
    "(%d - %d)",
    "(%d * %d)",
    "(%d / %d)",
    "(-%d)",
    "fabs(%d)",
    "fma(%d, %d, %d)",
    "__dadd_rz(%d, %d)",
    "__dmul_ru(%d, %d)",
    "__fma_rd(%d, %d, %d)",
    "__ddiv_rz(%d, %d)",
    "__dsqrt_rn(fabs(%d))",
    "__drcp_ru(%d)",
    "fmin(%d, %d)",
    "fmax(%d, %d)",
    "floor(%d)",
    "rint(%d)",
    "(double) %f",
    "(double) %i",
    "(double) %w",
    "(double) %l",
    "__ll2double_rz((long long) %l)",
    "__ull2double_ru(%l)",
    "(%w > %w ? %d : %d)",
    "(%d > %d ? %d : %d)",
};

void gen_from_table(struct gen *g, const char *const *table, size_t n, int depth)
{
    for (const char *s = table[gen_roll(g, (uint32_t) n)]; *s; s++) {
        if (*s != '%') {
            buf_putc(g->out, *s);
        } else if (*++s == '%') {
            buf_putc(g->out, '%');
        } else {
            gen_expression(g, *s, depth - 1);
        }
    }
}

static void constant(struct gen *g, char type)
{
    static const char *const w[] = {
        "0u",          "1u",          "2u",          "7u",          "31u",    "32u", "255u",
        "0x7fffffffu", "0x80000000u", "0xffffffffu", "0x12345678u", "65535u", "100u"};
    static const char *const f[] = {"0.0f",        "1.0f",    "(-1.0f)",       "0.5f",
                                    "3.25f",       "1e30f",   "(-1e-30f)",     "1e-40f",
                                    "255.5f",      "(-0.0f)", "4294967040.0f", "(-2147483648.0f)",
                                    "16777217.0f", "0.1f"};
    static const char *const d[] = {"0.0",
                                    "1.0",
                                    "(-2.5)",
                                    "0.1",
                                    "1e300",
                                    "(-1e-300)",
                                    "1e-310",
                                    "4503599627370496.5",
                                    "(-9223372036854775808.0)",
                                    "4294967295.0"};
    switch (type) {
    case 'f': gen_put(g, "%s", f[gen_roll(g, sizeof f / sizeof *f)]); break;
    case 'd': gen_put(g, "%s", d[gen_roll(g, sizeof d / sizeof *d)]); break;
    case 'l':
        gen_put(g, "0x%llxull",
                (unsigned long long) (g->state >> gen_roll(g, 63)) << gen_roll(g, 8));
        break;
    default:
        if (gen_roll(g, 2))
            gen_put(g, "%s", w[gen_roll(g, sizeof w / sizeof *w)]);
        else
            gen_put(g, "%uu", (uint32_t) (g->state >> 20) >> gen_roll(g, 32));
    }
}

void gen_variable(struct gen *g, char type)
{
    switch (type) {
    case 'f': gen_put(g, "f%u", gen_roll(g, g->in_function ? 1 : FLOATS)); break;
    case 'd': gen_put(g, "d%u", gen_roll(g, g->in_function ? 1 : DOUBLES)); break;
    case 'l': gen_put(g, "l%u", gen_roll(g, g->in_function ? 1 : LONGS)); break;
    default: gen_put(g, "u%u", gen_roll(g, g->in_function ? 2 : WORDS));
    }
}

void gen_expression(struct gen *g, char type, int depth)
{
    if (type == 'i') {
        gen_put(g, "(int) ");
        type = 'w';
    }
    uint32_t kind = gen_roll(g, 10);
    if (depth <= 0 || kind < 2) {
        if (kind == 1)
            constant(g, type);
        else if (type == 'w' && !g->in_function && gen_roll(g, 10) == 0)
            gen_put(g, "(unsigned) p%u", gen_roll(g, NUMBERS)); /* the same for all threads */
        else
            gen_variable(g, type);
        return;
    }
    buf_putc(g->out, '(');
    switch (type) {
    case 'f': gen_from_table(g, floats, sizeof floats / sizeof *floats, depth); break;
    case 'd': gen_from_table(g, doubles, sizeof doubles / sizeof *doubles, depth); break;
    case 'l': gen_from_table(g, longs, sizeof longs / sizeof *longs, depth); break;
    default: gen_from_table(g, words, sizeof words / sizeof *words, depth);
    }
    buf_putc(g->out, ')');
}

/* ---- statements ---- */

void gen_condition(struct gen *g)
{
    static const char *const kinds[] = {"%w & 1",
                                        "%w < %w",
                                        "(%i > %i)",
                                        "%f < %f",
                                        "%l == %l || %w > 100u",
                                        "%w % 3 == 0",
                                        "%f > %f && %w != %w",
                                        "t & 1",
                                        "t % 5 < 2",
                                        "(int) threadIdx.x < 40",
                                        "threadIdx.x >= 32u",
                                        "(threadIdx.x & 31) == %w % 40",
                                        "threadIdx.x >> 5 != %w % 3",
                                        "%d < %d"};
    const char *s = kinds[gen_roll(g, sizeof kinds / sizeof *kinds)];
    for (; *s; s++)
        if (*s == '%' && strchr("wilfd", s[1]) && s[1] != ' ')
            gen_expression(g, *++s, 1);
        else
            buf_putc(g->out, *s);
}

static void assign(struct gen *g)
{
    static const char types[] = "wwwwwllfffd";
    char type = types[gen_roll(g, sizeof types - 1)];
    gen_line(g);
    gen_variable(g, type);
    gen_put(g, type == 'w' || type == 'l' ? (gen_roll(g, 3) ? " = " : " ^= ") : " = ");
    gen_expression(g, type, 1 + (int) gen_roll(g, 3));
    gen_put(g, ";");
}

static void block(struct gen *g, int depth, int n, bool in_loop)
{
    gen_put(g, " {");
    g->indent++;
    gen_statements(g, depth - 1, n, in_loop);
    g->indent--;
    gen_line(g);
    gen_put(g, "}");
}

static void branch(struct gen *g, int depth, bool in_loop)
{
    gen_line(g);
    gen_put(g, "if (");
    gen_condition(g);
    gen_put(g, ")");
    block(g, depth, 1 + (int) gen_roll(g, 3), in_loop);
    if (gen_roll(g, 2)) {
        gen_put(g, " else");
        block(g, depth, 1 + (int) gen_roll(g, 3), in_loop);
    }
}

static void loop(struct gen *g, int depth)
{
    int k = g->labels++;
    gen_line(g);
    if (gen_roll(g, 2)) {
        gen_put(g, "for (unsigned k%d = 0; k%d < (", k, k);
        gen_expression(g, 'w', 1);
        gen_put(g, " & 7); k%d++)", k);
        block(g, depth, 1 + (int) gen_roll(g, 3), true);
    } else {
        gen_put(g, "{ unsigned k%d = 0; do", k);
        block(g, depth, 1 + (int) gen_roll(g, 3), true);
        gen_put(g, " while (++k%d < 6 && (", k);
        gen_condition(g);
        gen_put(g, ")); }");
    }
}

/* A jump into the middle of a loop: control flow that no structured program has. */
static void irreducible(struct gen *g, int depth)
{
    int k = g->labels++;
    gen_line(g);
    gen_put(g, "{ unsigned k%d = 0; if (", k);
    gen_condition(g);
    gen_put(g, ") goto m%d_%d;", g->number, k);
    gen_line(g);
    gen_put(g, "t%d_%d:", g->number, k);
    gen_statements(g, depth - 1, 1 + (int) gen_roll(g, 2), false);
    gen_line(g);
    gen_put(g, "m%d_%d:", g->number, k);
    gen_statements(g, depth - 1, 1 + (int) gen_roll(g, 2), false);
    gen_line(g);
    gen_put(g, "if (++k%d < 4 && (", k);
    gen_condition(g);
    gen_put(g, ")) goto t%d_%d; }", g->number, k);
}

static void choose(struct gen *g, int depth)
{
    uint32_t n = 3 + gen_roll(g, 5);
    gen_line(g);
    gen_put(g, "switch (");
    gen_expression(g, 'w', 1);
    gen_put(g, " %% %u) {", n + 1);
    for (uint32_t k = 0; k < n; k++) {
        gen_line(g);
        gen_put(g, "case %u: {", k);
        g->indent++;
        gen_statements(g, depth - 1, 1, false);
        g->indent--;
        gen_put(g, "} %s", gen_roll(g, 3) ? "break;" : "");
    }
    gen_line(g);
    gen_put(g, "}");
}

/* Bin k takes the operation k % 6, so that the order does not matter. */
void gen_count(struct gen *g)
{
    static const char *const operations[6] = {"atomicAdd", "atomicOr",  "atomicAnd",
                                              "atomicXor", "atomicMax", "atomicMin"};
    uint32_t k = gen_roll(g, 6);
    gen_line(g);
    if (gen_roll(g, 3)) {
        gen_put(g, "%s(&%s[%u + 6 * (", operations[k], gen_roll(g, 2) ? "bins" : "tally", k);
        gen_expression(g, 'w', 1);
        gen_put(g, " & 3)], ");
    } else {
        gen_put(g, "%s(&%s[%u], ", operations[k], gen_roll(g, 2) ? "bins" : "tally", k);
    }
    gen_expression(g, 'w', 2);
    gen_put(g, ");");
}

void gen_local_array(struct gen *g)
{
    gen_line(g);
    gen_put(g, "a[");
    gen_expression(g, 'w', 1);
    gen_put(g, " & 7] ^= ");
    gen_expression(g, 'w', 1);
    gen_put(g, "; ");
    gen_variable(g, 'w');
    gen_put(g, " += a[");
    gen_expression(g, 'w', 1);
    gen_put(g, " & 7];");
}

static void call(struct gen *g)
{
    gen_line(g);
    gen_variable(g, 'w');
    gen_put(g, " = h%d_%u(", g->number, gen_roll(g, 2));
    gen_expression(g, 'w', 1);
    gen_put(g, ", ");
    gen_expression(g, 'f', 1);
    gen_put(g, ", ");
    gen_expression(g, 'l', 1);
    gen_put(g, ", a, (");
    gen_expression(g, 'w', 1);
    gen_put(g, ") & 3);");
}

void gen_statements(struct gen *g, int depth, int n, bool in_loop)
{
    for (int k = 0; k < n && g->budget > 0; k++) {
        g->budget--;
        uint32_t kind = gen_roll(g, 16);
        if (kind < 8 || depth <= 0)
            assign(g);
        else if (kind < 10)
            branch(g, depth, in_loop);
        else if (kind == 10)
            loop(g, depth);
        else if (kind == 11 && !g->in_function)
            gen_count(g);
        else if (kind == 12)
            gen_local_array(g);
        else if (kind == 13 && !g->in_function && g->has_functions)
            call(g);
        else if (kind == 14)
            gen_roll(g, 2) ? choose(g, depth) : irreducible(g, depth);
        else if (in_loop) {
            gen_line(g);
            gen_put(g, "if (");
            gen_condition(g);
            gen_put(g, ") %s;", gen_roll(g, 2) ? "break" : "continue");
        } else
            assign(g);
    }
}

static void functions(struct gen *g)
{
    g->in_function = true;
    for (int k = 0; k < 2; k++) {
        gen_put(
            g,
            "\n__device__ __noinline__ unsigned h%d_%d(unsigned u0, float f0, unsigned long long "
            "l0, unsigned *a, unsigned left)\n{",
            g->number, k);
        g->indent = 1;
        gen_line(g);
        gen_put(g, "unsigned u1 = u0 ^ left, t = threadIdx.x, n = blockDim.x; double d0 = f0;");
        g->budget = 8;
        gen_statements(g, 2, 4, false);
        gen_line(g);
        if (k)
            gen_put(g, "if (left) u0 += h%d_1(u1, f0 + 1, l0 + u0, a, left - 1);", g->number);
        gen_line(g);
        gen_put(g,
                "return u0 + u1 + __float_as_uint(f0) + (unsigned) (l0 >> 7) + (unsigned) (d0 > 0) "
                "+ n + t;\n}\n");
    }
    g->in_function = false;
}

/* ---- whole programs ---- */

static const struct device_dim shapes[] = {
    {32,  1,  1},
    {64,  1,  1},
    {96,  1,  1},
    {40,  1,  1},
    {33,  1,  1},
    {128, 1,  1},
    {1,   1,  1},
    {70,  1,  1},
    {80,  1,  1},
    {16,  16, 1},
    {8,   8,  1},
    {32,  4,  1},
    {16,  4,  1},
    {16,  2,  1},
    {4,   16, 1},
    {2,   32, 1},
    {1,   64, 1},
    {64,  2,  1},
    {7,   5,  1},
    {20,  3,  1},
    {3,   32, 1},
    {8,   4,  2},
    {32,  2,  2},
    {5,   3,  4},
    {256, 1,  1},
    {8,   4,  1},
    {8,   16, 1},
    {8,   4,  4},
    {10,  10, 1},
    {20,  16, 1},
    {12,  12, 1},
    {20,  19, 1},
    {24,  10, 1},
    {4,   8,  1},
    {5,   7,  1},
    {3,   3,  3},
    {10,  3,  2},
    {16,  3,  1},
    {16,  3,  3},
    {8,   5,  1},
    {8,   3,  3},
    {9,   4,  1},
    {17,  3,  1},
    {31,  2,  1},
    {30,  5,  1},
    {36,  2,  1},
    {40,  3,  1},
    {48,  2,  1},
    {48,  3,  2},
    {66,  2,  1}
};

/* Grids of at most THREADS_MAX threads; %p0 and %p1 are at most the grid's extents, so that y * p0 + x counts its threads. */
static struct program choose_shape(struct gen *g, uint64_t seed)
{
    struct program p = {.seed = seed};
    p.block = shapes[gen_roll(g, gen_roll(g, 2) ? 9 : sizeof shapes / sizeof *shapes)];
    uint32_t n = p.block.x * p.block.y * p.block.z;
    p.grid = (struct device_dim){1 + gen_roll(g, 3), 1 + (gen_roll(g, 4) == 0), 1};
    while (n * p.grid.x * p.grid.y > THREADS_MAX)
        p.grid = (struct device_dim){p.grid.x > 1 ? p.grid.x - 1 : 1, 1, 1};
    p.numbers[0] = (int32_t) (p.grid.x * p.block.x - gen_roll(g, 2) * gen_roll(g, p.block.x));
    p.numbers[1] = (int32_t) (p.grid.y * p.block.y - gen_roll(g, 2) * gen_roll(g, p.block.y));
    p.numbers[2] = (int32_t) (1 + gen_roll(g, 8));
    p.numbers[3] = (int32_t) gen_roll(g, 40) - 8;
    return p;
}

static void declare(struct gen *g)
{
    uint32_t n = g->program->block.x * g->program->block.y * g->program->block.z;
    gen_line(g);
    gen_put(g, "__shared__ unsigned s[%u], tally[%d]; __shared__ float fs[%u];", n, BINS, n);
    gen_line(g);
    gen_put(g, "__shared__ unsigned long long ls[%u]; __shared__ %s bs[%u];", n,
            gen_roll(g, 2) ? "unsigned char" : "short", n);
    gen_line(g);
    if (g->program->block.y * g->program->block.z == 1)
        gen_put(g, "unsigned n = blockDim.x, tid = threadIdx.x;");
    else
        gen_put(g, "unsigned n = blockDim.x * blockDim.y * blockDim.z, tid = threadIdx.x + "
                   "blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);");
    gen_line(g);
    gen_put(g, "unsigned t = (blockIdx.x + blockIdx.y * gridDim.x) * n + tid, a[8] = {t, 1, 2, 3, "
               "4, 5, 6, n};");
    gen_line(g);
    gen_put(g, "int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + "
               "threadIdx.y;");
}

static void soup(struct gen *g)
{
    gen_line(g);
    for (int k = 0; k < WORDS; k++)
        gen_put(g, " unsigned u%d = in[(t * 7 + %d) %% %d];", k, k * 5, INPUTS);
    for (int k = 0; k < LONGS; k++)
        gen_put(g, " unsigned long long l%d = (unsigned long long) in[(t + %d) %% %d] << %d;", k, k,
                INPUTS, 16 * k);
    for (int k = 0; k < FLOATS; k++)
        gen_put(g, " float f%d = (int) in[(t * 3 + %d) %% %d] * %s;", k, k, INPUTS,
                k & 1 ? "0.001f" : "1.5f");
    gen_put(g, " double d0 = f0 / 3.0, d1 = l1 * 0.7;");
    gen_line(g);
    gen_put(g, "for (unsigned k = tid; k < %d; k += n) tally[k] = 1; __syncthreads();", BINS);
    for (int k = 0, parts = 1 + (int) gen_roll(g, 3); k < parts; k++) {
        g->budget = 8;
        gen_statements(g, 3, 2 + (int) gen_roll(g, 4), false);
        gen_together(g);
    }
    gen_line(g);
    gen_put(g, "__syncthreads(); u0 += tally[t %% %d]; __syncthreads();", BINS);
    g->budget = 6;
    gen_statements(g, 2, 2, false);
    gen_line(g);
    gen_put(g, "u1 += a[0] + a[3];");
    for (int k = 0; k < WORDS; k++)
        gen_put(g, " words[t * %d + %d] = u%d;", WORDS, k, k);
    for (int k = 0; k < LONGS; k++)
        gen_put(g, " longs[t * %d + %d] = l%d;", LONGS, k, k);
    for (int k = 0; k < FLOATS; k++)
        gen_put(g, " floats[t * %d + %d] = f%d;", FLOATS, k, k);
    for (int k = 0; k < DOUBLES; k++)
        gen_put(g, " doubles[t * %d + %d] = d%d;", DOUBLES, k, k);
}

struct program generate(uint64_t seed, int number, struct buf *out)
{
    struct gen g = {.state = (seed + 1) * 0x9e3779b97f4a7c15, .out = out, .number = number};
    for (int k = 0; k < 8; k++)
        gen_roll(&g, 2);
    struct program p = choose_shape(&g, seed);
    bool arrays = gen_roll(&g, 5) < 3;
    g.program = &p;
    g.whole_warps = p.block.x * p.block.y * p.block.z % 32 == 0;
    g.has_functions = !arrays && gen_roll(&g, 3) == 0;
    if (g.has_functions)
        functions(&g);
    gen_put(&g,
            "\nextern \"C\" __global__ void k%d(const unsigned *%sin, unsigned *words, unsigned "
            "long long *longs, float *floats, double *doubles, unsigned *bins, int p0, int p1, int "
            "p2, int p3)\n{",
            number, gen_roll(&g, 2) ? "__restrict__ " : "");
    g.indent = 1;
    declare(&g);
    arrays ? gen_arrays(&g) : soup(&g);
    gen_put(&g, "\n}\n");
    return p;
}

void generate_head(struct buf *out)
{
    buf_puts(out, "/* the lanes that the warp has */\n"
                  "__device__ __forceinline__ unsigned __activemask_(unsigned n, unsigned tid)\n"
                  "{ unsigned left = n - (tid & ~31u); return left >= 32 ? 0xffffffffu : "
                  "(1u << left) - 1; }\n"
                  "__device__ __forceinline__ unsigned short __half_as_ushort_(float f)\n"
                  "{ unsigned short h; asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(h) : \"f\"(f)); "
                  "return h; }\n"
                  "__device__ __forceinline__ int __before_(int i, int k) { return i < k ? 0 : i - "
                  "k; }\n");
}

void fill_memory(const struct program *p, struct memory *m)
{
    static const uint32_t special[] = {0, 1, 2, 0xffffffff, 0x80000000, 0x7fffffff, 31, 32, 100};
    struct gen g = {.state = (p->seed + 77) * 0x9e3779b97f4a7c15};
    memset(m, 0, sizeof *m);
    for (int k = 0; k < INPUTS; k++) {
        uint32_t v = gen_roll(&g, 3) ? (uint32_t) (g.state >> 16) >> gen_roll(&g, 32)
                                     : special[gen_roll(&g, sizeof special / sizeof *special)];
        float f = (float) (int32_t) v * 0x1p-20f;
        if (gen_roll(&g, 3) == 0)
            memcpy(&v, &f, sizeof v);
        m->in[k] = v;
    }
    for (int k = 0; k < BINS; k++)
        m->bins[k] = k % 6 == 2 || k % 6 == 5 ? UINT32_MAX : 0;
}
