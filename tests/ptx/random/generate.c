/* SPDX-License-Identifier: Apache-2.0 */
/* Random kernels in CUDA C. Every thread has words u0.., longs l0.., floats f0.., doubles d0.., and an array a[8]; statements
 * change them. What all threads of a warp or block must do together stands at the top level only, or under a mask that a ballot
 * made. Bins take operations that commute, so the result does not depend on the order of threads. */
#include "random.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct gen {
    uint64_t state;
    struct buf *out;
    int indent, number, labels, budget;
    bool in_function; /* a __device__ function: only its own variables */
    bool whole_warps, has_functions;
};

static uint32_t roll(struct gen *g, uint32_t n)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (uint32_t) ((g->state >> 11) % n);
}

static void put(struct gen *g, const char *format, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    buf_puts(g->out, text);
}

static void line(struct gen *g)
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
    "copysignf(%f, %f)",
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

static void expression(struct gen *g, char type, int depth);

static void from_table(struct gen *g, const char *const *table, size_t n, int depth)
{
    for (const char *s = table[roll(g, (uint32_t) n)]; *s; s++) {
        if (*s != '%') {
            buf_putc(g->out, *s);
        } else if (*++s == '%') {
            buf_putc(g->out, '%');
        } else {
            expression(g, *s, depth - 1);
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
    case 'f': put(g, "%s", f[roll(g, sizeof f / sizeof *f)]); break;
    case 'd': put(g, "%s", d[roll(g, sizeof d / sizeof *d)]); break;
    case 'l':
        put(g, "0x%llxull", (unsigned long long) (g->state >> roll(g, 63)) << roll(g, 8));
        break;
    default:
        if (roll(g, 2))
            put(g, "%s", w[roll(g, sizeof w / sizeof *w)]);
        else
            put(g, "%uu", (uint32_t) (g->state >> 20) >> roll(g, 32));
    }
}

static void variable(struct gen *g, char type)
{
    switch (type) {
    case 'f': put(g, "f%u", roll(g, g->in_function ? 1 : FLOATS)); break;
    case 'd': put(g, "d%u", roll(g, g->in_function ? 1 : DOUBLES)); break;
    case 'l': put(g, "l%u", roll(g, g->in_function ? 1 : LONGS)); break;
    default: put(g, "u%u", roll(g, g->in_function ? 2 : WORDS));
    }
}

static void expression(struct gen *g, char type, int depth)
{
    if (type == 'i') {
        put(g, "(int) ");
        type = 'w';
    }
    uint32_t kind = roll(g, 10);
    if (depth <= 0 || kind < 2) {
        if (kind == 1)
            constant(g, type);
        else
            variable(g, type);
        return;
    }
    buf_putc(g->out, '(');
    switch (type) {
    case 'f': from_table(g, floats, sizeof floats / sizeof *floats, depth); break;
    case 'd': from_table(g, doubles, sizeof doubles / sizeof *doubles, depth); break;
    case 'l': from_table(g, longs, sizeof longs / sizeof *longs, depth); break;
    default: from_table(g, words, sizeof words / sizeof *words, depth);
    }
    buf_putc(g->out, ')');
}

/* ---- statements ---- */

static void condition(struct gen *g)
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
                                        "%d < %d"};
    const char *s = kinds[roll(g, sizeof kinds / sizeof *kinds)];
    for (; *s; s++)
        if (*s == '%' && strchr("wilfd", s[1]) && s[1] != ' ')
            expression(g, *++s, 1);
        else
            buf_putc(g->out, *s);
}

static void statements(struct gen *g, int depth, int n, bool in_loop);

static void assign(struct gen *g)
{
    static const char types[] = "wwwwwllfffd";
    char type = types[roll(g, sizeof types - 1)];
    line(g);
    variable(g, type);
    put(g, type == 'w' || type == 'l' ? (roll(g, 3) ? " = " : " ^= ") : " = ");
    expression(g, type, 1 + (int) roll(g, 3));
    put(g, ";");
}

static void block(struct gen *g, int depth, int n, bool in_loop)
{
    put(g, " {");
    g->indent++;
    statements(g, depth - 1, n, in_loop);
    g->indent--;
    line(g);
    put(g, "}");
}

static void branch(struct gen *g, int depth, bool in_loop)
{
    line(g);
    put(g, "if (");
    condition(g);
    put(g, ")");
    block(g, depth, 1 + (int) roll(g, 3), in_loop);
    if (roll(g, 2)) {
        put(g, " else");
        block(g, depth, 1 + (int) roll(g, 3), in_loop);
    }
}

