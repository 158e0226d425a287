/* SPDX-License-Identifier: Apache-2.0 */
/* Random kernels of the second kind: what most real ones do. Indices are sums of x, y, tid, loop variables and arguments times
 * constants, so that addresses are affine in the thread or the same for all; loads of all widths and vectors, tiles in shared
 * memory between barriers, reductions, loops in loops, an early return, stores to a location of the thread's own. An index is
 * made with the greatest value that it can have, so that it stays inside the array it is for. Next: evaluate.c. */
#include "gen.h"

#include <stdio.h>
#include <string.h>

enum { INPUT_BYTES = 4 * INPUTS, DEPTH = 3 };

struct view {
    const char *type;
    char kind; /* of the values: w, l, f, d */
    uint32_t size;
    const char *parts; /* of a vector, or "" */
};

static const struct view views[] = {
    {"unsigned",           'w', 4,  ""    },
    {"float",              'f', 4,  ""    },
    {"int",                'w', 4,  ""    },
    {"float",              'f', 4,  ""    },
    {"unsigned char",      'w', 1,  ""    },
    {"signed char",        'w', 1,  ""    },
    {"unsigned short",     'w', 2,  ""    },
    {"short",              'w', 2,  ""    },
    {"unsigned long long", 'l', 8,  ""    },
    {"long long",          'l', 8,  ""    },
    {"double",             'd', 8,  ""    },
    {"float2",             'f', 8,  "xy"  },
    {"float4",             'f', 16, "xyzw"},
    {"uint2",              'w', 8,  "xy"  },
    {"int4",               'w', 16, "xyzw"},
    {"uchar4",             'w', 4,  "xyzw"},
    {"short2",             'w', 4,  "xy"  },
    {"ushort4",            'w', 8,  "xyzw"},
    {"ulonglong2",         'l', 16, "xy"  },
    {"double2",            'd', 16, "xy"  },
};

static uint32_t threads_of(const struct gen *g)
{
    return g->program->block.x * g->program->block.y * g->program->block.z;
}

/* ---- indices ---- */

static void term(struct gen *g, const char *text, uint32_t most)
{
    if (g->term_count < TERMS)
        g->terms[g->term_count++] = (struct term){text, most};
}

static void begin_terms(struct gen *g)
{
    const struct program *p = g->program;
    uint32_t X = p->grid.x * p->block.x, Y = p->grid.y * p->block.y;
    g->term_count = 0;
    term(g, "x", X - 1);
    term(g, "y", Y - 1);
    term(g, "(int) tid", threads_of(g) - 1);
    term(g, "(int) threadIdx.x", p->block.x - 1);
    term(g, "(int) threadIdx.y", p->block.y - 1);
    term(g, "(int) blockIdx.x", p->grid.x - 1);
    term(g, "p2", (uint32_t) p->numbers[2]);
    term(g, "p0", (uint32_t) p->numbers[0]);
}

/* One to four terms times constants or an argument, below `room`. */
static void index_below(struct gen *g, uint32_t room)
{
    static const uint32_t factors[] = {1, 1, 1, 1, 2, 3, 4, 8, 16, 32};
    uint32_t left = room - 1, n = 1 + gen_roll(g, 4);
    bool back = gen_roll(g, 8) == 0, wide = gen_roll(g, 6) == 0;
    gen_put(g, back ? "%u - (" : "(", left);
    gen_put(g, "%s0", wide ? "(long long) " : "");
    for (uint32_t k = 0; k < n; k++) {
        const struct term *t = &g->terms[gen_roll(g, g->term_count)];
        bool by_number = gen_roll(g, 4) == 0;
        uint32_t f = by_number ? (uint32_t) g->program->numbers[0]
                               : factors[gen_roll(g, sizeof factors / sizeof *factors)];
        if (t->most && f > left / t->most)
            continue;
        left -= t->most * f;
        if (by_number)
            gen_put(g, " + %s * p0", t->text);
        else if (f == 1)
            gen_put(g, " + %s", t->text);
        else
            gen_put(g, " + %u * %s", f, t->text);
    }
    if (gen_roll(g, 3) == 0)
        gen_put(g, " + %u", gen_roll(g, left + 1));
    gen_put(g, ")");
}

