// Function templates whose parameters read alike and whose template parameters or results do not; explicit arguments with a pack.
#include <cstdio>
#include <type_traits>

template <typename T, typename std::enable_if<std::is_same<float, T>::value>::type * = nullptr>
__host__ __device__ int kind(T *p, int n)
{
    return n;
}
template <typename T, typename std::enable_if<!std::is_same<float, T>::value>::type * = nullptr>
__host__ __device__ int kind(T *p, int n)
{
    return 10 * n;
}
template <typename T> __global__ void ask(int *out, T *p)
{
    *out = kind(p, 3);
}

template <typename A, typename C>
inline typename std::enable_if<!std::is_same<C, double>::value, int>::type dispatch(int s, A a, long n)
{
    return 1;
}
template <typename A, typename C>
inline typename std::enable_if<std::is_same<C, double>::value, int>::type dispatch(int s, A a, long n)
{
    return 2;
}

template <typename T> constexpr int bytes();
template <typename T> constexpr int bytes()
{
    return (int) sizeof(T);
}
template <typename T, typename U, typename... R> constexpr int bytes()
{
    return bytes<T>() + bytes<U, R...>();
}
template <typename... A> int bytes_of(const A *...p)
{
    return bytes<A...>();
}
template <typename R, typename... I> struct call {
    static int go(R *r, const I *...in)
    {
        constexpr int n = bytes<R, I...>();
        return n + bytes_of<R, I...>(r, in...);
    }
};

int main()
{
    float f;
    int i, *out;
    double d;
    char c;
    printf("%d %d\n", kind(&f, 1), kind(&i, 1));
    cudaMallocManaged(&out, sizeof *out);
    ask<<<1, 1>>>(out, (float *) nullptr);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    ask<<<1, 1>>>(out, (int *) nullptr);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    printf("%d %d\n", dispatch<float, float>(1, 2.0f, i = 3), dispatch<int, double>(1, 2, 3));
    printf("%d %d\n", bytes<int, char>(), call<int, double, char>::go(&i, &d, &c));
    cudaFree(out);
}
