// Streams, events, graphs and managed memory in order: no finding.
#include <cstdio>

__global__ void fill(int *x, int v)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = v + threadIdx.x;
}

__global__ void add(const int *a, const int *b, int *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
}

__global__ void twice(int *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

__global__ void sum_up(const int *x, int n, int *sum)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(sum, x[i]);
}

static void one_stream(int *x, int *y)
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    fill<<<2, 32, 0, s>>>(x, 1);
    twice<<<2, 32, 0, s>>>(x);
    add<<<2, 32, 0, s>>>(x, x, y);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}

static void separate_halves(int *x)
{
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&s[i]);
        fill<<<1, 32, 0, s[i]>>>(x + 32 * i, i);
        twice<<<1, 32, 0, s[i]>>>(x + 32 * i);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++)
        cudaStreamDestroy(s[i]);
}

static void joined_by_an_event(int *x, int *y, int *z)
{
    cudaStream_t a, b;
    cudaEvent_t done;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&done);
    fill<<<2, 32, 0, a>>>(x, 3);
    fill<<<2, 32, 0, b>>>(y, 4);
    cudaEventRecord(done, b);
    cudaStreamWaitEvent(a, done, 0);
    add<<<2, 32, 0, a>>>(x, y, z);
    cudaStreamSynchronize(a);
    cudaEventDestroy(done);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}

static void joined_by_the_host(int *x, int *y)
{
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    fill<<<2, 32, 0, a>>>(x, 5);
    cudaStreamSynchronize(a);
    add<<<2, 32, 0, b>>>(x, x, y);
    cudaStreamSynchronize(b);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}

static void default_stream_waits(int *x, int *y)
{
    cudaStream_t a;
    cudaStreamCreate(&a);
    fill<<<2, 32, 0, a>>>(x, 6);
    add<<<2, 32>>>(x, x, y); // the legacy default stream waits for the others
    twice<<<2, 32, 0, a>>>(x);
    cudaDeviceSynchronize();
    cudaStreamDestroy(a);
}

static void two_readers(int *x, int *y, int *z)
{
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    add<<<2, 32, 0, a>>>(x, x, y);
    add<<<2, 32, 0, b>>>(x, x, z);
    cudaDeviceSynchronize();
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}

static void copies_and_kernels(int *x)
{
    int *host;
    cudaStream_t s[2];
    cudaMallocHost(&host, 64 * sizeof *host);
    for (int i = 0; i < 64; i++)
        host[i] = i;
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&s[i]);
        cudaMemcpyAsync(x + 32 * i, host + 32 * i, 32 * sizeof *x, cudaMemcpyHostToDevice, s[i]);
        twice<<<1, 32, 0, s[i]>>>(x + 32 * i);
        cudaMemcpyAsync(host + 32 * i, x + 32 * i, 32 * sizeof *x, cudaMemcpyDeviceToHost, s[i]);
    }
    cudaDeviceSynchronize();
    printf("%d ", host[63]);
    for (int i = 0; i < 2; i++)
        cudaStreamDestroy(s[i]);
    cudaFreeHost(host);
}

static void double_buffered_copies(int *buffers, int *sum)
{
    int *host;
    cudaStream_t copy, work;
    cudaEvent_t filled[2], used[2];
    cudaMallocHost(&host, 4 * 32 * sizeof *host);
    for (int i = 0; i < 4 * 32; i++)
        host[i] = 1;
    cudaMemset(sum, 0, sizeof *sum);
    cudaStreamCreate(&copy);
    cudaStreamCreate(&work);
    for (int i = 0; i < 2; i++)
        cudaEventCreate(&filled[i]), cudaEventCreate(&used[i]);
    cudaDeviceSynchronize();
    for (int k = 0; k < 4; k++) {
        int *buffer = buffers + k % 2 * 32;
        if (k >= 2)
            cudaStreamWaitEvent(copy, used[k % 2], 0);
        cudaMemcpyAsync(buffer, host + k * 32, 32 * sizeof *buffer, cudaMemcpyHostToDevice, copy);
        cudaEventRecord(filled[k % 2], copy);
        cudaStreamWaitEvent(work, filled[k % 2], 0);
        sum_up<<<1, 32, 0, work>>>(buffer, 32, sum);
        cudaEventRecord(used[k % 2], work);
    }
    cudaDeviceSynchronize();
    int total;
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    printf("%d ", total);
    for (int i = 0; i < 2; i++)
        cudaEventDestroy(filled[i]), cudaEventDestroy(used[i]);
    cudaStreamDestroy(copy);
    cudaStreamDestroy(work);
    cudaFreeHost(host);
}

