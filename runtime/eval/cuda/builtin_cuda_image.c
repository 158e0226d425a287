/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA arrays, textures, surfaces, and three-dimensional copies. A cudaArray_t points to an object of the host space that
 * the program cannot access (struct image). Its texels are device memory in dense rows. */
#include <string.h>

#include "device/device_image.h"
#include "eval/cuda/builtin_cuda.h"

enum { MAGIC = 0x61727279, ARRAY_LAYERED = 1, ARRAY_CUBE = 4, TEXEL_MAX = 16 };

struct extent {
    uint64_t width, height, depth;
};

struct channels { /* struct cudaChannelFormatDesc */
    int bits[4], kind;
};

struct image { /* what a cudaArray_t points to */
    uint32_t magic, flags;
    uint64_t address, texel; /* texel: bytes per texel */
    struct extent extent;
    struct channels channels;
};

/* The prelude's structures. */
struct pitched {
    uint64_t address, pitch, width, height;
};

struct copy_3d { /* struct cudaMemcpy3DParms */
    uint64_t from_array;
    struct extent from_at;
    struct pitched from;
    uint64_t to_array;
    struct extent to_at;
    struct pitched to;
    struct extent extent;
    int kind;
};

struct resource { /* struct cudaResourceDesc */
    int type;

    union {
        uint64_t array;

        struct {
            uint64_t address;
            struct channels channels;
            uint64_t bytes;
        } linear;

        struct {
            uint64_t address;
            struct channels channels;
            uint64_t width, height, pitch;
        } pitched;
    };
};

struct sampling { /* struct cudaTextureDesc, as far as it is used */
    int wrap[3], filter, read, srgb;
    float border[4];
    int normalized;
};

static struct span span_of(const struct call_site *call, uint32_t arg)
{
    return builtin_call_of(call)->spans[arg];
}

/* The array of a handle, or NULL with a diag. */
static struct image *image_of(struct vm *vm, uint64_t handle, struct span at)
{
    struct object *o = space_find(vm->host, handle);
    struct image *i = o && o->start == handle && o->state == OBJECT_LIVE && o->size == sizeof *i
                          ? (struct image *) (uintptr_t) handle
                          : NULL;
    if (i && i->magic == MAGIC)
        return i;
    diag_help(
        vm->diags,
        vm_error(vm, DIAG_MEMORY, at, "this is not a CUDA array%s", handle ? "" : ": it is null"),
        "create it with cudaMallocArray(&array, &channels, width, height)");
    return NULL;
}

/* 0: textures do not have this format. */
static uint64_t texel_bytes(const struct channels *c, uint8_t *out_count)
{
    uint8_t count = 0;
    while (count < 4 && c->bits[count])
        count++;
    for (int i = 1; i < count; i++)
        if (c->bits[i] != c->bits[0])
            return 0;
    *out_count = count;
    bool fits = c->bits[0] == 8 || c->bits[0] == 16 || c->bits[0] == 32;
    return fits && count != 3 && c->kind >= 0 && c->kind <= 2 ? (uint64_t) (c->bits[0] / 8 * count)
                                                              : 0;
}

static uint64_t or_one(uint64_t n)
{
    return n ? n : 1;
}

static bool make_array(struct vm *vm, const struct call_site *call, union value *at,
                       struct extent e, uint32_t flags)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    const struct channels *c =
        d ? vm_memory(vm, at[1].u, sizeof *c, VM_READ, span_of(call, 1)) : NULL;
    struct image i = {.magic = MAGIC, .flags = flags, .extent = e};
    struct diags unheard = {0};
    uint8_t count;
    uint64_t bytes;
    if (!c)
        return false;
    i.channels = *c;
    i.texel = texel_bytes(c, &count);
    if (!i.texel || !e.width || e.width > 1 << 20 || e.height > 1 << 20 || e.depth > 1 << 16)
        return cuda_give(vm, at, cudaErrorInvalidValue);
    bytes = i.texel * e.width * or_one(e.height) * or_one(e.depth);
    bool ok = device_alloc(d, bytes, &unheard, call->at, &i.address);
    diags_free(&unheard);
    if (!ok)
        return cuda_give(vm, at, cudaErrorMemoryAllocation);
    struct object *o = vm_new_object(vm, sizeof i, HOST_HEAP, "a CUDA array", call->at);
    if (!o)
        return false;
    memcpy((void *) (uintptr_t) o->start, &i, sizeof i);
    return vm_store(vm, at[0].u, &o->start, sizeof o->start, span_of(call, 0)) &&
           cuda_give(vm, at, cudaSuccess);
}

