/* SPDX-License-Identifier: Apache-2.0 */
/* Writes occupancy_cases.def with NVIDIA's own occupancy calculator, the header that comes with the CUDA toolkit:
 *
 *     gcc -I/usr/local/cuda/include make_occupancy_cases.c -o make_cases && ./make_cases > occupancy_cases.def
 *
 * It is not part of the build. The limits of each capability are typed here a second time, from the programming guide, so
 * that a slip in gpus.def is found. */
#include <cuda_occupancy.h>
#include <stdio.h>

static const struct {
    int arch, threads, registers_of_block, shared, block, reserved; /* shared memory in KiB */
} capabilities[] = {
    {50,  2048, 65536, 64,  48,  0},
    {52,  2048, 65536, 96,  48,  0},
    {53,  2048, 32768, 64,  48,  0},
    {60,  2048, 65536, 64,  48,  0},
    {61,  2048, 65536, 96,  48,  0},
    {62,  2048, 32768, 64,  48,  0},
    {70,  2048, 65536, 96,  96,  0},
    {72,  2048, 65536, 96,  96,  0},
    {75,  1024, 65536, 64,  64,  0},
    {80,  2048, 65536, 164, 163, 1},
    {86,  1536, 65536, 100, 99,  1},
    {87,  1536, 65536, 164, 163, 1},
    {88,  1536, 65536, 100, 99,  1},
    {89,  1536, 65536, 100, 99,  1},
    {90,  2048, 65536, 228, 227, 1},
    {100, 2048, 65536, 228, 227, 1},
    {101, 1536, 65536, 228, 227, 1},
    {103, 2048, 65536, 228, 227, 1},
    {110, 1536, 65536, 228, 227, 1},
    {120, 1536, 65536, 100, 99,  1},
    {121, 1536, 65536, 100, 99,  1},
};

/* Each capability meets each resource as the limit at least once. */
static const struct {
    int threads, registers, shared;
} kernels[] = {
    {32,   16,  0     },
    {32,   40,  512   },
    {64,   24,  0     },
    {96,   33,  100   },
    {128,  32,  4096  },
    {128,  72,  0     },
    {160,  56,  3000  },
    {192,  128, 0     },
    {256,  10,  0     },
    {256,  32,  1024  },
    {256,  40,  8192  },
    {256,  64,  0     },
    {256,  65,  0     },
    {256,  96,  12345 },
    {256,  255, 0     },
    {320,  48,  16384 },
    {384,  42,  0     },
    {448,  37,  24576 },
    {512,  32,  0     },
    {512,  63,  33000 },
    {512,  128, 0     },
    {640,  30,  40000 },
    {768,  40,  0     },
    {1000, 24,  49152 },
    {1024, 32,  0     },
    {1024, 64,  0     },
    {1024, 65,  0     },
    {128,  20,  65536 },
    {128,  20,  101376},
    {64,   168, 166912},
    {256,  32,  232448},
    {33,   200, 48000 },
};

static int blocks_of(int c, int k, int *best)
{
    struct cudaOccDeviceProp p = {
        .computeMajor = capabilities[c].arch / 10,
        .computeMinor = capabilities[c].arch % 10,
        .maxThreadsPerBlock = 1024,
        .maxThreadsPerMultiprocessor = capabilities[c].threads,
        .regsPerBlock = capabilities[c].registers_of_block,
        .regsPerMultiprocessor = 65536,
        .warpSize = 32,
        .sharedMemPerBlock = 48 * 1024,
        .sharedMemPerMultiprocessor = (size_t) capabilities[c].shared * 1024,
        .numSms = 1,
        .sharedMemPerBlockOptin = (size_t) capabilities[c].block * 1024,
        .reservedSharedMemPerBlock = (size_t) capabilities[c].reserved * 1024,
    };
    struct cudaOccFuncAttributes a = {
        .maxThreadsPerBlock = 1024,
        .numRegs = kernels[k].registers,
        .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
        .maxDynamicSharedSizeBytes = (size_t) kernels[k].shared,
        .numBlockBarriers = 1,
    };
    struct cudaOccDeviceState s = {.carveoutConfig = SHAREDMEM_CARVEOUT_DEFAULT};
    struct cudaOccResult r;
    int grid;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&r, &p, &a, &s, kernels[k].threads,
                                                (size_t) kernels[k].shared))
        return -1;
    if (cudaOccMaxPotentialOccupancyBlockSize(&grid, best, &p, &a, &s, NULL,
                                              (size_t) kernels[k].shared))
        *best = -1;
    return r.activeBlocksPerMultiprocessor;
}

int main(void)
{
    printf("/* SPDX-License-Identifier: Apache-2.0 */\n"
           "/* Written by make_occupancy_cases.c with the occupancy calculator of CUDA %d.%d's "
           "header.\n *\n"
           " * CASE(arch, threads of a block, registers of a thread, shared bytes of a block,\n"
           " *      blocks that a multiprocessor holds, best block) */\n",
           13, 0);
    for (size_t c = 0; c < sizeof capabilities / sizeof *capabilities; c++)
        for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
            int best = 0, blocks = blocks_of((int) c, (int) k, &best);
            printf("CASE(%d, %d, %d, %d, %d, %d)\n", capabilities[c].arch, kernels[k].threads,
                   kernels[k].registers, kernels[k].shared, blocks, best);
        }
    return 0;
}