static void index_of(struct gen *g, uint32_t room)
{
    switch (gen_roll(g, 10)) {
    case 0:
        gen_put(g, "__before_(");
        index_below(g, room);
        gen_put(g, ", %u)", 1 + gen_roll(g, 3));
        break;
    case 1:
        gen_put(g, "((unsigned) ");
        gen_expression(g, 'w', 1);
        gen_put(g, " %% %uu)", room);
        break;
    default: index_below(g, room);
    }
}

/* A value of `kind` from the input. */
static void load(struct gen *g, char kind)
{
    const struct view *v;
    do
        v = &views[gen_roll(g, sizeof views / sizeof *views)];
    while (v->kind != kind);
    uint32_t room = INPUT_BYTES / v->size;
    bool is_volatile = gen_roll(g, 8) == 0 && !*v->parts, cached = gen_roll(g, 4) == 0;
    gen_put(g, "%s(const %s%s *) in + ",
            is_volatile ? "(*("
            : cached    ? "__ldg(("
                        : "(*(",
            is_volatile ? "volatile " : "", v->type);
    index_of(g, room);
    gen_put(g, "))");
    if (*v->parts)
        gen_put(g, ".%c", v->parts[gen_roll(g, (uint32_t) strlen(v->parts))]);
}

/* ---- statements ---- */

static char some_kind(struct gen *g)
{
    return "wwwwfffld"[gen_roll(g, 9)];
}

/* Text with %w and the like for expressions, %v the variable that the statement changes, %m a load of its kind, %I an index. */
static void from_text(struct gen *g, const char *s, char kind, const char *variable, uint32_t room)
{
    for (; *s; s++) {
        if (*s != '%') {
            buf_putc(g->out, *s);
            continue;
        }
        switch (*++s) {
        case '%': buf_putc(g->out, '%'); break;
        case 'v': gen_put(g, "%s", variable); break;
        case 'm': load(g, kind); break;
        case 'I': index_below(g, room); break;
        default: gen_expression(g, *s, 1);
        }
    }
}

static void accumulate(struct gen *g)
{
    static const char *const any[] = {"%v = %v + %m;", "%v += %m * %m;", "%v = %m;",
                                      "%v = %m - %v;", "%v += %m;"};
    static const char *const of_words[] = {"%v = max(%v, %m);",
                                           "%v = (unsigned) min((int) %v, (int) %m);",
                                           "%v ^= %m;",
                                           "%v = %m < %v ? %m : %v;",
                                           "%v += abs((int) %m);",
                                           "%v = (unsigned) (int) (signed char) %v + %m;",
                                           "%v = %v * 1664525u + %m;",
                                           "%v += (unsigned) (short) %m >> (%w & 7);"};
    static const char *const of_floats[] = {
        "%v = fmaf(%m, %m, %v);",     "%v = fmaxf(%v, %m);", "%v = %m > %f ? %m : %v;",
        "%v = fminf(fabsf(%m), %v);", "%v += (float) %w;",   "%v = %v * 0.5f + %m / 9.0f;",
        "%v = fmaf(%m, %f, %v);"};
    static const char *const of_doubles[] = {"%v = fma(%m, %m, %v);", "%v += (double) %f * %m;",
                                             "%v = fmax(%v, %m);"};
    static const char *const of_longs[] = {"%v += (unsigned long long) %w * %w;",
                                           "%v = min(%v, (unsigned long long) %m);",
                                           "%v = (%v << 5) ^ %m;"};
    char kind = some_kind(g), name[8];
    uint32_t n = kind == 'w' ? WORDS : kind == 'f' ? FLOATS : kind == 'd' ? DOUBLES : LONGS;
    snprintf(name, sizeof name, "%c%u", kind == 'w' ? 'u' : kind, gen_roll(g, n));
    gen_line(g);
    const char *text = any[gen_roll(g, 5)];
    if (gen_roll(g, 2))
        text = kind == 'w'   ? of_words[gen_roll(g, 8)]
               : kind == 'f' ? of_floats[gen_roll(g, 7)]
               : kind == 'd' ? of_doubles[gen_roll(g, 3)]
                             : of_longs[gen_roll(g, 3)];
    from_text(g, text, kind, name, 0);
}

static void body(struct gen *g, int depth, int n, bool together);

