/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pages at two places: registered host memory, which kernels reach at an address of the device, and device memory that another process
 * maps. Both move the pages' contents into an anonymous file, and map that where the pages were.
 * Thread-safety: with driver_state.lock held, and nothing queued. */

/* The device's address of the program's memory [host, host + n). 0: it is done; else the code. */
int share_register(uint64_t host, size_t n, uint64_t *out_device);
bool share_unregister(uint64_t host); /* false: it is not the start of registered memory */
bool share_registered(uint64_t host);
uint64_t share_device_address(uint64_t host); /* 0: it is not registered */

/* Device memory for another process: the file's descriptor in this process, and the offset of `address` in it. */
bool share_export(uint64_t address, size_t n, int *out_fd, uint64_t *out_offset);
/* Maps such a file of another process over an allocation of this one. */
bool share_import(uint64_t pages, size_t bytes, const char *path, uint64_t offset);
void share_end(uint64_t address, size_t n); /* before device memory is freed: private pages again */
