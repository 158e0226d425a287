/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel of kernels/shapes.cu in blocks of one shape: bench_shapes PTX kernel n x y z runs. Prints the least processor nanoseconds of a thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device/cpu/cpu.h"
#include "device/device.h"
#include "device/device_open.h"
#include "diag/diag.h"

static struct diags diags;
static const struct span nowhere;

static void must(bool ok)
{
    if (ok)
        return;
    fprintf(stderr, "the device failed\n");
    exit(1);
}

static struct device_module *load(struct device *device, const char *path)
{
    static char text[1 << 20];
    FILE *f = fopen(path, "r");
    must(f != NULL);
    size_t n = fread(text, 1, sizeof text, f);
    fclose(f);
    struct device_module *m = device_load(device, text, n, &diags, nowhere);
    must(m != NULL);
    return m;
}

static void fill(struct device *device, uint32_t n, uint64_t to[3])
{
    struct device_fault fault;
    float *data = calloc((size_t) n * n, sizeof *data);
    must(data != NULL);
    for (size_t i = 0; i < (size_t) n * n; i++)
        data[i] = (float) (i * 2654435761u >> 8 & 0xffff) / 65536;
    for (int i = 0; i < 3; i++) {
        must(device_alloc(device, (size_t) n * n * sizeof *data, &diags, nowhere, &to[i]));
        must(device_write(device, to[i], data, (size_t) n * n * sizeof *data, &fault) == DEVICE_OK);
    }
    free(data);
}

static double processor_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

int main(int argc, char **argv)
{
    struct device_fault fault;
    if (argc != 8) {
        fprintf(stderr, "usage: %s PTX kernel n x y z runs\n", argv[0]);
        return 1;
    }
    uint32_t n = (uint32_t) atoi(argv[3]), x = (uint32_t) atoi(argv[4]),
             y = (uint32_t) atoi(argv[5]), z = (uint32_t) atoi(argv[6]);
    struct device *device = cpu_device_open(NULL, (uint64_t) 1 << 30, &diags);
    must(device != NULL);
    if (getenv("ENGINE_SET"))
        must((((struct cpu_device *) device)->exec.set = op_set_named(getenv("ENGINE_SET"))) !=
             NULL);
    struct device_module *m = load(device, argv[1]);
    const struct device_kernel *k = device_kernel(m, argv[2]);
    must(k != NULL);

    struct {
        uint32_t n, none;
        uint64_t at[3];
    } params = {n, 0, {0}};

    fill(device, n, params.at);
    struct device_launch l = {
        .kernel = k,
        .grid = {(n + x - 1) / x, (n + y * z - 1) / (y * z), 1},
        .block = {x,               y,                         z},
        .params = &params,
        .params_size = sizeof params
    };
    double best = 1e30;
    for (int i = 0; i < atoi(argv[7]); i++) {
        double t = processor_ns();
        must(device_launch(device, &l, &diags, nowhere));
        must(device_sync(device, DEVICE_ALL_STREAMS, &fault) == DEVICE_OK);
        t = processor_ns() - t;
        best = t < best ? t : best;
    }
    printf("%.4f\n", best / n / n);
    return 0;
}
