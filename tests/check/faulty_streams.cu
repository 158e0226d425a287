// Launches and copies that nothing orders; the expected findings are in faulty_streams.out.
#include <cstdio>

__global__ void fill(int *x, int v)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = v + threadIdx.x;
}

__global__ void copy(const int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[i];
}

__global__ void twice(int *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

__global__ void count(int *n)
{
    atomicAdd(n, 1);
}

__global__ void reset(int *n)
{
    *n = 0;
}

static cudaStream_t a, b, apart;

static void two_writers(int *x)
{
    fill<<<2, 32, 0, a>>>(x, 1);
    fill<<<1, 32, 0, b>>>(x + 32, 2);
    cudaDeviceSynchronize();
}

static void writer_and_reader(int *x, int *y)
{
    fill<<<2, 32, 0, a>>>(x, 3);
    copy<<<2, 32, 0, b>>>(x, y);
    cudaDeviceSynchronize();
}

static void event_recorded_too_early(int *x, int *y)
{
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventRecord(e, a);
    fill<<<2, 32, 0, a>>>(x, 4);
    cudaStreamWaitEvent(b, e, 0);
    copy<<<2, 32, 0, b>>>(x, y);
    cudaDeviceSynchronize();
    cudaEventDestroy(e);
}

static void event_waited_for_too_late(int *x)
{
    cudaEvent_t e;
    cudaEventCreate(&e);
    fill<<<2, 32, 0, a>>>(x, 5);
    cudaEventRecord(e, a);
    twice<<<2, 32, 0, b>>>(x);
    cudaStreamWaitEvent(b, e, 0);
    cudaDeviceSynchronize();
    cudaEventDestroy(e);
}

static void the_wrong_stream_is_waited_for(int *x, int *y)
{
    fill<<<2, 32, 0, a>>>(x, 6);
    fill<<<2, 32, 0, b>>>(y, 6);
    cudaStreamSynchronize(b);
    twice<<<2, 32, 0, b>>>(x);
    cudaDeviceSynchronize();
}

static void default_stream_and_one_apart(int *x)
{
    fill<<<2, 32>>>(x, 7);
    twice<<<2, 32, 0, apart>>>(x);
    cudaDeviceSynchronize();
}

static void copy_of_what_runs_apart(int *x)
{
    int h[64];
    fill<<<2, 32, 0, apart>>>(x, 8);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost); // waits for the default stream only
    cudaDeviceSynchronize();
}

static void copy_in_another_stream(int *x, int *h)
{
    fill<<<2, 32, 0, a>>>(x, 9);
    cudaMemcpyAsync(h, x, 64 * sizeof *h, cudaMemcpyDeviceToHost, b);
    cudaDeviceSynchronize();
}

static void cleared_in_another_stream(int *x)
{
    cudaMemsetAsync(x, 0, 64 * sizeof *x, a);
    twice<<<2, 32, 0, b>>>(x);
    cudaDeviceSynchronize();
}

static void reset_without_order(int *n)
{
    count<<<2, 32, 0, a>>>(n);
    reset<<<1, 1, 0, b>>>(n);
    cudaDeviceSynchronize();
}

static void branches_of_a_graph(int *x, int *y)
{
    cudaGraph_t g;
    cudaGraphExec_t ready;
    cudaGraphNode_t first, second;
    int v = 1;
    void *fill_args[] = {&x, &v}, *copy_args[] = {&x, &y};
    cudaKernelNodeParams p = {};
    p.func = (void *) fill;
    p.gridDim = dim3(2);
    p.blockDim = dim3(32);
    p.kernelParams = fill_args;
    cudaGraphCreate(&g, 0);
    cudaGraphAddKernelNode(&first, g, NULL, 0, &p);
    p.func = (void *) copy;
    p.kernelParams = copy_args;
    cudaGraphAddKernelNode(&second, g, NULL, 0, &p); // it does not depend on the first
    cudaGraphInstantiate(&ready, g, NULL, NULL, 0);
    cudaGraphLaunch(ready, a);
    cudaStreamSynchronize(a);
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(g);
}

int main()
{
    int *x, *y, *pinned;
    cudaMalloc(&x, 64 * sizeof *x);
    cudaMalloc(&y, 64 * sizeof *y);
    cudaMallocHost(&pinned, 64 * sizeof *pinned);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    two_writers(x);
    writer_and_reader(x, y);
    event_recorded_too_early(x, y);
    event_waited_for_too_late(x);
    the_wrong_stream_is_waited_for(x, y);
    default_stream_and_one_apart(x);
    copy_of_what_runs_apart(x);
    copy_in_another_stream(x, pinned);
    cleared_in_another_stream(x);
    reset_without_order(y);
    branches_of_a_graph(x, y);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaStreamDestroy(apart);
    cudaFree(x);
    cudaFree(y);
    cudaFreeHost(pinned);
}
