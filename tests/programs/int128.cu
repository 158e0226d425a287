// __int128 in kernels: products, shifts, divisions and remainders, signed and not, against long division by shifts and subtractions.
#include <cstdio>

typedef unsigned long long u64;

__device__ u64 step(u64 *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

__device__ unsigned __int128 make(u64 *s, u64 kind)
{
    unsigned __int128 v = (unsigned __int128) step(s) << 64 | step(s);
    return v >> (kind % 128);
}

__global__ void divide(unsigned *wrong, u64 *sum)
{
    u64 s = 0x9e3779b97f4a7c15ull * (blockIdx.x * blockDim.x + threadIdx.x + 1), total = 0;
    unsigned bad = 0;
    for (int i = 0; i < 8; i++) {
        unsigned __int128 a = make(&s, step(&s)), b = make(&s, step(&s)), q = 0, r = 0;
        b = b ? b : 1;
        for (int bit = 127; bit >= 0; bit--) {
            bool over = r >> 127;
            r = r << 1 | (a >> bit & 1);
            if (over || r >= b) {
                r -= b;
                q |= (unsigned __int128) 1 << bit;
            }
        }
        bad += a / b != q || a % b != r;
        __int128 x = (__int128) a, y = (__int128) b, z = x / (y ? y : 1);
        bad += z * y + x % y != x;
        total ^= (u64) (q * b) ^ (u64) (a >> 64);
    }
    atomicAdd(wrong, bad);
    atomicXor(sum, total);
}

__global__ void carries(unsigned *out)
{
    unsigned low, high, none, one;
    asm("sub.cc.u32 %0, 5, 7;\n\tsubc.cc.u32 %1, 9, 0;\n\taddc.u32 %2, 0, 0;" : "=r"(low), "=r"(high), "=r"(none));
    asm("sub.cc.u32 %0, 5, 7;\n\taddc.u32 %1, 0, 0;" : "=r"(low), "=r"(one));
    out[0] = low;
    out[1] = high;
    out[2] = none;
    out[3] = one;
}

int main()
{
    unsigned *wrong, *out;
    u64 *sum;
    cudaMallocManaged(&wrong, sizeof *wrong);
    cudaMallocManaged(&sum, sizeof *sum);
    cudaMallocManaged(&out, 4 * sizeof *out);
    *wrong = 0;
    *sum = 0;
    divide<<<8, 64>>>(wrong, sum);
    carries<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%u wrong; %u %u, carries %u %u\n", *wrong, out[0], out[1], out[2], out[3]);
    return 0;
}
