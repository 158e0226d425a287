// All variables of a declaration with __managed__ are variables of the host, too.
#include <cstdio>
#include <cuda/std/atomic>
__managed__ int one = 1, two{2}, row[3] = {1, 2, 3}, *where;
__managed__ cuda::std::atomic<int> a{1}, b{2};
__device__ int d1 = 4, d2{5};
__global__ void k()
{
    one += d1;
    two += d2;
    row[2]++;
    b.fetch_add(3);
}
int main()
{
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    where = &two;
    int copied;
    cudaMemcpyFromSymbol(&copied, d2, sizeof copied);
    printf("%d %d %d %d %d %d %d\n", one, two, row[2], *where, a.load(), b.load(), copied);
}
