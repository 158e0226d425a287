/* SPDX-License-Identifier: Apache-2.0 */
/* What arrays, resources and samplers of the driver API are for the engine (CUDA Driver API reference, 'Texture Object Management'). Next:
 * driver_array.c. */
#include "driver/core/driver_format.h"

#include <string.h>

uint64_t driver_or_one(uint64_t n)
{
    return n ? n : 1;
}

static bool read_format(int format, struct device_image *i)
{
    static const struct {
        int format, bits;
        enum device_channel kind;
    } formats[] = {
        {CU_FORMAT_UNSIGNED_8,  8,  CHANNEL_UNSIGNED},
        {CU_FORMAT_UNSIGNED_16, 16, CHANNEL_UNSIGNED},
        {CU_FORMAT_UNSIGNED_32, 32, CHANNEL_UNSIGNED},
        {CU_FORMAT_SIGNED_8,    8,  CHANNEL_SIGNED  },
        {CU_FORMAT_SIGNED_16,   16, CHANNEL_SIGNED  },
        {CU_FORMAT_SIGNED_32,   32, CHANNEL_SIGNED  },
        {CU_FORMAT_HALF,        16, CHANNEL_FLOAT   },
        {CU_FORMAT_FLOAT,       32, CHANNEL_FLOAT   },
    };

    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        if (formats[k].format != format)
            continue;
        i->bits = (uint8_t) formats[k].bits;
        i->kind = formats[k].kind;
        return true;
    }
    return false;
}

static bool channels_valid(unsigned n)
{
    return n == 1 || n == 2 || n == 4;
}

uint64_t driver_texel_bytes(const struct cu_array_shape *s)
{
    struct device_image i = {0};
    return read_format(s->format, &i) ? (uint64_t) i.bits / 8 * s->channels : 0;
}

bool driver_shape_valid(const struct cu_array_shape *s)
{
    bool cube = s->flags & CU_ARRAY_CUBE, layered = s->flags & CU_ARRAY_LAYERED;
    return s->width && driver_texel_bytes(s) && channels_valid(s->channels) &&
           (!cube || (s->width == s->height && s->depth % 6 == 0 && (layered || s->depth == 6)));
}

bool driver_array_image(const struct cu_array_shape *s, uint64_t address, struct device_image *i)
{
    uint64_t row = s->width * driver_texel_bytes(s);
    bool cube = s->flags & CU_ARRAY_CUBE, layered = cube || s->flags & CU_ARRAY_LAYERED;
    *i = (struct device_image){.address = address,
                               .row_pitch = row,
                               .slice_pitch = row * driver_or_one(s->height),
                               .width = (uint32_t) s->width,
                               .height = (uint32_t) s->height,
                               .depth = layered ? 0 : (uint32_t) s->depth,
                               .layers = layered ? (uint32_t) s->depth : 0,
                               .channels = (uint8_t) s->channels,
                               .cube = cube};
    return read_format(s->format, i);
}

bool driver_memory_image(const struct cu_resource *r, struct device_image *i)
{
    bool linear = r->type == CU_RESOURCE_LINEAR;
    unsigned channels = linear ? r->linear.channels : r->pitched.channels;
    i->address = linear ? r->linear.address : r->pitched.address;
    i->channels = (uint8_t) channels;
    if (!channels_valid(channels) || !read_format(linear ? r->linear.format : r->pitched.format, i))
        return false;
    uint64_t texel = (uint64_t) i->bits / 8 * i->channels;
    i->linear = linear;
    i->width = (uint32_t) (linear ? r->linear.bytes / texel : r->pitched.width);
    i->height = linear ? 0 : (uint32_t) r->pitched.height;
    i->row_pitch = linear ? r->linear.bytes : r->pitched.pitch;
    i->slice_pitch = i->row_pitch * driver_or_one(i->height);
    return (linear || r->type == CU_RESOURCE_PITCHED) && i->width &&
           i->width * texel <= i->row_pitch;
}

struct device_sampler driver_sampler(const struct cu_sampling *sampling)
{
    struct device_sampler s = {.linear_filter = sampling->filter == 1,
                               .normalized = sampling->flags & CU_TEXTURE_NORMALIZED,
                               .read_normalized = !(sampling->flags & CU_TEXTURE_INTEGERS)};
    for (int k = 0; k < 3; k++)
        s.wrap[k] = (enum device_wrap)(sampling->wrap[k] & 3);
    memcpy(s.border, sampling->border, sizeof s.border);
    return s;
}
