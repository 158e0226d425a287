/* SPDX-License-Identifier: Apache-2.0 */
/* What all threads of a warp or block of a random program do together: barriers, shuffles, votes, atomics on words of their own. They stand at
 * the top level, under a condition that all lanes of a warp answer alike, or under a mask that a ballot made. Needs generate.c. */
#include "gen.h"

/* Under a mask that holds exactly the lanes that are here. */
static void masked(struct gen *g)
{
    static const char *const what[] = {
        "__shfl_sync(m, %w, __ffs(m) - 1)", "(unsigned) __any_sync(m, %w & 1)",
        "__ballot_sync(m, %w > 50u)",       "(unsigned) __all_sync(m, %w & 3)",
        "__match_any_sync(m, %w & 3)",      "(__syncwarp(m), %w)"};
    gen_line(g);
    gen_put(g, "{ bool c = ");
    gen_condition(g);
    gen_put(g, "; unsigned m = __ballot_sync(__activemask_(n, tid), c); if (c) {");
    g->indent++;
    gen_statements(g, 1, 1, false);
    gen_line(g);
    gen_variable(g, 'w');
    gen_put(g, " = ");
    gen_from_table(g, what, sizeof what / sizeof *what, 2);
    gen_put(g, ";");
    gen_statements(g, 1, 1, false);
    g->indent--;
    gen_put(g, " } }");
}

/* Atomics whose old value is read: each thread has a word of its own, so the order does not matter. */
static void own_atomic(struct gen *g)
{
    static const char *const operations[] = {"atomicAdd", "atomicExch", "atomicMin",
                                             "atomicMax", "atomicAnd",  "atomicOr",
                                             "atomicXor", "atomicInc",  "atomicDec"};
    bool wide = gen_roll(g, 3) == 0;
    gen_put(g,
            "{ %s *own = &%s[(tid + %u) %% n]; *own = ", wide ? "unsigned long long" : "unsigned",
            wide ? "ls" : "s", gen_roll(g, 3));
    gen_expression(g, wide ? 'l' : 'w', 1);
    gen_put(g, "; ");
    gen_variable(g, wide ? 'l' : 'w');
    if (gen_roll(g, 4)) {
        gen_put(g, " += %s(own, ", operations[gen_roll(g, wide ? 7 : 9)]);
    } else {
        gen_put(g, " += atomicCAS(own, *own + (tid & 1), ");
    }
    gen_expression(g, wide ? 'l' : 'w', 1);
    gen_put(g, "); __syncthreads(); ");
    gen_variable(g, wide ? 'l' : 'w');
    gen_put(g, " ^= %s[n - 1 - tid]; __syncthreads(); }", wide ? "ls" : "s");
}

/* Barriers in a loop, and values that live across them. */
static void barriers_in_loop(struct gen *g)
{
    gen_put(g,
            "for (unsigned step = 1; step < n; step = step * 2 + %u) { bs[tid] = ", gen_roll(g, 2));
    gen_expression(g, 'w', 1);
    gen_put(g, "; s[tid] = ");
    gen_expression(g, 'w', 1);
    gen_put(g, "; __syncthreads(); if (tid %s step) ", gen_roll(g, 2) ? "<" : ">=");
    gen_variable(g, 'w');
    gen_put(g, " += s[(tid + step) %% n] + bs[(tid * %u) %% n]; __syncthreads(); }",
            1 + gen_roll(g, 5));
}

/* A tree over shared memory: fewer threads with each barrier, down to parts of a warp. */
static void tree(struct gen *g)
{
    static const char *const conditions[] = {"tid < %u", "(int) tid <= %u - 1", "!(tid >= %u)",
                                             "%u > tid"};
    const struct device_dim *block = &g->program->block;
    uint32_t n = block->x * block->y * block->z;
    gen_put(g, "s[tid] = ");
    gen_expression(g, 'w', 1);
    gen_put(g, "; __syncthreads();");
    for (uint32_t step = n / 2; step; step /= 2 + 2 * gen_roll(g, 2)) {
        gen_put(g, " if (");
        gen_put(g, conditions[gen_roll(g, sizeof conditions / sizeof *conditions)], step);
        gen_put(g, ") s[tid] += s[tid + %u]; __syncthreads();", step);
    }
    gen_put(g, " ");
    gen_variable(g, 'w');
    gen_put(g, " += s[tid / %u]; __syncthreads();", 1 + gen_roll(g, 4));
}

