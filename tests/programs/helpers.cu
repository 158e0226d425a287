// The helper headers of NVIDIA's samples: checks, command lines, stop watches, comparisons.
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <stdio.h>

__global__ void halve(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 0.5f;
}

int main(int argc, char **argv)
{
    const char *given[] = {"program", "-n=300", "--verbose", "-scale=2.5", "-file=out.bin"};
    char *file = NULL;
    StopWatchInterface *timer = NULL;
    float h[300], want[300], *d;
    int n = getCmdLineArgumentInt(5, given, "n");
    printf("n %d, verbose %d, quiet %d, scale %g", n, checkCmdLineFlag(5, given, "verbose"), checkCmdLineFlag(5, given, "quiet"),
           getCmdLineArgumentFloat(5, given, "scale"));
    printf(", file %s\n", getCmdLineArgumentString(5, given, "file", &file) ? file : "none");
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);
    for (int i = 0; i < n; i++) {
        h[i] = (float) i;
        want[i] = i / 2.0f;
    }
    checkCudaErrors(cudaMalloc((void **) &d, n * sizeof(float)));
    checkCudaErrors(cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice));
    halve<<<2, 256>>>(d, n);
    getLastCudaError("halve");
    checkCudaErrors(cudaDeviceSynchronize());
    checkCudaErrors(cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost));
    sdkStopTimer(&timer);
    printf("%s, %s\n", sdkCompareL2fe(want, h, n, 1e-6f) ? "equal" : "different", sdkGetTimerValue(&timer) > 0 ? "timed" : "not timed");
    sdkDeleteTimer(&timer);
    printf("%d cores, %s\n", _ConvertSMVer2Cores(8, 6), _ConvertSMVer2ArchName(9, 0));
    checkCudaErrors(cudaFree(d));
    return 0;
}