static void braces(struct gen *g, int depth, int n, bool together)
{
    gen_put(g, " {");
    g->indent++;
    body(g, depth, n, together);
    g->indent--;
    gen_line(g);
    gen_put(g, "}");
}

/* Bounds are the same for all threads, or not; barriers stand only in loops of the first kind. */
static void walk(struct gen *g, int depth, bool together)
{
    static const char *const hints[] = {"", "", "\n#pragma unroll 1", "\n#pragma unroll",
                                        "\n#pragma unroll 2"};
    static const struct term bounds[] = {
        {"4",                       4 },
        {"7",                       7 },
        {"p2",                      8 },
        {"2 * p2",                  16},
        {"(int) blockIdx.x + 2",    4 },
        {"x %% 4",                  3 },
        {"(int) (threadIdx.y & 3)", 3 },
        {"(int) (tid & 7)",         7 },
        {"(int) (u1 & 3)",          3 }
    };
    const struct term *b = &bounds[gen_roll(g, together ? 5 : 9)];
    uint32_t step = gen_roll(g, 4) ? 1 : 2, count = g->term_count;
    char *name = g->loops[g->labels % TERMS];
    snprintf(name, sizeof g->loops[0], "k%d", g->labels++ % TERMS);
    if (depth == DEPTH)
        gen_put(g, "%s", hints[gen_roll(g, 5)]);
    gen_line(g);
    if (gen_roll(g, 4))
        gen_put(g, "for (int %s = 0; %s < ", name, name);
    else
        gen_put(g, "for (int %s = %d; %s < ", name, gen_roll(g, 2), name);
    gen_put(g, "%s", b->text[0] == 'x' ? "x % 4" : b->text);
    gen_put(g, "; %s += %u)", name, step);
    term(g, name, b->most);
    braces(g, depth - 1, 1 + (int) gen_roll(g, 2), together);
    g->term_count = count;
}

static void part_lanes(struct gen *g, int depth)
{
    static const char *const conditions[] = {"x < p0",
                                             "y > 0 && x + 1 < p0",
                                             "tid >= 5u",
                                             "(tid & 1)",
                                             "x + y < 20",
                                             "y == 0",
                                             "threadIdx.x < 40",
                                             "threadIdx.x >= 500u",
                                             "(threadIdx.x + 13) / 4 > 3",
                                             "threadIdx.x % 8 == 3",
                                             "(x ^ y) & 1",
                                             "threadIdx.x < 8",
                                             "p2 > 3",
                                             "u0 > u1",
                                             "t * 2 < n",
                                             "f0 < f1",
                                             "(u2 & 3) == 1"};
    gen_line(g);
    gen_put(g, "if (%s)", conditions[gen_roll(g, sizeof conditions / sizeof *conditions)]);
    braces(g, depth - 1, 1 + (int) gen_roll(g, 2), false);
    if (gen_roll(g, 3) == 0) {
        gen_put(g, " else");
        braces(g, depth - 1, 1, false);
    }
}

/* What all threads of the block do: a tile is written, then read at other places. */
static void tile(struct gen *g)
{
    static const struct {
        const char *type;
        char kind;
    } kinds[] = {
        {"float",         'f'},
        {"unsigned",      'w'},
        {"double",        'd'},
        {"unsigned char", 'w'},
        {"short",         'w'},
        {"long long",     'l'}
    };

    uint32_t n = threads_of(g), k = gen_roll(g, 6), label = (uint32_t) g->labels++;
    uint32_t bx = g->program->block.x, rows = n / bx, pad = gen_roll(g, 2);
    char name[8];
    snprintf(name, sizeof name, "%c%u", kinds[k].kind == 'w' ? 'u' : kinds[k].kind, gen_roll(g, 2));
    gen_line(g);
    gen_put(g, "{ __shared__ %s q%u[%u][%u]; ", kinds[k].type, label, rows, bx + pad);
    gen_put(g, "int r = tid / %uu, c = tid %% %uu; ", bx, bx);
    gen_put(g, "q%u[%s][%s] = ", label,
            rows == 1        ? "0"
            : gen_roll(g, 2) ? "tid / blockDim.x"
                             : "r",
            gen_roll(g, 2) ? "c" : "threadIdx.x");
    gen_roll(g, 2) ? load(g, kinds[k].kind) : gen_expression(g, kinds[k].kind, 2);
    gen_put(g, "; __syncthreads();");
    g->indent++;
    gen_line(g);
    switch (gen_roll(g, 5)) {
    case 0:
        gen_put(g, "for (int i = 0; i < %u; i++) %s += q%u[r][i] * q%u[i %% %u][c];", bx, name,
                label, label, rows);
        break;
    case 1: gen_put(g, "%s += q%u[%u - r][%u - c];", name, label, rows - 1, bx - 1); break;
    case 2:
        gen_put(g, "%s = q%u[r][c > 0 ? c - 1 : 0] + q%u[r][min(c + 1, %u)];", name, label, label,
                bx - 1);
        break;
    case 3:
        gen_put(g, "%s += q%u[0][tid %% %uu] + q%u[p2 %% %u][0];", name, label, bx, label, rows);
        break;
    default:
        gen_put(g, "for (unsigned i = 0; i < %u; i++) %s += q%u[i][(u3 + i) %% %uu];", rows, name,
                label, bx);
    }
    g->indent--;
    gen_put(g, " __syncthreads(); }");
}

