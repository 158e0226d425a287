/* SPDX-License-Identifier: Apache-2.0 */
/* The benchmark as a C programmer would write it: OpenMP threads and simd loops, no fast-math. */

#include "problems.h"

#define THREADS _Pragma("omp parallel for schedule(static)")

static void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < n; i++)
        y[i] = fmaf(a, x[i], y[i]);
}

static void trig(int n, const float *restrict x, float *restrict y)
{
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < n; i++) {
        float c = cosf(x[i]), s = sinf(x[i]);
        y[i] = c * c + s * s;
    }
}

#define BOX(name, T, mean)                                                                         \
    static void name(int w, int h, const T *restrict in, T *restrict out)                          \
    {                                                                                              \
        THREADS for (int y = 0; y < h; y++)                                                        \
        {                                                                                          \
            const T *c = in + (long) y * w, *u = c - w, *d = c + w;                                \
            T *o = out + (long) y * w;                                                             \
            if (y == 0 || y == h - 1) {                                                            \
                memcpy(o, c, (size_t) w * sizeof *o);                                              \
                continue;                                                                          \
            }                                                                                      \
            o[0] = c[0];                                                                           \
            o[w - 1] = c[w - 1];                                                                   \
            _Pragma("omp simd") for (int x = 1; x < w - 1; x++)                                    \
            {                                                                                      \
                T s = u[x - 1] + u[x] + u[x + 1] + c[x - 1] + c[x] + c[x + 1] + d[x - 1] + d[x] +  \
                      d[x + 1];                                                                    \
                o[x] = mean;                                                                       \
            }                                                                                      \
        }                                                                                          \
    }
BOX(box3f, float, s *(1.f / 9))
BOX(box3i, int, s / 9)

static void mmnaive(int n, const float *restrict A, const float *restrict B, float *restrict C)
{
    THREADS for (int r = 0; r < n; r++)
    {
        float *restrict c = C + r * n;
        memset(c, 0, (size_t) n * 4);
        for (int k = 0; k < n; k++) {
            float a = A[r * n + k];
            const float *b = B + k * n;
#pragma omp simd
            for (int j = 0; j < n; j++)
                c[j] = fmaf(a, b[j], c[j]);
        }
    }
}

static void tile(int n, int r0, int c0, const float *A, const float *B, float *C)
{
    float s[16][16] = {0}, a[16][16], b[16][16];
    for (int t = 0; t < n; t += 16) {
        for (int y = 0; y < 16; y++) {
            memcpy(a[y], A + (r0 + y) * n + t, 64);
            memcpy(b[y], B + (t + y) * n + c0, 64);
        }
        for (int y = 0; y < 16; y += 4) { /* four rows of sums stay in registers */
            float q[4][16];
            memcpy(q, s[y], sizeof q);
            for (int k = 0; k < 16; k++)
                for (int i = 0; i < 4; i++) {
#pragma omp simd
                    for (int x = 0; x < 16; x++)
                        q[i][x] = fmaf(a[y + i][k], b[k][x], q[i][x]);
                }
            memcpy(s[y], q, sizeof q);
        }
    }
    for (int y = 0; y < 16; y++)
        memcpy(C + (r0 + y) * n + c0, s[y], 64);
}

static void mmtile(int n, const float *restrict A, const float *restrict B, float *restrict C)
{
#pragma omp parallel for collapse(2) schedule(static)
    for (int r0 = 0; r0 < n; r0 += 16)
        for (int c0 = 0; c0 < n; c0 += 16)
            tile(n, r0, c0, A, B, C);
}

static void reduce(int n, const float *restrict x, float *restrict p)
{
    THREADS for (int b = 0; b < n / 256; b++)
    {
        float s = 0;
#pragma omp simd reduction(+ : s)
        for (int i = 0; i < 256; i++)
            s += x[b * 256 + i];
        p[b] = s;
    }
    float s = 0;
    for (int i = n / 256 * 256; i < n; i++)
        s += x[i];
    if (n % 256)
        p[n / 256] = s;
}

static void scan(int n, const float *restrict x, float *restrict y)
{
    THREADS for (int b = 0; b < n / 256 * 256; b += 256)
    {
        float s = 0;
#pragma omp simd reduction(inscan, + : s)
        for (int i = 0; i < 256; i++) {
            s += x[b + i];
#pragma omp scan inclusive(s)
            y[b + i] = s;
        }
    }
    float s = 0;
    for (int i = n / 256 * 256; i < n; i++)
        y[i] = s += x[i];
}

