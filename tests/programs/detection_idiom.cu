// Overloads that a class only names in sizeof and decltype, on the host and on the device.
#include <cstdio>
template <typename T> class has_twice {
    typedef char one;
    struct two { char x[2]; };
    template <typename C> static one test(decltype(&C::twice));
    template <typename C> static two test(...);
    template <typename C> static auto probe(int) -> decltype(C().twice(), one());
    template <typename C> static two probe(...);
    static one from(int);
    static two from(const char *);
  public:
    enum { value = sizeof(test<T>(0)) == sizeof(one), called = sizeof(probe<T>(0)) == sizeof(one) };
    static constexpr bool integral = sizeof(decltype(from(T()))) == 1;
    operator int() const { return value; }
    static int on_host(int x) { return x + value; }
};
struct A { __device__ __host__ void twice() const {} __host__ __device__ operator int() const { return 0; } };
struct B { __host__ __device__ operator const char *() const { return ""; } };
template <typename T> __global__ void k() { printf("%d %d %d\n", (int) has_twice<T>::value, (int) has_twice<T>::called, (int) has_twice<T>::integral); }
int main() {
    k<A><<<1, 1>>>();
    k<B><<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", (int) has_twice<A>::value, (int) has_twice<B>::value, (int) has_twice<A>::called, (int) has_twice<B>::integral);
    printf("%d\n", has_twice<A>::on_host(3));
}
