namespace warpcell {

// The index of an element in an array of that shape, as an operand; a kernel gets a counter.
template <int N> struct counted {
    long shape[N];
};

struct counter {
    long count;
    __device__ long operator()(long i) const { return i % count; }
};

template <int N> counted<N> index(const std::vector<long> &extents)
{
    counted<N> c;
    for (int k = 0; k < N; k++)
        c.shape[k] = extents[k];
    return c;
}

// An array that an expression indexes itself.
template <class T> struct table {
    view<T, 1> elements;
    __device__ T &operator()(long i) const
    {
        if (i < 0 || i >= elements.shape[0]) {
            printf("index %ld is out of range for an array of %ld elements\n", i, elements.shape[0]);
            __trap();
        }
        return elements.data[i * elements.stride[0]];
    }
};

template <class T> table<T> indexed(const array<T> &a)
{
    return table<T>{a.whole()};
}

// Operands of one expression have one shape, less leading axes; an axis of one element is repeated.
template <class T, int N> void widen(std::vector<long> &shape, const array<T, N> &a)
{
    const int more = (int) shape.size() - N;
    for (int k = 0; k < N; k++) {
        if (shape[more + k] == 1)
            shape[more + k] = a.shape[k];
        else if (a.shape[k] != 1 && a.shape[k] != shape[more + k])
            refuse("the arrays of an expression have different shapes");
    }
}
template <int N> void widen(std::vector<long> &shape, const counted<N> &c)
{
    for (int k = 0; k < N; k++)
        shape[shape.size() - N + k] = c.shape[k];
}
template <class T> void widen(std::vector<long> &, T) {}

template <int M, class T, int N> view<T, M> operand(const array<T, N> &a, const std::vector<long> &shape)
{
    view<T, M> v;
    v.data = a.data;
    for (int k = 0; k < M; k++) {
        const int own = k - (M - N);
        v.shape[k] = shape[k];
        v.stride[k] = own < 0 || (a.shape[own] == 1 && shape[k] != 1) ? 0 : a.stride[own];
    }
    return v;
}
template <int M, int N> counter operand(const counted<N> &c, const std::vector<long> &)
{
    counter k = {1};
    for (int i = 0; i < N; i++)
        k.count *= c.shape[i];
    return k;
}
template <int M, class T> T operand(T value, const std::vector<long> &) { return value; }

template <class T, int N, class U, int M> bool meets(const array<T, N> &to, const array<U, M> &from)
{
    return to.memory == from.memory && ((void *) to.data != (void *) from.data || !to.is_dense() || !from.is_dense());
}
template <class T, int N, class U> bool meets(const array<T, N> &, const U &) { return false; }

// A new array, each element of which the kernel computes from those of the operands.
template <class T, int N, class Kernel, class... Args> array<T, N> evaluate(Kernel kernel, const Args &...args)
{
    std::vector<long> shape(N, 1);
    (widen(shape, args), ...);
    array<T, N> to(shape);
    if (to.size())
        kernel<<<blocks(to.size()), 256>>>(to.whole(), operand<N>(args, shape)...);
    WARPCELL_CHECK(cudaGetLastError());
    return to;
}

// Calls the kernel for each element of the operands, which have rank 1; it stores where it wants.
template <class T, class Kernel, class... Args> void scatter(const array<T> &to, Kernel kernel, const Args &...args)
{
    std::vector<long> shape(1, 1);
    (widen(shape, args), ...);
    if (shape[0])
        kernel<<<blocks(shape[0]), 256>>>(indexed(to), shape[0], operand<1>(args, shape)...);
    to.finish();
}

// The same into an array, which may share elements with the operands.
template <class T, int N, class Kernel, class... Args> void store(const array<T, N> &to, Kernel kernel, const Args &...args)
{
    array<T, N> result = (meets(to, args) || ...) ? array<T, N>(to.extents()) : to;
    if (to.size())
        kernel<<<blocks(to.size()), 256>>>(result.whole(), operand<N>(args, to.extents())...);
    result.finish();
    if (result.data != to.data)
        to.assign(result);
}

} // namespace warpcell