/* The arguments: out, channels, width, height, flags. */
BUILTIN(cudaMallocArray)
{
    return make_array(vm, call, at, (struct extent){at[2].u, at[3].u, 0}, (uint32_t) at[4].u);
}

/* The arguments: out, channels, extent, flags. */
BUILTIN(cudaMalloc3DArray)
{
    const struct extent *e = vm_memory(vm, at[2].u, sizeof *e, VM_READ, span_of(call, 2));
    return e && make_array(vm, call, at, *e, (uint32_t) at[3].u);
}

BUILTIN(cudaFreeArray)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    struct image *i = d && at[0].u ? image_of(vm, at[0].u, span_of(call, 0)) : NULL;
    if (!i)
        return d && !at[0].u && cuda_give(vm, at, cudaSuccess);
    if (!device_free(d, i->address, vm->diags, call->at))
        return false;
    i->magic = 0;
    space_free(vm->host, space_find(vm->host, at[0].u));
    return cuda_give(vm, at, cudaSuccess);
}

/* The arguments: out channels, out extent, out flags (each may be null), array. */
BUILTIN(cudaArrayGetInfo)
{
    const struct image *i = image_of(vm, at[3].u, span_of(call, 3));
    return i &&
           (!at[0].u ||
            vm_store(vm, at[0].u, &i->channels, sizeof i->channels, span_of(call, 0))) &&
           (!at[1].u || vm_store(vm, at[1].u, &i->extent, sizeof i->extent, span_of(call, 1))) &&
           (!at[2].u || vm_store(vm, at[2].u, &i->flags, sizeof i->flags, span_of(call, 2))) &&
           cuda_give(vm, at, cudaSuccess);
}

/* ---- copies ---- */

struct side { /* one side of a copy: rows of `pitch` bytes, levels of `slice` bytes */
    uint64_t address, pitch, slice;
    struct span at;
};

static bool copy_row(struct vm *vm, const struct call_site *call, uint64_t to, uint64_t from,
                     uint64_t n, int64_t kind, struct span to_at, struct span from_at,
                     int64_t *out_code)
{
    struct span spans[4] = {to_at, from_at, call->at, call->at};
    struct builtin_call row = {.call = *call, .spans = spans, .count = 4};
    union value args[4] = {{.u = to}, {.u = from}, {.u = n}, {.i = kind}};
    bool ok = builtin_cudaMemcpy(vm, &row.call, args);
    *out_code = args[0].i;
    return ok;
}

/* width in bytes. */
static bool copy_box(struct vm *vm, const struct call_site *call, union value *at, struct side to,
                     struct side from, struct extent box, int64_t kind)
{
    int64_t code = cudaSuccess;
    for (uint64_t z = 0; z < or_one(box.depth) && !code; z++)
        for (uint64_t y = 0; y < or_one(box.height) && !code; y++)
            if (!copy_row(vm, call, to.address + z * to.slice + y * to.pitch,
                          from.address + z * from.slice + y * from.pitch, box.width, kind, to.at,
                          from.at, &code))
                return false;
    return cuda_give(vm, at, (int) code);
}

/* A position inside an array: x in bytes. false: the box extends past the array. */
static bool side_of_array(const struct image *i, uint64_t x, uint64_t y, uint64_t z,
                          struct extent box, struct span at, struct side *out)
{
    uint64_t row = i->extent.width * i->texel, rows = or_one(i->extent.height),
             levels = or_one(i->extent.depth);
    *out = (struct side){i->address + (z * rows + y) * row + x, row, row * rows, at};
    return x <= row && box.width <= row - x && y <= rows && or_one(box.height) <= rows - y &&
           z <= levels && or_one(box.depth) <= levels - z;
}

/* The arguments: array, x in bytes, y, from, pitch, width in bytes, height, kind. */
BUILTIN(cudaMemcpy2DToArray)
{
    const struct image *i = image_of(vm, at[0].u, span_of(call, 0));
    struct extent box = {at[5].u, at[6].u, 1};
    struct side to, from = {at[3].u, at[4].u, 0, span_of(call, 3)};
    if (!i)
        return false;
    if (!side_of_array(i, at[1].u, at[2].u, 0, box, span_of(call, 0), &to))
        return cuda_give(vm, at, cudaErrorInvalidValue);
    return copy_box(vm, call, at, to, from, box, at[7].i);
}

