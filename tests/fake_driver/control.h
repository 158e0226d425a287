/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdint.h>

/* A test's settings for the fake driver, in a file that WARPCELL_FAKE_DRIVER names and both map. A new file is all zeros: a driver that
 * never fails. It outlives the worker, so that a call fails once and not again in the worker that replaces the first. */

/* A CUresult below 10000 is returned by the call; a sticky one stays. */
enum fake_action {
    FAKE_HANG = 10000, /* the call never returns */
    FAKE_KILL,         /* the process is killed */
};

struct fake_driver_control {
    _Atomic uint64_t calls;       /* made so far, of all processes */
    _Atomic uint64_t fail_at;     /* the number of the call that fails, from 1; 0: none */
    _Atomic uint32_t action;      /* enum fake_action or a CUresult */
    _Atomic uint32_t driver;      /* what cuDriverGetVersion says; 0: 13000 */
    _Atomic uint32_t devices;     /* how many there are, plus one; 0: one */
    _Atomic uint32_t arch;        /* 0: 75 */
    _Atomic uint32_t no_values;   /* cuStreamWriteValue32 is not supported */
    _Atomic uint64_t memory;      /* bytes of a device; 0: 1 GiB */
    _Atomic uint64_t granularity; /* of memory that is mapped; 0: 256 bytes, finer than any GPU's */
    _Atomic uint64_t reserves;    /* most bytes of addresses to reserve; 0: as many as there are */
    _Atomic uint32_t far_handles; /* textures get other handles than they had in the process before */
    char fail_name[48]; /* the next call of this name fails as well; "": none */
    char failed[48];              /* the call that failed last */
};
