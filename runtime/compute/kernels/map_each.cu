// An element for each thread: on the cpu device, where a block costs little, twice as fast as warps that loop.
namespace warpcell {

template <class Index, class Source, class Target> __global__ void map_each(Index n, Source from, Target to)
{
    const Index i = (Index) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to(i) = from(i);
}

} // namespace warpcell
