/* SPDX-License-Identifier: Apache-2.0 */
/* A libnvidia-ml.so.1 for tests: devices with numbers that a test can recognise, and a number (the fan's) that they lack. A MIG UUID
 * names a part, which has memory of its own and no sensors. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device/cuda/driver.h"

#define EXPORT __attribute__((visibility("default")))

enum { NOT_SUPPORTED = 3, NOT_FOUND = 6 };

EXPORT int nvmlInit_v2(void)
{
    return 0;
}

EXPORT int nvmlSystemGetDriverVersion(char *text, unsigned size)
{
    snprintf(text, size, "580.12.34");
    return 0;
}

EXPORT int nvmlSystemGetCudaDriverVersion_v2(int *version)
{
    *version = 13000;
    return 0;
}

static char whole, part;

EXPORT int nvmlDeviceGetHandleByUUID(const char *uuid, void **device)
{
    bool mig = !strncmp(uuid, "MIG-", 4), known = mig || !strncmp(uuid, "GPU-1", 5);
    const char *list = getenv("CUDA_VISIBLE_DEVICES");
    bool in_parts = list && strstr(list, "MIG-");
    *device = mig ? &part : &whole;
    return known && mig == in_parts ? 0 : NOT_FOUND;
}

EXPORT int nvmlDeviceGetDeviceHandleFromMigDeviceHandle(void *mig, void **device)
{
    *device = &whole;
    return mig == &part ? 0 : NOT_FOUND;
}

EXPORT int nvmlDeviceGetPciInfo_v3(void *device, struct nvml_pci *pci)
{
    snprintf(pci->id, sizeof pci->id, "00000000:17:00.0");
    return 0;
}

/* A function that gives one number. */
#define NUMBER(name, type, value)                                                                  \
    EXPORT int name(void *device, type *out)                                                       \
    {                                                                                              \
        *out = value;                                                                              \
        return device == &part ? NOT_SUPPORTED : 0;                                                \
    }
NUMBER(nvmlDeviceGetPowerUsage, unsigned, 71500)
NUMBER(nvmlDeviceGetEnforcedPowerLimit, unsigned, 300000)
NUMBER(nvmlDeviceGetPersistenceMode, int, 1)
NUMBER(nvmlDeviceGetComputeMode, int, 0)
NUMBER(nvmlDeviceGetCurrentClocksThrottleReasons, unsigned long long, 0x24)
#undef NUMBER

EXPORT int nvmlDeviceGetFanSpeed(void *device, unsigned *percent)
{
    return NOT_SUPPORTED;
}

EXPORT int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *degrees)
{
    *degrees = 41;
    return device == &part ? NOT_SUPPORTED : 0;
}

EXPORT int nvmlDeviceGetClockInfo(void *device, int which, unsigned *mhz)
{
    *mhz = which == 1 ? 1410 : 1215;
    return 0;
}

EXPORT int nvmlDeviceGetUtilizationRates(void *device, struct nvml_utilization *percent)
{
    *percent = (struct nvml_utilization){37, 12};
    return 0;
}

EXPORT int nvmlDeviceGetMemoryInfo(void *device, struct nvml_memory *memory)
{
    *memory = device == &part
                  ? (struct nvml_memory){.total = 256 << 20, .used = 100 << 20}
                  : (struct nvml_memory){.total = (uint64_t) 1 << 30, .used = 200 << 20};
    return 0;
}

EXPORT int nvmlDeviceGetMigMode(void *device, unsigned *current, unsigned *pending)
{
    *current = *pending = 0;
    return 0;
}

EXPORT int nvmlDeviceGetTotalEccErrors(void *device, int uncorrected, int lifetime,
                                       unsigned long long *count)
{
    *count = 0;
    return 0;
}

EXPORT int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count,
                                                   struct nvml_process *processes)
{
    if (*count < 1)
        return NOT_SUPPORTED;
    *count = 1;
    processes[0] = (struct nvml_process){.pid = (unsigned) getpid(), .memory = 150 << 20};
    return 0;
}

EXPORT int nvmlSystemGetProcessName(unsigned pid, char *name, unsigned size)
{
    snprintf(name, size, "warpcell-gpu");
    return 0;
}
