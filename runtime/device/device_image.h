/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/device.h"

/* Textures and surfaces: views of device memory (CUDA C++ Programming Guide, 'Texture and Surface Memory').
 * Ownership: the device owns the handle, the caller the memory behind it, which must outlive the handle.
 * Thread-safety: as device.h. */

enum device_channel { CHANNEL_SIGNED, CHANNEL_UNSIGNED, CHANNEL_FLOAT }; /* cudaChannelFormatKind */

struct device_image {
    uint64_t address, row_pitch, slice_pitch; /* bytes; a slice is a level of depth or a layer */
    uint32_t width, height, depth;            /* texels; 0: no such dimension */
    uint32_t layers;        /* of a layered image, a cube's faces times 6; 0: not layered */
    uint8_t channels, bits; /* 1, 2 or 4 channels of 8, 16 or 32 bits each */
    enum device_channel kind;
    bool cube, linear; /* linear: plain memory, where a fetch outside gives 0 */
    bool array; /* of a CUDA array: kernels reach this memory by textures and surfaces only */
};

enum device_wrap { WRAP_REPEAT, WRAP_CLAMP, WRAP_MIRROR, WRAP_BORDER }; /* cudaTextureAddressMode */

struct device_sampler {
    enum device_wrap wrap[3];
    bool linear_filter;
    bool normalized;      /* coordinates are in [0, 1) */
    bool read_normalized; /* integers are read as fractions of their largest value */
    float border[4];
};

bool device_has_images(const struct device *d); /* false: the calls below fail */
/* The handle that kernels take; sampler NULL: a surface. 0: the device has no images, or no room for one more. */
uint64_t device_image_new(struct device *d, const struct device_image *i,
                          const struct device_sampler *s);
/* Waits for the launches queued before. false: there is no such handle. */
bool device_image_free(struct device *d, uint64_t handle, bool surface);
/* In the order in which they were made. false: the device cannot list them. */
bool device_each_image(struct device *d,
                       void (*see)(void *user, uint64_t handle, const struct device_image *i,
                                   const struct device_sampler *s),
                       void *user);
