// Code by target: <nv/target> on both sides.
#include <nv/target>
#include <cuda/std/atomic>
#include <cstdio>
__host__ __device__ bool on_gpu() { NV_IF_TARGET(NV_IS_HOST, (return false;)); return true; }
__host__ __device__ int where() { NV_IF_ELSE_TARGET(NV_IS_DEVICE, (int x = 1, y = 1; return x + y;), (return 1;)) return 0; }
__host__ __device__ int level() { NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (return 90;), NV_PROVIDES_SM_70, (return 70;), NV_IS_HOST, (return 7;)) return 0; }
__host__ __device__ int both() { int r = 1; NV_IF_TARGET(NV_ANY_TARGET, (r = 5;), (r = 6;)) NV_IF_TARGET(NV_NO_TARGET, (r = 8;)) return r; }
__global__ void k() { printf("%d %d %d %d\n", on_gpu(), where(), level(), both()); }
int main() { printf("%d %d %d %d\n", on_gpu(), where(), level(), both()); k<<<1, 1>>>(); cudaDeviceSynchronize(); }
