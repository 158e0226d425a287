/* SPDX-License-Identifier: Apache-2.0 */
/* One thread for each element of an n x n matrix; shapes.py launches them in blocks of many shapes. */
__device__ int column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int row() { return (blockIdx.y * blockDim.y + threadIdx.y) * blockDim.z + threadIdx.z; }

extern "C" __global__ void saxpy2d(int n, const float *a, const float *b, float *c) {
    int x = column(), y = row();
    if (x < n && y < n) c[y * n + x] = 2 * a[y * n + x] + b[y * n + x];
}

extern "C" __global__ void stencil(int n, const float *a, const float *b, float *c) {
    int x = column(), y = row();
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    const float *p = a + y * n + x;
    c[y * n + x] = 0.2f * (p[0] + p[-1] + p[1] + p[-n] + p[n]);
}

extern "C" __global__ void transpose2d(int n, const float *a, const float *b, float *c) {
    int x = column(), y = row();
    if (x < n && y < n) c[x * n + y] = a[y * n + x];
}

extern "C" __global__ void matmul(int n, const float *a, const float *b, float *c) {
    int x = column(), y = row();
    if (x >= n || y >= n) return;
    float s = 0;
    for (int k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x];
    c[y * n + x] = s;
}

/* The index of the block's thread, as a kernel for one dimension has it. */
extern "C" __global__ void flat(int n, const float *a, const float *b, float *c) {
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x,
        i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y * blockDim.z + thread;
    if (i < n * n) c[i] = a[i] * b[i] + 1;
}

/* Four elements for each thread; a quarter of the threads have some. */
extern "C" __global__ void vectors(int n, const float4 *a, const float4 *b, float4 *c) {
    int x = column(), y = row();
    if (x >= n || y >= n / 4) return;
    float4 v = a[y * n + x], w = b[y * n + x];
    c[y * n + x] = make_float4(v.x + w.x, v.y + w.y, v.z + w.z, v.w + w.w);
}

extern "C" __global__ void bytes(int n, const unsigned char *a, const unsigned char *b, unsigned char *c) {
    int x = column(), y = row();
    if (x < n && y < n) c[y * n + x] = (a[y * n + x] + b[y * n + x]) / 2;
}