/* Elements of shared memory at free indices, near to each other or far apart, with offsets. */
static void window(struct gen *g)
{
    static const struct {
        const char *type;
        char kind;
    } kinds[] = {
        {"unsigned",      'w'},
        {"float",         'f'},
        {"int",           'w'},
        {"short",         'w'},
        {"unsigned char", 'w'},
        {"double",        'd'},
        {"long long",     'l'}
    };

    static const uint32_t widths[] = {2, 8, 16, 31, 32, 33, 64};
    const struct device_dim *block = &g->program->block;
    uint32_t n = block->x * block->y * block->z, k = gen_roll(g, 2) * gen_roll(g, 7),
             label = (uint32_t) g->labels++, width = gen_roll(g, 3) ? widths[gen_roll(g, 7)] : n;
    gen_put(g,
            "{ __shared__ %s h%u[%u]; for (unsigned i = tid; i < %uu; i += n) h%u[i] = i * 37 + ",
            kinds[k].type, label, n + 64, n + 64, label);
    gen_expression(g, kinds[k].kind, 1);
    gen_put(g, "; __syncthreads(); ");
    for (uint32_t reads = 1 + gen_roll(g, 3); reads; reads--) {
        gen_put(g, "{ const %s *h = h%u + ", kinds[k].type, label);
        if (gen_roll(g, 2)) { /* near in one half of a warp, far in the other */
            gen_put(g, "tid %% 16 / %u * (1 + (tid / 16 + %u) %% 2 * %u); ", 1u << gen_roll(g, 4),
                    gen_roll(g, 2), gen_roll(g, n / 16 + (n < 16)));
        } else {
            gen_put(g, "(tid * %u + ", gen_roll(g, 4));
            gen_expression(g, 'w', 1);
            gen_put(g, ") %% %uu; ", width < n ? width : n);
        }
        gen_variable(g, kinds[k].kind);
        gen_put(g, " += h[%u] + h[%u]; }", gen_roll(g, 64), gen_roll(g, 64));
    }
    gen_put(g, "__syncthreads(); }");
}

/* Each thread has two words of its own, whose places change from step to step: those of a sorting network, permutations. They are near to
 * each other or far apart. Mostly nothing asks whether they are there. */
static void exchange(struct gen *g)
{
    static const char *const places[] = {"2 * tid - (tid & (j - 1)), hi = lo + j",
                                         "tid ^ (j - 1), hi = lo + n",
                                         "n - 1 - tid, hi = lo + n",
                                         "(tid * (2 * j + 1) + p2) & (n - 1), hi = lo + n",
                                         "(tid & ~15u) + (tid * 7 + j & 15u), hi = n + lo",
                                         "tid / 16 % 2 ? tid : tid ^ 1, hi = lo + n"};
    static const char *const steps[] = {
        "bool up = (lo & m) == 0; e[lo] = up ? min(a, b) : max(a, b); e[hi] = up ? max(a, b) : "
        "min(a, b);",
        "e[lo] = b; e[hi] = a;", "if (m & j) e[hi] = b + a; e[lo] = a * 3;",
        "e[hi] = max(a, b); if (a < b) e[lo] = e[hi] + 1; else e[lo] = a;"};
    const struct device_dim *block = &g->program->block;
    uint32_t n = block->x * block->y * block->z, label = (uint32_t) g->labels++, most = 1;
    bool whole = (n & (n - 1)) == 0 && n > 16 && gen_roll(g, 4), real = gen_roll(g, 3) == 0;
    const char *type = real ? "float" : "unsigned";
    while (2 * most <= n)
        most *= 2;
    gen_put(g, "{ __shared__ %s e%u[%u]; %s *e = e%u; e[tid] = ", type, label, 2 * n, type, label);
    gen_expression(g, real ? 'f' : 'w', 1);
    gen_put(g, "; e[tid + %u] = ", n);
    gen_expression(g, real ? 'f' : 'w', 1);
    gen_put(g, "; %s for (unsigned j = %u, m = %u; j; j >>= %u) { __syncthreads(); unsigned lo = ",
            gen_roll(g, 3) ? "\n#pragma unroll 1\n" : "", most, 1u << gen_roll(g, 8),
            1 + gen_roll(g, 2));
    gen_put(g, "%s; if (%s) { %s a = e[lo], b = e[hi]; %s } } __syncthreads(); ",
            places[whole ? gen_roll(g, sizeof places / sizeof *places) : 0],
            whole ? "1" : "hi < 2 * n", type, steps[gen_roll(g, sizeof steps / sizeof *steps)]);
    gen_variable(g, real ? 'f' : 'w');
    gen_put(g,
            real ? " = e[tid + %u]; __syncthreads(); }" : " ^= e[tid + %u] * 3; __syncthreads(); }",
            gen_roll(g, n + 1));
}

