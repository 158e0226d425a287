/* SPDX-License-Identifier: Apache-2.0 */
/* The cuda device beside bare calls of the same driver, in one run: launches, copies, recovery. Medians. What it prints is a result
 * only on a real driver. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/space.h"
#include "device/cuda/driver.h"
#include "device/device.h"
#include "device/device_open.h"

enum { ROUNDS = 21, BATCH = 1000, BYTES = 64 << 20 };

static const char ptx[] =
    ".version 7.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry empty()\n{\nret;\n}\n"
    ".visible .entry bad(.param .u64 bad_0)\n{\n.reg .b64 %d<2>; .reg .b32 %r<2>;\n"
    "ld.param.u64 %d0, [bad_0]; mov.u32 %r0, 1; st.global.u32 [%d0], %r0; ret;\n}\n";

static int by_value(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return x < y ? -1 : x > y;
}

static double median(double *v)
{
    qsort(v, ROUNDS, sizeof *v, by_value);
    return v[ROUNDS / 2];
}

struct side { /* one of the two: bare calls, or the cuda device */
    struct cu_api cu;
    struct cu_function *function;
    struct device *device;
    const struct device_kernel *kernel;
    uint64_t memory;
    void *host;
};

static void launch(struct side *s)
{
    struct diags diags = {0};
    struct device_launch l = {
        .kernel = s->kernel, .grid = {1,  1, 1},
             .block = {32, 1, 1}
    };
    if (s->device)
        device_launch(s->device, &l, &diags, (struct span){0});
    else
        s->cu.cuLaunchKernel(s->function, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL);
    diags_free(&diags);
}

static void wait(struct side *s)
{
    struct device_fault f;
    if (s->device)
        device_sync(s->device, DEVICE_ALL_STREAMS, &f);
    else
        s->cu.cuCtxSynchronize();
}

static void copy(struct side *s, bool to_device)
{
    struct device_fault f;
    if (s->device && to_device)
        device_write(s->device, s->memory, s->host, BYTES, &f);
    else if (s->device)
        device_read(s->device, s->host, s->memory, BYTES, &f);
    else if (to_device)
        s->cu.cuMemcpyHtoDAsync_v2(s->memory, s->host, BYTES, NULL);
    else
        s->cu.cuMemcpyDtoHAsync_v2(s->host, s->memory, BYTES, NULL);
    wait(s);
}

static void measure(struct side *s, const char *name)
{
    double alone[ROUNDS], many[ROUNDS], up[ROUNDS], down[ROUNDS];
    launch(s), wait(s), copy(s, true), copy(s, false);
    for (int r = 0; r < ROUNDS; r++) {
        uint64_t a = clock_ns();
        launch(s), wait(s);
        uint64_t b = clock_ns();
        for (int i = 0; i < BATCH; i++)
            launch(s);
        wait(s);
        uint64_t c = clock_ns();
        copy(s, true);
        uint64_t d = clock_ns();
        copy(s, false);
        uint64_t e = clock_ns();
        alone[r] = (double) (b - a) * 1e-3, many[r] = (double) (c - b) * 1e-3 / BATCH;
        up[r] = BYTES / (double) (d - c), down[r] = BYTES / (double) (e - d);
    }
    printf("%-12s launch and wait %8.2f us   of %d queued %7.3f us each   to device %7.2f GB/s   "
           "to host %7.2f GB/s\n",
           name, median(alone), BATCH, median(many), median(up), median(down));
    fflush(stdout);
}

static bool open_bare(struct side *s)
{
    struct buf why = {0};
    struct cu_context *context;
    struct cu_module *module;
    void *pages = aligned_alloc(4096, BYTES);
    bool ok = cu_load(&s->cu, &why) == CU_SUCCESS && !s->cu.cuInit(0) &&
              !s->cu.cuDevicePrimaryCtxRetain(&context, 0) && !s->cu.cuCtxSetCurrent(context);
    uint64_t granularity = 0, handle, at = 0;
    struct cu_allocation what = {
        .type = 1, .location = {1, 0}
    };
    struct cu_access access = {
        {1, 0},
        3
    };
    size_t g = 0;
    ok = ok && !s->cu.cuMemGetAllocationGranularity(&g, &what, 0);
    granularity = g;
    ok = ok &&
         !s->cu.cuMemAddressReserve(&at, (uint64_t) 1 << 30, granularity, 0x100000000000, 0) &&
         !s->cu.cuMemCreate(&handle, BYTES, &what, 0) && !s->cu.cuMemMap(at, BYTES, 0, handle, 0) &&
         !s->cu.cuMemSetAccess(at, BYTES, &access, 1) &&
         !s->cu.cuModuleLoadDataEx(&module, ptx, 0, NULL, NULL) &&
         !s->cu.cuModuleGetFunction(&s->function, module, "empty");
    s->memory = at;
    s->host = pages;
    memset(pages, 1, BYTES);
    if (ok)
        s->cu.cuMemHostRegister_v2(pages, BYTES, CU_REGISTER_PORTABLE);
    buf_free(&why);
    return ok;
}

/* From the launch that faults to the end of the first that works again, with all arrays back. */
static void measure_recovery(struct side *s, struct device_module *m)
{
    uint64_t wrong = s->memory + ((uint64_t) 1 << 34);
    struct device_fault f;
    struct diags diags = {0};
    struct device_launch bad = {
        .kernel = device_kernel(m, "bad"),
        .grid = {1, 1, 1},
        .block = {1, 1, 1},
        .params = &wrong,
        .params_size = 8,
        .tag = 1
    };
    device_settled(s->device);
    uint64_t a = clock_ns();
    device_launch(s->device, &bad, &diags, (struct span){0});
    bool faulted = device_sync(s->device, DEVICE_ALL_STREAMS, &f) == DEVICE_FAULT;
    launch(s), wait(s);
    printf("recovery from an illegal address, %d MiB of arrays: %.1f ms (%s; lost: %s)\n",
           BYTES >> 20, (double) (clock_ns() - a) * 1e-6, faulted ? "faulted" : "DID NOT FAULT",
           f.lost[0] ? f.lost : "nothing");
    diags_free(&diags);
}

int main(void)
{
    struct side bare = {0}, ours = {0};
    struct diags diags = {0};
    struct space *host = space_new_with(&(struct space_options){.range = 1 << 30, .shared = true});
    struct cuda_options options = {.keep_limit = UINT64_MAX, .host = host};
    ours.device = cuda_device_open(&options, NULL, &diags);
    struct device_module *m =
        ours.device ? device_load(ours.device, ptx, sizeof ptx - 1, &diags, (struct span){0})
                    : NULL;
    if (!m || !device_alloc(ours.device, BYTES, &diags, (struct span){0}, &ours.memory)) {
        fprintf(stderr, "%s\n", diags.last ? diags.last->text : "no device");
        return 1;
    }
    ours.kernel = device_kernel(m, "empty");
    ours.host = (void *) (uintptr_t) space_alloc(host, BYTES, 1 << 16)->start;
    printf("%s, driver for CUDA %d.%d\n", device_props(ours.device)->name,
           device_props(ours.device)->driver / 1000, device_props(ours.device)->driver % 1000 / 10);
    if (open_bare(&bare))
        measure(&bare, "bare driver");
    measure(&ours, "warpcell");
    measure_recovery(&ours, m);
    device_unload(ours.device, &m);
    device_close(&ours.device);
    return 0;
}
