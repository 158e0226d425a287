/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms by cuFFT: fft_whole of compute/kernels/fft.cu and __fft_whole of lang/include/cuda/cufft.h. Plans are kept, the one made first goes
 * first. */
#include "device/cuda/library/gpu_library_impl.h"

enum { C2C = 0x29, R2C = 0x2a, C2R = 0x2c, Z2Z = 0x69, D2Z = 0x6a, Z2D = 0x6c }; /* cufftType */

static void drop(struct gpu_libraries *l, struct gpu_plan *p)
{
    if (!p->of.count)
        return;
    l->memory.synchronize(); /* what uses its workspace */
    l->api.cufftDestroy(p->plan);
    p->of.count = 0;
}

/* cuFFT's arguments have one entry for each axis. */
static void axes_of(const struct gpu_transform *t, const int64_t embed[3], int out[3])
{
    for (int i = 0; i < t->rank; i++)
        out[i] = (int) (embed ? embed[3 - t->rank + i] : t->n[3 - t->rank + i]);
}

/* NULL: the call says why. */
static const struct gpu_plan *plan_of(struct gpu_call *c, const struct gpu_transform *t)
{
    struct gpu_libraries *l = c->libraries;
    for (uint32_t i = 0; i < GPU_PLANS; i++)
        if (!memcmp(&l->plans[i].of, t, sizeof *t))
            return &l->plans[i];
    struct gpu_plan *p = &l->plans[l->next_plan % GPU_PLANS];
    int n[3], from[3], to[3];
    drop(l, p);
    axes_of(t, NULL, n);
    axes_of(t, t->from.embed, from);
    axes_of(t, t->to.embed, to);
    if (!GPU(c, CUFFT, cufftPlanMany, &p->plan, t->rank, n, from, (int) t->from.stride,
             (int) t->from.apart, to, (int) t->to.stride, (int) t->to.apart, t->type, t->count))
        return NULL;
    l->next_plan++;
    p->of = *t;
    return p;
}

static enum gpu_outcome transform(struct gpu_call *c, struct gpu_transform t, void *from, void *to)
{
    int sign = t.sign;
    t.sign = 0; /* a plan serves both */
    if (t.rank < 1 || t.rank > 3 || t.count < 1)
        return GPU_DECLINED;
    const struct gpu_plan *p = plan_of(c, &t);
    if (!p || !GPU(c, CUFFT, cufftSetStream, p->plan, c->stream))
        return GPU_FAILED;
    bool ok = false;
    switch (t.type) {
    case C2C: ok = GPU(c, CUFFT, cufftExecC2C, p->plan, from, to, sign); break;
    case Z2Z: ok = GPU(c, CUFFT, cufftExecZ2Z, p->plan, from, to, sign); break;
    case R2C: ok = GPU(c, CUFFT, cufftExecR2C, p->plan, from, to); break;
    case C2R: ok = GPU(c, CUFFT, cufftExecC2R, p->plan, from, to); break;
    case D2Z: ok = GPU(c, CUFFT, cufftExecD2Z, p->plan, from, to); break;
    case Z2D: ok = GPU(c, CUFFT, cufftExecZ2D, p->plan, from, to); break;
    default: return GPU_DECLINED;
    }
    return ok ? GPU_DONE : GPU_FAILED;
}

/* (n, rows, sign, from, to) */
static enum gpu_outcome rows(struct gpu_call *c, const struct gpu_routine *r)
{
    int n = gpu_int(c, 0);
    struct gpu_side dense = {
        {1, 1, n},
        1, n
    };
    struct gpu_transform t = {
        .type = r->type == GPU_C32 ? C2C : Z2Z,
        .sign = gpu_int(c, 2),
        .count = gpu_int(c, 1),
        .rank = 1,
        .n = {1, 1, n},
        .from = dense,
        .to = dense
    };
    return transform(c, t, gpu_pointer(c, 3), gpu_pointer(c, 4));
}

/* (n, rows, from, to): of real numbers, or back to them */
static enum gpu_outcome real_rows(struct gpu_call *c, int type, bool back)
{
    int n = gpu_int(c, 0), half = n / 2 + 1;
    struct gpu_side real = {
        {1, 1, n},
        1, n
    };
    struct gpu_side spectrum = {
        {1, 1, half},
        1, half
    };
    struct gpu_transform t = {
        .type = type,
        .count = gpu_int(c, 1),
        .rank = 1,
        .n = {1, 1, n},
        .from = back ? spectrum : real,
        .to = back ? real : spectrum
    };
    return transform(c, t, gpu_pointer(c, 2), gpu_pointer(c, 3));
}

static enum gpu_outcome real_forward(struct gpu_call *c, const struct gpu_routine *r)
{
    return real_rows(c, r->type == GPU_C32 ? R2C : D2Z, false);
}

static enum gpu_outcome real_inverse(struct gpu_call *c, const struct gpu_routine *r)
{
    return real_rows(c, r->type == GPU_C32 ? C2R : Z2D, true);
}

/* (from, to, job, total) */
static enum gpu_outcome job(struct gpu_call *c, const struct gpu_routine *r)
{
    struct gpu_transform t;
    gpu_param(c, 2, &t, sizeof t);
    t.reserved = 0;
    return transform(c, t, gpu_pointer(c, 0), gpu_pointer(c, 1));
}

const struct gpu_routine gpu_fft[] = {
    {"_ZN8warpcell9fft_wholeI6float2",           rows,         DEVICE_CUFFT, GPU_C32, 0, 0},
    {"_ZN8warpcell9fft_wholeI7double2",          rows,         DEVICE_CUFFT, GPU_C64, 0, 0},
    {"_ZN8warpcell14fft_whole_realI6float2",     real_forward, DEVICE_CUFFT, GPU_C32, 0, 0},
    {"_ZN8warpcell14fft_whole_realI7double2",    real_forward, DEVICE_CUFFT, GPU_C64, 0, 0},
    {"_ZN8warpcell17fft_whole_inverseI6float2",  real_inverse, DEVICE_CUFFT, GPU_C32, 0, 0},
    {"_ZN8warpcell17fft_whole_inverseI7double2", real_inverse, DEVICE_CUFFT, GPU_C64, 0, 0},
    {"_Z11__fft_wholeIf6float2E",                job,          DEVICE_CUFFT, GPU_C32, 0, 0},
    {"_Z11__fft_wholeId7double2E",               job,          DEVICE_CUFFT, GPU_C64, 0, 0},
};
const size_t gpu_fft_count = sizeof gpu_fft / sizeof *gpu_fft;
