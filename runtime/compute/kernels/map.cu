// Each warp processes a contiguous range of elements, 32 at a time: its loads and stores are whole lines, and its reads are
// sequential.
namespace warpcell {

template <class Index, class Source, class Target>
__global__ void map(Index n, Index run, Source from, Target to)
{
    const Index warp = ((Index) blockIdx.x * blockDim.x + threadIdx.x) / 32, first = warp * run;
    const Index end = first >= n ? 0 : n - first < run ? n : first + run;
    for (Index i = first + threadIdx.x % 32; i < end; i += 32)
        to(i) = from(i);
}

} // namespace warpcell
