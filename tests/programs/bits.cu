// Bits: counting, reversing, Gray codes, an 8x8 transposition, and population counts against the host's.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void inspect(const unsigned *in, int *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned v = in[i];
    out[4 * i] = __popc(v);
    out[4 * i + 1] = __clz((int) v);
    out[4 * i + 2] = __ffs((int) v);
    out[4 * i + 3] = (int) __brev(v);
}

__global__ void gray(unsigned *codes)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    codes[i] = i ^ (i >> 1);
}

__global__ void turn(const unsigned char *rows, unsigned char *columns)
{
    unsigned char c = 0;
    for (int r = 0; r < 8; r++)
        c |= ((rows[r] >> threadIdx.x) & 1) << r;
    columns[threadIdx.x] = c;
}

int main()
{
    unsigned h[6] = {0, 1, 0x80000000u, 0xf0f0f0f0u, 12345, 0xffffffffu}, *d, codes[64], *dc;
    int out[24], *dout;
    unsigned char rows[8] = {1, 3, 7, 15, 31, 63, 127, 255}, columns[8], *dr;
    cudaMalloc((void **) &d, sizeof(h));
    cudaMalloc((void **) &dc, sizeof(codes));
    cudaMalloc((void **) &dout, sizeof(out));
    cudaMalloc((void **) &dr, 16);
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(dr, rows, 8, cudaMemcpyHostToDevice);
    inspect<<<1, 32>>>(d, dout, 6);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; i++)
        printf("%08x: %2d ones, %2d zeros in front, first one %2d, reversed %08x\n", h[i], out[4 * i], out[4 * i + 1], out[4 * i + 2], out[4 * i + 3]);
    gray<<<2, 32>>>(dc);
    cudaMemcpy(codes, dc, sizeof(codes), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 1; i < 64; i++) {
        unsigned change = codes[i] ^ codes[i - 1];
        bad += !change || change & (change - 1);
    }
    printf("%d steps of the Gray code change more than a bit; the last is %u\n", bad, codes[63]);
    turn<<<1, 8>>>(dr, dr + 8);
    cudaMemcpy(columns, dr + 8, 8, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%02x ", columns[i]);
    printf("\n");
    cudaFree(d);
    cudaFree(dc);
    cudaFree(dout);
    cudaFree(dr);
    return 0;
}