/* The arguments: to, pitch, array, x in bytes, y, width in bytes, height, kind. */
BUILTIN(cudaMemcpy2DFromArray)
{
    const struct image *i = image_of(vm, at[2].u, span_of(call, 2));
    struct extent box = {at[5].u, at[6].u, 1};
    struct side to = {at[0].u, at[1].u, 0, span_of(call, 0)}, from;
    if (!i)
        return false;
    if (!side_of_array(i, at[3].u, at[4].u, 0, box, span_of(call, 2), &from))
        return cuda_give(vm, at, cudaErrorInvalidValue);
    return copy_box(vm, call, at, to, from, box, at[7].i);
}

/* Copies whole rows, then part of one, contiguously. The arguments: array, x in bytes, y, from, bytes, kind. */
BUILTIN(cudaMemcpyToArray)
{
    const struct image *i = image_of(vm, at[0].u, span_of(call, 0));
    uint64_t offset = i ? at[2].u * i->extent.width * i->texel + at[1].u : 0;
    int64_t code;
    if (!i || !copy_row(vm, call, i->address + offset, at[3].u, at[4].u, at[5].i, span_of(call, 0),
                        span_of(call, 3), &code))
        return false;
    return cuda_give(vm, at, (int) code);
}

/* The arguments: to, array, x in bytes, y, bytes, kind. */
BUILTIN(cudaMemcpyFromArray)
{
    const struct image *i = image_of(vm, at[1].u, span_of(call, 1));
    uint64_t offset = i ? at[3].u * i->extent.width * i->texel + at[2].u : 0;
    int64_t code;
    if (!i || !copy_row(vm, call, at[0].u, i->address + offset, at[4].u, at[5].i, span_of(call, 0),
                        span_of(call, 1), &code))
        return false;
    return cuda_give(vm, at, (int) code);
}

/* One side of a cudaMemcpy3D. The width of the box becomes bytes if a side is an array. */
static bool side_of_3d(struct vm *vm, uint64_t array, struct extent place, const struct pitched *p,
                       struct extent box, struct span at, struct side *out, bool *out_fits)
{
    *out_fits = true;
    if (!array) {
        *out = (struct side){p->address + place.depth * p->pitch * p->height +
                                 place.height * p->pitch + place.width,
                             p->pitch, p->pitch * p->height, at};
        return true;
    }
    const struct image *i = image_of(vm, array, at);
    if (!i)
        return false;
    *out_fits = side_of_array(i, place.width * i->texel, place.height, place.depth, box, at, out);
    return true;
}

BUILTIN(cudaMemcpy3D)
{
    struct copy_3d c;
    const void *given = vm_memory(vm, at[0].u, sizeof c, VM_READ, span_of(call, 0));
    if (!given)
        return false;
    memcpy(&c, given, sizeof c);
    return cuda_copy_box(vm, call, at, &c);
}

bool cuda_copy_box(struct vm *vm, const struct call_site *call, union value *at,
                   const void *parameters)
{
    struct copy_3d c;
    struct side to, from;
    bool to_fits, from_fits;
    memcpy(&c, parameters, sizeof c);
    uint64_t array = c.from_array ? c.from_array : c.to_array;
    if (array) {
        const struct image *i = image_of(vm, array, span_of(call, 0));
        if (!i)
            return false;
        c.extent.width *= i->texel;
    }
    if (!side_of_3d(vm, c.from_array, c.from_at, &c.from, c.extent, call->at, &from, &from_fits) ||
        !side_of_3d(vm, c.to_array, c.to_at, &c.to, c.extent, call->at, &to, &to_fits))
        return false;
    if (!to_fits || !from_fits)
        return cuda_give(vm, at, cudaErrorInvalidValue);
    return copy_box(vm, call, at, to, from, c.extent, c.kind);
}

/* The arguments: out, extent in bytes and rows. */
BUILTIN(cudaMalloc3D)
{
    enum { PITCH = 512 };

    const struct extent *e = vm_memory(vm, at[1].u, sizeof *e, VM_READ, span_of(call, 1));
    struct pitched *out =
        e ? vm_memory(vm, at[0].u, sizeof *out, VM_WRITE, span_of(call, 0)) : NULL;
    if (!out)
        return false;
    struct pitched p = {0, (e->width + PITCH - 1) / PITCH * PITCH, e->width, e->height};
    at[1].u = p.pitch * or_one(e->height) * or_one(e->depth);
    if (!builtin_cudaMalloc(vm, call, at)) /* stores the address, the first member */
        return false;
    memcpy(&out->pitch, &p.pitch, sizeof p - sizeof p.address);
    return true;
}

