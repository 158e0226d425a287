/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

/* Pages that come from an anonymous file, and are therefore at two places: in this process, or in another one on this machine, which finds
 * the file by its number in /proc. It needs Linux. Thread-safety: none: nothing may run that writes the pages while they move. */

struct device_ipc_handle;

uint64_t page_start(uint64_t address);
uint64_t page_end(uint64_t address); /* the first page boundary at it or after it */
/* A file with the contents of the pages, which are mapped from it from now on. -1: not possible, and nothing has changed. */
int pages_into_file(uint64_t start, uint64_t end);
void pages_out_of_file(uint64_t start, uint64_t end); /* private pages with the same contents */

struct ipc_given { /* an allocation of ours, alone in its pages */
    uint64_t start, end;
    int fd;
};

struct ipc_memory {
    VEC(struct ipc_given) given;
    VEC(uint64_t) taken; /* first pages of those that are another process's */
};

/* What another process needs to map [address, address + n), which has its pages to itself. false: not possible. */
bool ipc_memory_give(struct ipc_memory *m, uint64_t address, uint64_t n,
                     struct device_ipc_handle *out);
/* What a handle names: its bytes, and where they begin in their first page, as they must in this process. false: it is none of ours. */
bool ipc_memory_about(const struct device_ipc_handle *h, uint64_t *out_size, uint64_t *out_inside);
/* Maps it at an address of this process, in pages with nothing else. false: the other process has ended, or has freed it. */
bool ipc_memory_take(struct ipc_memory *m, uint64_t address, const struct device_ipc_handle *h);
bool ipc_memory_taken(const struct ipc_memory *m,
                      uint64_t address); /* whether it is mapped there */
/* Before an allocation of this process is freed: its pages are private again. The other process keeps those that it has mapped. */
void ipc_memory_end(struct ipc_memory *m, uint64_t address, uint64_t n);
void ipc_memory_free(struct ipc_memory *m); /* closes the files; the mappings stay */
