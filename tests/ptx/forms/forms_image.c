/* SPDX-License-Identifier: Apache-2.0 */
/* Forms of textures and surfaces: every thread fetches, loads or stores at coordinates of its own, of an image of 8 x 4 x 6
 * texels (layers, faces) of four channels of 32 bits, clamped and not filtered; filtering and the other address modes are in
 * textures.ptx. What must come back is read from the image's bytes by the definition of the CUDA C++ Programming Guide. */
#include "device/device_image.h"
#include "forms.h"

#include <math.h>
#include <string.h>

#include "../reference/scalar.h"

enum { W = 8, H = 4, D = 6, TEXEL = 16, CASES = 128 };

struct image_case { /* 64 bytes; results in the first 16 */
    uint32_t out[4];
    uint32_t coords[3], layer;
    uint64_t handle, at; /* at: of a store, the address to look at afterwards */
    uint32_t value[4];
};

static bool is_tex(const struct row *r)
{
    return str_eq(r->inst.mods[0], "tex") || str_eq(r->inst.mods[0], "tld4");
}

static struct str geometry(const struct row *r)
{
    static const char *const names[] = {"1d", "2d", "3d", "a1d", "a2d", "cube", "acube"};
    for (uint32_t k = 1; k < r->inst.mod_count; k++)
        for (size_t n = 0; n < sizeof names / sizeof *names; n++)
            if (str_eq(r->inst.mods[k], names[n]))
                return r->inst.mods[k];
    return (struct str){"", 0};
}

static bool layered(struct str g)
{
    return g.n && *g.p == 'a';
}

static int dims(struct str g)
{
    return str_eq(g, "1d") || str_eq(g, "a1d") ? 1 : str_eq(g, "2d") || str_eq(g, "a2d") ? 2 : 3;
}

static void put_coords(struct buf *ptx, struct str g)
{
    const char *list = layered(g)     ? (dims(g) == 1   ? "%w7, %w4"
                                         : dims(g) == 2 ? "%w7, %w4, %w5, %w5"
                                                        : "%w7, %w4, %w5, %w6")
                       : dims(g) == 1 ? "%w4"
                       : dims(g) == 2 ? "%w4, %w5"
                                      : "%w4, %w5, %w6, %w6";
    buf_printf(ptx, "[%%l13, {%s}]", list);
}

static void put_values(struct buf *ptx, const struct form *f)
{
    uint32_t n = form_has(f, "v2") ? 2 : form_has(f, "v4") ? 4 : 1, size = ptx_types[f->type].size;
    const char *letter = size <= 2 ? "h" : size == 4 ? "w" : "l";
    buf_putc(ptx, '{');
    for (uint32_t k = 0; k < n; k++)
        buf_printf(ptx, "%s%%%s%u", k ? ", " : "", letter, k);
    buf_putc(ptx, '}');
}

/* Values between registers and the case: as bytes, one after the other. */
static void move_values(struct buf *ptx, const struct form *f, const char *how, int at)
{
    uint32_t n = form_has(f, "v2") ? 2 : form_has(f, "v4") ? 4 : 1, size = ptx_types[f->type].size;
    const char *letter = size <= 2 ? "h" : size == 4 ? "w" : "l";
    for (uint32_t k = 0; k < n; k++)
        if (*how == 'l')
            buf_printf(ptx, "ld.global.b%u %%%s%u, [%%l12+%u];\n", 8 * size, letter, k,
                       at + size * k);
        else
            buf_printf(ptx, "st.global.b%u [%%l12+%u], %%%s%u;\n", 8 * size, at + size * k, letter,
                       k);
}

