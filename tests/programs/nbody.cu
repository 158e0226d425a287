// A few bodies under gravity with float3 and float4, tiles in shared memory; compared with the host in double.
#include <cstdio>
#include <cmath>
#include <cstdlib>
#define P 32

__device__ float3 interact(float4 a, float4 b, float3 acc)
{
    float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
    float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
    float inv = 1.0f / sqrtf(d2), s = b.w * inv * inv * inv;
    acc.x += dx * s;
    acc.y += dy * s;
    acc.z += dz * s;
    return acc;
}

__global__ void forces(const float4 *bodies, float3 *out, int n)
{
    __shared__ float4 tile[P];
    int i = blockIdx.x * P + threadIdx.x;
    float4 me = bodies[i];
    float3 acc = make_float3(0, 0, 0);
    for (int t = 0; t < n / P; t++) {
        tile[threadIdx.x] = bodies[t * P + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < P; j++)
            acc = interact(me, tile[j], acc);
        __syncthreads();
    }
    out[i] = acc;
}

int main()
{
    const int n = 128;
    float4 h[n], *d;
    float3 f[n], *df;
    for (int i = 0; i < n; i++) {
        h[i].x = (i * 37 % 101) / 10.0f;
        h[i].y = (i * 53 % 97) / 10.0f;
        h[i].z = (i * 71 % 89) / 10.0f;
        h[i].w = 1 + i % 3;
    }
    cudaMalloc(&d, sizeof(h));
    cudaMalloc(&df, sizeof(f));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    forces<<<n / P, P>>>(d, df, n);
    cudaMemcpy(f, df, sizeof(f), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double x = 0, y = 0, z = 0;
        for (int j = 0; j < n; j++) {
            double dx = h[j].x - h[i].x, dy = h[j].y - h[i].y, dz = h[j].z - h[i].z;
            double r = pow(dx * dx + dy * dy + dz * dz + 0.01, -1.5) * h[j].w;
            x += dx * r, y += dy * r, z += dz * r;
        }
        double e = fabs(x - f[i].x) + fabs(y - f[i].y) + fabs(z - f[i].z);
        double size = fabs(x) + fabs(y) + fabs(z);
        worst = fmax(worst, e / size);
    }
    printf("%d bodies, %s, f[5] = %.3f %.3f %.3f\n", n, worst < 1e-4 ? "as the host" : "not as the host", f[5].x, f[5].y, f[5].z);
    cudaFree(d);
    cudaFree(df);
}
