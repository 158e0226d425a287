// Random walks with a generator of one's own, one for each thread.
#include <cstdio>
#include <cstdlib>

__device__ unsigned next(unsigned &state)
{
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}

__global__ void walk(int *where, int steps)
{
    unsigned state = threadIdx.x + blockIdx.x * blockDim.x;
    int x = 0;
    for (int i = 0; i < steps; i++)
        x += next(state) & 1 ? 1 : -1;
    where[threadIdx.x + blockIdx.x * blockDim.x] = x;
}

int main()
{
    const int n = 512, steps = 200;
    int *d, h[n], far = 0;
    long sum = 0, squares = 0;
    cudaMalloc(&d, sizeof(h));
    walk<<<n / 64, 64>>>(d, steps);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        sum += h[i];
        squares += h[i] * h[i];
        far = max(far, abs(h[i]));
    }
    printf("mean %.4f, mean square %.4f, farthest %d\n", double(sum) / n, double(squares) / n, far);
    cudaFree(d);
}