/* A number of the thread that wraps in some warp, and is extended. */
static void wrap(struct gen *g)
{
    gen_variable(g, 'l');
    gen_put(g, " += (unsigned long long) ((long long) (int) (%uu + tid) * %u);%s",
            0x7fffffff - gen_roll(g, THREADS_MAX), 3 + 2 * gen_roll(g, 3),
            gen_roll(g, 2) ? " __threadfence();" : "");
}

/* A condition that all lanes of a warp answer alike: those that it holds for do something together. */
static void some_warps(struct gen *g)
{
    static const char *const conditions[] = {"if (tid < %u) ", "if (tid >= %u) ",
                                             "if ((int) tid > %u - 1) ", "if (tid / %u == 1) ",
                                             "if (%u <= tid) "};
    gen_put(g, conditions[gen_roll(g, sizeof conditions / sizeof *conditions)],
            32 + 32 * gen_roll(g, 3));
}

/* What a whole warp or block does together. */
void gen_together(struct gen *g)
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
        "__activemask_(n, tid)",
        "__shfl_sync(%M, %w, 0)",
    };
    /* the last warp may lack lanes, and then nothing may be read from them */
    const uint32_t first = g->whole_warps ? 0 : 5,
                   choices = sizeof of_warp / sizeof *of_warp - first;
    gen_line(g);
    switch (gen_roll(g, 11)) {
    case 0:
        gen_put(g, "s[tid] = ");
        gen_expression(g, 'w', 2);
        gen_put(g, "; __syncthreads(); ");
        gen_variable(g, 'w');
        gen_put(g, " ^= s[(tid + ");
        gen_expression(g, 'w', 1);
        gen_put(g, ") %% n]; __syncthreads();");
        break;
    case 1: {
        static const char *const counts[] = {"__syncthreads_count", "__syncthreads_and",
                                             "__syncthreads_or"};
        gen_variable(g, 'w');
        gen_put(g, " += %s(", counts[gen_roll(g, 3)]);
        gen_condition(g);
        gen_put(g, ");");
        break;
    }
    case 2: masked(g); break;
    case 3:
        gen_put(g, "fs[tid] = ");
        gen_expression(g, 'f', 2);
        gen_put(g, "; __syncthreads(); ");
        gen_variable(g, 'f');
        gen_put(g, " = fs[n - 1 - tid]; __syncthreads();");
        break;
    case 4: own_atomic(g); break;
    case 5: barriers_in_loop(g); break;
    case 6: tree(g); break;
    case 7: window(g); break;
    case 8: exchange(g); break;
    case 9: wrap(g); break;
    default: {
        bool all = g->whole_warps && gen_roll(g, 2);
        gen_put(g, "{ const int k = %u; ", gen_roll(g, 4));
        if (all && g->program->block.y * g->program->block.z == 1 && gen_roll(g, 2))
            some_warps(g);
        gen_variable(g, 'w');
        gen_put(g, " = ");
        for (const char *s = of_warp[first + gen_roll(g, choices)]; *s; s++)
            if (*s == '%' && s[1] == 'M') {
                gen_put(g, all ? "0xffffffffu" : "__activemask_(n, tid)");
                s++;
            } else if (*s == '%') {
                gen_expression(g, *++s, 1);
            } else {
                buf_putc(g->out, *s);
            }
        gen_put(g, "; }");
    }
    }
}
