// Reductions. An operation has a state, adds an element to a state, and joins two states. Each thread first
// adds many elements of its warp's range to its own state; a block then joins its threads' states in shared memory; a
// second launch joins the blocks' states. No result depends on the order of threads.
namespace warpcell {

template <class T> struct limits;
#define LIMITS(type, lowest, highest) \
    template <> struct limits<type> { \
        static __device__ type low() { return lowest; } \
        static __device__ type high() { return highest; } \
    };
LIMITS(bool, false, true)
LIMITS(char, -128, 127)
LIMITS(signed char, -128, 127)
LIMITS(unsigned char, 0, 255)
LIMITS(short, -32768, 32767)
LIMITS(unsigned short, 0, 65535)
LIMITS(int, -2147483647 - 1, 2147483647)
LIMITS(unsigned, 0, 4294967295u)
LIMITS(long, -9223372036854775807l - 1, 9223372036854775807l)
LIMITS(unsigned long, 0, 18446744073709551615ul)
LIMITS(long long, -9223372036854775807l - 1, 9223372036854775807l)
LIMITS(unsigned long long, 0, 18446744073709551615ul)
LIMITS(float, -__int_as_float(0x7f800000), __int_as_float(0x7f800000))
LIMITS(double, -__longlong_as_double(0x7ff0000000000000), __longlong_as_double(0x7ff0000000000000))
#undef LIMITS

template <class T, class Out> struct sum {
    typedef Out state;
    static __device__ state none() { return 0; }
    static __device__ void take(state &s, T v, long) { s += v; }
    static __device__ void join(state &s, state t) { s += t; }
    static __device__ Out result(state s, long) { return s; }
};

template <class T, class Out> struct prod {
    typedef Out state;
    static __device__ state none() { return 1; }
    static __device__ void take(state &s, T v, long) { s *= v; }
    static __device__ void join(state &s, state t) { s *= t; }
    static __device__ Out result(state s, long) { return s; }
};

// A NaN stays: nothing is smaller, and it is not equal to itself.
template <class T, class Out> struct min {
    typedef T state;
    static __device__ state none() { return limits<T>::high(); }
    static __device__ void take(state &s, T v, long) { if (v < s || v != v) s = v; }
    static __device__ void join(state &s, state t) { if (s == s) take(s, t, 0); }
    static __device__ Out result(state s, long) { return s; }
};

template <class T, class Out> struct max {
    typedef T state;
    static __device__ state none() { return limits<T>::low(); }
    static __device__ void take(state &s, T v, long) { if (v > s || v != v) s = v; }
    static __device__ void join(state &s, state t) { if (s == s) take(s, t, 0); }
    static __device__ Out result(state s, long) { return s; }
};

template <class T, class Out> struct mean : sum<T, Out> {
    static __device__ Out result(Out s, long n) { return s / (Out) n; }
};

template <class T, class Out> struct norm : sum<T, Out> {
    static __device__ void take(Out &s, T v, long) { s += (Out) v * (Out) v; }
    static __device__ Out result(Out s, long) { return sqrt(s); }
};

// Mean and sum of squared distances from it; two of them join without losing digits (Chan, Golub, LeVeque 1979).
template <class Out> struct moments { Out n, mean, squares; };

template <class T, class Out> struct var {
    typedef moments<Out> state;
    static __device__ state none() { return state{0, 0, 0}; }
    static __device__ void take(state &s, T v, long)
    {
        Out away = (Out) v - s.mean;
        s.n += 1;
        s.mean += away / s.n;
        s.squares += away * ((Out) v - s.mean);
    }
    static __device__ void join(state &s, state t)
    {
        Out n = s.n + t.n, away = t.mean - s.mean;
        if (t.n == 0)
            return;
        s.mean += away * t.n / n;
        s.squares += t.squares + away * away * s.n * t.n / n;
        s.n = n;
    }
    static __device__ Out result(state s, long n) { return s.squares / (Out) n; }
};

template <class T, class Out> struct stddev : var<T, Out> {
    static __device__ Out result(moments<Out> s, long n) { return sqrt(s.squares / (Out) n); }
};

template <class T, class Out> struct any {
    typedef int state;
    static __device__ state none() { return 0; }
    static __device__ void take(state &s, T v, long) { s |= v; }
    static __device__ void join(state &s, state t) { s |= t; }
    static __device__ Out result(state s, long) { return s; }
};

template <class T, class Out> struct all {
    typedef int state;
    static __device__ state none() { return 1; }
    static __device__ void take(state &s, T v, long) { s &= v; }
    static __device__ void join(state &s, state t) { s &= t; }
    static __device__ Out result(state s, long) { return s; }
};

// Complex numbers: T is float2 or double2, and so is Out, but of the variances its part.
template <class T, class Out> struct __complex_total {
    typedef Out state;
    static __device__ state none() { return state{0, 0}; }
    static __device__ void take(state &s, T v, long)
    {
        s.x += v.x;
        s.y += v.y;
    }
    static __device__ void join(state &s, state t) { take(s, t, 0); }
    static __device__ Out result(state s, long) { return s; }
};

template <class T, class Out> struct __complex_prod {
    typedef Out state;
    static __device__ state none() { return state{1, 0}; }
    static __device__ void take(state &s, T v, long) { s = state{s.x * v.x - s.y * v.y, s.x * v.y + s.y * v.x}; }
    static __device__ void join(state &s, state t) { take(s, t, 0); }
    static __device__ Out result(state s, long) { return s; }
};

template <class T, class Out> struct __complex_mean : __complex_total<T, Out> {
    static __device__ Out result(Out s, long n)
    {
        decltype(s.x) count = n;
        return Out{s.x / count, s.y / count};
    }
};

template <class Out> struct complex_moments { Out n, x, y, squares; };

template <class T, class Out> struct __complex_var {
    typedef complex_moments<Out> state;
    static __device__ state none() { return state{0, 0, 0, 0}; }
    static __device__ void take(state &s, T v, long)
    {
        Out x = v.x - s.x, y = v.y - s.y;
        s.n += 1;
        s.x += x / s.n;
        s.y += y / s.n;
        s.squares += x * (v.x - s.x) + y * (v.y - s.y);
    }
    static __device__ void join(state &s, state t)
    {
        Out n = s.n + t.n, x = t.x - s.x, y = t.y - s.y;
        if (t.n == 0)
            return;
        s.x += x * t.n / n;
        s.y += y * t.n / n;
        s.squares += t.squares + (x * x + y * y) * s.n * t.n / n;
        s.n = n;
    }
    static __device__ Out result(state s, long n) { return s.squares / (Out) n; }
};

template <class T, class Out> struct __complex_stddev : __complex_var<T, Out> {
    static __device__ Out result(complex_moments<Out> s, long n) { return sqrt(s.squares / (Out) n); }
};

template <class T> struct best { T value; long at; };

// The first of the smallest; a NaN is smaller than all.
template <class T, class Out> struct argmin {
    typedef best<T> state;
    static __device__ state none() { return state{T(), -1}; }
    static __device__ bool before(T a, T b) { return a < b || (a != a && b == b); }
    static __device__ void take(state &s, T v, long i)
    {
        if (s.at < 0 || before(v, s.value))
            s = state{v, i};
    }
    static __device__ void join(state &s, state t)
    {
        if (t.at >= 0 && (s.at < 0 || before(t.value, s.value) || (!before(s.value, t.value) && t.at < s.at)))
            s = t;
    }
    static __device__ Out result(state s, long) { return s.at; }
};

template <class T, class Out> struct argmax {
    typedef best<T> state;
    static __device__ state none() { return state{T(), -1}; }
    static __device__ bool before(T a, T b) { return a > b || (a != a && b == b); }
    static __device__ void take(state &s, T v, long i)
    {
        if (s.at < 0 || before(v, s.value))
            s = state{v, i};
    }
    static __device__ void join(state &s, state t)
    {
        if (t.at >= 0 && (s.at < 0 || before(t.value, s.value) || (!before(s.value, t.value) && t.at < s.at)))
            s = t;
    }
    static __device__ Out result(state s, long) { return s.at; }
};

// Joins the states of a block's threads, in thread 0.
template <class Op> __device__ typename Op::state join_block(typename Op::state s)
{
    __shared__ char room[256 * sizeof(s)] __attribute__((aligned(16)));
    typename Op::state *shared = (typename Op::state *) room;
    shared[threadIdx.x] = s;
    for (unsigned half = blockDim.x / 2; half; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            Op::join(s, shared[threadIdx.x + half]);
            shared[threadIdx.x] = s;
        }
    }
    return s;
}

