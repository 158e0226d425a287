// A view of an array: where its elements lie, N extents, and strides in elements. v(i, k) is an element, v[i] a row; an index out of
// range stops the kernel and says so.
template <class T, int N> struct view {
    T *p;
    long extents[N], strides[N];

    __device__ long extent(int axis) const { return extents[axis]; }
    __device__ long size() const { return extents[0]; }
    __device__ long at(int axis, long i) const
    {
        if (i < 0 || i >= extents[axis]) {
            printf("index %ld is out of range for axis %d, which has %ld elements\n", i, axis, extents[axis]);
            __trap();
        }
        return i * strides[axis];
    }
    __device__ T &operator()(long i) const
    {
        static_assert(N == 1, "the number of indices is the number of dimensions");
        return p[at(0, i)];
    }
    __device__ T &operator()(long i, long j) const
    {
        static_assert(N == 2, "the number of indices is the number of dimensions");
        return p[at(0, i) + at(1, j)];
    }
    __device__ T &operator()(long i, long j, long k) const
    {
        static_assert(N == 3, "the number of indices is the number of dimensions");
        return p[at(0, i) + at(1, j) + at(2, k)];
    }
    __device__ view<T, N - 1> operator[](long i) const
    {
        view<T, N - 1> row;
        row.p = p + at(0, i);
        for (int k = 1; k < N; k++) {
            row.extents[k - 1] = extents[k];
            row.strides[k - 1] = strides[k];
        }
        return row;
    }
};
template <class T> struct view<T, 1> {
    T *p;
    long extents[1], strides[1];

    __device__ long extent(int) const { return extents[0]; }
    __device__ long size() const { return extents[0]; }
    __device__ T &operator()(long i) const { return (*this)[i]; }
    __device__ T &operator[](long i) const
    {
        if (i < 0 || i >= extents[0]) {
            printf("index %ld is out of range for a view of %ld elements\n", i, extents[0]);
            __trap();
        }
        return p[i * strides[0]];
    }
};
