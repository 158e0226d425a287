/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as PTX: it is loaded or refused with a message. What is loaded runs: each kernel with buffers, small numbers and
 * invalid addresses as its arguments, for a few milliseconds; it must finish or fault. The text decides what the buffers hold and when the
 * kernel is interrupted, so that an input that was found does the same again. */
#include <string.h>

#include "base/hash.h"
#include "device/cpu/cpu.h"
#include "device/device_open.h"
#include "fuzz.h"
#include "launch/facts.h"

enum { MEMORY = 64 << 20, BUFFER = 4096, BUFFERS = 3, KERNEL_MS = 30, KERNELS_MAX = 6 };

static atomic_bool interrupt;
static uint64_t buffers[BUFFERS];

static struct device *open_device(void)
{
    struct device_events events = {.interrupt = &interrupt};
    struct diags diags = {0};
    struct device *d = cpu_device_open(&events, MEMORY, &diags);
    for (int i = 0; i < BUFFERS; i++)
        device_alloc(d, BUFFER, &diags, (struct span){0}, buffers + i);
    diags_free(&diags);
    return d;
}

/* Pointers for 8-byte parameters, except every fourth parameter; small numbers for the rest. */
static void fill(const struct device_kernel_info *info, char *params)
{
    for (uint32_t i = 0; i < info->param_count; i++) {
        const struct device_param *p = info->params + i;
        uint64_t v = p->size == 8 && i % 4 != 3 ? buffers[i % BUFFERS] : 3 + 37 * i;
        memcpy(params + p->offset, &v, p->size < 8 ? p->size : 8);
    }
}

static uint32_t next_random(uint64_t *state) /* Steele, Lea and Flood, OOPSLA 2014 */
{
    uint64_t x = *state += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return (uint32_t) (x >> 32);
}

/* Small numbers, as loops and indices want them, or any bits. */
static void fill_buffers(struct device *d, uint64_t *random)
{
    static const uint32_t most[] = {8, 100, UINT32_MAX};
    struct device_fault fault;
    uint32_t words[BUFFER / 4];
    for (int i = 0; i < BUFFERS; i++) {
        uint32_t below = most[next_random(random) % 3];
        for (int k = 0; k < BUFFER / 4; k++)
            words[k] = next_random(random) % below;
        device_write(d, buffers[i], (const char *) words, sizeof words, &fault);
    }
}

static void stop(void *flag)
{
    atomic_store((atomic_bool *) flag, true);
}

static void run(struct device *d, const struct device_kernel *k, uint64_t *random)
{
    const struct device_kernel_info *info = device_kernel_info(k);
    struct device_fault fault = {0};
    struct diags diags = {0};
    char params[DEVICE_PARAMS_MAX] = {0};
    struct device_launch l = {
        .kernel = k,
        .grid = {2,  1, 1},
        .block = {40, 2, 1},
        .shared_dynamic = 64,
        .params = params,
        .params_size = info->params_size
    };
    fill(info, params);
    fill_buffers(d, random);
    atomic_store(&interrupt, false);
    time_limit_begin(stop, &interrupt, 1 + next_random(random) % KERNEL_MS);
    if (device_launch(d, &l, &diags, (struct span){0}))
        device_sync(d, DEVICE_ALL_STREAMS, &fault);
    time_limit_end();
    atomic_store(&interrupt, false);
    diags_free(&diags);
}

/* The lenient parse, which is used for code that another compiler's driver runs. */
static void read_leniently(const char *text, size_t size)
{
    for (enum ptx_detail detail = PTX_LENIENT; detail <= PTX_HEADS; detail++) {
        struct ptx_module *m = ptx_parse(text, size, detail, NULL, (struct span){0});
        struct code_facts facts;
        for (size_t i = 0; m && i < m->funcs.n; i++)
            facts_read(&facts, m->funcs.at[i]);
        ptx_free(&m);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct diags diags = {0};
    static struct device *device; /* one for all inputs: its threads are slow to start */
    if (!device)
        device = open_device();
    struct device_module *m = device_load(device, data, size, &diags, (struct span){0});
    if (!m && !diags.errors)
        __builtin_trap();
    struct cpu_module *loaded = (struct cpu_module *) m;
    uint64_t random = hash_bytes((const char *) data, size);
    for (size_t i = 0; m && i < loaded->kernels.n && i < KERNELS_MAX; i++)
        run(device, &loaded->kernels.at[i]->base, &random);
    if (m)
        device_unload(device, &m);
    diags_free(&diags);
    read_leniently((const char *) data, size);
    return 0;
}
