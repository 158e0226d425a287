// Stream-ordered memory of several devices: a pool is a device's, and gives access to others.
#include <cstdio>

__global__ void fill(int *x, int v) { x[threadIdx.x] = v + threadIdx.x; }
__global__ void add(int *to, const int *from) { to[threadIdx.x] += from[threadIdx.x]; }

int main()
{
    cudaStream_t s[2];
    cudaMemPool_t pool[2], made;
    int *x[2], *y, h[32];
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaStreamCreate(&s[d]);
        cudaDeviceGetDefaultMemPool(&pool[d], d);
    }
    cudaPointerAttributes a;
    for (int d = 0; d < 2; d++) { // the stream says whose memory it is
        cudaMallocAsync(&x[d], sizeof h, s[d]);
        cudaPointerGetAttributes(&a, x[d]);
        cudaSetDevice(d);
        fill<<<1, 32, 0, s[d]>>>(x[d], 100 * (d + 1));
        printf("on device %d\n", a.device);
    }
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    printf("%s\n", cudaGetErrorName(cudaMemPoolCreate(&made, &props)));
    cudaMallocFromPoolAsync(&y, sizeof h, made, s[0]);
    cudaPointerGetAttributes(&a, y);
    printf("pool of device %d\n", a.device);

    cudaMemAccessDesc access = {};
    cudaMemAccessFlags flags;
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = 1;
    cudaMemPoolGetAccess(&flags, pool[0], &access.location);
    printf("access before %d", flags);
    access.flags = cudaMemAccessFlagsProtReadWrite;
    printf(", %s", cudaGetErrorName(cudaMemPoolSetAccess(pool[0], &access, 1)));
    cudaMemPoolGetAccess(&flags, pool[0], &access.location);
    printf(", after %d\n", flags);
    cudaStreamSynchronize(s[0]);
    cudaSetDevice(1);
    add<<<1, 32, 0, s[1]>>>(x[1], x[0]);
    cudaMemcpyAsync(h, x[1], sizeof h, cudaMemcpyDeviceToHost, s[1]);
    cudaStreamSynchronize(s[1]);
    printf("%d %d\n", h[0], h[31]);
    cudaFreeAsync(x[0], s[1]); // in a stream of the other device
    cudaFreeAsync(x[1], s[1]);
    cudaFreeAsync(y, s[0]);
    cudaDeviceSynchronize();
    access.location.id = 7;
    printf("%s %s %s\n", cudaGetErrorName(cudaMemPoolSetAccess(pool[0], &access, 1)), cudaGetErrorName(cudaDeviceSetMemPool(1, made)),
           cudaGetErrorName(cudaDeviceGetDefaultMemPool(&made, 9)));
    cudaMemPoolDestroy(made);
}
