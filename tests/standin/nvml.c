/* SPDX-License-Identifier: Apache-2.0 */
/* A libnvidia-ml.so.1 for tests: one device with numbers that a test can know again, and a number (the fan's) that it lacks. */
#include <stdint.h>
#include <stdio.h>
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

EXPORT int nvmlDeviceGetHandleByUUID(const char *uuid, void **device)
{
    static char one;
    *device = &one;
    return strcmp(uuid, "GPU-10101010-1010-1010-1010-101010101010") ? NOT_FOUND : 0;
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
        return 0;                                                                                  \
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
    return 0;
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
    *memory = (struct nvml_memory){.total = (uint64_t) 1 << 30, .used = 200 << 20};
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
