// SPDX-License-Identifier: Apache-2.0
// Launches with a configuration: cudaLaunchKernelEx, cudaLaunchKernelExC.
#include <cstdio>
__global__ void fill(float *x, float v, int n) { int i = threadIdx.x; if (i < n) x[i] = v + i; }
template <typename T> __global__ void twice(T *x) { x[threadIdx.x] *= 2; }
__global__ void none() { }
int main()
{
    float *d, h[8]; cudaMalloc(&d, 32);
    cudaLaunchAttribute a[1]; a[0].id = cudaLaunchAttributeProgrammaticStreamSerialization; a[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t c = {}; c.gridDim = 1; c.blockDim = dim3(8); c.attrs = a; c.numAttrs = 1;
    printf("%d\n", cudaLaunchKernelEx(&c, fill, d, 2, 8));
    printf("%d\n", cudaLaunchKernelEx(&c, twice<float>, d));
    printf("%d\n", cudaLaunchKernelEx(&c, none));
    void *args[] = {&d};
    printf("%d\n", cudaLaunchKernelExC(&c, (const void *) twice<float>, args));
    cudaMemcpy(h, d, 32, cudaMemcpyDeviceToHost); printf("%g %g\n", h[0], h[7]);
}
