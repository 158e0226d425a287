// One kernel that is launched three times, on the same memory.
#include <cstdio>

__global__ void add(int *p, float *share, int n)
{
    p[0] += n;
    p[1] = p[0] * 2;
    *share = 1.0f / n;
}

int main()
{
    int *p;
    float *share;
    cudaMallocManaged(&p, 2 * sizeof *p);
    cudaMallocManaged(&share, sizeof *share);
    for (int n = 1; n < 4; n++)
        add<<<1, 1>>>(p, share, n);
    cudaDeviceSynchronize();
    printf("%d %d %g\n", p[0], p[1], *share);
}
