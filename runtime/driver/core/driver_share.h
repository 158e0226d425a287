/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registered host memory, which kernels reach at an address of the device: the pages' contents move into an anonymous file, which is mapped
 * at both places.
 * Thread-safety: with driver_state.lock held, and nothing queued. */

/* The device's address of the program's memory [host, host + n). 0: it is done; else the code. */
int share_register(uint64_t host, size_t n, uint64_t *out_device);
bool share_unregister(uint64_t host); /* false: it is not the start of registered memory */
bool share_registered(uint64_t host);
uint64_t share_device_address(uint64_t host); /* 0: it is not registered */
