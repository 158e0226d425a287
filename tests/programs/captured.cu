// A graph by stream capture: copies, a fill, kernels and a function of the host, launched again and again.
#include <cuda_runtime.h>
#include <stdio.h>

#define N 256

__global__ void scale(float *p, float by)
{
    p[threadIdx.x] *= by;
}

__global__ void add(float *to, const float *from)
{
    to[threadIdx.x] += from[threadIdx.x];
}

static int rounds;

static void CUDART_CB count(void *data)
{
    rounds += *(int *) data;
}

int main()
{
    float *h, *a, *b, sum = 0;
    int one = 1;
    size_t nodes = 0;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaMallocHost((void **) &h, N * sizeof(float));
    cudaMalloc((void **) &a, N * sizeof(float));
    cudaMalloc((void **) &b, N * sizeof(float));
    cudaMemset(b, 0, N * sizeof(float));
    for (int i = 0; i < N; i++)
        h[i] = (float) i;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(a, h, N * sizeof(float), cudaMemcpyHostToDevice, stream);
    for (int k = 0; k < 3; k++)
        scale<<<1, N, 0, stream>>>(a, 2.0f);
    add<<<1, N, 0, stream>>>(b, a);
    cudaLaunchHostFunc(stream, count, &one);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphGetNodes(graph, NULL, &nodes);
    cudaMemcpy(h + 1, b, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%zu nodes, nothing has run: %g, %d rounds\n", nodes, h[1], rounds);
    h[1] = 1;
    cudaGraphInstantiate(&ready, graph, NULL, NULL, 0);
    for (int k = 0; k < 5; k++)
        cudaGraphLaunch(ready, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(h, b, N * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        sum += h[i];
    printf("%d rounds: %g %g, sum %g\n", rounds, h[1], h[N - 1], sum);
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFreeHost(h);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