static void reduce(struct gen *g)
{
    bool floats = gen_roll(g, 2) != 0;
    const char *from = floats ? "fs" : "s";
    gen_line(g);
    gen_put(g, "%s[tid] = ", from);
    gen_expression(g, floats ? 'f' : 'w', 2);
    gen_put(g,
            "; __syncthreads(); for (unsigned h = %u; h; h >>= 1) { if (tid < h && tid + h < n) "
            "%s[tid] %s %s[tid + h]; "
            "__syncthreads(); } ",
            THREADS_MAX > 256 ? 256 : 128, from, floats || gen_roll(g, 2) ? "+=" : "^=", from);
    gen_put(g, "%s += %s[0]; __syncthreads();", floats ? "f2" : "u2", from);
}

/* At places that are the thread's own, and read again from there. */
static void store(struct gen *g)
{
    static const char *const texts[] = {
        "words[t * 8 + %c] = %w;",
        "words[t * 8 + %c] += %w;",
        "floats[t * 4 + %d] = %f;",
        "{ *(uint2 *) (words + t * 8 + 2) = make_uint2(%w, %w); }",
        "{ *(float4 *) (floats + t * 4) = make_float4(%f, %f, f0, %f); }",
        "{ uint4 v = *(uint4 *) (words + t * 8 + 4); v.x += %w; v.w ^= v.y; *(uint4 *) (words + t "
        "* 8 + 4) = v; }",
        "((unsigned char *) (words + t * 8))[%c] = (unsigned char) %w;",
        "((short *) (words + t * 8))[3] = (short) %w;",
        "longs[t * 3 + 1] = %l;",
        "doubles[t * 2] = %d;",
        "u3 += words[t * 8 + %c];",
        "f3 += floats[t * 4 + %c];",
    };
    const char *s = texts[gen_roll(g, sizeof texts / sizeof *texts)];
    gen_line(g);
    for (; *s; s++) {
        if (*s != '%')
            buf_putc(g->out, *s);
        else if (*++s == 'c')
            gen_put(g, "%u", gen_roll(g, 4));
        else if (*s == 'd' && s[1] == ']')
            gen_put(g, "%u", gen_roll(g, 4));
        else
            gen_expression(g, *s, 1);
    }
}

static void local_values(struct gen *g)
{
    uint32_t n = 2 + gen_roll(g, 5);
    int k = g->labels++;
    bool floats = gen_roll(g, 2) != 0;
    gen_line(g);
    gen_put(g,
            "{ %s b%d[%u]; for (int i = 0; i < %u; i++) b%d[i] = ", floats ? "float" : "unsigned",
            k, n, n, k);
    load(g, floats ? 'f' : 'w');
    gen_put(g, "; b%d[%s %% %uu] += %s; for (int i = 0; i < %u; i++) %s += b%d[%s]; }", k,
            gen_roll(g, 2) ? "tid" : "u1", n, floats ? "f1" : "u5", n, floats ? "f0" : "u6", k,
            gen_roll(g, 2) ? "i"
            : n & 1        ? "(i + p2) % 2"
                           : "i ^ 1");
}

