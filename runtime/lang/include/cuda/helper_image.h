/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures, files of numbers and comparisons, as NVIDIA's samples use them. */
#if !defined COMMON_HELPER_IMAGE_H_ && !defined HELPER_IMAGE_H /* the guards of NVIDIA's, new and old: a program may bring its own */
#define COMMON_HELPER_IMAGE_H_
#define HELPER_IMAGE_H
#include "helper_string.h"

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#define MIN_EPSILON_ERROR 1e-3f

/* ---- pictures: a pixel's part is an unsigned char, or a float from 0 to 1 ---- */

static inline void __sdk_of_byte(unsigned char byte, unsigned char *out) { *out = byte; }
static inline void __sdk_of_byte(unsigned char byte, float *out) { *out = (float) byte / 255.0f; }
static inline unsigned char __sdk_to_byte(unsigned char part) { return part; }
static inline unsigned char __sdk_to_byte(float part) { return (unsigned char) (part * 255.0f); }

/* A number of a picture's header: comments may stand before it. */
static inline bool __sdk_header_number(FILE *f, int *out)
{
    int c = fgetc(f);
    while (c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '#') {
        while (c == '#' && (c = fgetc(f)) != '\n' && c != EOF)
            c = '#';
        c = fgetc(f);
    }
    ungetc(c, f);
    return fscanf(f, "%d", out) == 1 && *out > 0;
}

/* Reads a P5 or P6 picture; *data is allocated with `channels` parts a pixel when it is null. */
template <typename T> bool __sdk_load_pnm(const char *path, T **data, unsigned int *w, unsigned int *h, int channels)
{
    FILE *f = fopen(path, "rb");
    char kind[3] = "";
    int width = 0, height = 0, most = 0;
    if (!f) {
        fprintf(stderr, "__LoadPPM() : Failed to open file: %s\n", path);
        return false;
    }
    if (fscanf(f, "%2s", kind) != 1 || kind[0] != 'P' || (kind[1] != '5' && kind[1] != '6') || !__sdk_header_number(f, &width) ||
        !__sdk_header_number(f, &height) || !__sdk_header_number(f, &most)) {
        fclose(f);
        return false;
    }
    fgetc(f);
    int stored = kind[1] == '5' ? 1 : 3;
    if (!*data)
        *data = (T *) malloc(sizeof(T) * width * height * channels);
    unsigned char pixel[3];
    for (int i = 0; i < width * height && fread(pixel, 1, stored, f) == stored; i++)
        for (int c = 0; c < channels; c++)
            __sdk_of_byte(c == 3 ? 0 : pixel[c < stored ? c : 0], &(*data)[(size_t) i * channels + c]);
    fclose(f);
    *w = width;
    *h = height;
    return true;
}

template <typename T> bool sdkLoadPGM(const char *path, T **data, unsigned int *w, unsigned int *h)
{
    return __sdk_load_pnm(path, data, w, h, 1);
}

template <typename T> bool sdkLoadPPM4(const char *path, T **data, unsigned int *w, unsigned int *h)
{
    return __sdk_load_pnm(path, data, w, h, 4);
}

static inline bool sdkLoadPPM4ub(const char *path, unsigned char **data, unsigned int *w, unsigned int *h)
{
    return __sdk_load_pnm(path, data, w, h, 4);
}

static inline bool sdkLoadPPMub(const char *path, unsigned char **data, unsigned int *w, unsigned int *h)
{
    return __sdk_load_pnm(path, data, w, h, 3);
}

static inline bool __loadPPM(const char *path, unsigned char **data, unsigned int *w, unsigned int *h, unsigned int *channels)
{
    FILE *f = fopen(path, "rb");
    char kind[3] = "";
    bool any = f && fscanf(f, "%2s", kind) == 1;
    if (f)
        fclose(f);
    *channels = kind[1] == '5' ? 1 : 3;
    return any && __sdk_load_pnm(path, data, w, h, (int) *channels);
}

static inline bool __savePPM(const char *path, unsigned char *data, unsigned int w, unsigned int h, unsigned int channels)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        return false;
    fprintf(f, "%s\n%u\n%u\n255\n", channels == 1 ? "P5" : "P6", w, h);
    bool whole = fwrite(data, 1, (size_t) w * h * channels, f) == (size_t) w * h * channels;
    fclose(f);
    return whole;
}

template <typename T> bool sdkSavePGM(const char *path, T *data, unsigned int w, unsigned int h)
{
    size_t n = (size_t) w * h;
    unsigned char *bytes = (unsigned char *) malloc(n);
    for (size_t i = 0; i < n; i++)
        bytes[i] = __sdk_to_byte(data[i]);
    bool saved = __savePPM(path, bytes, w, h, 1);
    free(bytes);
    return saved;
}