static void captured_graph(int *x, int *y)
{
    cudaStream_t s;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    fill<<<2, 32, 0, s>>>(x, 1);
    twice<<<2, 32, 0, s>>>(x);
    add<<<2, 32, 0, s>>>(x, x, y);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int k = 0; k < 3; k++)
        cudaGraphLaunch(exec, s);
    cudaStreamSynchronize(s);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(s);
}

static void forked_graph(int *x, int *y, int *z)
{
    cudaStream_t a, b;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork, 0);
    fill<<<2, 32, 0, a>>>(x, 1);
    fill<<<2, 32, 0, b>>>(y, 2);
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(a, join, 0);
    add<<<2, 32, 0, a>>>(x, y, z);
    cudaStreamEndCapture(a, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, a);
    cudaGraphLaunch(exec, a);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}

static void managed_memory()
{
    int *m;
    cudaMallocManaged(&m, 64 * sizeof *m);
    for (int i = 0; i < 64; i++)
        m[i] = i;
    twice<<<2, 32>>>(m);
    cudaDeviceSynchronize();
    printf("%d ", m[63]);
    m[0] = 7;
    twice<<<2, 32>>>(m);
    cudaDeviceSynchronize();
    printf("%d ", m[0]);
    cudaFree(m);
}

static void managed_memory_of_a_stream()
{
    int *m;
    cudaStream_t s;
    cudaEvent_t e;
    cudaStreamCreate(&s);
    cudaEventCreate(&e);
    cudaMallocManaged(&m, 64 * sizeof *m);
    fill<<<2, 32, 0, s>>>(m, 1);
    cudaEventRecord(e, s);
    cudaEventSynchronize(e);
    printf("%d ", m[0]);
    cudaFree(m);
    cudaEventDestroy(e);
    cudaStreamDestroy(s);
}

static void mapped_memory()
{
    int *host, *device;
    cudaHostAlloc(&host, 64 * sizeof *host, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&device, host, 0);
    fill<<<2, 32>>>(device, 2);
    cudaDeviceSynchronize();
    printf("%d ", host[33]);
    cudaFreeHost(host);
}

static void pool_memory()
{
    int *p;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocAsync(&p, 64 * sizeof *p, s);
    fill<<<2, 32, 0, s>>>(p, 3);
    twice<<<2, 32, 0, s>>>(p);
    cudaFreeAsync(p, s);
    cudaMallocAsync(&p, 64 * sizeof *p, s);
    cudaMemsetAsync(p, 0, 64 * sizeof *p, s);
    twice<<<2, 32, 0, s>>>(p);
    cudaFreeAsync(p, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}

static void nonblocking_streams(int *x, int *y)
{
    cudaStream_t a;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    fill<<<2, 32, 0, a>>>(x, 1); // and the default stream works on something else
    fill<<<2, 32>>>(y, 2);
    cudaDeviceSynchronize();
    cudaStreamDestroy(a);
}

int main()
{
    int *x, *y, *z;
    cudaMalloc(&x, 64 * sizeof *x), cudaMemset(x, 0, 64 * sizeof *x);
    cudaMalloc(&y, 64 * sizeof *y), cudaMemset(y, 0, 64 * sizeof *y);
    cudaMalloc(&z, 64 * sizeof *z), cudaMemset(z, 0, 64 * sizeof *z);
    one_stream(x, y);
    separate_halves(x);
    joined_by_an_event(x, y, z);
    joined_by_the_host(x, y);
    default_stream_waits(x, y);
    two_readers(x, y, z);
    copies_and_kernels(x);
    double_buffered_copies(x, y);
    captured_graph(x, y);
    forked_graph(x, y, z);
    managed_memory();
    managed_memory_of_a_stream();
    mapped_memory();
    pool_memory();
    nonblocking_streams(x, y);
    printf("%d\n", cudaDeviceSynchronize());
}
