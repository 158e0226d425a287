// Launches, copies and the host in order, by each means that CUDA has: no finding.
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

__global__ void odd_bytes(char *x, int first)
{
    x[2 * threadIdx.x + first] = first;
}

// Gives its result to a consumer that may run already.
__global__ void produce(int *data, int *flag)
{
    data[threadIdx.x] = threadIdx.x + 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicExch(flag, 1);
}

__global__ void consume(const int *data, int *flag, int *sum)
{
    if (threadIdx.x == 0)
        while (atomicAdd(flag, 0) == 0)
            ;
    __syncthreads();
    __threadfence();
    atomicAdd(sum, data[threadIdx.x]);
}

__global__ void announce(int *data, volatile int *flag)
{
    data[threadIdx.x] = 2 * threadIdx.x;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_system();
        *flag = 1;
    }
}

static cudaStream_t a, b, apart;

static void an_event_between(int *x, int *y)
{
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    fill<<<2, 32, 0, a>>>(x, 1);
    cudaEventRecord(e, a);
    cudaStreamWaitEvent(b, e, 0);
    copy<<<2, 32, 0, b>>>(x, y);
    cudaEventRecord(e, b);
    cudaStreamWaitEvent(apart, e, 0);
    twice<<<2, 32, 0, apart>>>(y);
    cudaEventRecord(e, apart);
    cudaEventSynchronize(e);
    twice<<<2, 32, 0, a>>>(y);
    cudaDeviceSynchronize();
    cudaEventDestroy(e);
}

static void events_along_a_chain(int *x)
{
    cudaEvent_t e[2];
    cudaStream_t s[3];
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++)
        cudaEventCreate(&e[i]);
    fill<<<2, 32, 0, s[0]>>>(x, 1);
    cudaEventRecord(e[0], s[0]);
    cudaStreamWaitEvent(s[1], e[0], 0); // nothing runs there
    cudaEventRecord(e[1], s[1]);
    cudaStreamWaitEvent(s[2], e[1], 0);
    twice<<<2, 32, 0, s[2]>>>(x);
    for (int i = 0; i < 3; i++)
        cudaStreamSynchronize(s[i]), cudaStreamDestroy(s[i]);
    for (int i = 0; i < 2; i++)
        cudaEventDestroy(e[i]);
}

static void the_default_stream_between(int *x)
{
    int h[64];
    fill<<<2, 32, 0, a>>>(x, 1);
    twice<<<2, 32>>>(x);
    twice<<<2, 32, 0, b>>>(x);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    twice<<<2, 32, 0, a>>>(x);
    cudaMemset(x, 0, sizeof h);
    twice<<<2, 32, 0, b>>>(x);
    cudaDeviceSynchronize();
}

static void the_host_between(int *x)
{
    fill<<<2, 32, 0, a>>>(x, 1);
    cudaStreamSynchronize(a);
    twice<<<2, 32, 0, apart>>>(x);
    while (cudaStreamQuery(apart) == cudaErrorNotReady)
        ;
    twice<<<2, 32>>>(x);
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventRecord(e);
    while (cudaEventQuery(e) != cudaSuccess)
        ;
    twice<<<2, 32, 0, apart>>>(x);
    cudaDeviceSynchronize();
    cudaEventDestroy(e);
}

static void separate_parts(int *x, int *y, int *n, char *bytes)
{
    copy<<<1, 32, 0, a>>>(x, y);
    copy<<<1, 32, 0, b>>>(x, y + 32);
    count<<<2, 32, 0, a>>>(n);
    count<<<2, 32, 0, b>>>(n);
    odd_bytes<<<1, 32, 0, a>>>(bytes, 0);
    odd_bytes<<<1, 32, 0, b>>>(bytes, 1);
    cudaDeviceSynchronize();
}

static void two_kernels_with_a_flag(int *data, int *flag, int *sum)
{
    cudaMemset(flag, 0, sizeof *flag);
    cudaMemset(sum, 0, sizeof *sum);
    cudaDeviceSynchronize();
    produce<<<1, 32, 0, a>>>(data, flag);
    consume<<<1, 32, 0, b>>>(data, flag, sum);
    cudaDeviceSynchronize();
}

static void a_flag_for_the_host(int *data, volatile int *flag)
{
    *flag = 0;
    announce<<<1, 32, 0, apart>>>(data, (int *) flag);
    while (!*flag)
        ;
    if (data[3] != 6)
        printf("wrong\n");
    cudaDeviceSynchronize();
}

