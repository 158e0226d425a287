// to[where(i)] = from(i); if several values go to one element, the last write wins.
namespace warpcell {

template <class Index, class Where, class Source, class Target>
__global__ void scatter(Index n, Where where, Source from, Target to)
{
    Index i = (Index) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to(where(i)) = from(i);
}

template <class T> __device__ inline void add_to(T &to, T v) { atomicAdd(&to, v); }
__device__ inline void add_to(long &to, long v) { atomicAdd((unsigned long long *) &to, (unsigned long long) v); }
__device__ inline void add_to(unsigned long &to, unsigned long v) { atomicAdd((unsigned long long *) &to, (unsigned long long) v); }

__device__ inline void add_to(float2 &to, float2 v)
{
    atomicAdd(&to.x, v.x);
    atomicAdd(&to.y, v.y);
}

__device__ inline void add_to(double2 &to, double2 v)
{
    atomicAdd(&to.x, v.x);
    atomicAdd(&to.y, v.y);
}

// to[places[i] * apart] += from[i * step]
template <class T, class Place> __global__ void add_at(long n, const Place *places, const T *from, long step, T *to, long apart)
{
    const long i = (long) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        add_to(to[places[i] * apart], from[i * step]);
}

} // namespace warpcell
