// Floats of eight bits on the host: the same bits and values as in kernels, for every byte and for what lies between the values.
#include <cstdio>
#include <cmath>
#include <cstring>
#include <cuda_fp8.h>

struct results {
    unsigned char bits[8];
    __nv_fp8_e4m3 four;
    __nv_fp8_e5m2 five;
    __nv_fp8x2_e4m3 two;
    __nv_fp8x4_e5m2 many;
    float values[4];
    double wide[2];
    int whole[2];
    long longs[2];
    unsigned long unsigned_longs[2];
    unsigned char small[2];
    short shorts[2];
    bool truth[2];
    unsigned short halves[4];
};

__host__ __device__ void convert(results *r, float f, double d)
{
    r->bits[0] = __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3);
    r->bits[1] = __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E4M3);
    r->bits[2] = __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E5M2);
    r->bits[3] = __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E5M2);
    r->bits[4] = __nv_cvt_double_to_fp8(d, __NV_NOSAT, __NV_E4M3);
    r->bits[5] = __nv_cvt_double_to_fp8(d, __NV_NOSAT, __NV_E5M2);
    r->bits[6] = __nv_cvt_halfraw_to_fp8(__half(f), __NV_NOSAT, __NV_E4M3);
    r->bits[7] = __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16(f), __NV_NOSAT, __NV_E5M2);
    r->four = __nv_fp8_e4m3(d);
    r->five = __nv_fp8_e5m2(f);
    r->two = __nv_fp8x2_e4m3(make_float2(f, 2 * f));
    r->many = __nv_fp8x4_e5m2(make_float4(f, -f, f / 3, f * 5));
    float4 all = float4(r->many);
    float2 pair = float2(r->two);
    r->values[0] = pair.x;
    r->values[1] = pair.y;
    r->values[2] = all.z;
    r->values[3] = all.w;
}

__host__ __device__ void convert_back(results *r, unsigned char byte)
{
    __nv_fp8_e4m3 a;
    __nv_fp8_e5m2 b;
    a.__x = b.__x = byte;
    r->four = a;
    r->five = b;
    r->values[0] = float(a);
    r->values[1] = static_cast<float>(b);
    r->wide[0] = double(a);
    r->wide[1] = (double) b;
    r->whole[0] = int(a);
    r->whole[1] = int(b);
    r->longs[0] = long(a);
    r->longs[1] = (long) b;
    r->unsigned_longs[0] = (unsigned long) a;
    r->unsigned_longs[1] = (unsigned long) b;
    r->small[0] = (unsigned char) a;
    r->small[1] = (unsigned char) b;
    r->shorts[0] = (short) a;
    r->shorts[1] = (short) b;
    r->truth[0] = bool(a);
    r->truth[1] = bool(b);
    r->halves[0] = __half_raw(__half(a)).x;
    r->halves[1] = __half_raw(__half(b)).x;
    r->halves[2] = __nv_cvt_fp8_to_halfraw(byte, __NV_E4M3).x;
    r->halves[3] = __nv_cvt_fp8_to_halfraw(byte, __NV_E5M2).x;
}

__host__ __device__ void convert_one(results *r, int i, const float *f, int n)
{
    if (i < n)
        convert(r, f[i], f[i] * 1.0000001);
    else
        convert_back(r, (unsigned char) (i - n));
}

__global__ void kernel(results *r, const float *f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n + 256)
        convert_one(r + i, i, f, n);
}

const int count = 4000;
results host[count + 256], *device;
float inputs[count], *on_device;

template <class T> T sum_of(int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += float(T(i));
    return T(s);
}

int main()
{
    unsigned seed = 1;
    for (int i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        inputs[i] = ldexpf((seed >> 9) / 4194304.0f - 1.0f, (int) (seed % 40) - 22);
        if (i % 4 == 0) // halfway between two values, or at one
            inputs[i] = ldexpf((float) (i / 4 % 32 + 1) / 16, i / 128 % 36 - 18);
    }
    const float special[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 448, 464, 464.1f, 57344, 61439, 61440, 1e30f, -1e38f, 1e-30f};
    memcpy(inputs, special, sizeof special);
    cudaMalloc(&device, sizeof host);
    cudaMalloc(&on_device, sizeof inputs);
    cudaMemset(device, 0, sizeof host);
    cudaMemcpy(on_device, inputs, sizeof inputs, cudaMemcpyHostToDevice);
    kernel<<<(count + 256 + 127) / 128, 128>>>(device, on_device, count);
    static results back[count + 256];
    cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost);
    int different = 0;
    for (int i = 0; i < count + 256; i++) {
        convert_one(host + i, i, inputs, count);
        if (memcmp(host[i].bits, back[i].bits, 8) || host[i].four.__x != back[i].four.__x || host[i].five.__x != back[i].five.__x || host[i].two.__x != back[i].two.__x ||
            host[i].many.__x != back[i].many.__x)
            printf("%d: %a: bits differ\n", i, inputs[i % count]), different++;
        for (int k = 0; k < 4; k++)
            if ((host[i].values[k] != back[i].values[k] && !(isnan(host[i].values[k]) && isnan(back[i].values[k]))) || host[i].halves[k] != back[i].halves[k])
                printf("%d: value %d: %g %g, %x %x\n", i, k, host[i].values[k], back[i].values[k], host[i].halves[k], back[i].halves[k]), different++;
        for (int k = 0; k < 2; k++)
            if (host[i].whole[k] != back[i].whole[k] || host[i].longs[k] != back[i].longs[k] || host[i].unsigned_longs[k] != back[i].unsigned_longs[k] || host[i].small[k] != back[i].small[k] ||
                host[i].shorts[k] != back[i].shorts[k] || host[i].truth[k] != back[i].truth[k])
                printf("%d: whole %d: %d %d, %ld %ld, %lu %lu, %d %d, %d %d\n", i, k, host[i].whole[k], back[i].whole[k], host[i].longs[k], back[i].longs[k], host[i].unsigned_longs[k], back[i].unsigned_longs[k], host[i].small[k], back[i].small[k], host[i].shorts[k], back[i].shorts[k]), different++;
    }
    printf("%d results differ\n", different);
    printf("%g %g %zu %zu %zu\n", float(sum_of<__nv_fp8_e4m3>(20)), double(sum_of<__nv_fp8_e5m2>(20)), sizeof(__nv_fp8_e4m3), sizeof(__nv_fp8x2_e5m2), sizeof(__nv_fp8x4_e4m3));
    float2 two = make_float2(1.5f, -0.1f), half2_back = __half22float2(__float22half2_rn(two)), bfloat_back = __bfloat1622float2(__float22bfloat162_rn(two));
    printf("%g %.9g %g %.9g\n", half2_back.x, half2_back.y, bfloat_back.x, bfloat_back.y);
    return 0;
}
