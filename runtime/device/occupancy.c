/* SPDX-License-Identifier: Apache-2.0 */
/* The occupancy rules over the table gpus.def. It needs no device. Next: occupancy.h, gpus.def. */
#include "device/occupancy.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    WARP = 32,
    THREADS_OF_BLOCK = 1024,
    REGISTERS = 65536, /* of a multiprocessor, since 5.0 */
    REGISTERS_OF_THREAD = 255,
    REGISTER_UNIT = 256, /* of a warp's allocation */
};

#define CAPABILITY(arch, warps, blocks, registers, partitions, shared, block, reserved, unit)      \
    {arch,          warps,        blocks,          registers, partitions,                          \
     shared * 1024, block * 1024, reserved * 1024, unit},
#define GPU(name, shown, arch, multiprocessors)
static const struct gpu_limits capabilities[] = {
#include "device/gpus.def"
};
#undef CAPABILITY
#undef GPU

#define CAPABILITY(arch, warps, blocks, registers, partitions, shared, block, reserved, unit)
#define GPU(name, shown, arch, multiprocessors) {name, shown, arch, multiprocessors},
static const struct gpu gpus[] = {
#include "device/gpus.def"
};
#undef CAPABILITY
#undef GPU

const struct gpu_limits *gpu_limits_of(uint32_t arch)
{
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        if (capabilities[i].arch == arch)
            return capabilities + i;
    return NULL;
}

void gpu_each(void (*see)(void *user, const struct gpu *g), void *user)
{
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++)
        see(user, gpus + i);
}

/* Small letters and digits only, so that "RTX 4090" and "rtx-4090" are one name. */
static void squeeze(char *out, size_t room, const char *text, size_t n)
{
    size_t used = 0;
    for (size_t i = 0; i < n && used + 1 < room; i++)
        if (isalnum((unsigned char) text[i]))
            out[used++] = (char) tolower((unsigned char) text[i]);
    out[used] = 0;
}

/* "90" of "9.0", "sm_90", "compute_90a"; 0: it is no capability. */
static uint32_t arch_of(const char *name)
{
    if (!strncmp(name, "sm", 2))
        name += 2;
    else if (!strncmp(name, "compute", 7))
        name += 7;
    char *end;
    unsigned long arch = strtoul(name, &end, 10);
    bool whole = end != name && (!*end || ((*end == 'a' || *end == 'f') && !end[1]));
    return whole && arch < 1000 ? (uint32_t) arch : 0;
}

bool gpu_find(const char *text, size_t n, struct gpu *out)
{
    char name[32];
    squeeze(name, sizeof name, text, n);
    for (size_t i = 0; i < sizeof gpus / sizeof *gpus; i++) {
        const char *bare = gpus[i].name;
        bool card = !strncmp(bare, "rtx", 3) || !strncmp(bare, "gtx", 3);
        if (!strcmp(bare, name) || (card && !strcmp(bare + 3, name))) {
            *out = gpus[i];
            return true;
        }
    }
    uint32_t arch = arch_of(name);
    *out = (struct gpu){.arch = arch};
    return gpu_limits_of(arch);
}

static uint32_t up(uint32_t n, uint32_t unit)
{
    return (n + unit - 1) / unit * unit;
}

static uint32_t by_registers(const struct gpu_limits *l, uint32_t registers, uint32_t warps)
{
    uint32_t of_warp = up(registers * WARP, REGISTER_UNIT);
    /* Registers of a block are counted as if it used all four partitions equally; 6.0, which has two, follows the same rule. */
    if (registers > REGISTERS_OF_THREAD || of_warp * up(warps, 4) > l->registers_per_block)
        return 0;
    if (!of_warp)
        return UINT32_MAX;
    return REGISTERS / l->partitions / of_warp * l->partitions / warps;
}

static uint32_t by_shared(const struct gpu_limits *l, uint32_t shared)
{
    if (shared > l->shared_per_block)
        return 0;
    uint32_t of_block = up(shared + l->shared_reserved, l->shared_unit);
    return of_block ? l->shared / of_block : UINT32_MAX;
}

struct occupancy occupancy_of(const struct gpu_limits *l, const struct occupancy_kernel *k,
                              uint32_t threads)
{
    uint32_t warps = up(threads, WARP) / WARP;
    struct occupancy o = {.limiter = OCCUPANCY_WARPS};
    if (!threads || threads > THREADS_OF_BLOCK)
        return o;
    o.by[OCCUPANCY_WARPS] = l->warps / warps;
    o.by[OCCUPANCY_BLOCKS] = l->blocks;
    o.by[OCCUPANCY_REGISTERS] = by_registers(l, k->registers, warps);
    o.by[OCCUPANCY_SHARED] = by_shared(l, k->shared);
    for (int i = 1; i < OCCUPANCY_LIMITS; i++)
        if (o.by[i] < o.by[o.limiter])
            o.limiter = (enum occupancy_limit) i;
    o.blocks = o.by[o.limiter];
    o.warps = o.blocks * warps;
    o.fraction = (double) o.warps / l->warps;
    return o;
}

uint32_t occupancy_best_block(const struct gpu_limits *l, const struct occupancy_kernel *k,
                              uint32_t most)
{
    uint32_t best = 0, warps = 0;
    most = most && most < THREADS_OF_BLOCK ? most : THREADS_OF_BLOCK;
    for (uint32_t threads = most / WARP * WARP; threads; threads -= WARP) {
        struct occupancy o = occupancy_of(l, k, threads);
        if (o.warps > warps) {
            warps = o.warps;
            best = threads;
        }
    }
    return best;
}

bool occupancy_holds(const struct gpu_limits *l, uint32_t threads, uint32_t blocks)
{
    return blocks <= l->blocks && (uint64_t) up(threads, WARP) / WARP * blocks <= l->warps;
}

uint32_t occupancy_most_registers(const struct gpu_limits *l, uint32_t threads, uint32_t blocks)
{
    enum { STEP = 8 }; /* REGISTER_UNIT over the lanes of a warp */

    uint32_t warps = up(threads, WARP) / WARP, most = REGISTERS_OF_THREAD;
    blocks = blocks ? blocks : 1;
    while (most > STEP && warps && by_registers(l, most, warps) < blocks)
        most = (most - 1) / STEP * STEP;
    return most;
}

const char *occupancy_limit_name(enum occupancy_limit limit)
{
    static const char *const names[] = {[OCCUPANCY_WARPS] = "warps",
                                        [OCCUPANCY_BLOCKS] = "blocks",
                                        [OCCUPANCY_REGISTERS] = "registers",
                                        [OCCUPANCY_SHARED] = "shared memory"};
    return names[limit];
}