static void stride(struct gen *g)
{
    uint32_t step = 32u << gen_roll(g, 3), across = g->program->block.x;
    gen_line(g);
    if (gen_roll(g, 4) == 0) /* the columns of a row and some more */
        gen_put(g, "for (int i = threadIdx.x; i < %u; i += %u) ",
                across / 2 + gen_roll(g, 2 * across), across);
    else if (gen_roll(g, 2)) /* as often in all lanes, or not */
        gen_put(g, "for (int i = tid %% %u; i < p2 * 64 + %s; i += %u) ", step,
                gen_roll(g, 2) ? "p3" : "0", step);
    else
        gen_put(g, "for (int i = t; i < %u; i += n * gridDim.x * gridDim.y) ",
                64 + gen_roll(g, 960));
    gen_put(g, gen_roll(g, 2) ? "u4 += in[i];" : "f3 = fmaf(((const float *) in)[i], 2.0f, f3);");
}

/* Words that each lane has side by side, at a place that differs freely, or nearly follows the lane. */
static void own_row(struct gen *g)
{
    enum { ROW = 16, FIRST = 2 };

    static const char *const starts[] = {"%w", "u1 * 16u + u2", "tid + (u1 & p3 >> 30)",
                                         "t * 2u + (u5 & 1 & p3 >> 30)", "u5 / 3"};
    static const char *const texts[] = {
        "for (int k = 0; k < %c; k++) u6 = u6 * 3u + q[k];",
        "for (int k = 0; k < p2; k++) f3 = fmaf(((const float *) q)[k], f1, f3);",
        "for (int k = 0; k < (int) (u1 & 7); k++) u6 += q[k] ^ q[k + 1];",
        "u6 += q[%n] ^ q[%n] * 5u;",
        "f0 = fminf(((const float *) q)[%n], ((const float *) q)[%n]) + f1; u5 -= q[%n];",
        "u6 ^= q[%n]; words[t * 8 + (u1 & 7)] += q[%n] + 1; u6 -= q[%n];",
        "u5 = q[0]; u6 += u5 * q[1]; u5 = q[2] + q[3];",
        "{ const unsigned *o = words + t * 8 + (u1 & 3); u6 += o[0] ^ o[1]; words[t * 8 + (u2 & "
        "7)] = "
        "u5; u6 += o[%n & 3] * 7u + o[2]; }",
        "{ float4 v = ((const float4 *) in)[(u1 + %c) % 256]; f3 += v.x - v.%e; }",
        "{ uint2 v = ((const uint2 *) in)[(tid + (u1 & p3 >> 30)) % 512]; u6 += v.x ^ v.y * 3u; }",
        "{ const unsigned long long *o = (const unsigned long long *) in + (u1 & 255); l1 += o[0] "
        "^ o[1] * 3; l2 -= o[%c]; }",
        "{ const double *o = (const double *) in + (u5 & 255); for (int k = 0; k < p2; k++) d1 = "
        "fma(o[k], d0, d1); }",
        "{ double2 v = ((const double2 *) in)[(u1 + %c) % 256]; d0 += v.x - v.y; }",
    };
    gen_line(g);
    gen_put(g, "{ const unsigned *q = in + %d + (", FIRST);
    from_text(g, starts[gen_roll(g, sizeof starts / sizeof *starts)], 'w', "u1", 0);
    gen_put(g, ") %% %uu; ", INPUTS - ROW - FIRST);
    for (const char *s = texts[gen_roll(g, sizeof texts / sizeof *texts)]; *s; s++)
        if (*s != '%' || s[1] == ' ')
            buf_putc(g->out, *s);
        else if (*++s == 'n')
            gen_put(g, "%d", (int) gen_roll(g, 6) - FIRST);
        else
            gen_put(g, *s == 'e' ? "%c" : "%d",
                    *s == 'e' ? "yzw"[gen_roll(g, 3)] : 1 + (int) gen_roll(g, 13));
    gen_put(g, " }");
}

/* Elements beside a place of the thread, in one expression, at the ends of the array or anywhere. At an end the threads beyond it do not run, but the span
 * of a warp reaches there. */
