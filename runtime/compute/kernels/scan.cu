// Scan, compress, histogram. A warp processes a chunk of the array, 32 elements per step, and carries the running total. A first
// pass that only counts gives the start of each chunk. No barriers: a warp needs none.
namespace warpcell {

// What a scan adds up. Factors are multiplied: + and += of them are products.
template <class T> struct factor {
    T v;
    __device__ factor(T v = 1) : v(v) {}
    __device__ factor &operator+=(factor f) { return v *= f.v, *this; }
    __device__ factor operator+(factor f) const { return v * f.v; }
};

// The same for complex numbers: C is float2 or double2.
template <class C, bool product> struct complex_term {
    C v;
    __device__ complex_term() : v(C{product, 0}) {}
    __device__ complex_term(C v) : v(v) {}
    __device__ complex_term operator+(complex_term f) const
    {
        return product ? C{v.x * f.v.x - v.y * f.v.y, v.x * f.v.y + v.y * f.v.x} : C{v.x + f.v.x, v.y + f.v.y};
    }
    __device__ complex_term &operator+=(complex_term f) { return *this = *this + f; }
};

template <class T> __device__ T nothing(T) { return 0; }
template <class T> __device__ factor<T> nothing(factor<T>) { return 1; }
template <class C, bool product> __device__ complex_term<C, product> nothing(complex_term<C, product>) { return complex_term<C, product>(); }
template <class T> __device__ factor<T> __shfl_up_sync(unsigned lanes, factor<T> f, unsigned d) { return ::__shfl_up_sync(lanes, f.v, d); }
template <class T> __device__ factor<T> __shfl_sync(unsigned lanes, factor<T> f, int lane) { return ::__shfl_sync(lanes, f.v, lane); }
template <class T> __device__ factor<T> __shfl_xor_sync(unsigned lanes, factor<T> f, int d) { return ::__shfl_xor_sync(lanes, f.v, d); }
template <class C, bool product> __device__ complex_term<C, product> __shfl_up_sync(unsigned lanes, complex_term<C, product> f, unsigned d)
{
    return C{::__shfl_up_sync(lanes, f.v.x, d), ::__shfl_up_sync(lanes, f.v.y, d)};
}
template <class C, bool product> __device__ complex_term<C, product> __shfl_sync(unsigned lanes, complex_term<C, product> f, int lane)
{
    return C{::__shfl_sync(lanes, f.v.x, lane), ::__shfl_sync(lanes, f.v.y, lane)};
}
template <class C, bool product> __device__ complex_term<C, product> __shfl_xor_sync(unsigned lanes, complex_term<C, product> f, int d)
{
    return C{::__shfl_xor_sync(lanes, f.v.x, d), ::__shfl_xor_sync(lanes, f.v.y, d)};
}
using ::__shfl_sync;
using ::__shfl_up_sync;
using ::__shfl_xor_sync;

// The sum of v over this lane and those below it (Hillis and Steele).
template <class T> __device__ T warp_scan(T v)
{
    const unsigned lane = threadIdx.x & 31;
#pragma unroll
    for (unsigned d = 1; d < 32; d *= 2) {
        T below = __shfl_up_sync(~0u, v, d);
        if (lane >= d)
            v += below;
    }
    return v;
}

template <class T> __device__ T warp_sum(T v)
{
#pragma unroll
    for (unsigned d = 16; d; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}

template <class T, class Index, class Source>
__global__ void chunk_sums(Index n, Index chunk, Source from, T *sums)
{
    const Index first = blockIdx.x * chunk, end = first + chunk < n ? first + chunk : n;
    T s = nothing(T());
    for (Index i = first + threadIdx.x; i < end; i += 32)
        s += T(from(i));
    s = warp_sum(s);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = s;
}

// Replaces each sum by the sum of those before it and appends the total. One warp.
template <class T> __global__ void scan_sums(unsigned count, T *sums)
{
    T carry = nothing(T());
    for (unsigned i = threadIdx.x; i < (count + 31) / 32 * 32; i += 32) {
        T upto = warp_scan(i < count ? sums[i] : nothing(T())), before = __shfl_up_sync(~0u, upto, 1);
        if (i < count)
            sums[i] = (threadIdx.x & 31) ? carry + before : carry;
        carry += __shfl_sync(~0u, upto, 31);
    }
    if (threadIdx.x == 0)
        sums[count] = carry;
}

template <class T, class Index, class Source>
__global__ void scan_chunks(Index n, Index chunk, Source from, const T *sums, T *to)
{
    const Index first = blockIdx.x * chunk, end = first + chunk < n ? first + chunk : n;
    T carry = sums[blockIdx.x];
    for (Index i = first + threadIdx.x; i < first + chunk; i += 32) {
        T upto = warp_scan(i < end ? T(from(i)) : nothing(T()));
        if (i < end)
            to[i] = carry + upto;
        carry += __shfl_sync(~0u, upto, 31);
    }
}

// A thread for each line along an axis: `inner` elements lie between neighbours of a line.
template <class T, class Source> __global__ void scan_lines(long lines, long length, long inner, Source from, T *to)
{
    const long line = (long) blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines)
        return;
    const long first = line / inner * length * inner + line % inner;
    T s = nothing(T());
    for (long k = 0; k < length; k++) {
        s += T(from(first + k * inner));
        to[first + k * inner] = s;
    }
}

// Compacts the elements whose flag is set, in order.
template <class Index, class Flag, class Source, class T>
__global__ void compress(Index n, Index chunk, Flag flag, Source from, const int *before, T *to)
{
    const Index first = blockIdx.x * chunk, end = first + chunk < n ? first + chunk : n;
    int at = before[blockIdx.x];
    for (Index i = first + threadIdx.x; i < first + chunk; i += 32) {
        const bool taken = i < end && flag(i);
        const unsigned mask = __ballot_sync(~0u, taken);
        if (taken)
            to[at + __popc(mask & ((1u << (threadIdx.x & 31)) - 1))] = from(i);
        at += __popc(mask);
    }
}

struct number { // the source of where(): an element is its own index
    typedef unsigned Index;
    char none;
    __device__ int operator()(Index i) const { return i; }
};

// Whether an element of a sorted array is the first of its kind.
template <class T> struct first_of {
    typedef unsigned Index;
    const T *p;
    __device__ bool operator()(Index i) const
    {
        return i == 0 || !(p[i] == p[i - 1] || (p[i] != p[i] && p[i - 1] != p[i - 1]));
    }
};

// Product and sum each rounded, not fused, so that edges are those of NumPy's linspace.
__device__ inline double edge(double low, double width, int b)
{
    return __dadd_rn(low, __dmul_rn(b, width));
}

// Each block counts in shared memory, then adds its counts to the total. The edges decide, not the division.
template <class Index, class Source>
__global__ void histogram(Index n, Source from, int bins, double low, double high, bool shared_bins, int *to)
{
    extern __shared__ int counts[];
    int *mine = shared_bins ? counts : to;
    for (int b = threadIdx.x; shared_bins && b < bins; b += blockDim.x)
        counts[b] = 0;
    __syncthreads();
    const double scale = bins / (high - low), width = (high - low) / bins;
    for (Index i = (Index) blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (Index) gridDim.x * blockDim.x) {
        const double v = from(i);
        if (!(v >= low && v <= high))
            continue;
        int b = (int) ((v - low) * scale);
        b = b < bins ? b : bins - 1;
        if (v < edge(low, width, b))
            b--;
        else if (b + 1 < bins && v >= edge(low, width, b + 1))
            b++;
        atomicAdd(mine + b, 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; shared_bins && b < bins; b += blockDim.x)
        if (counts[b])
            atomicAdd(to + b, counts[b]);
}

} // namespace warpcell