static void nbody(int n, const float *restrict p, float *restrict acc)
{
    static float X[BODIES], Y[BODIES], Z[BODIES], W[BODIES];
    for (int i = 0; i < n; i++) {
        X[i] = p[4 * i];
        Y[i] = p[4 * i + 1];
        Z[i] = p[4 * i + 2];
        W[i] = p[4 * i + 3];
    }
    THREADS for (int i = 0; i < n; i++)
    {
        float qx = X[i], qy = Y[i], qz = Z[i], ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
        for (int j = 0; j < n; j++) {
            float dx = X[j] - qx, dy = Y[j] - qy, dz = Z[j] - qz;
            float r = 1 / sqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f))));
            float f = W[j] * r * r * r;
            ax += dx * f;
            ay += dy * f;
            az += dz * f;
        }
        acc[4 * i] = ax;
        acc[4 * i + 1] = ay;
        acc[4 * i + 2] = az;
        acc[4 * i + 3] = 0;
    }
}

static int escape(float cx, float cy, int most)
{
    float x = 0, y = 0;
    int n = 0;
    while (fmaf(x, x, y * y) < 4 && n < most) {
        float t = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(2 * x, y, cy);
        x = t;
        n++;
    }
    return n;
}

static void mandel(int w, int h, int most, int *out)
{
#pragma omp parallel for schedule(dynamic, 4)
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++)
            out[j * w + i] =
                escape(fmaf((float) i, 3.f / 2048, -2.f), fmaf((float) j, 3.f / 2048, -1.5f), most);
}

static void hist(int n, const unsigned *x, unsigned *out)
{
#pragma omp parallel
    {
        unsigned h[256] = {0};
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            h[x[i] & 255]++;
        for (int i = 0; i < 256; i++)
#pragma omp atomic
            out[i] += h[i];
    }
}

/* One step of the network on n pairs d[i], e[i]. */
static inline void step(float *restrict d, float *restrict e, int n, bool up)
{
#pragma omp simd
    for (int i = 0; i < n; i++) {
        float a = d[i], b = e[i], less = a < b ? a : b, more = a < b ? b : a;
        d[i] = up ? less : more;
        e[i] = up ? more : less;
    }
}

static void sort_near(float *d, int n, int k0, int k1)
{
    THREADS for (int c = 0; c < n;
                 c += 2048) for (int k = k0; k <= k1;
                                 k <<= 1) for (int j = k / 2 < 1024 ? k / 2 : 1024; j > 0;
                                               j >>= 1) for (int o = c; o < c + 2048; o += 2 * j)
        step(d + o, d + o + j, j, !(o & k));
}

static void bitonic(int n, float *d)
{
    sort_near(d, n, 2, 2048);
    for (int k = 4096; k <= n; k <<= 1) {
        for (int j = k / 2; j >= 2048; j >>= 1) {
            THREADS for (int o = 0; o < n / 2; o += 2048)
            {
                int low = 2 * o - (o & (j - 1));
                step(d + low, d + low + j, 2048, !(low & k));
            }
        }
        sort_near(d, n, k, k);
    }
}

static void transpose(int n, const float *restrict a, float *restrict b)
{
    enum { TILE = 16 };

#pragma omp parallel for collapse(2) schedule(static)
    for (int y = 0; y < n; y += TILE)
        for (int x = 0; x < n; x += TILE)
            for (int i = 0; i < TILE; i++)
#pragma omp simd
                for (int j = 0; j < TILE; j++)
                    b[(long) (x + i) * n + y + j] = a[(long) (y + j) * n + x + i];
}

static void softmax(int rows, int n, const float *restrict x, float *restrict y)
{
    THREADS for (int r = 0; r < rows; r++)
    {
        const float *p = x + (long) r * n;
        float *q = y + (long) r * n, m = -1e30f, s = 0;
#pragma omp simd reduction(max : m)
        for (int i = 0; i < n; i++)
            m = p[i] > m ? p[i] : m;
#pragma omp simd reduction(+ : s)
        for (int i = 0; i < n; i++) {
            q[i] = expf(p[i] - m);
            s += q[i];
        }
#pragma omp simd
        for (int i = 0; i < n; i++)
            q[i] /= s;
    }
}

