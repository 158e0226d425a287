#include <cstdio>
// Tiles of a warp, whose lanes name different members, and lanes that meet behind a branch.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void tiles(const int *x, int *o, int n) {
  auto block = cg::this_thread_block(); auto t8 = cg::tiled_partition<8>(block); auto t16 = cg::tiled_partition<16>(block);
  int i = blockIdx.x * blockDim.x + threadIdx.x; int v = i < n ? x[i] : 0;
  for (int s = t8.size() / 2; s; s /= 2) v += t8.shfl_down(v, s);
  int w = cg::reduce(t16, v, cg::plus<int>()); t16.sync();
  w += t8.any(v > 1000) + t8.shfl(v, 0) + __popc(t16.ballot(v & 1)) + t8.match_any(v & 3);
  if (t8.meta_group_rank() & 1) w += t8.shfl_xor(w, 3);
  if (i < n) o[i] = w;
}
__device__ int agg(int *p) { cg::coalesced_group g = cg::coalesced_threads(); int b; if (g.thread_rank() == 0) b = atomicAdd(p, g.size()); return g.shfl(b, 0) + g.thread_rank(); }
__global__ void filter(const int *x, int *o, int *n, int m) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < m && (x[i] & 3) == 0) o[agg(n)] = x[i]; }
int main()
{
  int n = 1 << 13, *x, *o, *c;
  cudaMallocManaged(&x, 4 * n);
  cudaMallocManaged(&o, 4 * n);
  cudaMallocManaged(&c, 4);
  for (int i = 0; i < n; i++) {
    x[i] = (i * 7919) % 1009;
    o[i] = 0;
  }
  *c = 0;
  tiles<<<n / 256, 256>>>(x, o, n);
  cudaDeviceSynchronize();
  long long h = 0;
  for (int i = 0; i < n; i++) h = h * 31 + o[i];
  printf("%lld\n", h);
  for (int i = 0; i < n; i++) o[i] = 0;
  filter<<<n / 256, 256>>>(x, o, c, n);
  cudaDeviceSynchronize();
  h = 0;
  for (int i = 0; i < n; i++) h += (long long) o[i] * o[i];
  printf("%d %lld\n", *c, h);
}
