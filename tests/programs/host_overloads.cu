// Functions of the host and of the device with one name, in either order: each side calls its own.
#include <cstdio>

__host__ float scaled(float a, float b);
__device__ float scaled(int *state, int id, float a, float b);
__host__ __device__ int both(int a) { return a; }
__device__ int both(int a, int b) { return a + b; }
__device__ int only(float) { return 1; }
int only(int) { return 2; }
namespace n {
template <typename T> T f(T a) { return a; }
template <typename T> __device__ T f(T a, T b) { return a + b; }
struct q { float x; };
float operator+(const q &a, float b) { return a.x - b; }
__device__ float operator+(const q &a, const q &b) { return a.x + b.x; }
} // namespace n

__global__ void kernel(int *state, float *out)
{
    n::q a{1}, b{2};
    out[threadIdx.x] = scaled(state, threadIdx.x, 1, 2) + both(1, 2) + both(3) + only(2.0f) + n::f(1, 2) + (a + b);
}

int main()
{
    int *state;
    float *out;
    cudaMallocManaged(&state, 2 * sizeof(int));
    cudaMallocManaged(&out, 2 * sizeof(float));
    state[0] = state[1] = 5;
    kernel<<<1, 2>>>(state, out);
    cudaDeviceSynchronize();
    printf("%g %g\n", out[0], out[1]);
    printf("%g %d %d %d %g\n", scaled(3, 4), both(9), only(3), n::f(5), n::q{1} + 2.0f);
}

__host__ float scaled(float a, float b) { return a * b; }
__device__ float scaled(int *state, int id, float a, float b) { return state[id] + a + b + id; }
