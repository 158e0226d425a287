/* SPDX-License-Identifier: Apache-2.0 */
/* What all stand-ins share: failures on demand, waiting for the device, numbers of all types. Next: fake_blas.c. */
#include "fake_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 128 };

static void wait_for_device(void)
{
    const char *driver = getenv("WARPCELL_CUDA");
    void *library = dlopen(driver ? driver : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*synchronize)(void) = NULL;
    if (library)
        *(void **) &synchronize = dlsym(library, "cuCtxSynchronize");
    if (synchronize)
        synchronize();
}

/* How often the function was called, with this call. */
static int count_call(const char *name)
{
    static struct {
        const char *name;
        int count;
    } calls[NAMES];

    int i = 0;
    while (i < NAMES - 1 && calls[i].name && strcmp(calls[i].name, name) != 0)
        i++;
    calls[i].name = name;
    return ++calls[i].count;
}

int fake_enter(const char *name)
{
    const char *rule = getenv("WARPCELL_FAKE_LIBRARY_FAIL");
    int count = count_call(name);
    size_t n = strlen(name);
    wait_for_device();
    while (rule && *rule) {
        int status = 0, at = 0;
        if (!strncmp(rule, name, n) && sscanf(rule + n, ":%d@%d", &status, &at) == 2 && at == count)
            return status;
        rule = strchr(rule, ',');
        rule = rule ? rule + 1 : NULL;
    }
    return 0;
}

/* ---- numbers ---- */

static float from_bits(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

double complex fake_get(const void *from, int64_t i, int type)
{
    switch (type) {
    case 0: return (double) ((const float *) from)[i];
    case 1: return ((const double *) from)[i];
    case 2: return (double) (float) ((const _Float16 *) from)[i];
    case 3: return ((const int8_t *) from)[i];
    case 4:
        return (double) ((const float *) from)[2 * i] +
               I * (double) ((const float *) from)[2 * i + 1];
    case 5: return ((const double *) from)[2 * i] + I * ((const double *) from)[2 * i + 1];
    case 10: return ((const int32_t *) from)[i];
    case 14: return (double) from_bits((uint32_t) ((const uint16_t *) from)[i] << 16);
    default: abort();
    }
}

/* Rounds to nearest, ties to even. */
static uint16_t bfloat16_of(float f)
{
    uint32_t bits = bits_of(f);
    return (uint16_t) ((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

void fake_put(void *to, int64_t i, int type, double complex v)
{
    switch (type) {
    case 0: ((float *) to)[i] = (float) creal(v); break;
    case 1: ((double *) to)[i] = creal(v); break;
    case 2: ((_Float16 *) to)[i] = (_Float16) (float) creal(v); break;
    case 4:
        ((float *) to)[2 * i] = (float) creal(v);
        ((float *) to)[2 * i + 1] = (float) cimag(v);
        break;
    case 5:
        ((double *) to)[2 * i] = creal(v);
        ((double *) to)[2 * i + 1] = cimag(v);
        break;
    case 10: ((int32_t *) to)[i] = (int32_t) creal(v); break;
    case 14: ((uint16_t *) to)[i] = bfloat16_of((float) creal(v)); break;
    default: abort();
    }
}

double *fake_matrix(const void *from, int rows, int columns, int ld, int single)
{
    double *to = calloc((size_t) rows * (size_t) columns + 1, sizeof *to);
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
            to[i + j * rows] = creal(fake_get(from, i + j * ld, !single));
    return to;
}

void fake_store(const double *from, void *to, int rows, int columns, int ld, int single)
{
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
            fake_put(to, i + j * ld, !single, from[i + j * rows]);
}
