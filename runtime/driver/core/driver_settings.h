/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* What a program that loads this library by its own name may choose, before cuInit; the tests' GPU does (tests/fake_driver). Zeros: as for other
 * programs. Thread-safety: none, since nothing else runs yet. */
struct driver_settings {
    uint64_t start,
        range; /* the addresses of all memory; the first `own` are the library's, the rest for cuMemAddressReserve */
    uint64_t own;
    uint64_t memory;      /* bytes of the device; 0: as much as the machine has */
    uint64_t granularity; /* of cuMemCreate, in bytes; 0: 64 KiB. Memory ends at a multiple of it */
    bool as_gpu; /* a fault stays until the process ends, and only a failed assertion is printed */
};

void warpcell_driver_set(const struct driver_settings *s);
