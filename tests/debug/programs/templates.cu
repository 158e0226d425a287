#include <cstdio>
template <typename T> struct adder {
    T by;
    __device__ T operator()(T v) const { return v + by; }
};
template <typename T, int K, typename F> __global__ void apply(T *x, F f)
{
    T sum = 0;
    for (int k = 0; k < K; k++)
        sum = f(sum);
    x[threadIdx.x] = sum;
}
int main()
{
    float *d, h[4];
    cudaMalloc(&d, sizeof h);
    apply<float, 3><<<1, 4>>>(d, adder<float>{1.5f});
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[3]);
}
