// The host does not wait; the expected findings are in faulty_host.out.
#include <cstdio>
#include <cstring>

__global__ void fill(int *x, int v)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void add_up(const int *x, int n, int *sum)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(sum, x[i]);
}

__managed__ int total;

static void reads_without_waiting(int *m)
{
    fill<<<2, 32>>>(m, 5);
    printf("%d\n", m[33]); // what was there before
    cudaDeviceSynchronize();
}

static void writes_too_early(int *m)
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    add_up<<<1, 32, 0, s>>>(m, 64, m + 100);
    for (int i = 0; i < 64; i++)
        m[i] = 1;
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}

static void reads_a_managed_variable(int *m)
{
    add_up<<<1, 32>>>(m, 64, &total);
    int n = total;
    cudaDeviceSynchronize();
    printf("%d\n", n);
}

static void copies_with_memcpy(int *m)
{
    int h[64];
    fill<<<2, 32>>>(m, 6);
    memcpy(h, m, sizeof h);
    cudaDeviceSynchronize();
}

static void waits_for_another_stream(int *m)
{
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    fill<<<2, 32, 0, s>>>(m, 7);
    cudaStreamSynchronize(t);
    printf("%d\n", m[1]);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
}

static void waits_for_an_early_event(int *m)
{
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventRecord(e);
    fill<<<2, 32>>>(m, 8);
    cudaEventSynchronize(e);
    printf("%d\n", m[2]);
    cudaDeviceSynchronize();
    cudaEventDestroy(e);
}

static void uses_a_copy_before_it_is_there(const int *x, int *pinned)
{
    cudaMemcpyAsync(pinned, x, 64 * sizeof *x, cudaMemcpyDeviceToHost, 0);
    printf("%d\n", pinned[3] >= 0);
    cudaDeviceSynchronize();
}

static void refills_a_buffer_in_flight(int *x, int *pinned)
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 64; i++)
            pinned[i] = k + i;
        cudaMemcpyAsync(x + 64 * k, pinned, 64 * sizeof *x, cudaMemcpyHostToDevice, s);
    }
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
}

int main()
{
    int *m, *x, *pinned;
    cudaMallocManaged(&m, 128 * sizeof *m);
    cudaMallocHost(&pinned, 64 * sizeof *pinned);
    cudaMalloc(&x, 128 * sizeof *x);
    cudaMemset(x, 0, 128 * sizeof *x);
    reads_without_waiting(m);
    writes_too_early(m);
    reads_a_managed_variable(m);
    copies_with_memcpy(m);
    waits_for_another_stream(m);
    waits_for_an_early_event(m);
    uses_a_copy_before_it_is_there(x, pinned);
    refills_a_buffer_in_flight(x, pinned);
    cudaFree(m);
    cudaFree(x);
    cudaFreeHost(pinned);
}
