/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

#include "control.h"
#include "device/cuda/driver.h"

/* The state of inject.c. Thread-safety: none. */
struct inject {
    struct fake_driver_control *control, own;
    struct cu_api real, cu; /* the driver's functions; those that the calls go to */
    bool polled;            /* the last call asked whether something has ended */
    int sticky;             /* an injected code that stays; 0: none */
    bool burnt;             /* handles have been used up: see far_handles */
};

extern struct inject inject;

/* Puts functions of replaced.c in the place of the driver's. */
void inject_replace(struct cu_api *cu);
