// Three dimensions: cudaMalloc3D, cudaMemcpy3D, a sum over each level and a box copied out of the middle.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define W 6
#define H 5
#define D 4

__global__ void level_sums(cudaPitchedPtr v, int *sums)
{
    int z = threadIdx.x, s = 0;
    const char *level = (const char *) v.ptr + z * v.pitch * H;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            s += ((const int *) (level + y * v.pitch))[x];
    sums[z] = s;
}

int main()
{
    int h[D][H][W], box[2][3][2], sums[D], *ds;
    cudaPitchedPtr d;
    struct cudaMemcpy3DParms in, out;
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                h[z][y][x] = 100 * z + 10 * y + x;
    cudaMalloc3D(&d, make_cudaExtent(W * sizeof(int), H, D));
    cudaMalloc((void **) &ds, sizeof(sums));

    memset(&in, 0, sizeof(in));
    in.srcPtr = make_cudaPitchedPtr(h, W * sizeof(int), W, H);
    in.dstPtr = d;
    in.extent = make_cudaExtent(W * sizeof(int), H, D);
    in.kind = cudaMemcpyHostToDevice;
    printf("%s\n", cudaGetErrorString(cudaMemcpy3D(&in)));
    level_sums<<<1, D>>>(d, ds);
    cudaMemcpy(sums, ds, sizeof(sums), cudaMemcpyDeviceToHost);
    for (int z = 0; z < D; z++)
        printf("level %d: %d\n", z, sums[z]);

    memset(&out, 0, sizeof(out));
    out.srcPtr = d;
    out.srcPos = make_cudaPos(2 * sizeof(int), 1, 1);
    out.dstPtr = make_cudaPitchedPtr(box, 2 * sizeof(int), 2, 3);
    out.extent = make_cudaExtent(2 * sizeof(int), 3, 2);
    out.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&out);
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 3; y++)
            printf("%4d%4d\n", box[z][y][0], box[z][y][1]);
    cudaFree(d.ptr);
    cudaFree(ds);
    return 0;
}