bool put_image_kernel(struct buf *ptx, const struct row *r)
{
    struct form f = form_of(&r->inst);
    struct str g = geometry(r);
    buf_printf(ptx,
               ".visible .entry k%d(.param .u64 io)\n{\n.reg .b16 %%h<6>; .reg .b32 %%w<12>; .reg "
               ".b64 %%l<16>;\n",
               r->number);
    buf_puts(ptx,
             "ld.param.u64 %l10, [io];\nmov.u32 %w8, %tid.x;\nmul.wide.u32 %l11, %w8, 64;\nadd.s64 "
             "%l12, %l10, %l11;\n"
             "ld.global.v4.b32 {%w4, %w5, %w6, %w7}, [%l12+16];\nld.global.b64 %l13, [%l12+32];\n");
    if (form_is(&f, "txq") || form_is(&f, "suq")) {
        buf_printf(ptx, "%s %%w0, [%%l13];\nst.global.b32 [%%l12], %%w0;\nret;\n}\n", r->form);
        return true;
    }
    if (!g.n)
        return false;
    if (is_tex(r)) {
        buf_printf(ptx, "%s {%%w0, %%w1, %%w2, %%w3}, ", r->form);
        put_coords(ptx, g);
        buf_puts(ptx, form_has(&f, "level") ? ", 0f00000000"
                      : form_has(&f, "grad")
                          ? ", {0f00000000, 0f00000000}, {0f00000000, 0f00000000}"
                          : "");
        buf_puts(ptx, ";\nst.global.v4.b32 [%l12], {%w0, %w1, %w2, %w3};\nret;\n}\n");
    } else if (form_is(&f, "suld")) {
        buf_printf(ptx, "%s ", r->form);
        put_values(ptx, &f);
        buf_puts(ptx, ", ");
        put_coords(ptx, g);
        buf_puts(ptx, ";\n");
        move_values(ptx, &f, "st", 0);
        buf_puts(ptx, "ret;\n}\n");
    } else {
        move_values(ptx, &f, "ld", 48);
        buf_printf(ptx, "%s ", r->form);
        put_coords(ptx, g);
        buf_puts(ptx, ", ");
        put_values(ptx, &f);
        buf_puts(ptx, ";\nld.global.b64 %l14, [%l12+40];\nld.global.v4.b32 {%w0, %w1, %w2, %w3}, "
                      "[%l14];\nst.global.v4.b32 [%l12], {%w0, %w1, %w2, %w3};\nret;\n}\n");
    }
    return true;
}

/* ---- what must come back ---- */

static int clamp(int v, int n)
{
    return v < 0 ? 0 : v >= n ? n - 1 : v;
}

static float as_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

static uint32_t as_bits(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits;
}

static const char *texel(const char *image, int x, int y, int z)
{
    return image + (((size_t) z * H + (size_t) y) * W + (size_t) x) * TEXEL;
}

/* Directions to the middle of a texel of a face, by the table of the guide turned round. */
static void direction(int face, float s, float t, float v[3])
{
    float sc = 2 * s - 1, tc = 2 * t - 1;
    const float table[6][3] = {
        {1,   -tc, -sc},
        {-1,  -tc, sc },
        {sc,  1,   tc },
        {sc,  -1,  -tc},
        {sc,  -tc, 1  },
        {-sc, -tc, -1 }
    };
    memcpy(v, table[face], sizeof table[face]);
}

