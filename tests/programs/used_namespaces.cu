// A namespace of std that is named without std::, beside kernels, which do not see the directive before it.
#include <chrono>
#include <cstdio>
using namespace std;
using namespace chrono;
using namespace literals::chrono_literals;

__global__ void twice(int *p) { p[threadIdx.x] *= 2; }

int main()
{
    auto start = high_resolution_clock::now();
    int values[4] = {1, 2, 3, 4}, *d;
    cudaMalloc(&d, sizeof values);
    cudaMemcpy(d, values, sizeof values, cudaMemcpyHostToDevice);
    twice<<<1, 4>>>(d);
    cudaMemcpy(values, d, sizeof values, cudaMemcpyDeviceToHost);
    auto took = duration_cast<microseconds>(high_resolution_clock::now() - start);
    milliseconds wait = 2s + 5ms;
    printf("%d %d %d %d, %d, %d\n", values[0], values[1], values[2], values[3], took.count() >= 0, (int) wait.count());
}
