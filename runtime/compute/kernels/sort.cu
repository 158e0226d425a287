// Radix sort, least significant digit first: Bits bits a pass. In each pass every warp counts the digits of its chunk; a scan over
// (digit, chunk) says where each chunk's keys of a digit go; then every warp moves its keys there. Lanes with equal digits find each
// other with __match_any_sync and write in lane order, so each pass, and the whole sort, is stable.
namespace warpcell {

// Keys as unsigned numbers in the same order. -0 and 0 are equal, and NaN comes last.
__device__ inline unsigned ordered(bool v) { return v; }
__device__ inline unsigned ordered(unsigned char v) { return v; }
__device__ inline unsigned ordered(unsigned short v) { return v; }
__device__ inline unsigned ordered(unsigned v) { return v; }
__device__ inline unsigned long ordered(unsigned long v) { return v; }
__device__ inline unsigned long ordered(unsigned long long v) { return v; }
__device__ inline unsigned ordered(signed char v) { return (unsigned) (v + 128); }
__device__ inline unsigned ordered(char v) { return (unsigned) (v + 128); }
__device__ inline unsigned ordered(short v) { return (unsigned) (v + 32768); }
__device__ inline unsigned ordered(int v) { return (unsigned) v ^ 0x80000000u; }
__device__ inline unsigned long ordered(long v) { return (unsigned long) v ^ 0x8000000000000000ul; }
__device__ inline unsigned long ordered(long long v) { return (unsigned long) v ^ 0x8000000000000000ul; }
__device__ inline unsigned ordered(float v)
{
    const int bits = __float_as_int(v + 0.0f);
    return v != v ? ~0u : (unsigned) (bits ^ ((bits >> 31) | 0x80000000));
}
__device__ inline unsigned long ordered(double v)
{
    const long bits = __double_as_longlong(v + 0.0);
    return v != v ? ~0ul : (unsigned long) (bits ^ ((bits >> 63) | 0x8000000000000000l));
}

template <class T, int Bits>
__global__ void radix_count(unsigned n, unsigned chunk, unsigned shift, const T *keys, unsigned *counts)
{
    constexpr unsigned digits = 1 << Bits;
    __shared__ unsigned mine[digits];
    for (unsigned d = threadIdx.x; d < digits; d += 32)
        mine[d] = 0;
    __syncwarp();
    const unsigned first = blockIdx.x * chunk, end = first + chunk < n ? first + chunk : n;
    const unsigned below = (1u << threadIdx.x) - 1;
    for (unsigned base = first; base < end; base += 32) {
        const unsigned i = base + threadIdx.x;
        const unsigned digit = i < end ? (unsigned) (ordered(keys[i]) >> shift & (digits - 1)) : digits;
        const unsigned equal = __match_any_sync(~0u, digit);
        if (i < end && !(equal & below))
            mine[digit] += __popc(equal);
        __syncwarp();
    }
    __syncwarp();
    for (unsigned d = threadIdx.x; d < digits; d += 32)
        counts[d * gridDim.x + blockIdx.x] = mine[d];
}

template <class T, int Bits, bool WithIndex>
__global__ void radix_move(unsigned n, unsigned chunk, unsigned shift, const T *keys, const int *index,
                           const unsigned *starts, T *to_keys, int *to_index)
{
    constexpr unsigned digits = 1 << Bits;
    __shared__ unsigned next[digits];
    for (unsigned d = threadIdx.x; d < digits; d += 32)
        next[d] = starts[d * gridDim.x + blockIdx.x];
    __syncwarp();
    const unsigned first = blockIdx.x * chunk, end = first + chunk < n ? first + chunk : n;
    const unsigned below = (1u << threadIdx.x) - 1;
    for (unsigned base = first; base < end; base += 32) {
        const unsigned i = base + threadIdx.x;
        const bool here = i < end;
        const T key = keys[here ? i : end - 1];
        const unsigned digit = here ? (unsigned) (ordered(key) >> shift & (digits - 1)) : digits;
        const unsigned equal = __match_any_sync(~0u, digit);
        const unsigned at = here ? next[digit] + __popc(equal & below) : 0;
        __syncwarp();
        if (here && !(equal & below))
            next[digit] += __popc(equal);
        __syncwarp();
        if (here) {
            to_keys[at] = key;
            if (WithIndex)
                to_index[at] = index ? index[i] : (int) i;
        }
    }
}

// The whole sort by one warp, eight bits a pass: what the host's library does at once (device/cpu/library/library_sort.c), where something
// wants to see a kernel. The result is in to_keys, or in to_index.
template <class T, bool WithIndex>
__global__ void sort_all(unsigned n, const T *keys, T *to_keys, T *other_keys, int *to_index, int *other_index)
{
    __shared__ unsigned next[256];
    const unsigned below = (1u << threadIdx.x) - 1;
    const int *index = 0;
    for (unsigned shift = 0; shift < 8 * sizeof(T); shift += 8) {
        const bool last = (sizeof(T) - shift / 8) % 2;
        T *to = last ? to_keys : other_keys;
        int *places = last ? to_index : other_index;
        for (unsigned d = threadIdx.x; d < 256; d += 32)
            next[d] = 0;
        __syncwarp();
        for (unsigned base = 0; base < n; base += 32) {
            const unsigned i = base + threadIdx.x;
            const unsigned digit = i < n ? (unsigned) (ordered(keys[i]) >> shift & 255) : 256;
            const unsigned equal = __match_any_sync(~0u, digit);
            if (i < n && !(equal & below))
                next[digit] += __popc(equal);
            __syncwarp();
        }
        unsigned carry = 0;
        for (unsigned d = 0; d < 256; d += 32) {
            unsigned v = next[d + threadIdx.x], upto = v;
            for (unsigned by = 1; by < 32; by *= 2) {
                const unsigned less = __shfl_up_sync(~0u, upto, by);
                if (threadIdx.x >= by)
                    upto += less;
            }
            next[d + threadIdx.x] = carry + upto - v;
            carry += __shfl_sync(~0u, upto, 31);
        }
        __syncwarp();
        for (unsigned base = 0; base < n; base += 32) {
            const unsigned i = base + threadIdx.x;
            const bool here = i < n;
            const T key = keys[here ? i : n - 1];
            const unsigned digit = here ? (unsigned) (ordered(key) >> shift & 255) : 256;
            const unsigned equal = __match_any_sync(~0u, digit);
            const unsigned at = here ? next[digit] + __popc(equal & below) : 0;
            __syncwarp();
            if (here && !(equal & below))
                next[digit] += __popc(equal);
            __syncwarp();
            if (here) {
                to[at] = key;
                if (WithIndex)
                    places[at] = index ? index[i] : (int) i;
            }
        }
        __syncwarp();
        keys = to;
        index = places;
    }
}

} // namespace warpcell