static void around(struct gen *g)
{
    static const struct {
        const char *type, *name;
        uint32_t size;
    } kinds[] = {
        {"unsigned char",      "u6", 1},
        {"signed char",        "u5", 1},
        {"unsigned char",      "f0", 1},
        {"unsigned short",     "u6", 2},
        {"short",              "u7", 2},
        {"unsigned",           "u6", 4},
        {"float",              "f3", 4},
        {"unsigned long long", "l1", 8},
        {"double",             "d0", 8}
    };

    static const char *const ops[] = {"+", "-", "+ 2 *", "- 3 *"};
    uint32_t kind = gen_roll(g, sizeof kinds / sizeof *kinds), reach = 1 + gen_roll(g, 3),
             room = INPUT_BYTES / kinds[kind].size, n = 2 + gen_roll(g, 6), where = gen_roll(g, 3),
             across = g->program->grid.x * g->program->block.x;
    gen_line(g);
    gen_put(g, "{ const %s *in_q = (const %s *) in, *q = in_q + ", kinds[kind].type,
            kinds[kind].type);
    if (where == 2)
        gen_put(g, "%u + ", reach);
    if (where == 1)
        gen_put(g, "(%u + x)", room - across);
    else if (where == 0)
        gen_put(g, "x");
    else
        index_below(g, room - 2 * reach);
    gen_put(g, ", *r = ");
    if (where < 2)
        gen_put(g, where ? "q - %u - p2" : "q + %u + p2", reach);
    else {
        gen_put(g, "in_q + %u + ", reach);
        index_below(g, room - 2 * reach);
    }
    gen_put(g,
            where == 0   ? "; if (x >= %u) "
            : where == 1 ? "; if (x + %u < %u) "
                         : "; ",
            reach, across);
    gen_put(g, "%s += ", kinds[kind].name);
    for (uint32_t k = 0; k < n; k++) {
        int low = where == 1 ? 0 : -(int) reach, high = where == 0 ? 0 : (int) reach;
        bool other = gen_roll(g, 3) == 0;
        if (other)
            low = -(int) reach, high = (int) reach;
        gen_put(g, " %s %s[%d]", k ? ops[gen_roll(g, 4)] : "", other ? "r" : "q",
                low + (int) gen_roll(g, (uint32_t) (high - low + 1)));
    }
    gen_put(g, "; }");
}

/* Threads of a row of the block as rows and columns of their own, in words that are a few words apart. */
static void split_row(struct gen *g)
{
    static const uint32_t columns[] = {4, 8, 8, 16, 16, 16, 32},
                          steps[] = {1, 2, 3, 4, 4, 5, 8, 8, 12, 16, 17};
    static const char *const texts[] = {
        "for (int k = 0; k < 4; k++) u6 = u6 * 3u + q[k];",
        "for (int k = 0; k < p2; k++) f3 = fmaf(((const float *) q)[k], f1, f3);",
        "u6 += q[0] ^ q[3] * 5u; if (u1 & 1) u5 -= q[2];",
        "u5 = q[0]; u6 += u5 * q[1]; u5 = q[2] + q[3];",
        "u6 ^= q[1]; words[t * 8 + (u1 & 7)] += q[2] + 1; u6 -= q[3];",
        "f0 = fminf(((const float *) q)[1], ((const float *) q)[4]) + f1; u5 -= q[0] * q[5];",
        "u7 += ((const unsigned short *) q)[3] + ((const unsigned char *) q)[9];",
    };

    enum { LAST = 16 }; /* words behind q */

    uint32_t width = columns[gen_roll(g, 7)], step = steps[gen_roll(g, 11)],
             rows = (g->program->block.x - 1) / width + 1;
    while ((width - 1) * step > INPUTS / 2)
        step /= 2;
    uint32_t left = INPUTS - LAST - 8 - (width - 1) * step, row = gen_roll(g, left / rows + 1);
    gen_line(g);
    gen_put(g, "{ const unsigned *q = in + threadIdx.x / %uu * %uu + ", width, row);
    gen_put(g, gen_roll(g, 2) ? "threadIdx.x %% %uu * %uu + p2" : "(threadIdx.x & %uu - 1u) * %uu",
            width, step);
    gen_put(g, "; %s }", texts[gen_roll(g, sizeof texts / sizeof *texts)]);
}

