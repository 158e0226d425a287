/* SPDX-License-Identifier: Apache-2.0 */
/* The benchmark on the cpu device, through device.h alone but for $ENGINE_SET, which names its instruction set (ops.h). Kernels are
 * PTX in $ENGINE_PTX/<problem>.ptx, made by run.py. */

#include "device/cpu/cpu.h"
#include "device/device.h"
#include "device/device_open.h"
#include "diag/diag.h"
#include "problems.h"

static struct device *device;
static struct device_module *module;
static uint64_t addresses[BUFFERS];
static struct diags diags;
static const struct span nowhere;

static void must(bool ok)
{
    if (ok)
        return;
    fprintf(stderr, "the device failed\n");
    exit(1);
}

static void load(const char *name)
{
    char path[512];
    static char text[1 << 20];
    snprintf(path, sizeof path, "%s/%s.ptx", getenv("ENGINE_PTX"), name);
    FILE *f = fopen(path, "r");
    must(f != NULL);
    size_t n = fread(text, 1, sizeof text, f);
    fclose(f);
    must((module = device_load(device, text, n, &diags, nowhere)) != NULL);
}

static void open_device(struct problem *p)
{
    const char *set = getenv("ENGINE_SET");
    must((device = cpu_device_open(NULL, (uint64_t) 1 << 30, &diags)) != NULL);
    if (set)
        must((((struct cpu_device *) device)->exec.set = op_set_named(set)) != NULL);
    load(p->name);
    for (int k = 0; k < p->buffers; k++)
        must(device_alloc(device, p->buffer[k].count * 4, &diags, nowhere, &addresses[k]));
}

static void put(struct problem *p)
{
    struct device_fault fault;
    for (int k = 0; k < p->buffers; k++)
        must(device_write(device, addresses[k], p->buffer[k].at, p->buffer[k].count * 4, &fault) ==
             DEVICE_OK);
}

static void launch(const char *name, struct shape s, const struct argument *list, int n)
{
    char params[256];
    const struct device_kernel *k = device_kernel(module, name);
    must(k != NULL);
    const struct device_kernel_info *info = device_kernel_info(k);
    for (int i = 0; i < n; i++) {
        char *to = params + info->params[i].offset;
        if (list[i].type == 'b')
            memcpy(to, &addresses[list[i].i], 8);
        else
            memcpy(to, list[i].type == 'f' ? (const void *) &list[i].f : &list[i].i, 4);
    }
    struct device_launch l = {
        .kernel = k,
        .grid = {(uint32_t) s.grid_x,  (uint32_t) s.grid_y,  1},
        .block = {(uint32_t) s.block_x, (uint32_t) s.block_y, 1},
        .params = params,
        .params_size = info->params_size
    };
    must(device_launch(device, &l, &diags, nowhere));
}

static void queue(struct problem *p)
{
    issue(p, launch);
}

static void wait_all(void)
{
    struct device_fault fault;
    must(device_sync(device, DEVICE_ALL_STREAMS, &fault) == DEVICE_OK);
}

static void get(struct problem *p)
{
    struct device_fault fault;
    struct buffer *b = &p->buffer[p->answer];
    must(device_read(device, b->at, addresses[p->answer], b->count * 4, &fault) == DEVICE_OK);
}

int main(int argc, char **argv)
{
    static const struct implementation engine = {open_device, put, queue, wait_all, get};
    return drive(argc, argv, &engine);
}