static void loop(struct gen *g, int depth)
{
    int k = g->labels++;
    line(g);
    if (roll(g, 2)) {
        put(g, "for (unsigned k%d = 0; k%d < (", k, k);
        expression(g, 'w', 1);
        put(g, " & 7); k%d++)", k);
        block(g, depth, 1 + (int) roll(g, 3), true);
    } else {
        put(g, "{ unsigned k%d = 0; do", k);
        block(g, depth, 1 + (int) roll(g, 3), true);
        put(g, " while (++k%d < 6 && (", k);
        condition(g);
        put(g, ")); }");
    }
}

/* A jump into the middle of a loop: control flow that no structured program has. */
static void irreducible(struct gen *g, int depth)
{
    int k = g->labels++;
    line(g);
    put(g, "{ unsigned k%d = 0; if (", k);
    condition(g);
    put(g, ") goto m%d_%d;", g->number, k);
    line(g);
    put(g, "t%d_%d:", g->number, k);
    statements(g, depth - 1, 1 + (int) roll(g, 2), false);
    line(g);
    put(g, "m%d_%d:", g->number, k);
    statements(g, depth - 1, 1 + (int) roll(g, 2), false);
    line(g);
    put(g, "if (++k%d < 4 && (", k);
    condition(g);
    put(g, ")) goto t%d_%d; }", g->number, k);
}

static void choose(struct gen *g, int depth)
{
    uint32_t n = 3 + roll(g, 5);
    line(g);
    put(g, "switch (");
    expression(g, 'w', 1);
    put(g, " %% %u) {", n + 1);
    for (uint32_t k = 0; k < n; k++) {
        line(g);
        put(g, "case %u: {", k);
        g->indent++;
        statements(g, depth - 1, 1, false);
        g->indent--;
        put(g, "} %s", roll(g, 3) ? "break;" : "");
    }
    line(g);
    put(g, "}");
}

/* Bin k takes the operation k % 6, so that the order does not matter. */
static void count(struct gen *g)
{
    static const char *const operations[6] = {"atomicAdd", "atomicOr",  "atomicAnd",
                                              "atomicXor", "atomicMax", "atomicMin"};
    uint32_t k = roll(g, 6);
    line(g);
    if (roll(g, 3)) {
        put(g, "%s(&%s[%u + 6 * (", operations[k], roll(g, 2) ? "bins" : "tally", k);
        expression(g, 'w', 1);
        put(g, " & 3)], ");
    } else {
        put(g, "%s(&%s[%u], ", operations[k], roll(g, 2) ? "bins" : "tally", k);
    }
    expression(g, 'w', 2);
    put(g, ");");
}

static void local_array(struct gen *g)
{
    line(g);
    put(g, "a[");
    expression(g, 'w', 1);
    put(g, " & 7] ^= ");
    expression(g, 'w', 1);
    put(g, "; ");
    variable(g, 'w');
    put(g, " += a[");
    expression(g, 'w', 1);
    put(g, " & 7];");
}

static void call(struct gen *g)
{
    line(g);
    variable(g, 'w');
    put(g, " = h%d_%u(", g->number, roll(g, 2));
    expression(g, 'w', 1);
    put(g, ", ");
    expression(g, 'f', 1);
    put(g, ", ");
    expression(g, 'l', 1);
    put(g, ", a, (");
    expression(g, 'w', 1);
    put(g, ") & 3);");
}

/* Under a mask that holds exactly the lanes that are here. */
static void masked(struct gen *g)
{
    static const char *const what[] = {
        "__shfl_sync(m, %w, __ffs(m) - 1)", "(unsigned) __any_sync(m, %w & 1)",
        "__ballot_sync(m, %w > 50u)",       "(unsigned) __all_sync(m, %w & 3)",
        "__match_any_sync(m, %w & 3)",      "(__syncwarp(m), %w)"};
    line(g);
    put(g, "{ bool c = ");
    condition(g);
    put(g, "; unsigned m = __ballot_sync(__activemask_(n), c); if (c) {");
    g->indent++;
    statements(g, 1, 1, false);
    line(g);
    variable(g, 'w');
    put(g, " = ");
    from_table(g, what, sizeof what / sizeof *what, 2);
    put(g, ";");
    statements(g, 1, 1, false);
    g->indent--;
    put(g, " } }");
}

