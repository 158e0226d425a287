/* SPDX-License-Identifier: Apache-2.0 */
/* The x86 instructions of ex2.approx.f32: the steps of ex2_f32. Next: op_writer.c. */
#include "device/cpu/code/exponential.h"
#include "device/cpu/jit/op_writer.h"

enum { X, K, SUM }; /* scratch registers; X becomes the fraction */

enum { TO_THE_LEFT = 6, SIGNED = 4 }; /* what the register field of X_PSRLD_I makes of it */

static int number(struct op_writer *g, float value)
{
    return g->constant(g, f32_bits(value), 4);
}

static void shift(struct op_writer *g, int field, int d, int a, uint8_t by)
{
    x86_v(&g->x, X_PSRLD_I, 4 * g->lanes, field, d, a);
    x86_byte(&g->x, by);
}

/* d = SUM * 2^n, for a small integer n; its register changes. */
static void scale(struct op_writer *g, int d, int n)
{
    int bytes = 4 * g->lanes;
    x86_v(&g->x, X_PADDD, bytes, n, n, g->constant(g, 127, 4));
    shift(g, TO_THE_LEFT, n, n, 23);
    x86_v(&g->x, X_MULPS, bytes, d, SUM, n);
}

void gen_exponential(struct op_writer *g, const struct op *op, const struct native_op *how,
                     struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes;
    (void) op, (void) how;
    /* where a lane is NaN these give the second operand */
    x86_v(x, X_MAXPS, bytes, X, number(g, -EX2_LIMIT), r.a);
    x86_v(x, X_MINPS, bytes, X, number(g, EX2_LIMIT), X);
    int to_integer = number(g, ex2_to_integer);
    x86_v(x, X_ADDPS, bytes, K, X, to_integer);
    x86_v(x, X_SUBPS, bytes, SUM, K, to_integer);
    x86_v(x, X_SUBPS, bytes, X, X, SUM);
    x86_v(x, X_PSUBD, bytes, K, K, to_integer);
    x86_v(x, X_MOVUPS, bytes, SUM, 0, number(g, ex2_series[EX2_DEGREE]));
    for (int n = EX2_DEGREE - 1; n >= 0; n--)
        x86_v(x, X_FMADD213PS, bytes, SUM, X, number(g, ex2_series[n]));
    shift(g, SIGNED, X, K, 1);
    x86_v(x, X_PSUBD, bytes, K, K, X);
    scale(g, SUM, X);
    scale(g, r.d, K);
}
