// Shared by the kernels for whole arrays.
namespace warpcell {

// Elements of half the size: read as float, and rounded to nearest when written.
struct half16 {
    unsigned short bits;
    __device__ operator float() const
    {
        float f;
        asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(bits));
        return f;
    }
    __device__ half16 &operator=(float f)
    {
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(f));
        return *this;
    }
    half16() = default;
    half16(const half16 &) = default;
    __device__ half16 &operator=(const half16 &h)
    {
        bits = h.bits;
        return *this;
    }
};

struct bfloat16 {
    unsigned short bits;
    __device__ operator float() const { return __int_as_float((int) bits << 16); }
    __device__ bfloat16 &operator=(float f)
    {
        const unsigned wide = __float_as_uint(f);
        bits = f != f ? 0x7fff : (wide + 0x7fff + (wide >> 16 & 1)) >> 16;
        return *this;
    }
    bfloat16() = default;
    bfloat16(const bfloat16 &) = default;
    __device__ bfloat16 &operator=(const bfloat16 &h)
    {
        bits = h.bits;
        return *this;
    }
};

// An array that an expression indexes explicitly: x[idx].
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

// The elements of a dense array: an expression that is one array and nothing else. A type of its own has a name that the cpu device's
// library knows (device/cpu/library).
template <class T> struct dense {
    typedef unsigned Index;
    const T *p;
    __device__ T operator()(unsigned long i) const { return p[i]; }
};

} // namespace warpcell