static void two_buffers(int *x, int *pinned)
{
    cudaEvent_t free_again[2];
    for (int i = 0; i < 2; i++)
        cudaEventCreate(&free_again[i]);
    for (int k = 0; k < 6; k++) {
        int *buffer = pinned + 32 * (k % 2);
        if (k >= 2)
            cudaEventSynchronize(free_again[k % 2]);
        for (int i = 0; i < 32; i++)
            buffer[i] = k + i;
        cudaMemcpyAsync(x + 32 * (k % 2), buffer, 32 * sizeof *x, cudaMemcpyHostToDevice, a);
        twice<<<1, 32, 0, a>>>(x + 32 * (k % 2));
        cudaEventRecord(free_again[k % 2], a);
    }
    cudaStreamSynchronize(a);
    for (int i = 0; i < 2; i++)
        cudaEventDestroy(free_again[i]);
}

static void pageable_memory(int *x)
{
    int h[64];
    fill<<<2, 32, 0, a>>>(x, 1);
    cudaMemcpyAsync(h, x, sizeof h, cudaMemcpyDeviceToHost, a); // waits: the memory is pageable
    if (h[1] != 2)
        printf("wrong\n");
    cudaStreamSynchronize(a);
}

static void managed_in_turns(int *m)
{
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 64; i++)
            m[i] = k;
        twice<<<2, 32, 0, k ? a : 0>>>(m);
        cudaStreamSynchronize(k ? a : 0);
        if (m[5] != 2 * k)
            printf("wrong\n");
    }
    fill<<<1, 32, 0, a>>>(m, 1);
    m[32] = 4; // another element
    cudaDeviceSynchronize();
}

static void called_back(void *m)
{
    ((int *) m)[0]++;
}

static void a_host_function_in_the_stream(int *m)
{
    fill<<<2, 32, 0, a>>>(m, 1);
    cudaLaunchHostFunc(a, called_back, m);
    twice<<<2, 32, 0, a>>>(m);
    cudaStreamSynchronize(a);
    if (m[0] != 4)
        printf("wrong\n");
}

static void a_graph(int *x, int *y)
{
    cudaGraph_t g;
    cudaGraphExec_t ready;
    cudaGraphNode_t first, second, third;
    int v = 1;
    void *fill_args[] = {&x, &v}, *copy_args[] = {&x, &y}, *twice_args[] = {&x};
    cudaKernelNodeParams p = {};
    p.func = (void *) fill;
    p.gridDim = dim3(2);
    p.blockDim = dim3(32);
    p.kernelParams = fill_args;
    cudaGraphCreate(&g, 0);
    cudaGraphAddKernelNode(&first, g, NULL, 0, &p);
    p.func = (void *) copy;
    p.kernelParams = copy_args;
    cudaGraphAddKernelNode(&second, g, &first, 1, &p);
    p.func = (void *) twice;
    p.kernelParams = twice_args;
    cudaGraphAddKernelNode(&third, g, &second, 1, &p);
    cudaGraphInstantiate(&ready, g, NULL, NULL, 0);
    fill<<<2, 32, 0, a>>>(x, 3);
    cudaGraphLaunch(ready, a);
    cudaGraphLaunch(ready, a);
    twice<<<2, 32, 0, a>>>(y);
    cudaStreamSynchronize(a);
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(g);
}

static void memory_used_again(void)
{
    for (int k = 0; k < 4; k++) {
        int *x;
        cudaMallocAsync(&x, 64 * sizeof *x, k % 2 ? a : b);
        fill<<<2, 32, 0, k % 2 ? a : b>>>(x, k);
        cudaFreeAsync(x, k % 2 ? a : b);
    }
    cudaDeviceSynchronize();
}

int main()
{
    int *x, *y, *n, *m, *pinned;
    char *bytes;
    cudaMalloc(&x, 64 * sizeof *x);
    cudaMalloc(&y, 64 * sizeof *y);
    cudaMalloc(&n, sizeof *n);
    cudaMalloc(&bytes, 64);
    cudaMemset(n, 0, sizeof *n);
    cudaMallocManaged(&m, 65 * sizeof *m);
    cudaMallocHost(&pinned, 64 * sizeof *pinned);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    an_event_between(x, y);
    events_along_a_chain(x);
    the_default_stream_between(x);
    the_host_between(x);
    separate_parts(x, y, n, bytes);
    two_kernels_with_a_flag(x, n, y);
    a_flag_for_the_host(m, m + 64);
    two_buffers(x, pinned);
    pageable_memory(x);
    managed_in_turns(m);
    a_host_function_in_the_stream(m);
    a_graph(x, y);
    memory_used_again();
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaStreamDestroy(apart);
    cudaFree(x);
    cudaFree(y);
    cudaFree(n);
    cudaFree(m);
    cudaFree(bytes);
    cudaFreeHost(pinned);
    printf("0\n");
}
