// What the kernels of whole arrays share.
namespace warpcell {

// A column of an array that an expression indexes by itself: x[idx].
template <class T> struct table {
    T *p;
    long n, stride;
    __device__ T &operator()(long i) const
    {
        if (i < 0 || i >= n) {
            printf("index %ld is out of range for an array of %ld elements\n", i, n);
            __trap();
        }
        return p[i * stride];
    }
};

} // namespace warpcell