static void fill_texture(const struct row *r, const struct form *f, struct image_case *q,
                         const char *image, uint32_t want[4])
{
    struct str g = geometry(r);
    uint64_t state = (uint64_t) (uintptr_t) q * 7 + 3;
    int x = (int) (next_random(&state) % (W + 4)) - 2,
        y = (int) (next_random(&state) % (H + 4)) - 2,
        z = (int) (next_random(&state) % (D + 2)) - 1;
    int layer = (int) (next_random(&state) % (D + 2)) - 1;
    bool cube = str_eq(g, "cube") || str_eq(g, "acube"),
         floats = str_eq(r->inst.mods[r->inst.mod_count - 1], "f32");
    if (cube) {
        float v[3];
        int face = clamp(z, 6);
        x = clamp(x, H);
        y = clamp(y, H);
        direction(face, ((float) x + 0.5f) / H, ((float) y + 0.5f) / H, v);
        for (int k = 0; k < 3; k++)
            q->coords[k] = as_bits(v[k] * 3);
        layer = 0;
        z = face;
    } else {
        int at[3] = {x, y, z};
        for (int k = 0; k < 3; k++)
            q->coords[k] = floats ? as_bits((float) at[k] + 0.375f) : (uint32_t) at[k];
    }
    q->layer = (uint32_t) layer;
    x = cube ? x : clamp(x, W);
    y = dims(g) > 1 ? clamp(y, H) : 0;
    z = cube ? z : layered(g) ? clamp(layer, D) : dims(g) > 2 ? clamp(z, D) : 0;
    const char *p = cube ? image + (((size_t) z * H + (size_t) y) * H + (size_t) x) * TEXEL
                         : texel(image, x, y, z);
    memcpy(want, p, TEXEL);
    if (str_eq(r->inst.mods[0],
               "tld4")) { /* at the corner of four texels: (0,1) (1,1) (1,0) (0,0) */
        uint32_t component = str_eq(r->inst.mods[1], "r")   ? 0
                             : str_eq(r->inst.mods[1], "g") ? 1
                             : str_eq(r->inst.mods[1], "b") ? 2
                                                            : 3;
        int bx = (int) (next_random(&state) % (W - 1)), by = (int) (next_random(&state) % (H - 1));
        q->coords[0] = as_bits((float) bx + 1.125f);
        q->coords[1] = as_bits((float) by + 1.25f);
        const int around[4][2] = {
            {bx,     by + 1},
            {bx + 1, by + 1},
            {bx + 1, by    },
            {bx,     by    }
        };
        for (int k = 0; k < 4; k++)
            memcpy(&want[k], texel(image, around[k][0], around[k][1], 0) + 4 * component, 4);
    }
}

static void fill_surface(const struct row *r, const struct form *f, struct image_case *q, int k,
                         const char *image, uint64_t base, uint32_t want[4])
{
    struct str g = geometry(r);
    uint32_t n = form_has(f, "v2")   ? 2
                 : form_has(f, "v4") ? 4
                                     : 1,
             bytes = n * ptx_types[f->type].size;
    bool store = !form_is(f, "suld"), zero = form_has(f, "zero"),
         outside = (zero || form_has(f, "clamp")) && !store && k % 3 == 0;
    int texels = dims(g) == 1 ? W : W * H, x = k % texels % W, y = k % texels / W,
        z = (layered(g) || dims(g) == 3) ? k / texels % D : 0;
    if (dims(g) == 1)
        y = 0;
    if (outside)
        x = k & 1 ? -3 : W + 2;
    q->coords[0] = (uint32_t) (x * TEXEL);
    q->coords[1] = (uint32_t) y;
    q->coords[2] = (uint32_t) z;
    q->layer = (uint32_t) z;
    memset(want, 0, 16);
    if (outside && zero)
        return;
    /* clamped, it is the row's last element of this size */
    size_t at = x < 0 ? 0 : x >= W ? (size_t) W * TEXEL - bytes : (size_t) x * TEXEL;
    const char *p = texel(image, 0, y, z) + at;
    q->at = base + (uint64_t) (texel(image, clamp(x, W), y, z) - image);
    memcpy(want, p, store ? 16 : bytes);
    if (store && str_eq(r->inst.mods[0], "sured")) {
        uint64_t old = 0, v = 0;
        memcpy(&old, p, bytes);
        memcpy(&v, q->value, bytes);
        uint64_t sum = form_has(f, "add")   ? old + v
                       : form_has(f, "or")  ? old | v
                       : form_has(f, "max") ? ((int32_t) old > (int32_t) v ? old : v)
                                            : 0;
        memcpy(want, &sum, bytes);
    } else if (store) {
        memcpy(want, q->value, bytes);
    }
}

static uint32_t property(const struct form *f)
{
    return form_has(f, "width")           ? W
           : form_has(f, "height")        ? H
           : form_has(f, "depth")         ? D
           : form_has(f, "channel_order") ? 0x10b5
                                          : 0x10de;
}

