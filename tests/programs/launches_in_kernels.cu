// Kernels that launch kernels: a sort that hands one side of its partition to another grid, and a sum that waits for its halves.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

const int SMALL = 24;

__device__ void insertion(int *a, int lo, int hi)
{
    for (int i = lo + 1; i <= hi; i++) {
        int v = a[i], j = i;
        for (; j > lo && a[j - 1] > v; j--)
            a[j] = a[j - 1];
        a[j] = v;
    }
}

// Everything below the value at the end comes to the front; returns where that value belongs.
__device__ int split(int *a, int lo, int hi)
{
    int v = a[hi], to = lo;
    for (int i = lo; i < hi; i++)
        if (a[i] < v) {
            int t = a[to];
            a[to++] = a[i];
            a[i] = t;
        }
    a[hi] = a[to];
    a[to] = v;
    return to;
}

__global__ void sort_range(int *a, int lo, int hi)
{
    while (hi - lo > SMALL) {
        int at = split(a, lo, hi);
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        sort_range<<<1, 1, 0, s>>>(a, lo, at - 1);
        cudaStreamDestroy(s);
        lo = at + 1;
    }
    insertion(a, lo, hi);
}

// The sum of n values is left in x[0]. A kernel may wait for those it has launched, as until CUDA 11.
__global__ void sum_of(int *x, int n)
{
    if (n < 8) {
        for (int i = 1; i < n; i++)
            x[0] += x[i];
        return;
    }
    sum_of<<<1, 1>>>(x, n / 2);
    sum_of<<<1, 1>>>(x + n / 2, n - n / 2);
    if (cudaDeviceSynchronize() == cudaSuccess)
        x[0] += x[n / 2];
}

int main()
{
    std::vector<int> h(5000);
    for (int &v : h)
        v = rand() % 10000;
    int *d, n = (int) h.size(), total = 0;
    for (int v : h)
        total += v;
    cudaMalloc(&d, n * sizeof(int));
    cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    sort_range<<<1, 1>>>(d, 0, n - 1);
    cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
    puts(std::is_sorted(h.begin(), h.end()) ? "sorted" : "NOT sorted");
    sum_of<<<1, 1>>>(d, n);
    cudaMemcpy(h.data(), d, sizeof(int), cudaMemcpyDeviceToHost);
    puts(h[0] == total ? "summed" : "NOT the sum");
    puts(cudaGetErrorString(cudaGetLastError()));
    cudaFree(d);
}
