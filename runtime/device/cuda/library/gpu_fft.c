/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms by cuFFT: fft_whole of compute/kernels/fft.cu. Plans are kept, the one made first goes first. */
#include "device/cuda/library/gpu_library_impl.h"

enum { C2C = 0x29, Z2Z = 0x69 }; /* cufftType */

static void drop(struct gpu_libraries *l, struct gpu_plan *p)
{
    if (!p->n)
        return;
    l->memory.synchronize(); /* what uses its workspace */
    l->api.cufftDestroy(p->plan);
    p->n = 0;
}

/* NULL: the call says why. */
static const struct gpu_plan *plan_of(struct gpu_call *c, int n, int count, int type)
{
    struct gpu_libraries *l = c->libraries;
    for (uint32_t i = 0; i < GPU_PLANS; i++)
        if (l->plans[i].n == n && l->plans[i].count == count && l->plans[i].type == type)
            return &l->plans[i];
    struct gpu_plan *p = &l->plans[l->next_plan % GPU_PLANS];
    drop(l, p);
    if (!GPU(c, CUFFT, cufftPlanMany, &p->plan, 1, &n, NULL, 1, n, NULL, 1, n, type, count))
        return NULL;
    l->next_plan++;
    *p = (struct gpu_plan){p->plan, n, count, type};
    return p;
}

/* (n, rows, sign, from, to) */
static enum gpu_outcome whole(struct gpu_call *c, const struct gpu_routine *r)
{
    int n = gpu_int(c, 0), rows = gpu_int(c, 1), sign = gpu_int(c, 2);
    bool single = r->type == GPU_C32;
    const struct gpu_plan *p = plan_of(c, n, rows, single ? C2C : Z2Z);
    if (!p || !GPU(c, CUFFT, cufftSetStream, p->plan, c->stream))
        return GPU_FAILED;
    void *from = gpu_pointer(c, 3), *to = gpu_pointer(c, 4);
    bool ok = single ? GPU(c, CUFFT, cufftExecC2C, p->plan, from, to, sign)
                     : GPU(c, CUFFT, cufftExecZ2Z, p->plan, from, to, sign);
    return ok ? GPU_DONE : GPU_FAILED;
}

const struct gpu_routine gpu_fft[] = {
    {"_ZN8warpcell9fft_wholeI6float2",  whole, DEVICE_CUFFT, GPU_C32, 0, 0},
    {"_ZN8warpcell9fft_wholeI7double2", whole, DEVICE_CUFFT, GPU_C64, 0, 0},
};
const size_t gpu_fft_count = sizeof gpu_fft / sizeof *gpu_fft;
