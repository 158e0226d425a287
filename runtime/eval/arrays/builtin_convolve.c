/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions and correlations: numpy.convolve, numpy.correlate, scipy.signal.convolve2d. */
#include <stdio.h>
#include <string.h>

#include "eval/arrays/array_along.h"
#include "eval/arrays/array_arguments.h"

enum mode { MODE_FULL, MODE_SAME, MODE_VALID, MODES };

static bool some_elements(struct vm *vm, const struct call_site *call, const struct array *a)
{
    if (!array_count(a))
        vm_error(vm, DIAG_MEMORY, call->at, "'%s' of an empty array",
                 builtin_call_of(call)->builtin->name);
    return array_count(a);
}

/* MODES: a diag was recorded. */
static enum mode mode_named(struct vm *vm, const struct call_site *call, uint64_t text)
{
    static const char *const names[MODES] = {"full", "same", "valid"};
    size_t n;
    struct span span = builtin_call_of(call)->spans[2];
    const char *name = vm_string(vm, text, span, &n);
    enum mode mode = 0;
    while (name && mode < MODES && strcmp(names[mode], name))
        mode++;
    if (name && mode == MODES)
        vm_error(vm, DIAG_RUNTIME, span, "the mode is \"full\", \"same\" or \"valid\", not \"%s\"",
                 name);
    return name ? mode : MODES;
}

/* s += first * second, over k, as a value; conjugate: of the factor of this number. */
static const char *sum_text(char *room, struct dtype t, const char *range, const char *first,
                            const char *second, int conjugate)
{
    enum { ROOM = 400 };

    if (t.kind != DTYPE_OTHER)
        snprintf(room, ROOM, "[&] { auto s = v0(0) * v1(0) * 0; %s s += %s * %s; return s; }()",
                 range, first, second);
    else
        snprintf(room, ROOM,
                 "[&] { auto s = warpcell::pair<%s>(0, 0); %s s = warpcell::__complex_sum<%s>(s, "
                 "warpcell::__complex_product<%s>(%s(%s), %s(%s))); return s; }()",
                 t.name, range, t.name, t.name, conjugate == 0 ? "warpcell::conj" : "", first,
                 conjugate == 1 ? "warpcell::conj" : "", second);
    return room;
}

/* ---- vectors ---- */

/* The whole convolution. */
static struct array *convolved(const struct job *j, const struct array *a, const struct array *b)
{
    static const char range[] = "const long from = v2 < v4 ? 0 : v2 - v4 + 1, to = v2 < v3 ? v2 + "
                                "1 : v3; for (long k = from; k < to; k++)";
    char text[400];
    int64_t n = a->shape[0] + b->shape[0] - 1;
    struct operand operands[5] = {
        table_operand(a),
        table_operand(b),
        {.kind = OPERAND_INDEX, .rank = 1, .shape = {n}},
        long_operand(a->shape[0]),
        long_operand(b->shape[0])
    };
    sum_text(text, a->dtype, range, "v0(k)", "v1(v2 - k)", -1);
    return array_from(j, text, a->dtype, operands, 5, 1, &n);
}

static struct array *reversed(const struct array *x)
{
    struct array *v = array_ref_view(x);
    if (x->shape[0])
        v->offset += (uint64_t) ((x->shape[0] - 1) * x->stride[0] * (int64_t) x->dtype.size);
    v->stride[0] = -x->stride[0];
    return v;
}

/* The part of a whole result that a mode keeps; more, less: the lengths of the vectors. */
static struct array *kept(const struct array *whole, enum mode mode, int64_t more, int64_t less)
{
    int64_t first = mode == MODE_FULL   ? 0
                    : mode == MODE_SAME ? (less - 1) / 2
                                        : less - 1,
            count = mode == MODE_FULL   ? more + less - 1
                    : mode == MODE_SAME ? more
                                        : more - less + 1;
    return array_part_along(whole, 0, first, count);
}

static bool convolve(struct vm *vm, const struct call_site *call, union value *at, enum mode mode)
{
    struct job j = vm_job(vm, call->at);
    const struct array *a = at[0].p, *b = at[1].p;
    if (!some_elements(vm, call, a) || !some_elements(vm, call, b))
        return false;
    int64_t n = a->shape[0], m = b->shape[0];
    struct array *whole = convolved(&j, a, b),
                 *out = whole ? kept(whole, mode, n > m ? n : m, n > m ? m : n) : NULL;
    array_unref(&whole);
    return vm_own_array(vm, out, at);
}

BUILTIN(array_convolve)
{
    return convolve(vm, call, at, MODE_FULL);
}

BUILTIN(array_convolve_mode)
{
    enum mode mode = mode_named(vm, call, at[2].u);
    return mode != MODES && convolve(vm, call, at, mode);
}