/* A thread computes several elements of a product out of a tile. */
static void product(struct gen *g)
{
    enum { ROW = 64, DEEP = 8 };

    uint32_t label = (uint32_t) g->labels++, width = 4u << gen_roll(g, 3), each = ROW / width,
             count = each < 4 ? each : 2 + gen_roll(g, 3);
    gen_line(g);
    gen_put(g,
            "{ __shared__ float m%u[%u]; for (unsigned i = tid; i < %u; i += n) m%u[i] = ((const "
            "float *) in)[i]; ",
            label, DEEP * ROW, DEEP * ROW, label);
    gen_put(g,
            "__syncthreads(); float z[4][4] = {}; int r = threadIdx.x / %u %% 16 * 4, c = ", width);
    gen_put(g, "threadIdx.x %% %u * %u;", width, each);
    gen_line(g);
    gen_put(g, "  for (int k = 0; k < %s; k++) for (int i = 0; i < 4; i++) for (int j = 0; j < ",
            gen_roll(g, 2) ? "8" : "p2");
    gen_put(g, "%u; j++) z[i][j] = fmaf(m%u[k * %u + r + i], m%u[k * %u + c + j], z[i][j]);", count,
            label, ROW, label, ROW);
    gen_line(g);
    gen_put(g,
            "  for (int i = 0; i < 4; i++) for (int j = 0; j < %u; j++) f0 = f0 * 0.5f + "
            "z[i][j]; __syncthreads(); }",
            count);
}

/* `together`: all threads of the block come here, and none has returned. */
static void body(struct gen *g, int depth, int n, bool together)
{
    for (int k = 0; k < n && g->budget > 0; k++) {
        g->budget--;
        switch (gen_roll(g, depth > 0 ? 17 : 8)) {
        case 4: around(g); break;
        case 5: store(g); break;
        case 6:
            if (together && gen_roll(g, 4) == 0)
                product(g);
            else if (together)
                gen_roll(g, 3) ? tile(g) : gen_together(g);
            else
                accumulate(g);
            break;
        case 7:
            switch (gen_roll(g, 4)) {
            case 0: own_row(g); break;
            case 1: split_row(g); break;
            default: around(g);
            }
            break;
        case 8:
        case 9:
        case 10:
        case 11: walk(g, depth, together); break;
        case 12: part_lanes(g, depth); break;
        case 13: together ? reduce(g) : gen_statements(g, 1, 1, false); break;
        case 14: local_values(g); break;
        case 15: gen_roll(g, 4) ? stride(g) : gen_count(g); break;
        default: accumulate(g);
        }
    }
}

void gen_arrays(struct gen *g)
{
    gen_line(g);
    gen_put(
        g,
        "unsigned u0 = x, u1 = y, u2 = p2, u3 = tid, u4 = 4, u5 = in[t], u6 = p3, u7 = t * 3; "
        "unsigned long long l0 = t, l1 = p3, l2 = 1; float f0 = 0, f1 = x * 0.5f, f2 = p2, f3 = 1; "
        "double d0 = 0, d1 = y;");
    gen_line(g);
    gen_put(g, "for (unsigned k = tid; k < %d; k += n) tally[k] = 1; __syncthreads();", BINS);
    begin_terms(g);
    g->budget = 8;
    body(g, DEPTH, 2 + (int) gen_roll(g, 3), true);
    gen_line(g);
    gen_put(g, "__syncthreads(); u0 += tally[t %% %d]; __syncthreads();", BINS);
    bool leaves = gen_roll(g, 3) == 0;
    gen_line(g);
    if (leaves)
        gen_put(g, "if (x >= p0 || y >= p1) return;");
    g->budget = 6;
    body(g, DEPTH, 1 + (int) gen_roll(g, 2), false);
    gen_line(g);
    gen_put(g, "words[t * 8] ^= u0 + u1; words[t * 8 + 1] += u2 ^ u3; words[t * 8 + 2] += u4 + u5 "
               "+ u6 + u7;");
    gen_line(g);
    gen_put(g, "longs[t * 3] = l0 ^ l1 ^ l2; floats[t * 4] = f0; floats[t * 4 + 1] = f1; floats[t "
               "* 4 + 2] = f2 + f3; "
               "doubles[t * 2 + 1] = d0 + d1;");
}