template <class Op, class Index, class Source>
__global__ void reduce(Index n, Index run, Source from, typename Op::state *partial)
{
    typename Op::state s = Op::none();
    const Index warp = ((Index) blockIdx.x * blockDim.x + threadIdx.x) / 32, first = warp * run;
    const Index end = first >= n ? 0 : n - first < run ? n : first + run;
#pragma unroll 4
    for (Index i = first + threadIdx.x % 32; i < end; i += 32)
        Op::take(s, from(i), i);
    s = join_block<Op>(s);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = s;
}

template <class Op, class Out>
__global__ void reduce_rest(unsigned count, const typename Op::state *partial, long n, Out *out)
{
    typename Op::state s = Op::none();
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        Op::join(s, partial[i]);
    s = join_block<Op>(s);
    if (threadIdx.x == 0)
        *out = Op::result(s, n);
}

// Along an axis: elements are numbered (outer, k, inner), and k is reduced. One thread for each result; adjacent
// threads read adjacent elements if inner is large.
template <class Op, class Index, class Source, class Out>
__global__ void reduce_axis(Index results, Index n, Index inner, Source from, Out *out)
{
    Index r = (Index) blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= results)
        return;
    Index i = r / inner * inner * n + r % inner;
    typename Op::state s = Op::none();
