#include <cstdio>
__global__ void split(int *out)
{
    int lane = threadIdx.x;
    int v = 0;
    if (lane % 2 == 0) {
        v = lane * 10;
        v += 1;
    } else if (lane < 8) {
        v = -lane;
    } else {
        v = 7;
    }
    out[lane] = v;
}
int main()
{
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    split<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[2], h[3], h[9]);
}
