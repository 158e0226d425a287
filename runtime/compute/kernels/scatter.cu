// to[where(i)] = from(i); if several values go to one element, the last write wins.
namespace warpcell {

template <class Index, class Where, class Source, class Target>
__global__ void scatter(Index n, Where where, Source from, Target to)
{
    Index i = (Index) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to(where(i)) = from(i);
}

} // namespace warpcell