/* The arguments: memory, byte, extent in bytes and rows. */
BUILTIN(cudaMemset3D)
{
    const struct pitched *p = vm_memory(vm, at[0].u, sizeof *p, VM_READ, span_of(call, 0));
    const struct extent *e =
        p ? vm_memory(vm, at[2].u, sizeof *e, VM_READ, span_of(call, 2)) : NULL;
    union value byte = at[1];
    at[0].i = cudaSuccess;
    for (uint64_t row = 0; e && row < e->height * e->depth && !at[0].i; row++) {
        uint64_t z = row / e->height, y = row % e->height;
        union value args[3] = {
            {.u = p->address + (z * p->height + y) * p->pitch}, byte, {.u = e->width}};
        if (!builtin_cudaMemset(vm, call, args))
            return false;
        at[0] = args[0];
    }
    return e;
}

/* ---- textures and surfaces ---- */

static bool describe_array(struct vm *vm, uint64_t array, struct span at, struct device_image *out,
                           uint64_t *out_texel, struct channels *out_channels)
{
    const struct image *i = image_of(vm, array, at);
    if (!i)
        return false;
    uint64_t row = i->extent.width * i->texel;
    bool layered = i->flags & ARRAY_LAYERED, cube = i->flags & ARRAY_CUBE;
    *out = (struct device_image){.address = i->address,
                                 .row_pitch = row,
                                 .slice_pitch = row * or_one(i->extent.height),
                                 .width = (uint32_t) i->extent.width,
                                 .height = (uint32_t) i->extent.height,
                                 .depth = layered || cube ? 0 : (uint32_t) i->extent.depth,
                                 .layers = layered || cube ? (uint32_t) i->extent.depth : 0,
                                 .cube = cube,
                                 .array = true};
    *out_texel = i->texel;
    *out_channels = i->channels;
    return true;
}

/* Whether the whole image is device memory. */
static bool is_there(struct device *d, const struct device_image *i, uint64_t texel)
{
    enum { SIDE_MAX = 1 << 28 };

    struct device_allocation a;
    uint64_t rows = or_one(i->height), slices = or_one(i->layers ? i->layers : i->depth), n;
    if (!texel || !i->width || i->width > SIDE_MAX || rows > SIDE_MAX ||
        i->width * texel > i->row_pitch || __builtin_mul_overflow(rows, i->row_pitch, &n) ||
        n > i->slice_pitch || __builtin_mul_overflow(slices, i->slice_pitch, &n))
        return false;
    n = (slices - 1) * i->slice_pitch + (rows - 1) * i->row_pitch + i->width * texel;
    return device_find(d, i->address, &a) && a.live && a.size - (i->address - a.start) >= n;
}

/* The driver takes a buffer at its word, also one that is said to be larger than its memory: a fetch behind that gives 0. */
static uint64_t linear_bytes(struct device *d, uint64_t address, uint64_t said)
{
    struct device_allocation a;
    if (!device_find(d, address, &a) || !a.live)
        return said;
    uint64_t room = a.size - (address - a.start);
    return room < said ? room : said;
}

/* The image of a resource. *out_known false: textures do not support this kind. */
static bool describe(struct vm *vm, struct device *d, const struct resource *r, struct span at,
                     struct device_image *out, bool *out_known)
{
    enum { ARRAY, MIPMAPPED, LINEAR, PITCHED };

    struct channels channels = {0};
    uint64_t texel = 0;
    *out_known = false;
    if (r->type == ARRAY && !describe_array(vm, r->array, at, out, &texel, &channels))
        return false;
    if (r->type == LINEAR) {
        channels = r->linear.channels;
        texel = texel_bytes(&channels, &out->channels);
        uint64_t bytes = linear_bytes(d, r->linear.address, r->linear.bytes);
        *out = (struct device_image){
            .address = r->linear.address,
            .row_pitch = bytes,
            .slice_pitch = bytes,
            .width = texel && bytes / texel <= UINT32_MAX ? (uint32_t) (bytes / texel) : 0,
            .linear = true};
    } else if (r->type == PITCHED) {
        channels = r->pitched.channels;
        *out = (struct device_image){.address = r->pitched.address,
                                     .row_pitch = r->pitched.pitch,
                                     .width = (uint32_t) r->pitched.width,
                                     .height = (uint32_t) r->pitched.height};
        if (r->pitched.width > UINT32_MAX || r->pitched.height > UINT32_MAX ||
            __builtin_mul_overflow(or_one(r->pitched.height), r->pitched.pitch, &out->slice_pitch))
            return true;
    } else if (r->type != ARRAY) {
        return true;
    }
    texel = texel_bytes(&channels, &out->channels);
    out->bits = (uint8_t) channels.bits[0];
    out->kind = (enum device_channel) channels.kind;
    *out_known = is_there(d, out, texel);
    return true;
}

