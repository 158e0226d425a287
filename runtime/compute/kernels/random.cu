// Generators: random numbers and linspace. Each element is computed from its index alone.
namespace warpcell {

// Philox 4x32-10 (Salmon et al., SC 2011): the random bits of element i are a function of seed, draw and i, so every device
// gives the same numbers, in any order.
__device__ inline uint4 philox(unsigned long seed, unsigned long draw, unsigned long i)
{
    unsigned k0 = seed, k1 = seed >> 32;
    uint4 c = make_uint4(i, i >> 32, draw, draw >> 32);
#pragma unroll
    for (int round = 0; round < 10; round++) {
        unsigned long a = 0xD2511F53ul * c.x, b = 0xCD9E8D57ul * c.z;
        c = make_uint4((unsigned) (b >> 32) ^ c.y ^ k0, b, (unsigned) (a >> 32) ^ c.w ^ k1, a);
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return c;
}

template <class T> __device__ inline T random(unsigned long seed, unsigned long draw, long i);

template <> __device__ inline float random<float>(unsigned long seed, unsigned long draw, long i)
{
    uint4 r = philox(seed, draw, i >> 2);
    unsigned u = (i & 2) ? ((i & 1) ? r.w : r.z) : ((i & 1) ? r.y : r.x);
    return (u >> 8) * 0x1p-24f;
}

template <> __device__ inline double random<double>(unsigned long seed, unsigned long draw, long i)
{
    uint4 r = philox(seed, draw, i >> 1);
    unsigned long u = (i & 1) ? ((unsigned long) r.w << 32 | r.z) : ((unsigned long) r.y << 32 | r.x);
    return (u >> 11) * 0x1p-53;
}

// Box and Muller: two uniform numbers give a point whose coordinates are normal.
template <class T> __device__ inline T randn(unsigned long seed, unsigned long draw, long i);

template <> __device__ inline float randn<float>(unsigned long seed, unsigned long draw, long i)
{
    uint4 r = philox(seed, draw, i >> 2);
    unsigned a = (i & 2) ? r.z : r.x, b = (i & 2) ? r.w : r.y;
    float radius = sqrtf(-2 * logf(((a >> 8) + 1) * 0x1p-24f)), turn = (b >> 8) * 0x1p-23f;
    return radius * ((i & 1) ? sinpif(turn) : cospif(turn));
}

template <> __device__ inline double randn<double>(unsigned long seed, unsigned long draw, long i)
{
    uint4 r = philox(seed, draw, i >> 1);
    unsigned long a = (unsigned long) r.y << 32 | r.x, b = (unsigned long) r.w << 32 | r.z;
    double radius = sqrt(-2 * log(((a >> 11) + 1) * 0x1p-53)), turn = (b >> 11) * 0x1p-52;
    return radius * ((i & 1) ? sinpi(turn) : cospi(turn));
}

template <class T> __device__ inline T linspace(T first, T last, long n, long i)
{
    return i == n - 1 ? last : first + (last - first) / (n - 1) * i;
}

} // namespace warpcell
