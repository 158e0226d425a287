/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's functions of Fourier transforms. Next: compute/fft_axes.c. */
#include <inttypes.h>
#include <string.h>

#include "compute/across/across.h"
#include "eval/arrays/array_arguments.h"

static struct fft_types types_of(const struct call_site *call)
{
    const struct type *t = builtin_call_of(call)->result->base;
    bool single = !strcmp(t->name, "float") || !strcmp(t->name, "float2");
    return (struct fft_types){
        dtype_of(single ? DTYPE_F32 : DTYPE_F64),
        {DTYPE_OTHER, single ? 8 : 16, single ? "float2" : "double2"}
    };
}

/* x is an argument. Its rows alone may lie across ranks. */
static bool transform(struct vm *vm, const struct call_site *call, union value *at,
                      enum fft_kind kind)
{
    struct job j = vm_job(vm, call->at);
    struct array *x = at[0].p;
    struct fft_types t = types_of(call);
    int64_t n = at[1].i, axis = at[2].i < 0 ? (int64_t) x->rank - 1 : at[2].i;
    bool across = across_is(x), plain = n < 0 && axis == (int64_t) x->rank - 1;
    if (!array_has_axis(vm, call, 2, axis, x->rank))
        return false;
    if (across && !plain) {
        vm_error(vm, DIAG_TYPE, call->at,
                 "'%s' transforms an array across ranks along its last axis, as long as it is",
                 builtin_call_of(call)->builtin->name);
        return false;
    }
    uint32_t into = builtin_call_of(call)->into;
    j.into = into && !across && !across_is((at - into)->p) ? (at - into)->p : NULL;
    struct array *out = compute_fft_along(&j, x, n, (uint32_t) axis, &t, kind);
    if (out && across)
        out->part = x->part;
    return vm_own_array(vm, out, at);
}

BUILTIN(array_fft)
{
    return transform(vm, call, at, FFT_FORWARD);
}

BUILTIN(array_ifft)
{
    return transform(vm, call, at, FFT_INVERSE);
}

BUILTIN(array_rfft)
{
    return transform(vm, call, at, FFT_REAL);
}

BUILTIN(array_irfft)
{
    return transform(vm, call, at, FFT_REAL_INVERSE);
}

/* ---- several axes ---- */

/* Along the last `axes` axes, from the last to the first; n: elements of the last one. */
static bool transform_axes(struct vm *vm, const struct call_site *call, union value *at,
                           uint32_t axes, int64_t n, enum fft_kind kind)
{
    struct job j = vm_job(vm, call->at);
    struct fft_types t = types_of(call);
    struct array *x = array_ref(at[0].p);
    bool backwards = kind == FFT_REAL_INVERSE;
    for (uint32_t i = 0; x && i < axes; i++) {
        uint32_t k = backwards ? axes - 1 - i : i, axis = x->rank - 1 - k;
        enum fft_kind how = !k                    ? kind
                            : kind == FFT_REAL    ? FFT_FORWARD
                            : kind == FFT_FORWARD ? FFT_FORWARD
                                                  : FFT_INVERSE;
        struct array *next = compute_fft_along(&j, x, k ? -1 : n, axis, &t, how);
        array_unref(&x);
        x = next;
    }
    return vm_own_array(vm, x, at);
}

BUILTIN(array_fft2)
{
    return transform_axes(vm, call, at, 2, -1, FFT_FORWARD);
}

BUILTIN(array_ifft2)
{
    return transform_axes(vm, call, at, 2, -1, FFT_INVERSE);
}

BUILTIN(array_rfft2)
{
    return transform_axes(vm, call, at, 2, -1, FFT_REAL);
}

BUILTIN(array_irfft2)
{
    return transform_axes(vm, call, at, 2, at[1].i, FFT_REAL_INVERSE);
}

BUILTIN(array_fftn)
{
    return transform_axes(vm, call, at, ((struct array *) at[0].p)->rank, -1, FFT_FORWARD);
}

BUILTIN(array_ifftn)
{
    return transform_axes(vm, call, at, ((struct array *) at[0].p)->rank, -1, FFT_INVERSE);
}

/* ---- frequencies ---- */

/* Each axis in two parts, which change places; `ahead` elements come to the front. */
static bool shifted(struct vm *vm, const struct call_site *call, union value *at, bool inverse)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    struct array *out = compute_temporary(&j, x->dtype, x->rank, x->shape);
    for (uint32_t part = 0; out && array_count(x) && part < 1u << x->rank; part++) {
        struct array *from = array_ref_view(x), *to = array_ref_view(out);
        for (uint32_t k = 0; k < x->rank; k++) {
            int64_t n = x->shape[k], second = inverse ? n - n / 2 : n / 2, first = n - second;
            bool behind = part >> k & 1;
            from->shape[k] = to->shape[k] = behind ? second : first;
            from->offset += (uint64_t) ((behind ? first : 0) * x->stride[k]) * x->dtype.size;
            to->offset += (uint64_t) ((behind ? 0 : second) * out->stride[k]) * x->dtype.size;
        }
        if (array_count(to) && !compute_copy(&j, to, from))
            array_unref(&out);
        array_unref(&from);
        array_unref(&to);
    }
    return vm_own_array(vm, out, at);
}

BUILTIN(array_fftshift)
{
    return shifted(vm, call, at, false);
}

BUILTIN(array_ifftshift)
{
    return shifted(vm, call, at, true);
}

static bool frequencies(struct vm *vm, const struct call_site *call, union value *at, bool real)
{
    struct job j = vm_job(vm, call->at);
    int64_t n = at[0].i, count = real ? n / 2 + 1 : n;
    if (n < 1) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[0],
                 "a transform of length %" PRId64 " is not supported", n);
        return false;
    }
    struct operand operands[4] = {
        {.kind = OPERAND_INDEX, .rank = 1, .shape = {count}},
        long_operand(n),
        double_operand(at[1].d),
        long_operand(real ? count : (n + 1) / 2)
    };
    return vm_own_array(vm,
                        array_from(&j, "(v0 < v3 ? v0 : v0 - v1) / (v1 * v2)", dtype_of(DTYPE_F64),
                                   operands, 4, 1, &count),
                        at);
}

BUILTIN(array_fftfreq)
{
    return frequencies(vm, call, at, false);
}

BUILTIN(array_rfftfreq)
{
    return frequencies(vm, call, at, true);
}