/* Stores the descriptions of a texture or surface for later queries. */
static void remember(struct vm *vm, uint64_t handle, bool surface, const void *resource,
                     const void *sampling)
{
    struct vm_texture t = {.handle = handle, .surface = surface};
    _Static_assert(sizeof t.resource == sizeof(struct resource), "as cudaResourceDesc");
    memcpy(t.resource, resource, sizeof t.resource);
    if (sampling)
        memcpy(t.sampling, sampling, sizeof t.sampling);
    VEC_PUSH(&vm->textures, t);
}

static bool give_image(struct vm *vm, const struct call_site *call, union value *at,
                       const struct device_sampler *s, const void *sampling)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    const struct resource *r =
        d ? vm_memory(vm, at[1].u, sizeof *r, VM_READ, span_of(call, 1)) : NULL;
    struct device_image image = {0};
    bool known;
    if (!r || !describe(vm, d, r, span_of(call, 1), &image, &known))
        return false;
    uint64_t handle = known ? device_image_new(d, &image, s) : 0;
    if (!handle)
        return cuda_give(vm, at, cudaErrorInvalidValue);
    remember(vm, handle, !s, r, sampling);
    return vm_store(vm, at[0].u, &handle, sizeof handle, span_of(call, 0)) &&
           cuda_give(vm, at, cudaSuccess);
}

/* The arguments: out, resource, sampling, view (ignored). */
BUILTIN(cudaCreateTextureObject)
{
    const struct sampling *t = vm_memory(vm, at[2].u, VM_SAMPLING_BYTES, VM_READ, span_of(call, 2));
    if (!t)
        return false;
    struct device_sampler s = {.linear_filter = t->filter == 1,
                               .normalized = t->normalized != 0,
                               .read_normalized = t->read == 1};
    for (int i = 0; i < 3; i++)
        s.wrap[i] = t->wrap[i] >= 0 && t->wrap[i] <= 3 ? (enum device_wrap) t->wrap[i] : WRAP_CLAMP;
    memcpy(s.border, t->border, sizeof s.border);
    return give_image(vm, call, at, &s, t);
}

BUILTIN(cudaCreateSurfaceObject)
{
    return give_image(vm, call, at, NULL, NULL);
}

static bool destroy(struct vm *vm, const struct call_site *call, union value *at, bool surface)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    bool found = d && device_image_free(d, at[0].u, surface);
    for (size_t i = vm->textures.n; found && i-- > 0;)
        if (vm->textures.at[i].handle == at[0].u && vm->textures.at[i].surface == surface)
            vm->textures.at[i] = vm->textures.at[--vm->textures.n];
    return d && cuda_give(vm, at, found ? cudaSuccess : cudaErrorInvalidValue);
}

BUILTIN(cudaDestroyTextureObject)
{
    return destroy(vm, call, at, false);
}

BUILTIN(cudaDestroySurfaceObject)
{
    return destroy(vm, call, at, true);
}

/* The arguments: out, handle. */
static bool tell(struct vm *vm, const struct call_site *call, union value *at, bool surface,
                 bool sampling)
{
    VEC_EACH (t, &vm->textures)
        if (t->handle == at[1].u && t->surface == surface)
            return vm_store(vm, at[0].u, sampling ? t->sampling : t->resource,
                            sampling ? sizeof t->sampling : sizeof t->resource, span_of(call, 0)) &&
                   cuda_give(vm, at, cudaSuccess);
    return cuda_give(vm, at, cudaErrorInvalidValue);
}

BUILTIN(cudaGetTextureObjectResourceDesc)
{
    return tell(vm, call, at, false, false);
}

BUILTIN(cudaGetTextureObjectTextureDesc)
{
    return tell(vm, call, at, false, true);
}

BUILTIN(cudaGetSurfaceObjectResourceDesc)
{
    return tell(vm, call, at, true, false);
}
