/* SPDX-License-Identifier: Apache-2.0 */
/* Measures what the device can do: its bandwidth with a copy within its memory, and its floating-point operations with fused multiply-adds in
 * eight chains a thread. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "launch/launcher.h"

enum { COPIES = 12 }; /* copies, each timed alone: the fastest was disturbed least */

static const uint64_t SIZES[] = {256 << 20, 64 << 20,
                                 8 << 20}; /* bytes; smaller if memory is short */

static double measure(struct device *d, uint64_t to, uint64_t from, uint64_t n)
{
    double best = 0;
    struct device_fault fault;
    for (int i = 0; i < COPIES; i++) {
        uint64_t start = clock_ns();
        if (device_copy(d, to, from, n, 0) != DEVICE_OK)
            return -1;
        if (device_sync(d, DEVICE_ALL_STREAMS, &fault) != DEVICE_OK)
            return -1;
        double rate = 2.0 * (double) n / ((double) (clock_ns() - start + 1) * 1e-9);
        best = rate > best ? rate : best;
    }
    return best;
}

double launch_peak(struct launcher *l)
{
    struct diags quiet = {0};
    struct device *d = l->peak == 0 ? launcher_device(l, &quiet, (struct span){0}) : NULL;
    struct device_fault fault;
    bool ready = d && device_sync(d, DEVICE_ALL_STREAMS, &fault) == DEVICE_OK;
    for (size_t i = 0; ready && i < sizeof SIZES / sizeof *SIZES && l->peak == 0; i++) {
        uint64_t from = 0, to = 0, n = SIZES[i];
        const struct device_props *p = device_props(d);
        if (device_memory_used(d) + 4 * n > p->total_memory)
            continue;
        if (device_alloc(d, n, &quiet, (struct span){0}, &from) &&
            device_alloc(d, n, &quiet, (struct span){0}, &to))
            l->peak = measure(d, to, from, n);
        if (from)
            device_free(d, from, &quiet, (struct span){0});
        if (to)
            device_free(d, to, &quiet, (struct span){0});
    }
    diags_free(&quiet);
    return launch_peak_known(l);
}

double launch_peak_known(const struct launcher *l)
{
    return l->peak > 0 ? l->peak : 0;
}

/* ---- floating-point operations ---- */

enum { CHAINS = 8, STEPS = 1024, THREADS = 256, BLOCKS_A_PROCESSOR = 8, LAUNCHES = 6 };

#define KERNEL(name, type, fma)                                                                    \
    "__global__ void " name "(" type " *out, " type " a, " type " b)\n"                            \
    "{\n"                                                                                          \
    "    " type " x[8];\n"                                                                         \
    "    for (int k = 0; k < 8; k++)\n"                                                            \
    "        x[k] = threadIdx.x + k;\n"                                                            \
    "    for (int i = 0; i < 1024; i++)\n"                                                         \
    "        for (int k = 0; k < 8; k++)\n"                                                        \
    "            x[k] = " fma "(x[k], a, b);\n"                                                    \
    "    " type " sum = 0;\n"                                                                      \
    "    for (int k = 0; k < 8; k++)\n"                                                            \
    "        sum += x[k];\n"                                                                       \
    "    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;\n"                                      \
    "}\n"

static const struct {
    const char *name, *text;
    uint32_t size;
} kernels[] = {
    {"peak_of_floats",  KERNEL("peak_of_floats",  "float",  "fmaf"), sizeof(float) },
    {"peak_of_doubles", KERNEL("peak_of_doubles", "double", "fma"),  sizeof(double)},
};

/* One launch; its time on the device in ns, 0: it failed. */
static uint64_t run_chains(struct launcher *l, struct kernel *k, uint64_t out, uint32_t size,
                           uint32_t blocks, struct diags *quiet)
{
    const float narrow[] = {0.5f, 1.0f};
    const double wide[] = {0.5, 1.0};
    const char *constants = size == sizeof(float) ? (const char *) narrow : (const char *) wide;
    const struct launch_arg args[] = {
        {.bytes = &out,             .size = sizeof out},
        {.bytes = constants,        .size = size      },
        {.bytes = constants + size, .size = size      },
    };
    struct launch_request r = {
        .kernel = k,
        .label = "peak",
        .grid = {blocks,  1, 1},
        .block = {THREADS, 1, 1},
        .args = args,
        .arg_count = sizeof args / sizeof *args
    };
    uint32_t before, count;
    uint64_t ns = 0;
    launch_records_hold(l, true);
    launch_records(l, &before);
    if (launch_run(l, &r, quiet) && launch_sync(l, quiet, (struct span){0})) {
        const struct launch_record *records = launch_records(l, &count);
        ns = records[count - 1].ns;
    }
    launch_records_cut(l, before);
    launch_records_hold(l, false);
    return ns;
}

double launch_peak_flops(struct launcher *l, bool wide)
{
    struct diags quiet = {0};
    uint64_t out = 0, best = 0;
    struct device *d =
        l->peak_flops[wide] == 0 ? launcher_device(l, &quiet, (struct span){0}) : NULL;
    uint32_t size = kernels[wide].size,
             blocks = d ? device_props(d)->multiprocessors * BLOCKS_A_PROCESSOR : 0;
    if (d && device_alloc(d, (uint64_t) blocks * THREADS * size, &quiet, (struct span){0}, &out)) {
        struct str text = str_of(kernels[wide].text);
        struct kernel *k = launch_made(l, kernels[wide].name, text, 0, NULL, 0);
        for (int i = 0; i < LAUNCHES; i++) {
            uint64_t ns = run_chains(l, k, out, size, blocks, &quiet);
            best = ns && (!best || ns < best) ? ns : best;
        }
        device_free(d, out, &quiet, (struct span){0});
    }
    if (best)
        l->peak_flops[wide] = 2.0 * CHAINS * STEPS * THREADS * blocks / ((double) best * 1e-9);
    diags_free(&quiet);
    return l->peak_flops[wide];
}
