/* SPDX-License-Identifier: Apache-2.0 */
/* What NVIDIA's samples share: command lines, stop watches, comparisons, pictures. */
#ifndef COMMON_HELPER_FUNCTIONS_H_
#define COMMON_HELPER_FUNCTIONS_H_
#include "helper_string.h"
#include "helper_timer.h"

#define MIN_EPSILON_ERROR 1e-3f

/* Whether the distance of two arrays is below epsilon of the reference's length. */
static inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int n, const float epsilon)
{
    float error = 0, length = 0;
    for (unsigned int i = 0; i < n; i++) {
        float d = reference[i] - data[i];
        error += d * d;
        length += reference[i] * reference[i];
    }
    if (fabs(sqrtf(length)) < 1e-7)
        return false;
    return sqrtf(error) / sqrtf(length) < epsilon;
}

static inline bool sdkSavePPM4ub(const char *path, unsigned char *data, unsigned int width, unsigned int height)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        return false;
    fprintf(f, "P6\n%u %u\n255\n", width, height);
    for (unsigned int i = 0; i < width * height; i++)
        fwrite(data + 4 * i, 1, 3, f);
    fclose(f);
    return true;
}

/* Reads a P5 or P6 picture; *data is allocated with `channels` bytes a pixel when it is null. */
static inline bool __sdk_load_pnm(const char *path, unsigned char **data, unsigned int *w, unsigned int *h, int channels)
{
    FILE *f = fopen(path, "rb");
    char kind[3] = "", line[256] = "#";
    int width = 0, height = 0, most = 0;
    if (!f)
        return false;
    if (fscanf(f, "%2s", kind) != 1 || kind[0] != 'P' || (kind[1] != '5' && kind[1] != '6')) {
        fclose(f);
        return false;
    }
    fgets(line, sizeof line, f);
    while (fgets(line, sizeof line, f) && line[0] == '#')
        ;
    if (sscanf(line, "%d %d", &width, &height) != 2 || width <= 0 || height <= 0 || fscanf(f, "%d", &most) != 1) {
        fclose(f);
        return false;
    }
    fgetc(f);
    int stored = kind[1] == '5' ? 1 : 3;
    if (!*data)
        *data = (unsigned char *) malloc((size_t) width * height * channels);
    unsigned char pixel[3];
    for (int i = 0; i < width * height && fread(pixel, 1, stored, f) == stored; i++)
        for (int c = 0; c < channels; c++)
            (*data)[(size_t) i * channels + c] = c == 3 ? 0 : pixel[c < stored ? c : 0];
    fclose(f);
    *w = width;
    *h = height;
    return true;
}

static inline bool sdkLoadPPM4ub(const char *path, unsigned char **data, unsigned int *w, unsigned int *h)
{
    return __sdk_load_pnm(path, data, w, h, 4);
}

#endif
