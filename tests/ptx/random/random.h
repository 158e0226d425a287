/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "device/device.h"
#include "ptx/ptx.h"

/* Random programs: CUDA C of our own making (generate.c), compiled by NVRTC, run by the engine and by a plain evaluator of
 * PTX (evaluate.c): one thread after the other, one instruction after the other, nothing in common with the engine but the
 * parser. run_random.c compares what they leave in memory. */

/* Values of a thread at the end, and counters that all threads add to. A program's buffers, in this order:
 * in, words, longs, floats, doubles, bins. */
enum {
    WORDS = 8,
    LONGS = 3,
    FLOATS = 4,
    DOUBLES = 2,
    BINS = 24,
    INPUTS = 1024,
    THREADS_MAX = 384,
    NUMBERS = 4
};

struct memory {
    uint32_t in[INPUTS];
    uint32_t words[THREADS_MAX * WORDS];
    uint64_t longs[THREADS_MAX * LONGS];
    float floats[THREADS_MAX * FLOATS];
    double doubles[THREADS_MAX * DOUBLES];
    uint32_t bins[BINS];
};

struct program {
    uint64_t seed;
    struct device_dim grid, block;
    int32_t numbers[NUMBERS]; /* arguments after the buffers: p0.. */
};

/* Appends the kernel "k<number>" and its functions. */
struct program generate(uint64_t seed, int number, struct buf *out);
void generate_head(struct buf *out); /* definitions shared by all kernels of a text */
void fill_memory(const struct program *p, struct memory *m);

/* The PTX with registers that are written again when nobody reads them any more. The caller frees it. */
char *reuse_registers(const char *text);

/* Runs the kernel on m. False: out_why says why it cannot (an instruction it does not know, a deadlock). */
bool evaluate(const struct ptx_module *ptx, const char *kernel, const struct program *p,
              struct memory *m, char *out_why, size_t cap);
