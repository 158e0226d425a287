/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/str.h"
#include "ptx/ptx.h"
#include "device/device.h"

/* Shared by the tests of opcode forms; see run_forms.c. */

struct row { /* of forms.csv */
    char form[96], test[32];
    char select[3][8];    /* of a video instruction's d, a, b: ".b0" */
    int number;           /* its kernel is k<number> */
    struct ptx_inst inst; /* the mnemonic alone, with operands for the selectors */
    struct ptx_operand operands[4];
};

struct value_case { /* 64 bytes, as the kernels see it */
    uint64_t result, second, in[6];
};

/* The kernel of a row; false: it cannot be tested this way. */
bool put_value_kernel(struct buf *ptx, const struct row *r);
bool put_memory_kernel(struct buf *ptx, const struct row *r); /* load, store, atomic */

bool put_image_kernel(struct buf *ptx, const struct row *r); /* image */

/* The number of wrong results, the first few of them printed. */
/* out_digest: of all results, a NaN like any other; 0 where the ISA leaves the last bits open. */
int run_value(struct device *d, struct device_module *m, const struct row *r, uint64_t *out_digest);
int run_memory(struct device *d, struct device_module *m, const struct row *r);
int run_image(struct device *d, struct device_module *m, const struct row *r);
/* f32 functions that are approximate, of one input in `stride`; 0 for others. */
int run_all_inputs(struct device *d, struct device_module *m, const struct row *r, uint32_t stride);

/* Copies data to the device, runs the row's kernel with its address, copies it back. False: reported. */
bool run_kernel(struct device *d, struct device_module *m, const struct row *r, void *data,
                size_t size, uint32_t grid, uint32_t block);
uint64_t next_random(uint64_t *state);