static inline bool sdkSavePPM4ub(const char *path, unsigned char *data, unsigned int w, unsigned int h)
{
    size_t n = (size_t) w * h;
    unsigned char *bytes = (unsigned char *) malloc(3 * n);
    for (size_t i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            bytes[3 * i + c] = data[4 * i + c];
    bool saved = __savePPM(path, bytes, w, h, 3);
    free(bytes);
    return saved;
}

/* ---- files of numbers ---- */

/* Text; *data is allocated when it is null, else there must be *n of them. */
template <typename T> bool sdkReadFile(const char *path, T **data, unsigned int *n, bool verbose)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        if (verbose)
            fprintf(stderr, "sdkReadFile() : Opening file failed. %s\n", path);
        return false;
    }
    size_t count = 0, room = 0;
    T *read = NULL;
    double value;
    char line[16];
    for (int got = 1; got == 1;) {
        got = fscanf(f, "%lf", &value);
        if (!got && fscanf(f, "%15[#]%*[^\n]", line) == 1) { /* a comment */
            got = 1;
            continue;
        }
        if (got != 1)
            break;
        if (count == room) {
            room = room ? 2 * room : 1024;
            read = (T *) realloc(read, room * sizeof(T));
        }
        read[count++] = (T) value;
    }
    fclose(f);
    if (!*data) {
        *data = read ? read : (T *) malloc(sizeof(T));
        *n = (unsigned int) count;
        return true;
    }
    bool fits = count == *n;
    for (size_t i = 0; fits && i < count; i++)
        (*data)[i] = read[i];
    free(read);
    return fits;
}

template <typename T, typename S>
bool sdkWriteFile(const char *path, const T *data, unsigned int n, const S epsilon, bool verbose, bool append = false)
{
    FILE *f = fopen(path, append ? "a" : "w");
    if (!f) {
        if (verbose)
            fprintf(stderr, "sdkWriteFile() : Opening file failed. %s\n", path);
        return false;
    }
    fprintf(f, "# %g\n", (double) epsilon);
    for (unsigned int i = 0; i < n; i++)
        fprintf(f, "%.9g ", (double) data[i]);
    fprintf(f, "\n");
    fclose(f);
    return true;
}

static inline void sdkDumpBin(void *data, unsigned int bytes, const char *path)
{
    FILE *f = fopen(path, "wb");
    if (f) {
        fwrite(data, 1, bytes, f);
        fclose(f);
    }
}

/* ---- comparisons ---- */

/* Whether at most threshold * n of the numbers differ by more than epsilon; threshold 0: none does. */
template <typename T, typename S>
bool compareData(const T *reference, const T *data, const unsigned int n, const S epsilon, const float threshold)
{
    unsigned int errors = 0;
    for (unsigned int i = 0; i < n; i++) {
        double difference = (double) reference[i] - (double) data[i];
        errors += !(difference <= (double) epsilon && difference >= -(double) epsilon);
    }
    return threshold == 0.0f ? errors == 0 : (float) n * threshold > (float) errors;
}

template <typename T, typename S>
bool compareDataAsFloatThreshold(const T *reference, const T *data, const unsigned int n, const S epsilon, const float threshold)
{
    return compareData(reference, data, n, epsilon, threshold);
}

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

static inline bool __sdk_compare_pictures(const char *path, const char *reference, float epsilon, float threshold, int channels)
{
    unsigned char *a = NULL, *b = NULL;
    unsigned int aw = 0, ah = 0, bw = 0, bh = 0;
    bool same = __sdk_load_pnm(path, &a, &aw, &ah, channels) && __sdk_load_pnm(reference, &b, &bw, &bh, channels) && aw == bw && ah == bh &&
                compareData(b, a, aw * ah * channels, epsilon, threshold);
    free(a);
    free(b);
    return same;
}

static inline bool sdkComparePPM(const char *path, const char *reference, const float epsilon, const float threshold, bool verbose)
{
    bool same = __sdk_compare_pictures(path, reference, epsilon, threshold, 4);
    if (verbose)
        printf(same ? "     OK\n" : "     FAILURE!\n");
    return same;
}

static inline bool sdkComparePGM(const char *path, const char *reference, const float epsilon, const float threshold, bool verbose)
{
    bool same = __sdk_compare_pictures(path, reference, epsilon, threshold, 1);
    if (verbose)
        printf(same ? "     OK\n" : "     FAILURE!\n");
    return same;
}

/* Two files of 4-byte numbers; the reference is looked for as a sample's data file. */
template <typename T>
bool __sdk_compare_files(const char *path, const char *reference, unsigned int n, float epsilon, float threshold, char *program)
{
    char *found = sdkFindFilePath(reference, program);
    FILE *a = fopen(path, "rb"), *b = found ? fopen(found, "rb") : NULL;
    T *x = (T *) malloc((size_t) n * sizeof(T)), *y = (T *) malloc((size_t) n * sizeof(T));
    bool same = a && b && fread(x, sizeof(T), n, a) == n && fread(y, sizeof(T), n, b) == n && compareData(y, x, n, epsilon, threshold);
    if (a)
        fclose(a);
    if (b)
        fclose(b);
    free(x);
    free(y);
    return same;
}

static inline bool sdkCompareBin2BinFloat(const char *path, const char *reference, unsigned int n, const float epsilon, const float threshold,
                                          char *program)
{
    return __sdk_compare_files<float>(path, reference, n, epsilon, threshold, program);
}

static inline bool sdkCompareBin2BinUint(const char *path, const char *reference, unsigned int n, const float epsilon, const float threshold,
                                         char *program)
{
    return __sdk_compare_files<unsigned int>(path, reference, n, epsilon, threshold, program);
}

#endif
