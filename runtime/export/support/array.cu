namespace warpcell {

// What a kernel sees of an array: element i is the i-th in row-major order.
template <class T, int N> struct view {
    T *data;
    long shape[N], stride[N];

    __host__ __device__ long size() const
    {
        long n = 1;
        for (int k = 0; k < N; k++)
            n *= shape[k];
        return n;
    }
    __host__ __device__ T &operator()(long i) const
    {
        long offset = 0;
        for (int k = N - 1; k > 0; k--) {
            offset += i % shape[k] * stride[k];
            i /= shape[k];
        }
        return data[offset + i * stride[0]];
    }
};

template <class T, int N> __global__ void fill(view<T, N> to, T value)
{
    long i = (long) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to.size())
        to(i) = value;
}

template <class T, class U, int N> __global__ void copy(view<T, N> to, view<U, N> from)
{
    long i = (long) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to.size())
        to(i) = from(i);
}

inline unsigned blocks(long n)
{
    return (unsigned) ((n + 255) / 256);
}

inline void release(void *memory)
{
    cudaFree(memory);
}

enum memory_kind { device_memory, managed_memory };

// An element that the host reads and writes.
template <class T> struct element {
    T *at;
    operator T() const
    {
        T value;
        WARPCELL_CHECK(cudaMemcpy(&value, at, sizeof value, cudaMemcpyDefault));
        return value;
    }
    T operator=(T value) const
    {
        WARPCELL_CHECK(cudaMemcpy(at, &value, sizeof value, cudaMemcpyDefault));
        return value;
    }
    T operator=(const element &other) const { return *this = (T) other; }
    template <class U> T operator+=(U value) const { return *this = (T) ((T) *this + value); }
    template <class U> T operator-=(U value) const { return *this = (T) ((T) *this - value); }
    template <class U> T operator*=(U value) const { return *this = (T) ((T) *this * value); }
    template <class U> T operator/=(U value) const { return *this = (T) ((T) *this / value); }
};

// Elements start, start + step, ... before stop; or one index, which drops its axis.
struct range {
    long start, stop, step;
    bool index;
};

inline constexpr long open = -(1l << 62); // an end that is not given

inline range part(long start, long stop, long step = 1)
{
    return range{start, stop, step, false};
}

inline range only(long index)
{
    return range{index, index + 1, 1, true};
}

inline void refuse(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

// An array on the device, row-major unless it is a view of another. Copies share the elements; the last one frees them.
template <class T, int N = 1> struct array {
    std::shared_ptr<void> memory;
    memory_kind kind = device_memory;
    T *data = nullptr;
    long shape[N] = {}, stride[N] = {};

    array() {}
    explicit array(const std::vector<long> &extents, memory_kind wanted = device_memory)
    {
        kind = wanted;
        for (int k = 0; k < N; k++)
            shape[k] = extents[k];
        make_dense();
        const size_t bytes = (size() ? size() : 1) * sizeof(T);
        void *start = nullptr;
        WARPCELL_CHECK(kind == managed_memory ? cudaMallocManaged(&start, bytes) : cudaMalloc(&start, bytes));
        memory = std::shared_ptr<void>(start, release);
        WARPCELL_CHECK(cudaMemset(start, 0, bytes));
        data = (T *) start;
    }

    void make_dense()
    {
        long n = 1;
        for (int k = N - 1; k >= 0; k--) {
            stride[k] = n;
            n *= shape[k];
        }
    }
    long size() const { return whole().size(); }
    bool is_dense() const
    {
        long n = 1;
        for (int k = N - 1; k >= 0; k--) {
            if (shape[k] != 1 && stride[k] != n)
                return false;
            n *= shape[k];
        }
        return true;
    }
    std::vector<long> extents() const { return std::vector<long>(shape, shape + N); }
    view<T, N> whole() const
    {
        view<T, N> v;
        v.data = data;
        for (int k = 0; k < N; k++) {
            v.shape[k] = shape[k];
            v.stride[k] = stride[k];
        }
        return v;
    }
    operator T *() const { return data; }

    // After a kernel has stored to it. The host may read managed memory at any time.
    void finish() const
    {
        WARPCELL_CHECK(cudaGetLastError());
        if (kind == managed_memory)
            WARPCELL_CHECK(cudaDeviceSynchronize());
    }
    void fill(T value) const
    {
        if (size())
            warpcell::fill<<<blocks(size()), 256>>>(whole(), value);
        finish();
    }
    template <class U> void assign(const array<U, N> &from) const
    {
        if (from.extents() != extents())
            refuse("the arrays have different shapes");
        if (memory == from.memory && (const void *) data != (const void *) from.data) {
            assign(from.dense()); // they may overlap
            return;
        }
        if (size())
            warpcell::copy<<<blocks(size()), 256>>>(whole(), from.whole());
        finish();
    }
    array dense() const
    {
        array to(extents());
        to.assign(*this);
        return to;
    }
    array read(const void *values) const
    {
        array to = is_dense() ? *this : array(extents());
        WARPCELL_CHECK(cudaMemcpy(to.data, values, size() * sizeof(T), cudaMemcpyDefault));
        if (!is_dense())
            assign(to);
        return *this;
    }
    void write(void *values) const
    {
        array from = is_dense() ? *this : dense();
        WARPCELL_CHECK(cudaMemcpy(values, from.data, size() * sizeof(T), cudaMemcpyDefault));
    }

    element<T> at(const std::vector<long> &index) const
    {
        long offset = 0;
        for (int k = 0; k < N; k++) {
            if (index[k] < 0 || index[k] >= shape[k])
                refuse("an index is out of range");
            offset += index[k] * stride[k];
        }
        return element<T>{data + offset};
    }
    T get(const std::vector<long> &index) const { return (T) at(index); }

    // M: the number of axes that stay.
    template <int M> array<T, M> slice(const std::vector<range> &ranges) const
    {
        array<T, M> v;
        int axis = 0;
        v.memory = memory;
        v.kind = kind;
        v.data = data;
        for (int k = 0; k < N; k++) {
            const range r = k < (int) ranges.size() ? ranges[k] : part(open, open);
            const long start = r.start != open ? r.start : r.step > 0 ? 0 : shape[k] - 1;
            const long stop = r.stop != open ? r.stop : r.step > 0 ? shape[k] : -1;
            const long length = r.step > 0 ? (stop - start + r.step - 1) / r.step : (start - stop - r.step - 1) / -r.step;
            if (!r.step || start < 0 || length < 0 || (length && start + (length - 1) * r.step >= shape[k]))
                refuse("a slice is out of range");
            v.data += start * stride[k];
            if (r.index)
                continue;
            v.shape[axis] = length;
            v.stride[axis++] = stride[k] * r.step;
        }
        return v;
    }
};

} // namespace warpcell