/* Sums of the shorter vector times parts of the longer one; a longer second one makes the result run backwards. */
static struct array *overlapping(const struct job *j, const struct array *a, const struct array *b)
{
    bool swap = b->shape[0] > a->shape[0];
    const struct array *x = swap ? b : a, *y = swap ? a : b;
    int64_t n = x->shape[0] - y->shape[0] + 1;
    char text[400];
    struct operand operands[4] = {
        table_operand(x),
        table_operand(y),
        {.kind = OPERAND_INDEX, .rank = 1, .shape = {n}},
        long_operand(y->shape[0])
    };
    sum_text(text, a->dtype, "for (long k = 0; k < v3; k++)", "v0(v2 + k)", "v1(k)", !swap);
    struct array *out = array_from(j, text, a->dtype, operands, 4, 1, &n),
                 *result = out && swap ? reversed(out)
                           : out       ? array_ref(out)
                                       : NULL;
    array_unref(&out);
    return result;
}

/* As the convolution of the longer vector with the other one reversed, and conjugated where it was the second. */
static struct array *correlated(const struct job *j, const struct array *a, const struct array *b,
                                enum mode mode)
{
    bool swap = b->shape[0] > a->shape[0], complex = a->dtype.kind == DTYPE_OTHER;
    struct operand o = array_operand(b);
    struct array *second = complex
                               ? array_from(j, "warpcell::conj(v0)", b->dtype, &o, 1, 1, b->shape)
                               : array_ref((struct array *) b),
                 *turned = second ? reversed(swap ? a : second) : NULL,
                 *whole = turned ? convolved(j, swap ? second : a, turned) : NULL,
                 *part = whole ? kept(whole, mode, swap ? b->shape[0] : a->shape[0],
                                      swap ? a->shape[0] : b->shape[0])
                               : NULL,
                 *out = part && swap ? reversed(part)
                        : part       ? array_ref(part)
                                     : NULL;
    array_unref(&second);
    array_unref(&turned);
    array_unref(&whole);
    array_unref(&part);
    return out;
}

static bool correlate(struct vm *vm, const struct call_site *call, union value *at, enum mode mode)
{
    struct job j = vm_job(vm, call->at);
    const struct array *a = at[0].p, *b = at[1].p;
    if (!some_elements(vm, call, a) || !some_elements(vm, call, b))
        return false;
    return vm_own_array(vm, mode == MODE_VALID ? overlapping(&j, a, b) : correlated(&j, a, b, mode),
                        at);
}

BUILTIN(array_correlate)
{
    return correlate(vm, call, at, MODE_VALID);
}

BUILTIN(array_correlate_mode)
{
    enum mode mode = mode_named(vm, call, at[2].u);
    return mode != MODES && correlate(vm, call, at, mode);
}

/* ---- matrices ---- */

/* Where the result begins in the whole one, along an axis of n and m elements; *out_count: how many it has. */
static int64_t first_of(enum mode mode, int64_t n, int64_t m, int64_t *out_count)
{
    *out_count = mode == MODE_FULL ? n + m - 1 : mode == MODE_SAME ? n : n - m + 1;
    return mode == MODE_FULL ? 0 : mode == MODE_SAME ? (m - 1) / 2 : m - 1;
}

BUILTIN(array_convolve2d)
{
    static const char text[] =
        "[&] { auto s = v0(0) * v1(0) * 0; const long r = v2 / v7 + v8, c = v2 % v7 + v9; for "
        "(long "
        "i = r < v5 ? 0 : r - v5 + 1; i <= r && i < v3; i++) for (long k = c < v6 ? 0 : c - v6 + "
        "1; "
        "k <= c && k < v4; k++) s += v0(i * v4 + k) * v1((r - i) * v6 + c - k); return s; }()";
    struct job j = vm_job(vm, call->at);
    const struct array *a = at[0].p, *b = at[1].p;
    enum mode mode = mode_named(vm, call, at[2].u);
    int64_t shape[2], first[2];
    if (mode == MODES || !some_elements(vm, call, a) || !some_elements(vm, call, b))
        return false;
    bool swap = mode == MODE_VALID && b->shape[0] >= a->shape[0] && b->shape[1] >= a->shape[1];
    const struct array *x = swap ? b : a, *y = swap ? a : b;
    for (int k = 0; k < 2; k++)
        first[k] = first_of(mode, x->shape[k], y->shape[k], &shape[k]);
    if (shape[0] < 1 || shape[1] < 1) {
        vm_error(vm, DIAG_MEMORY, call->at,
                 "one matrix must be at least as large as the other on both axes for \"valid\"");
        return false;
    }
    struct array *from = array_raveled(&j, x), *by = from ? array_raveled(&j, y) : NULL,
                 *out = NULL;
    if (by) {
        struct operand operands[10] = {
            table_operand(from),
            table_operand(by),
            {.kind = OPERAND_INDEX, .rank = 2, .shape = {shape[0], shape[1]}},
            long_operand(x->shape[0]),
            long_operand(x->shape[1]),
            long_operand(y->shape[0]),
            long_operand(y->shape[1]),
            long_operand(shape[1]),
            long_operand(first[0]),
            long_operand(first[1])
        };
        out = array_from(&j, text, x->dtype, operands, 10, 2, shape);
    }
    array_unref(&from);
    array_unref(&by);
    return vm_own_array(vm, out, at);
}
