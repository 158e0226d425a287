/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that the driver of tests answers itself: several devices with names that a test can recognise, GPUs' rules of alignment, and what
 * drivers of other versions or machines lack. It needs inject.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inject.h"

/* ---- devices ---- */

static bool is_uuid(int physical, const char *text, size_t n)
{
    unsigned char b = (unsigned char) (0x10 + physical);
    char whole[64];
    snprintf(whole, sizeof whole,
             "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b, b, b, b, b,
             b, b, b, b, b, b, b, b, b, b, b);
    bool known = n > 4 && (!strncmp(text, "GPU-", 4) || !strncmp(text, "MIG-", 4));
    return known && !strncmp(whole, text + 4, n - 4); /* the first digits are enough */
}

/* What CUDA_VISIBLE_DEVICES leaves, in its order, up to the first entry that is no device (CUDA Programming Guide, 'CUDA
 * Environment Variables'): how many, and the number of device `ordinal`. */
static int visible(int ordinal, int *out_physical)
{
    const char *list = getenv("CUDA_VISIBLE_DEVICES");
    int all = inject.control->devices ? (int) inject.control->devices - 1 : 1, count = 0;
    *out_physical = ordinal;
    for (const char *p = list; p && *p; count++) {
        size_t n = strcspn(p, ",");
        char *end;
        long found = strtol(p, &end, 10);
        if (end != p + n)
            for (found = 0; found < all && !is_uuid((int) found, p, n);)
                found++;
        if (found < 0 || found >= all)
            break;
        if (count == ordinal)
            *out_physical = (int) found;
        p += n + (p[n] == ',');
    }
    return list ? count : all;
}

static int init(unsigned flags)
{
    int physical, e = inject.real.cuInit(flags);
    return e || visible(0, &physical) ? e : CU_NO_DEVICE;
}

static int version(int *to)
{
    *to = inject.control->driver ? (int) inject.control->driver : 13000;
    return CU_SUCCESS;
}

static int device_count(int *count)
{
    int physical;
    *count = visible(0, &physical);
    return CU_SUCCESS;
}

static int device_get(int *device, int ordinal)
{
    int count = visible(ordinal, device);
    return ordinal >= 0 && ordinal < count ? CU_SUCCESS : CU_INVALID_DEVICE;
}

static int device_name(char *name, int size, int device)
{
    snprintf(name, (size_t) size, "Fake GPU %d", device);
    return CU_SUCCESS;
}

static int device_attribute(int *value, int attribute, int device)
{
    int e = inject.real.cuDeviceGetAttribute(value, attribute, 0);
    if (attribute == CU_ATTR_MULTIPROCESSORS)
        *value = 2;
    if (attribute == CU_ATTR_REGISTERED_POINTERS) /* in the ranges of sessions */
        *value = 1;
    return e;
}

static int device_memory(size_t *bytes, int device)
{
    return inject.real.cuDeviceTotalMem_v2(bytes, 0);
}

static int device_uuid(struct cu_uuid *uuid, int device)
{
    memset(uuid, 0x10 + device, sizeof *uuid);
    return CU_SUCCESS;
}

static int context_flags(int device, unsigned flags)
{
    return inject.real.cuDevicePrimaryCtxSetFlags_v2(0, flags);
}

static int context_retain(struct cu_context **context, int device)
{
    return inject.real.cuDevicePrimaryCtxRetain(context, 0);
}

static int context_release(int device)
{
    return inject.real.cuDevicePrimaryCtxRelease_v2(0);
}

/* ---- memory and streams ---- */

static int reserve(uint64_t *address, size_t bytes, size_t alignment, uint64_t wanted,
                   uint64_t flags)
{
    if (inject.control->reserves && bytes > inject.control->reserves)
        return CU_OUT_OF_MEMORY;
    return inject.real.cuMemAddressReserve(address, bytes, alignment, wanted, flags);
}

static int write_value(struct cu_stream *stream, uint64_t address, uint32_t value, unsigned flags)
{
    return inject.control->no_values
               ? cudaErrorNotSupported
               : inject.real.cuStreamWriteValue32_v2(stream, address, value, flags);
}

/* ---- textures and surfaces ---- */

enum { HANDLES_BURNT = 6000, PITCH_ALIGN = 32, TEXTURE_ALIGN = 512 };

static bool aligned(const struct cu_resource *r)
{
    switch (r->type) {
    case CU_RESOURCE_LINEAR: return r->linear.address % TEXTURE_ALIGN == 0;
    case CU_RESOURCE_PITCHED:
        return r->pitched.address % TEXTURE_ALIGN == 0 && r->pitched.pitch % PITCH_ALIGN == 0;
    default: return true;
    }
}

static int make_texture(uint64_t *texture, const struct cu_resource *resource,
                        const struct cu_sampling *sampling, const void *view)
{
    const struct cu_api *cu = &inject.real;
    if (!aligned(resource))
        return CU_INVALID_VALUE;
    for (int i = 0; inject.control->far_handles && !inject.burnt && i < HANDLES_BURNT; i++)
        if (!cu->cuTexObjectCreate(texture, resource, sampling, view))
            cu->cuTexObjectDestroy(*texture);
    inject.burnt = true;
    return cu->cuTexObjectCreate(texture, resource, sampling, view);
}

void inject_replace(struct cu_api *cu)
{
    cu->cuInit = init;
    cu->cuDriverGetVersion = version;
    cu->cuDeviceGetCount = device_count;
    cu->cuDeviceGet = device_get;
    cu->cuDeviceGetName = device_name;
    cu->cuDeviceGetAttribute = device_attribute;
    cu->cuDeviceTotalMem_v2 = device_memory;
    cu->cuDeviceGetUuid_v2 = device_uuid;
    cu->cuDevicePrimaryCtxSetFlags_v2 = context_flags;
    cu->cuDevicePrimaryCtxRetain = context_retain;
    cu->cuDevicePrimaryCtxRelease_v2 = context_release;
    cu->cuMemAddressReserve = reserve;
    cu->cuStreamWriteValue32_v2 = write_value;
    cu->cuTexObjectCreate = make_texture;
}
