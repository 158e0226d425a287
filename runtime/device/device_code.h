/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/arena.h"
#include "base/vec.h"
#include "device/device.h"

/* What a device's compiler made of a kernel, for people who read it (%jit). The cpu device has such a compiler; docs/ptx-engine.md explains the
 * words of its notes. Ownership: the caller's, zero-initialised, device_code_free; what it points to of the PTX is the kernel's module's.
 * Thread-safety: as device.h. */

struct ptx_inst;
struct ptx_module;

enum code_part {
    CODE_FRAME,  /* the function's beginning and end, and what leads from warp to warp */
    CODE_BLOCK,  /* a basic block begins */
    CODE_INST,   /* an instruction */
    CODE_SELDOM, /* behind the rest: a check has failed, lanes part, time is up */
};

enum { CODE_VARIANTS = 3 };

struct code_piece {
    enum code_part part;
    uint32_t at; /* its first byte; the next piece begins where it ends */
    uint32_t variant, block;
    const struct ptx_inst *inst; /* NULL: none */
    const char *note; /* how it is executed, or who runs the block; NULL: nothing to say */
};

struct device_code {
    struct arena arena; /* of the notes */
    const struct ptx_module *ptx;
    const char *processor;               /* "AVX-512"; NULL: the device has no machine code */
    const char *warps;                   /* which threads of a block are a warp */
    const char *why;                     /* it has no machine code: why not; else NULL */
    const struct ptx_inst *why_inst;     /* ... at this instruction; NULL: no single one */
    const char *variants[CODE_VARIANTS]; /* whom each is for; NULL: it does not exist */
    VEC(uint8_t) bytes;
    VEC(struct code_piece) pieces; /* in the order of `at` */
};

/* The code for blocks of this shape; x 0: of the shape that was launched, or of 256 threads. False: the device has no such compiler. */
bool device_code(struct device *d, const struct device_kernel *k, struct device_dim block,
                 struct device_code *out);
void device_code_free(struct device_code *c);