static struct device_image image_for(const struct row *r, const struct form *f, uint64_t base)
{
    struct str g = geometry(r);
    bool cube = str_eq(g, "cube") || str_eq(g, "acube"), query = !g.n;
    struct device_image i = {.address = base,
                             .width = cube ? H : W,
                             .height = dims(g) == 1 ? 0 : H,
                             .channels = 4,
                             .bits = 32,
                             .cube = cube,
                             .array = true};
    i.kind = is_tex(r) ? (f->to == PTX_U32   ? CHANNEL_UNSIGNED
                          : f->to == PTX_S32 ? CHANNEL_SIGNED
                                             : CHANNEL_FLOAT)
                       : CHANNEL_FLOAT;
    i.depth = (str_eq(g, "3d") || query) ? D : 0;
    i.layers = layered(g) || cube ? D : 0;
    i.row_pitch = (uint64_t) i.width * TEXEL;
    i.slice_pitch = i.row_pitch * H;
    return i;
}

int run_image(struct device *d, struct device_module *m, const struct row *r)
{
    static char image[W * H * D * TEXEL];
    static struct image_case q[CASES];
    static uint32_t want[CASES][4];
    struct form f = form_of(&r->inst);
    struct device_sampler s = {
        .wrap = {WRAP_CLAMP, WRAP_CLAMP, WRAP_CLAMP}
    };
    struct diags diags = {0};
    struct device_fault fault;
    uint64_t base, state = 5;
    bool query = form_is(&f, "txq") || form_is(&f, "suq"),
         texture = is_tex(r) || form_is(&f, "txq");
    int wrong = 0;
    for (size_t k = 0; k < sizeof image; k += 4) {
        float v = (float) (next_random(&state) % 1000);
        memcpy(image + k, &v, 4);
    }
    if (!device_alloc(d, sizeof image, &diags, (struct span){0}, &base))
        return 1;
    device_write(d, base, image, sizeof image, &fault);
    struct device_image i = image_for(r, &f, base);
    uint64_t handle = device_image_new(d, &i, texture ? &s : NULL);
    memset(q, 0, sizeof q);
    for (int k = 0; k < CASES; k++) {
        q[k].handle = handle;
        for (int n = 0; n < 4; n++)
            q[k].value[n] = (uint32_t) next_random(&state);
        if (query)
            want[k][0] = property(&f);
        else if (texture)
            fill_texture(r, &f, &q[k], image, want[k]);
        else
            fill_surface(r, &f, &q[k], k, image, base, want[k]);
    }
    bool stores = form_is(&f, "sust") || form_is(&f, "sured");
    int threads = stores ? (dims(geometry(r)) == 1 && !layered(geometry(r)) ? W : 32) : CASES;
    if (!run_kernel(d, m, r, q, sizeof q, 1, (uint32_t) threads) ||
        device_read(d, image, base, sizeof image, &fault) != DEVICE_OK)
        wrong = 1;
    /* On a GPU a surface's texels are elsewhere while kernels run: they are looked at when they are back. */
    for (int k = 0; k < threads && stores; k++)
        memcpy(q[k].out, image + (q[k].at - base), sizeof q[k].out);
    for (int k = 0; k < threads && !wrong; k++)
        if (memcmp(q[k].out, want[k], query ? 4 : 16)) {
            printf("not ok %s at %d, %d, %d, layer %d (%g %g %g): %x %x %x %x, not %x %x %x %x\n",
                   r->form, (int) q[k].coords[0], (int) q[k].coords[1], (int) q[k].coords[2],
                   (int) q[k].layer, as_float(q[k].coords[0]), as_float(q[k].coords[1]),
                   as_float(q[k].coords[2]), q[k].out[0], q[k].out[1], q[k].out[2], q[k].out[3],
                   want[k][0], want[k][1], want[k][2], want[k][3]);
            wrong++;
        }
    device_image_free(d, handle, !texture);
    device_free(d, base, &diags, (struct span){0});
    return wrong;
}
