// A picture in a CUDA array, read through a texture with interpolation, and written through a surface.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define W 8
#define H 4

__global__ void shrink(cudaTextureObject_t picture, float *out)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[y * (W / 2) + x] = tex2D<float>(picture, 2 * x + 1.0f, 2 * y + 1.0f);
}

__global__ void edges(cudaTextureObject_t picture, float *out)
{
    int i = threadIdx.x;
    out[i] = tex2D<float>(picture, i - 2 + 0.5f, 0.5f);
}

__global__ void mirror(cudaTextureObject_t from, cudaSurfaceObject_t to)
{
    int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(tex2D<float>(from, W - 1 - x + 0.5f, y + 0.5f), to, x * (int) sizeof(float), y);
}

__global__ void gather(cudaTextureObject_t table, const int *index, int *out)
{
    out[threadIdx.x] = tex1Dfetch<int>(table, index[threadIdx.x]);
}

static cudaTextureObject_t texture_of(cudaArray_t array, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode mode)
{
    struct cudaResourceDesc resource;
    struct cudaTextureDesc how;
    cudaTextureObject_t texture = 0;
    memset(&resource, 0, sizeof(resource));
    memset(&how, 0, sizeof(how));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    how.addressMode[0] = how.addressMode[1] = mode;
    how.filterMode = filter;
    how.readMode = cudaReadModeElementType;
    cudaCreateTextureObject(&texture, &resource, &how, NULL);
    return texture;
}

int main()
{
    float picture[H][W], small[H / 2][W / 2], row[W + 4], back[H][W];
    float *out;
    cudaArray_t a, b;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            picture[y][x] = (float) (10 * y + x);
    cudaChannelFormatDesc channels = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaMallocArray(&a, &channels, W, H);
    cudaMallocArray(&b, &channels, W, H, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(a, 0, 0, picture, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice);
    cudaMalloc((void **) &out, sizeof(row));

    cudaTextureObject_t smooth = texture_of(a, cudaFilterModeLinear, cudaAddressModeClamp);
    shrink<<<1, dim3(W / 2, H / 2)>>>(smooth, out);
    cudaMemcpy(small, out, sizeof(small), cudaMemcpyDeviceToHost);
    for (int y = 0; y < H / 2; y++) {
        for (int x = 0; x < W / 2; x++)
            printf(" %g", small[y][x]);
        printf("\n");
    }

    cudaTextureObject_t clamped = texture_of(a, cudaFilterModePoint, cudaAddressModeClamp);
    cudaTextureObject_t bordered = texture_of(a, cudaFilterModePoint, cudaAddressModeBorder);
    edges<<<1, W + 4>>>(clamped, out);
    cudaMemcpy(row, out, sizeof(row), cudaMemcpyDeviceToHost);
    printf("clamp:  %g %g %g ... %g %g\n", row[0], row[2], row[3], row[W + 1], row[W + 3]);
    edges<<<1, W + 4>>>(bordered, out);
    cudaMemcpy(row, out, sizeof(row), cudaMemcpyDeviceToHost);
    printf("border: %g %g %g ... %g %g\n", row[0], row[2], row[3], row[W + 1], row[W + 3]);

    struct cudaResourceDesc resource;
    cudaSurfaceObject_t surface;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = b;
    cudaCreateSurfaceObject(&surface, &resource);
    mirror<<<1, dim3(W, H)>>>(clamped, surface);
    cudaMemcpy2DFromArray(back, W * sizeof(float), b, 0, 0, W * sizeof(float), H, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            wrong += back[y][x] != picture[y][W - 1 - x];
    printf("mirrored, %d wrong\n", wrong);

    int table[5] = {7, 5, 3, 2, 1}, index[4] = {4, 0, 2, 2}, found[4], *dt, *di, *df;
    cudaMalloc((void **) &dt, sizeof(table));
    cudaMalloc((void **) &di, sizeof(index));
    cudaMalloc((void **) &df, sizeof(found));
    cudaMemcpy(dt, table, sizeof(table), cudaMemcpyHostToDevice);
    cudaMemcpy(di, index, sizeof(index), cudaMemcpyHostToDevice);
    struct cudaTextureDesc plain;
    cudaTextureObject_t line;
    memset(&plain, 0, sizeof(plain));
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = dt;
    resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned);
    resource.res.linear.sizeInBytes = sizeof(table);
    cudaCreateTextureObject(&line, &resource, &plain, NULL);
    gather<<<1, 4>>>(line, di, df);
    cudaMemcpy(found, df, sizeof(found), cudaMemcpyDeviceToHost);
    printf("gathered %d %d %d %d\n", found[0], found[1], found[2], found[3]);

    cudaDestroyTextureObject(smooth);
    cudaDestroyTextureObject(clamped);
    cudaDestroyTextureObject(bordered);
    cudaDestroyTextureObject(line);
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(a);
    cudaFreeArray(b);
    cudaFree(out);
    cudaFree(dt);
    cudaFree(di);
    cudaFree(df);
    return 0;
}