/* What a whole warp or block does together. */
static void together(struct gen *g)
{
    static const char *const of_warp[] = {
        "__shfl_sync(%M, %w, %w)",
        "__shfl_up_sync(%M, %w, 1u + (unsigned) k)",
        "__shfl_down_sync(%M, %w, 3)",
        "__shfl_xor_sync(%M, %w, 5, 8)",
        "__shfl_sync(%M, %w, 3, 4)",
        "__ballot_sync(%M, %w & 4)",
        "(unsigned) __all_sync(%M, %w | 1)",
        "(unsigned) __any_sync(%M, %w == 3u)",
        "__match_any_sync(%M, %w & 7)",
        "__activemask_(n)",
        "__shfl_sync(%M, %w, 0)",
    };
    /* the last warp may lack lanes, and then nothing may be read from them */
    const uint32_t first = g->whole_warps ? 0 : 5,
                   choices = sizeof of_warp / sizeof *of_warp - first;
    line(g);
    switch (roll(g, 5)) {
    case 0:
        put(g, "s[threadIdx.x] = ");
        expression(g, 'w', 2);
        put(g, "; __syncthreads(); ");
        variable(g, 'w');
        put(g, " ^= s[(threadIdx.x + ");
        expression(g, 'w', 1);
        put(g, ") %% n]; __syncthreads();");
        break;
    case 1: {
        static const char *const counts[] = {"__syncthreads_count", "__syncthreads_and",
                                             "__syncthreads_or"};
        variable(g, 'w');
        put(g, " += %s(", counts[roll(g, 3)]);
        condition(g);
        put(g, ");");
        break;
    }
    case 2: masked(g); break;
    case 3:
        put(g, "fs[threadIdx.x] = ");
        expression(g, 'f', 2);
        put(g, "; __syncthreads(); ");
        variable(g, 'f');
        put(g, " = fs[n - 1 - threadIdx.x]; __syncthreads();");
        break;
    default:
        put(g, "{ const int k = %u; ", roll(g, 4));
        variable(g, 'w');
        put(g, " = ");
        for (const char *s = of_warp[first + roll(g, choices)]; *s; s++)
            if (*s == '%' && s[1] == 'M') {
                put(g, "__activemask_(n)");
                s++;
            } else if (*s == '%') {
                expression(g, *++s, 1);
            } else {
                buf_putc(g->out, *s);
            }
        put(g, "; }");
    }
}

static void statements(struct gen *g, int depth, int n, bool in_loop)
{
    for (int k = 0; k < n && g->budget > 0; k++) {
        g->budget--;
        uint32_t kind = roll(g, 16);
        if (kind < 8 || depth <= 0)
            assign(g);
        else if (kind < 10)
            branch(g, depth, in_loop);
        else if (kind == 10)
            loop(g, depth);
        else if (kind == 11 && !g->in_function)
            count(g);
        else if (kind == 12)
            local_array(g);
        else if (kind == 13 && !g->in_function && g->has_functions)
            call(g);
        else if (kind == 14)
            roll(g, 2) ? choose(g, depth) : irreducible(g, depth);
        else if (in_loop) {
            line(g);
            put(g, "if (");
            condition(g);
            put(g, ") %s;", roll(g, 2) ? "break" : "continue");
        } else
            assign(g);
    }
}

static void functions(struct gen *g)
{
    g->in_function = true;
    for (int k = 0; k < 2; k++) {
        put(g,
            "\n__device__ __noinline__ unsigned h%d_%d(unsigned u0, float f0, unsigned long long "
            "l0, unsigned *a, unsigned left)\n{",
            g->number, k);
        g->indent = 1;
        line(g);
        put(g, "unsigned u1 = u0 ^ left, t = threadIdx.x, n = blockDim.x; double d0 = f0;");
        g->budget = 8;
        statements(g, 2, 4, false);
        line(g);
        if (k)
            put(g, "if (left) u0 += h%d_1(u1, f0 + 1, l0 + u0, a, left - 1);", g->number);
        line(g);
        put(g, "return u0 + u1 + __float_as_uint(f0) + (unsigned) (l0 >> 7) + (unsigned) (d0 > 0) "
               "+ n + t;\n}\n");
    }
    g->in_function = false;
}

