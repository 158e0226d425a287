// As map_each.cu, by rows of n elements with `parts` blocks each: a place in a row is no division for each element.
namespace warpcell {

template <class Index, class Source, class Target>
__global__ void map_rows(Index n, Index parts, Source from, Target to)
{
    const Index r = blockIdx.x / (unsigned) parts, i = (blockIdx.x % (unsigned) parts) * blockDim.x + threadIdx.x;
    if (i < n)
        to(r, i) = from(r, i);
}

} // namespace warpcell
