// A 1-D stencil with a halo in shared memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 1000
#define RADIUS 3
#define BLOCK_SIZE 64

__global__ void stencil_1d(const int *in, int *out, int n)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
    temp[l] = g < n + RADIUS ? in[g + RADIUS] : 0;
    if (threadIdx.x < RADIUS) {
        temp[l - RADIUS] = in[g];
        temp[l + BLOCK_SIZE] = g + BLOCK_SIZE + RADIUS < n + 2 * RADIUS ? in[g + BLOCK_SIZE + RADIUS] : 0;
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[l + offset];
    if (g < n)
        out[g] = result;
}

void fill_ints(int *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = i % 13;
}

int main(void)
{
    int *in, *out, *d_in, *d_out;
    int in_size = (N + 2 * RADIUS) * sizeof(int), out_size = N * sizeof(int);
    in = (int *) malloc(in_size);
    out = (int *) malloc(out_size);
    fill_ints(in, N + 2 * RADIUS);
    memset(out, 0xff, out_size);
    cudaMalloc((void **) &d_in, in_size);
    cudaMalloc((void **) &d_out, out_size);
    cudaMemcpy(d_in, in, in_size, cudaMemcpyHostToDevice);
    stencil_1d<<<(N + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_in, d_out, N);
    cudaMemcpy(out, d_out, out_size, cudaMemcpyDeviceToHost);
    int i, j;
    for (i = 0; i < N; i++) {
        int want = 0;
        for (j = 0; j <= 2 * RADIUS; j++)
            want += in[i + j];
        if (out[i] != want) {
            printf("wrong at %d: %d instead of %d\n", i, out[i], want);
            goto done;
        }
    }
    printf("%d %d %d %d\n", out[0], out[1], out[500], out[N - 1]);
done:
    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return 0;
}
