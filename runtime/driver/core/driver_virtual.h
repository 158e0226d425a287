/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Addresses of the device behind which the engine has no memory of its own: for cuMemMap and for registered host memory. What is reserved
 * cannot be used until memory is placed there, and each piece of it is an allocation that the engine checks.
 * Thread-safety: with driver_state.lock held. */

enum { VIRTUAL_PAGE = 65536 }; /* what is reserved and placed starts at multiples of it */

/* At `wanted` if that is free, else anywhere. 0: no room. */
uint64_t virtual_reserve_locked(uint64_t size, uint64_t alignment, uint64_t wanted);
bool virtual_free_locked(uint64_t start,
                         uint64_t size); /* false: not reserved so, and nothing is done */
bool virtual_reserved_locked(uint64_t start,
                             uint64_t size); /* whether it lies in one reservation */
bool virtual_holds(uint64_t address);        /* whether it may ever be reserved */
/* Takes the pages away from the program, after cpu_device_displace. */
void virtual_clear(uint64_t start, uint64_t size);
