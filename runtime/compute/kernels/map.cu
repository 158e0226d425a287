// One element per thread: neighbouring threads work on neighbouring elements, so loads and stores of a warp are whole lines.
namespace warpcell {

template <class Index, class Source, class Target>
__global__ void map(Index n, Source from, Target to)
{
    Index i = (Index) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
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