struct program generate(uint64_t seed, int number, struct buf *out)
{
    static const uint32_t sizes[] = {32, 64, 96, 40, 33, 128, 1, 70};
    struct gen g = {.state = (seed + 1) * 0x9e3779b97f4a7c15, .out = out, .number = number};
    for (int k = 0; k < 8; k++)
        roll(&g, 2);
    struct program p = {
        seed, {1 + roll(&g,   3),                             1, 1},
         {sizes[roll(&g, sizeof sizes / sizeof *sizes)], 1, 1}
    };
    g.whole_warps = p.block.x % 32 == 0;
    g.has_functions = roll(&g, 3) == 0;
    if (g.has_functions)
        functions(&g);
    put(&g,
        "\nextern \"C\" __global__ void k%d(const unsigned *in, unsigned *words, unsigned long "
        "long *longs, float *floats, double *doubles, unsigned *bins)\n{",
        number);
    g.indent = 1;
    line(&g);
    put(&g, "__shared__ unsigned s[%u], tally[%d]; __shared__ float fs[%u];", p.block.x, BINS,
        p.block.x);
    line(&g);
    put(&g, "unsigned n = blockDim.x, t = blockIdx.x * n + threadIdx.x, a[8] = {t, 1, 2, 3, 4, 5, "
            "6, n};");
    for (int k = 0; k < WORDS; k++)
        put(&g, " unsigned u%d = in[(t * 7 + %d) %% %d];", k, k * 5, INPUTS);
    for (int k = 0; k < LONGS; k++)
        put(&g, " unsigned long long l%d = (unsigned long long) in[(t + %d) %% %d] << %d;", k, k,
            INPUTS, 16 * k);
    for (int k = 0; k < FLOATS; k++)
        put(&g, " float f%d = (int) in[(t * 3 + %d) %% %d] * %s;", k, k, INPUTS,
            k & 1 ? "0.001f" : "1.5f");
    put(&g, " double d0 = f0 / 3.0, d1 = l1 * 0.7;");
    line(&g);
    put(&g, "for (unsigned k = threadIdx.x; k < %d; k += n) tally[k] = 1; __syncthreads();", BINS);
    for (int k = 0, parts = 1 + (int) roll(&g, 3); k < parts; k++) {
        g.budget = 8;
        statements(&g, 3, 2 + (int) roll(&g, 4), false);
        together(&g);
    }
    line(&g);
    put(&g, "__syncthreads(); u0 += tally[t %% %d]; __syncthreads();", BINS);
    g.budget = 6;
    statements(&g, 2, 2, false);
    line(&g);
    put(&g, "u1 += a[0] + a[3];");
    for (int k = 0; k < WORDS; k++)
        put(&g, " words[t * %d + %d] = u%d;", WORDS, k, k);
    for (int k = 0; k < LONGS; k++)
        put(&g, " longs[t * %d + %d] = l%d;", LONGS, k, k);
    for (int k = 0; k < FLOATS; k++)
        put(&g, " floats[t * %d + %d] = f%d;", FLOATS, k, k);
    for (int k = 0; k < DOUBLES; k++)
        put(&g, " doubles[t * %d + %d] = d%d;", DOUBLES, k, k);
    put(&g, "\n}\n");
    return p;
}

void generate_head(struct buf *out)
{
    buf_puts(out, "/* the lanes that the warp has */\n"
                  "__device__ __forceinline__ unsigned __activemask_(unsigned n)\n"
                  "{ unsigned left = n - (threadIdx.x & ~31u); return left >= 32 ? 0xffffffffu : "
                  "(1u << left) - 1; }\n"
                  "__device__ __forceinline__ unsigned short __half_as_ushort_(float f)\n"
                  "{ unsigned short h; asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(h) : \"f\"(f)); "
                  "return h; }\n");
}

void fill_memory(const struct program *p, struct memory *m)
{
    static const uint32_t special[] = {0, 1, 2, 0xffffffff, 0x80000000, 0x7fffffff, 31, 32, 100};
    struct gen g = {.state = (p->seed + 77) * 0x9e3779b97f4a7c15};
    memset(m, 0, sizeof *m);
    for (int k = 0; k < INPUTS; k++) {
        uint32_t v = roll(&g, 3) ? (uint32_t) (g.state >> 16) >> roll(&g, 32)
                                 : special[roll(&g, sizeof special / sizeof *special)];
        m->in[k] = v;
    }
    for (int k = 0; k < BINS; k++)
        m->bins[k] = k % 6 == 2 || k % 6 == 5 ? UINT32_MAX : 0;
}
