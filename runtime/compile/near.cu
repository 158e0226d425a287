// The user's functions of neighbourhoods and of rows.
namespace warpcell {

enum { CLAMP, WRAP, MIRROR, ZERO };

// The element inside that an index beyond the edge refers to; -1: none, read as 0.
template <int Border> __device__ inline int inside(int i, int n)
{
    if (Border == CLAMP)
        return i < 0 ? 0 : i >= n ? n - 1 : i;
    if (Border == WRAP)
        return (i % n + n) % n;
    if (Border == MIRROR) { // the edge itself is not repeated
        const int period = n > 1 ? 2 * (n - 1) : 1;
        i = (i % period + period) % period;
        return i < n ? i : period - i;
    }
    return i < 0 || i >= n ? -1 : i;
}

} // namespace warpcell

// An element and what is around it: x(0) is the element itself, x(-1) its neighbour before; x(dy, dx), x(dz, dy, dx).
template <class T, int N> struct near {
    const T *p;
    int border, extent[N], index[N];
    bool interior; // far enough from every edge: no test is needed
    int low, high; // the rows of axis 0 that are here, of an array across ranks: otherwise all
    int *reach; // how far away the farthest of the others was that has been looked for

    template <int Border> __device__ T beyond(const int *d) const
    {
        long at = 0;
        for (int k = 0; k < N; k++) {
            int i = warpcell::inside<Border>(index[k] + d[k], extent[k]);
            if (i < 0)
                return T(0);
            if (k == 0 && (i < low || i >= high)) {
                i += i < low ? extent[0] : -extent[0]; // beyond a border that wraps
                if (i < low || i >= high) {
                    atomicMax(reach, d[0] < 0 ? -d[0] : d[0]);
                    return T(0);
                }
            }
            at = at * extent[k] + i;
        }
        return p[at];
    }
    __device__ T look(const int *d) const
    {
        bool close = true;
        long at = 0;
#pragma unroll
        for (int k = 0; k < N; k++) {
            close = close && d[k] >= -4 && d[k] <= 4;
            at = at * extent[k] + index[k] + d[k];
        }
        if (interior && close)
            return p[at];
        switch (border) {
        case warpcell::CLAMP: return beyond<warpcell::CLAMP>(d);
        case warpcell::WRAP: return beyond<warpcell::WRAP>(d);
        case warpcell::MIRROR: return beyond<warpcell::MIRROR>(d);
        default: return beyond<warpcell::ZERO>(d);
        }
    }
    __device__ T operator()(int dx) const
    {
        static_assert(N == 1, "the number of offsets is the number of dimensions");
        const int d[] = {dx};
        return look(d);
    }
    __device__ T operator()(int dy, int dx) const
    {
        static_assert(N == 2, "the number of offsets is the number of dimensions");
        const int d[] = {dy, dx};
        return look(d);
    }
    __device__ T operator()(int dz, int dy, int dx) const
    {
        static_assert(N == 3, "the number of offsets is the number of dimensions");
        const int d[] = {dz, dy, dx};
        return look(d);
    }
};
