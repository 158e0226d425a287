/* SPDX-License-Identifier: Apache-2.0 */
/* libnvidia-ml.so.1 for programs that ask which GPUs there are (NVML API reference): one device, which is the host's processor. It needs
 * nothing. Next: driver_init.c. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "device/cuda/driver_abi.h"

#define EXPORT __attribute__((visibility("default")))

enum { NVML_SUCCESS = 0, NVML_INVALID_ARGUMENT = 2, NVML_NOT_SUPPORTED = 3, NVML_NOT_FOUND = 6 };

static const char device[] = "cpu"; /* its address is the handle */

struct memory_v2 { /* nvmlMemory_v2_t */
    unsigned version;
    unsigned long long total, reserved, free, used;
};

#define F(name, params) EXPORT int name params;
#include "driver/nvml_functions.def"
#undef F
EXPORT const char *nvmlErrorString(int error);

EXPORT const char *nvmlErrorString(int error)
{
    return error == NVML_SUCCESS         ? "Success"
           : error == NVML_NOT_SUPPORTED ? "Not Supported"
                                         : "Error";
}

EXPORT int nvmlInit_v2(void)
{
    return NVML_SUCCESS;
}

EXPORT int nvmlInit(void)
{
    return NVML_SUCCESS;
}

EXPORT int nvmlInitWithFlags(unsigned flags)
{
    return NVML_SUCCESS;
}

EXPORT int nvmlShutdown(void)
{
    return NVML_SUCCESS;
}

static int text(char *to, unsigned size, const char *value)
{
    snprintf(to, size, "%s", value);
    return NVML_SUCCESS;
}

EXPORT int nvmlSystemGetDriverVersion(char *to, unsigned size)
{
    return text(to, size, "580.0 (Warpcell)");
}

EXPORT int nvmlSystemGetNVMLVersion(char *to, unsigned size)
{
    return text(to, size, "13.580 (Warpcell)");
}

EXPORT int nvmlSystemGetCudaDriverVersion(int *version)
{
    *version = 13000;
    return NVML_SUCCESS;
}

EXPORT int nvmlSystemGetCudaDriverVersion_v2(int *version)
{
    return nvmlSystemGetCudaDriverVersion(version);
}

EXPORT int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = 1;
    return NVML_SUCCESS;
}

EXPORT int nvmlDeviceGetCount(unsigned *count)
{
    return nvmlDeviceGetCount_v2(count);
}

EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **handle)
{
    *handle = (void *) (uintptr_t) device;
    return index ? NVML_INVALID_ARGUMENT : NVML_SUCCESS;
}

EXPORT int nvmlDeviceGetHandleByIndex(unsigned index, void **handle)
{
    return nvmlDeviceGetHandleByIndex_v2(index, handle);
}

EXPORT int nvmlDeviceGetHandleByUUID(const char *uuid, void **handle)
{
    *handle = (void *) (uintptr_t) device;
    return NVML_SUCCESS;
}

EXPORT int nvmlDeviceGetHandleByPciBusId_v2(const char *id, void **handle)
{
    *handle = (void *) (uintptr_t) device;
    return NVML_SUCCESS;
}

EXPORT int nvmlDeviceGetIndex(void *handle, unsigned *index)
{
    *index = 0;
    return NVML_SUCCESS;
}

EXPORT int nvmlDeviceGetName(void *handle, char *to, unsigned size)
{
    return text(to, size, "Warpcell CPU engine");
}

EXPORT int nvmlDeviceGetUUID(void *handle, char *to, unsigned size)
{
    return text(to, size, "GPU-77617270-6365-6c6c-2d63-70752d303030");
}

EXPORT int nvmlDeviceGetCudaComputeCapability(void *handle, int *major, int *minor)
{
    const char *arch = getenv("WARPCELL_ARCH");
    const char *digits = arch ? arch + strcspn(arch, "0123456789") : "";
    int n = *digits ? atoi(digits) : 75;
    *major = n > 9 ? n / 10 : n;
    *minor = n > 9 ? n % 10 : 0;
    return NVML_SUCCESS;
}

static void memory(unsigned long long *total, unsigned long long *left)
{
    struct sysinfo s;
    *total = *left = 0;
    if (sysinfo(&s))
        return;
    *total = (unsigned long long) s.totalram * s.mem_unit;
    *left = (unsigned long long) s.freeram * s.mem_unit;
}

EXPORT int nvmlDeviceGetMemoryInfo(void *handle, struct nvml_memory *out)
{
    memory(&out->total, &out->free);
    out->used = out->total - out->free;
    return NVML_SUCCESS;
}

EXPORT int nvmlDeviceGetMemoryInfo_v2(void *handle, struct memory_v2 *out)
{
    memory(&out->total, &out->free);
    out->reserved = 0;
    out->used = out->total - out->free;
    return NVML_SUCCESS;
}

EXPORT int nvmlDeviceGetUtilizationRates(void *handle, struct nvml_utilization *out)
{
    *out = (struct nvml_utilization){0, 0};
    return NVML_SUCCESS;
}

EXPORT int nvmlDeviceGetComputeRunningProcesses_v3(void *handle, unsigned *count,
                                                   struct nvml_process *out)
{
    *count = 0;
    return NVML_SUCCESS;
}

EXPORT int nvmlDeviceGetPciInfo_v3(void *handle, struct nvml_pci *out)
{
    *out = (struct nvml_pci){.legacy = "0000:00:00.0", .id = "00000000:00:00.0"};
    return NVML_SUCCESS;
}
