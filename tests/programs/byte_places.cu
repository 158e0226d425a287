#include <cstdio>
// Bytes permuted and fields inserted at constant places, which become vector instructions of their own.
__global__ void k(unsigned *o, unsigned long long *q)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = i * 2654435761u, b = ~a * 40503u + i, r = 0, u;
  unsigned long long x = ((unsigned long long) a << 32 | b) * 0x9e3779b97f4a7c15ull, y = ~x * 3, z = 0, t;
  r = r * 31 + __byte_perm(a + 0, b ^ 0, 13120);
  asm("bfi.b32 %0, %1, %2, 16, 31;" : "=r"(u) : "r"(a + 0), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 16, 31;" : "=l"(t) : "l"(x + 0), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 1, b ^ 1, 880);
  asm("bfi.b32 %0, %1, %2, 5, 1;" : "=r"(u) : "r"(a + 1), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 5, 1;" : "=l"(t) : "l"(x + 1), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 2, b ^ 2, 25461);
  asm("bfi.b32 %0, %1, %2, 33, 1;" : "=r"(u) : "r"(a + 2), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 33, 1;" : "=l"(t) : "l"(x + 2), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 3, b ^ 3, 13120);
  asm("bfi.b32 %0, %1, %2, 8, 0;" : "=r"(u) : "r"(a + 3), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 8, 0;" : "=l"(t) : "l"(x + 3), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 4, b ^ 4, 9315);
  asm("bfi.b32 %0, %1, %2, 31, 4;" : "=r"(u) : "r"(a + 4), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 31, 4;" : "=l"(t) : "l"(x + 4), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 5, b ^ 5, 10017);
  asm("bfi.b32 %0, %1, %2, 5, 0;" : "=r"(u) : "r"(a + 5), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 5, 0;" : "=l"(t) : "l"(x + 5), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 6, b ^ 6, 12816);
  asm("bfi.b32 %0, %1, %2, 8, 8;" : "=r"(u) : "r"(a + 6), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 8, 8;" : "=l"(t) : "l"(x + 6), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 7, b ^ 7, 21538);
  asm("bfi.b32 %0, %1, %2, 8, 64;" : "=r"(u) : "r"(a + 7), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 8, 64;" : "=l"(t) : "l"(x + 7), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 8, b ^ 8, 25379);
  asm("bfi.b32 %0, %1, %2, 16, 0;" : "=r"(u) : "r"(a + 8), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 16, 0;" : "=l"(t) : "l"(x + 8), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 9, b ^ 9, 21520);
  asm("bfi.b32 %0, %1, %2, 31, 4;" : "=r"(u) : "r"(a + 9), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 31, 4;" : "=l"(t) : "l"(x + 9), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 10, b ^ 10, 20802);
  asm("bfi.b32 %0, %1, %2, 16, 65;" : "=r"(u) : "r"(a + 10), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 16, 65;" : "=l"(t) : "l"(x + 10), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 11, b ^ 11, 16720);
  asm("bfi.b32 %0, %1, %2, 24, 16;" : "=r"(u) : "r"(a + 11), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 24, 16;" : "=l"(t) : "l"(x + 11), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 12, b ^ 12, 17472);
  asm("bfi.b32 %0, %1, %2, 70, 31;" : "=r"(u) : "r"(a + 12), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 70, 31;" : "=l"(t) : "l"(x + 12), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 13, b ^ 13, 10098);
  asm("bfi.b32 %0, %1, %2, 0, 16;" : "=r"(u) : "r"(a + 13), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 0, 16;" : "=l"(t) : "l"(x + 13), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 14, b ^ 14, 1616);
  asm("bfi.b32 %0, %1, %2, 33, 32;" : "=r"(u) : "r"(a + 14), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 33, 32;" : "=l"(t) : "l"(x + 14), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 15, b ^ 15, 21520);
  asm("bfi.b32 %0, %1, %2, 31, 65;" : "=r"(u) : "r"(a + 15), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 31, 65;" : "=l"(t) : "l"(x + 15), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 16, b ^ 16, 8304);
  asm("bfi.b32 %0, %1, %2, 63, 8;" : "=r"(u) : "r"(a + 16), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 63, 8;" : "=l"(t) : "l"(x + 16), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 17, b ^ 17, 22321);
  asm("bfi.b32 %0, %1, %2, 33, 31;" : "=r"(u) : "r"(a + 17), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 33, 31;" : "=l"(t) : "l"(x + 17), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 18, b ^ 18, 1092);
  asm("bfi.b32 %0, %1, %2, 16, 33;" : "=r"(u) : "r"(a + 18), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 16, 33;" : "=l"(t) : "l"(x + 18), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 19, b ^ 19, 1105);
  asm("bfi.b32 %0, %1, %2, 31, 1;" : "=r"(u) : "r"(a + 19), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 31, 1;" : "=l"(t) : "l"(x + 19), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 20, b ^ 20, 9555);
  asm("bfi.b32 %0, %1, %2, 24, 16;" : "=r"(u) : "r"(a + 20), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 24, 16;" : "=l"(t) : "l"(x + 20), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 21, b ^ 21, 1092);
  asm("bfi.b32 %0, %1, %2, 1, 16;" : "=r"(u) : "r"(a + 21), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 1, 16;" : "=l"(t) : "l"(x + 21), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 22, b ^ 22, 4677);
  asm("bfi.b32 %0, %1, %2, 64, 4;" : "=r"(u) : "r"(a + 22), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 64, 4;" : "=l"(t) : "l"(x + 22), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 23, b ^ 23, 628);
  asm("bfi.b32 %0, %1, %2, 1, 65;" : "=r"(u) : "r"(a + 23), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 1, 65;" : "=l"(t) : "l"(x + 23), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 24, b ^ 24, 1092);
  asm("bfi.b32 %0, %1, %2, 31, 0;" : "=r"(u) : "r"(a + 24), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 31, 0;" : "=l"(t) : "l"(x + 24), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 25, b ^ 25, 29779);
  asm("bfi.b32 %0, %1, %2, 64, 32;" : "=r"(u) : "r"(a + 25), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 64, 32;" : "=l"(t) : "l"(x + 25), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 26, b ^ 26, 28674);
  asm("bfi.b32 %0, %1, %2, 24, 8;" : "=r"(u) : "r"(a + 26), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 24, 8;" : "=l"(t) : "l"(x + 26), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 27, b ^ 27, 4146);
  asm("bfi.b32 %0, %1, %2, 70, 65;" : "=r"(u) : "r"(a + 27), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 70, 65;" : "=l"(t) : "l"(x + 27), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 28, b ^ 28, 8546);
  asm("bfi.b32 %0, %1, %2, 31, 31;" : "=r"(u) : "r"(a + 28), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 31, 31;" : "=l"(t) : "l"(x + 28), "l"(y)); z = z * 17 + t;
  r = r * 31 + __byte_perm(a + 29, b ^ 29, 17922);
  asm("bfi.b32 %0, %1, %2, 5, 33;" : "=r"(u) : "r"(a + 29), "r"(r)); r ^= u; asm("bfi.b64 %0, %1, %2, 5, 33;" : "=l"(t) : "l"(x + 29), "l"(y)); z = z * 17 + t;
  o[i] = r;
  q[i] = z;
}

int main()
{
  unsigned *o;
  unsigned long long *q, h = 0;
  cudaMallocManaged(&o, 4096 * 4);
  cudaMallocManaged(&q, 4096 * 8);
  k<<<16, 256>>>(o, q);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4096; i++) h = h * 1000003 + o[i] + q[i];
  printf("%llx\n", h);
}
