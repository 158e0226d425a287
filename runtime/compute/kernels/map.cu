// Neighbouring threads work on neighbouring elements, so loads and stores of a warp are whole lines. The grid is as large as the
// device can use at a time; each thread goes on by the size of the grid until all is done.
namespace warpcell {

template <class Index, class Source, class Target>
__global__ void map(Index n, Source from, Target to)
{
    const Index step = (Index) gridDim.x * blockDim.x;
    for (Index i = (Index) blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
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
