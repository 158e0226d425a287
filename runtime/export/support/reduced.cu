namespace warpcell {

template <class T> struct elements {
    const T *data;
    __device__ T operator()(unsigned long i) const { return data[i]; }
};

// Reduces all elements of an array with an operation of above.
template <class Op, class Out, class T, int N> Out reduced(const array<T, N> &a)
{
    const array<T, N> from = a.is_dense() ? a : a.dense();
    const long n = from.size();
    int processors = 0;
    unsigned long each = 64;
    WARPCELL_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    while (each > 1 && n / (long) (256 * each) < processors * 4)
        each /= 2;
    const unsigned count = (unsigned) ((n + 256 * each - 1) / (256 * each));
    array<typename Op::state> partial({count ? count : 1});
    array<Out> out({1});
    if (count)
        reduce<Op, unsigned long, elements<T>><<<count, 256>>>(n, 32 * each, elements<T>{from.data}, partial.data);
    reduce_rest<Op, Out><<<1, 256>>>(count, partial.data, n, out.data);
    WARPCELL_CHECK(cudaGetLastError());
    return out.get({0});
}

// The same along an axis, which the result does not have.
template <class Op, class Out, class T, int N> array<Out, N - 1> reduced_along(const array<T, N> &a, int axis)
{
    const array<T, N> from = a.is_dense() ? a : a.dense();
    std::vector<long> extents;
    long inner = 1;
    axis += axis < 0 ? N : 0;
    if (axis < 0 || axis >= N)
        refuse("there is no such axis");
    for (int k = 0; k < N; k++) {
        if (k != axis)
            extents.push_back(a.shape[k]);
        inner *= k > axis ? a.shape[k] : 1;
    }
    array<Out, N - 1> to(extents);
    const unsigned long n = a.shape[axis];
    if (inner == 1 && n >= 256 && to.size())
        reduce_rows<Op, unsigned long, elements<T>, Out><<<(unsigned) to.size(), 256>>>(n, elements<T>{from.data}, to.data);
    else if (to.size())
        reduce_axis<Op, unsigned long, elements<T>, Out><<<blocks(to.size()), 256>>>(to.size(), n, inner, elements<T>{from.data}, to.data);
    WARPCELL_CHECK(cudaGetLastError());
    return to;
}

} // namespace warpcell