static void sobel8(int w, int h, const uint8_t *restrict in, uint8_t *restrict out)
{
    THREADS for (int y = 1; y < h - 1; y++)
    {
        const uint8_t *c = in + (long) y * w, *u = c - w, *d = c + w;
        uint8_t *o = out + (long) y * w;
#pragma omp simd
        for (int x = 1; x < w - 1; x++) {
            int gx = u[x + 1] + 2 * c[x + 1] + d[x + 1] - u[x - 1] - 2 * c[x - 1] - d[x - 1];
            int gy = d[x - 1] + 2 * d[x] + d[x + 1] - u[x - 1] - 2 * u[x] - u[x + 1];
            int g = abs(gx) + abs(gy);
            o[x] = (uint8_t) (g > 255 ? 255 : g);
        }
    }
}

static void horner64(int n, const float *restrict x, float *restrict y)
{
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < n; i++) {
        double v = x[i], s = 0;
        for (int k = 0; k < 32; k++)
            s = fma(s, v, 1.0 / (k + 1));
        y[i] = (float) s;
    }
}

static void globalhist(int n, const unsigned *x, unsigned *out)
{
#pragma omp parallel
    {
        unsigned h[4096] = {0};
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            h[x[i] & 4095]++;
        for (int i = 0; i < 4096; i++)
#pragma omp atomic
            out[i] += h[i];
    }
}

struct body {
    float x, y, z;
};

static void aos3(int n, float dt, struct body *restrict p, const struct body *restrict v)
{
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < n; i++) {
        p[i].x = fmaf(v[i].x, dt, p[i].x);
        p[i].y = fmaf(v[i].y, dt, p[i].y);
        p[i].z = fmaf(v[i].z, dt, p[i].z);
    }
}

static void sort16(int n, const float *restrict x, float *restrict y)
{
    THREADS for (int i = 0; i < n; i++)
    {
        float a[16];
        for (int k = 0; k < 16; k++)
            a[k] = x[(long) k * n + i];
        for (int k = 1; k < 16; k++) {
            float v = a[k];
            int j = k;
            while (j > 0 && a[j - 1] > v) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = v;
        }
        for (int k = 0; k < 16; k++)
            y[(long) k * n + i] = a[k];
    }
}

static void queue(struct problem *p)
{
    const char *k = p->name;
    void *a = p->buffer[0].at, *b = p->buffer[1].at, *c = p->buffer[2].at;
    int count = (int) p->buffer[0].count, n = size(count), side = size(SIDE);
    if (!strcmp(k, "empty")) {
#pragma omp parallel
        __asm__ volatile("");
    } else if (!strcmp(k, "saxpy"))
        saxpy(n, 2.5f, a, b);
    else if (!strcmp(k, "trig"))
        trig(n, a, b);
    else if (!strcmp(k, "box3f"))
        box3f(side, side, a, b);
    else if (!strcmp(k, "box3i"))
        box3i(side, side, a, b);
    else if (!strcmp(k, "mmnaive"))
        mmnaive(size(1024), a, b, c);
    else if (!strcmp(k, "mmtile"))
        mmtile(1024, a, b, c);
    else if (!strncmp(k, "red", 3))
        reduce(n, a, b);
    else if (!strcmp(k, "scan"))
        scan(n, a, b);
    else if (!strcmp(k, "nbody"))
        nbody(BODIES, a, b);
    else if (!strcmp(k, "mandel"))
        mandel(size(2048), size(2048), 256, a);
    else if (!strcmp(k, "hist"))
        hist(n, a, b);
    else if (!strcmp(k, "bitonic"))
        bitonic(count, a);
    else if (!strcmp(k, "transpose"))
        transpose(SIDE, a, b);
    else if (!strcmp(k, "softmax"))
        softmax(size(count / COLUMNS), size(COLUMNS), a, b);
    else if (!strcmp(k, "sobel8"))
        sobel8(side, side, a, b);
    else if (!strcmp(k, "horner64"))
        horner64(n, a, b);
    else if (!strcmp(k, "globalhist"))
        globalhist(n, a, b);
    else if (!strcmp(k, "aos3"))
        aos3(size(count / 3), 0.01f, a, b);
    else if (!strcmp(k, "sort16"))
        sort16(size(count / 16), a, b);
}

static void nothing(struct problem *p)
{
}

static void no_wait(void)
{
}

int main(int argc, char **argv)
{
    static const struct implementation openmp = {nothing, nothing, queue, no_wait, nothing};
    return drive(argc, argv, &openmp);
}
