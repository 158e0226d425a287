// Host code over __half and __nv_bfloat16: values that are stored at once, and those that need an object.
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct pair { half low; __nv_bfloat16 high; };
static half whole = 3.0f, table[4];
static half next(half *p) { return *p = *p + half(1.0f); }
static float by_reference(const half &h) { return __half2float(h) * 2; }
template <typename T> static float sum(const T *p, int n) { float s = 0; for (int i = 0; i < n; i++) s += (float) p[i]; return s; }

int main() {
    const int n = 3000;
    half *h = new half[n];
    __nv_bfloat16 *b = (__nv_bfloat16 *) malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        h[i] = (half) (float) (i % 7);
        b[i] = __float2bfloat16(i * 0.0003f);
    }
    printf("%g %g\n", sum(h, n), sum(b, n));
    for (int i = 1; i < n; i++) {
        h[i] = h[i - 1] * __float2half(0.5f) + h[i];
        b[i] = b[i] * b[i - 1] + __nv_bfloat16(1);
        table[i & 3] = h[i] - half(i & 3);
    }
    printf("%g %g %g\n", sum(h, n), sum(b, n), sum(table, 4));
    half x = 1.0f, y = x + x * x, z;
    z = y = -x;
    x += y = half(0.25);
    printf("%g %g %g %g\n", (float) x, (float) y, (float) z, (float) (whole = half(7) / half(2)));
    pair p = {half(1.5f), __nv_bfloat16(2.5f)}, q = p;
    q.low = p.low * q.low;
    q.high = __nv_bfloat16((double) p.high);
    half list[] = {half(1), next(&q.low), next(&q.low), x};
    printf("%g %g %g %g %g\n", (float) q.low, (float) q.high, sum(list, 4), by_reference(half(0.1f)), by_reference(whole));
    float big[] = {65519.0f, 65520.0f, 1e-8f, 6e-8f, -0.0f, 3.4e38f};
    for (float f : big) {
        h[0] = f;
        b[0] = f;
        printf("%04x %04x ", __half_as_ushort(h[0]), __bfloat16_as_ushort(b[0]));
    }
    printf("\n");
    int i = 0;
    h[i++] = half(i + 1); // the right side first
    h[i] = i ? half(8) : half(9);
    printf("%g %g %d\n", (float) h[0], (float) h[1], i);
    delete[] h;
    free(b);
    return 0;
}
