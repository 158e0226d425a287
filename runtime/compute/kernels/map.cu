// Each warp has a run of elements and goes through it 32 at a time: loads and stores of a warp are whole lines, and what it reads
// next lies behind what it reads now.
namespace warpcell {

template <class Index, class Source, class Target>
__global__ void map(Index n, Index run, Source from, Target to)
{
    const Index warp = ((Index) blockIdx.x * blockDim.x + threadIdx.x) / 32, first = warp * run;
    const Index end = first >= n ? 0 : n - first < run ? n : first + run;
    for (Index i = first + threadIdx.x % 32; i < end; i += 32)
        to(i) = from(i);
}

// to[where(i)] = from(i); of several values for one place the last to arrive stays.
template <class Index, class Where, class Source, class Target>
__global__ void scatter(Index n, Where where, Source from, Target to)
{
    Index i = (Index) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to(where(i)) = from(i);
}

} // namespace warpcell
