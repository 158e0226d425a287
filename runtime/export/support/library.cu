namespace warpcell {

template <class T> array<T> sorted(const array<T> &x)
{
    const array<T> to = x.dense();
    thrust::sort(thrust::device, to.data, to.data + to.size());
    return to;
}

// The indices that sort x; equal elements keep their order.
template <class Index, class T> array<Index> sorting(const array<T> &x)
{
    const array<T> keys = x.dense();
    array<Index> to({x.size()});
    thrust::sequence(thrust::device, to.data, to.data + to.size());
    thrust::stable_sort_by_key(thrust::device, keys.data, keys.data + keys.size(), to.data);
    return to;
}

// The elements before `end`.
template <class T, class End> array<T> head(const array<T> &x, End end)
{
    return x.template slice<1>({part(0, thrust::raw_pointer_cast(end) - x.data)}).dense();
}

template <class T> array<T> distinct(const array<T> &x)
{
    const array<T> to = sorted(x);
    return head(to, thrust::unique(thrust::device, to.data, to.data + to.size()));
}

template <class Out, class T> array<Out> scanned(const array<T> &x)
{
    array<Out> to({x.size()});
    to.assign(x);
    thrust::inclusive_scan(thrust::device, to.data, to.data + to.size(), to.data);
    return to;
}

struct is_set {
    template <class T> __host__ __device__ bool operator()(T v) const { return v != 0; }
};

// The elements of x where the mask is not 0.
template <class T, class M> array<T> selected(const array<T> &x, const array<M> &mask)
{
    const array<T> from = x.dense();
    const array<M> where = mask.dense();
    array<T> to({x.size()});
    if (mask.size() != x.size())
        refuse("the mask has another shape than the array");
    return head(to, thrust::copy_if(thrust::device, from.data, from.data + from.size(), where.data, to.data, is_set()));
}

template <class Index, class M> array<Index> indices(const array<M> &mask)
{
    array<Index> all({mask.size()});
    thrust::sequence(thrust::device, all.data, all.data + all.size());
    return selected(all, mask);
}

template <int M, class T, int N> array<T, M> reshaped(const array<T, N> &x, const std::vector<long> &extents)
{
    const array<T, N> from = x.is_dense() ? x : x.dense();
    array<T, M> v;
    v.memory = from.memory;
    v.data = from.data;
    for (int k = 0; k < M; k++)
        v.shape[k] = extents[k];
    v.make_dense();
    if (v.size() != x.size())
        refuse("reshape changes the number of elements");
    return v;
}

template <class T, int N> array<T, N> transposed(const array<T, N> &x)
{
    array<T, N> v = x;
    for (int k = 0; k < N; k++) {
        v.shape[k] = x.shape[N - 1 - k];
        v.stride[k] = x.stride[N - 1 - k];
    }
    return v;
}

template <class T> __global__ void multiply(view<T, 2> a, view<T, 2> b, view<T, 2> to)
{
    long column = (long) blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    T sum = 0;
    if (column >= to.shape[1])
        return;
    for (long k = 0; k < a.shape[1]; k++)
        sum += a.data[row * a.stride[0] + k * a.stride[1]] * b.data[k * b.stride[0] + column * b.stride[1]];
    to.data[row * to.stride[0] + column] = sum;
}

template <class T> array<T, 2> product(const array<T, 2> &a, const array<T, 2> &b)
{
    array<T, 2> to({a.shape[0], b.shape[1]});
    if (a.shape[1] != b.shape[0])
        refuse("the matrices do not fit");
    if (to.size())
        multiply<<<dim3(blocks(to.shape[1]), (unsigned) to.shape[0]), 256>>>(a.whole(), b.whole(), to.whole());
    WARPCELL_CHECK(cudaGetLastError());
    return to;
}

} // namespace warpcell