#pragma unroll 4
    for (Index k = 0; k < n; k++, i += inner)
        Op::take(s, from(i), k);
    out[r] = Op::result(s, n);
}

// The same for the last axis (inner is 1) when it is long: a block for each result, so that adjacent threads read adjacent elements.
template <class Op, class Index, class Source, class Out>
__global__ void reduce_rows(Index n, Source from, Out *out)
{
    typename Op::state s = Op::none();
    const Index row = (Index) blockIdx.x * n;
    for (Index k = threadIdx.x; k < n; k += blockDim.x)
        Op::take(s, from(row + k), k);
    s = join_block<Op>(s);
    if (threadIdx.x == 0)
        out[blockIdx.x] = Op::result(s, n);
}

// Across ranks: each rank makes the states of its part, one for each result, in fields of 32 bytes.
template <class Op> __device__ typename Op::state &state_at(char *states, unsigned long i)
{
    static_assert(sizeof(typename Op::state) <= 32, "the field of a state");
    return *(typename Op::state *) (states + i * 32);
}

template <class Op> __global__ void reduce_join(unsigned count, const typename Op::state *partial, char *to)
{
    typename Op::state s = Op::none();
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        Op::join(s, partial[i]);
    s = join_block<Op>(s);
    if (threadIdx.x == 0)
        state_at<Op>(to, 0) = s;
}

template <class Op, class Index, class Source> __global__ void reduce_axis_states(Index results, Index n, Source from, char *to)
{
    Index r = (Index) blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= results)
        return;
    typename Op::state s = Op::none();
#pragma unroll 4
    for (Index k = 0; k < n; k++)
        Op::take(s, from(r + k * results), k);
    state_at<Op>(to, r) = s;
}

// states: those of rank 0, then those of rank 1, ...
template <class Op, class Out>
__global__ void reduce_ranks(unsigned ranks, unsigned long results, char *states, long n, Out *out)
{
    unsigned long r = (unsigned long) blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= results)
        return;
    typename Op::state s = state_at<Op>(states, r);
    for (unsigned k = 1; k < ranks; k++)
        Op::join(s, state_at<Op>(states, k * results + r));
    out[r] = Op::result(s, n);
}

} // namespace warpcell
