/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/device.h"

/* Memory of a device in two processes of one machine (CUDA Runtime API 6.12, 'cudaIpc'): one gives a handle out, the other maps it and
 * reads and writes the same bytes. Only the cpu device has it; the other process is another session on the cpu device, or a program
 * under `warpcell cuda`. Thread-safety: as device.h. */

struct device_ipc_handle { /* cudaIpcMemHandle_t, CUipcMemHandle */
    char bytes[64];
};

bool device_ipc_supported(const struct device *d);
/* A handle of the live allocation that starts at addr; it is valid until that is freed. Waits for everything queued. */
bool device_ipc_get(struct device *d, uint64_t addr, struct device_ipc_handle *out);
/* The other process's allocation as one of this device, to be freed as any other. false: a wrong handle, its process has ended or has freed
 * it, or memory is short. */
bool device_ipc_open(struct device *d, const struct device_ipc_handle *h, uint64_t *out_addr);
/* Frees what device_ipc_open made; addr is its start. false: it is nothing of the kind. Waits for everything queued. */
bool device_ipc_close(struct device *d, uint64_t addr);
