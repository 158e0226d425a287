/* SPDX-License-Identifier: Apache-2.0 */
/* NVML for %smi: the numbers it has, and -1 for the others. It loads the library at the first question. Next: nvml.def. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dynlib.h"
#include "device/cuda/driver.h"
#include "device/device.h"

static bool load(struct nvml_api *api)
{
    struct dynlib_symbol table[] = {
#define CALL(name, params) {#name, (void **) &api->name, false},
#include "device/cuda/nvml.def"
#undef CALL
    };
    const char *named = getenv("WARPCELL_NVML");
    struct buf why = {0};
    bool ok = api->nvmlInit_v2 || dynlib_open(named && *named ? named : "libnvidia-ml.so.1", table,
                                              sizeof table / sizeof *table, &why);
    buf_free(&why);
    return ok && api->nvmlInit_v2 && api->nvmlDeviceGetHandleByUUID;
}

/* Calls a function that may be missing or fail. */
#define NUMBER(function, value, ...)                                                               \
    (api->function && !api->function(__VA_ARGS__) ? (int) (value) : -1)

static void read_processes(struct nvml_api *api, void *device, struct device_smi *out)
{
    struct nvml_process list[DEVICE_SMI_PROCESSES] = {0};
    unsigned count = DEVICE_SMI_PROCESSES;
    if (!api->nvmlDeviceGetComputeRunningProcesses_v3 ||
        api->nvmlDeviceGetComputeRunningProcesses_v3(device, &count, list))
        return;
    for (unsigned i = 0; i < count && i < DEVICE_SMI_PROCESSES; i++) {
        out->processes[i].pid = (int) list[i].pid;
        out->processes[i].memory = list[i].memory == UINT64_MAX ? -1 : (int64_t) list[i].memory;
        if (api->nvmlSystemGetProcessName)
            api->nvmlSystemGetProcessName(list[i].pid, out->processes[i].name,
                                          sizeof out->processes[i].name);
        out->process_count++;
    }
}

/* nvmlClocksThrottleReasons' bits, as nvidia-smi -q names them. */
static void read_throttle(struct nvml_api *api, void *device, struct device_smi *out)
{
    static const struct {
        unsigned bit;
        const char *name;
    } names[] = {
        {0x004, "power cap"        },
        {0x008, "hardware slowdown"},
        {0x020, "software thermal" },
        {0x040, "hardware thermal" },
        {0x080, "power brake"      },
    };

    unsigned long long bits = 0;
    if (!api->nvmlDeviceGetCurrentClocksThrottleReasons ||
        api->nvmlDeviceGetCurrentClocksThrottleReasons(device, &bits))
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = strlen(out->throttle);
        if (bits & names[i].bit)
            snprintf(out->throttle + n, sizeof out->throttle - n, "%s%s", n ? ", " : "",
                     names[i].name);
    }
}

static void read_state(struct nvml_api *api, void *device, struct device_smi *out)
{
    unsigned value = 0, pending = 0;
    int mode = 0;
    unsigned long long errors = 0;
    struct nvml_pci pci = {0};
    out->persistence = NUMBER(nvmlDeviceGetPersistenceMode, mode, device, &mode);
    out->compute_mode = NUMBER(nvmlDeviceGetComputeMode, mode, device, &mode);
    out->mig = NUMBER(nvmlDeviceGetMigMode, value, device, &value, &pending);
    out->ecc_errors = NUMBER(nvmlDeviceGetTotalEccErrors, errors, device, 1, 0, &errors);
    if (NUMBER(nvmlDeviceGetPciInfo_v3, 0, device, &pci) == 0)
        snprintf(out->bus, sizeof out->bus, "%.31s", pci.id);
}

static void read_memory(struct nvml_api *api, void *device, struct device_smi *out)
{
    struct nvml_memory memory = {0};
    bool known = NUMBER(nvmlDeviceGetMemoryInfo, 0, device, &memory) == 0;
    out->memory_total = known ? (int64_t) memory.total : -1;
    out->memory_used = known ? (int64_t) memory.used : -1;
}

static void read_rates(struct nvml_api *api, void *device, struct device_smi *out)
{
    unsigned value = 0;
    struct nvml_utilization rates = {0};
    out->temperature = NUMBER(nvmlDeviceGetTemperature, value, device, 0, &value);
    out->fan = NUMBER(nvmlDeviceGetFanSpeed, value, device, &value);
    out->power = NUMBER(nvmlDeviceGetPowerUsage, value, device, &value);
    out->power_limit = NUMBER(nvmlDeviceGetEnforcedPowerLimit, value, device, &value);
    out->clock_sm = NUMBER(nvmlDeviceGetClockInfo, value, device, 1, &value);
    out->clock_memory = NUMBER(nvmlDeviceGetClockInfo, value, device, 2, &value);
    out->load = NUMBER(nvmlDeviceGetUtilizationRates, rates.gpu, device, &rates);
    out->memory_load = out->load < 0 ? -1 : (int) rates.memory;
    read_memory(api, device, out);
}

#undef NUMBER

bool nvml_read(struct nvml_api *api, const char *uuid, struct device_smi *out)
{
    void *device = NULL;
    if (!load(api) || api->nvmlInit_v2() || api->nvmlDeviceGetHandleByUUID(uuid, &device))
        return false;
    if (api->nvmlSystemGetDriverVersion)
        api->nvmlSystemGetDriverVersion(out->driver, sizeof out->driver);
    if (!api->nvmlSystemGetCudaDriverVersion_v2 ||
        api->nvmlSystemGetCudaDriverVersion_v2(&out->cuda))
        out->cuda = -1;
    /* A part of a GPU has memory and processes of its own; the rest is the whole GPU's. */
    void *part = device;
    bool mig = !strncmp(uuid, "MIG", 3) && api->nvmlDeviceGetDeviceHandleFromMigDeviceHandle &&
               !api->nvmlDeviceGetDeviceHandleFromMigDeviceHandle(part, &device);
    read_rates(api, device, out);
    if (mig)
        read_memory(api, part, out);
    read_state(api, device, out);
    read_throttle(api, device, out);
    read_processes(api, part, out);
    return true;
}
