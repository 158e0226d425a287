/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "ptx/ptx.h"

/* Facts that a kernel's PTX gives without running it: which pointer parameters it reads and writes through, and whether
 * it computes in double precision. An address belongs to every parameter that it may have been computed from, whatever the
 * order of the statements, so the masks may contain too much but never too little. Thread-safety: safe. */
struct code_facts {
    bool known; /* false: there is no body, or pointers escape the analysis (calls, memory) */
    uint32_t reads, writes; /* bit i: global memory through parameter i, of the first 32 */
    bool doubles;           /* arithmetic on .f64 */
};

/* `entry` may be NULL: nothing is known. */
void facts_read(struct code_facts *out, const struct ptx_func *entry);
