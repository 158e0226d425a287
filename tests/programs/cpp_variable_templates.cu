// Variable templates: constants, variables, specialisations of both.
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

template <typename T> T counter = T(0);
template <typename T> int calls;
template <typename T> int *where = nullptr;
template <typename T, int N> T table[N] = {1, 2};
template <typename T> std::vector<T> pool{1, 2, 3};
template <typename T> const std::string name = "unknown";
template <> const std::string name<int> = "int";
template <typename T> const std::string name<T *> = name<T> + " *";
template <typename T> auto half = T(1) / 2;
template <int N> struct noisy {
    noisy() { printf("noisy %d\n", N); }
    int n = N;
};
template <int N> noisy<N> object;
template <typename T> int limit(10);
template <> int limit<char>{3};

template <typename T> constexpr bool is_pointer_like = false;
template <typename T> constexpr bool is_pointer_like<T *> = true;
template <> constexpr bool is_pointer_like<std::nullptr_t> = true;
template <typename T> inline constexpr std::size_t bits = sizeof(T) * 8;
template <> inline constexpr std::size_t bits<bool> = 1;
template <typename T, typename U> constexpr bool same = false;
template <typename T> constexpr bool same<T, T> = true;
namespace n {
template <typename T> constexpr int rank = 0;
template <typename T> constexpr int rank<T[]> = 1 + rank<T>;
template <typename T, int N> constexpr int rank<T[N]> = 1 + rank<T>;
} // namespace n

template <typename T> T bump()
{
    calls<T>++;
    return counter<T> += 1;
}
template <typename T> std::enable_if_t<is_pointer_like<T>, int> kind(T) { return 1; }
template <typename T> std::enable_if_t<!is_pointer_like<T>, int> kind(T) { return 0; }

int main()
{
    bump<int>();
    bump<int>();
    bump<double>();
    printf("%d %g %d %d\n", counter<int>, counter<double>, calls<int>, calls<double>);
    table<int, 3>[2] = 9;
    printf("%d %d %zu\n", table<int, 3>[1], table<int, 3>[2], sizeof(table<char, 5>));
    where<int> = &calls<int>;
    printf("%d %d\n", *where<int>, where<double> == nullptr);
    pool<int>.push_back(4);
    printf("%zu %zu\n", pool<int>.size(), pool<double>.size());
    printf("%s, %s, %s, %s\n", name<int>.c_str(), name<int *>.c_str(), name<float>.c_str(), name<float **>.c_str());
    printf("%d %g %d %d\n", half<int>, half<double>, limit<int>, limit<char>);
    object<2>.n++;
    printf("%d %d\n", object<2>.n, object<3>.n);
    printf("%d %d %d %d\n", is_pointer_like<int>, is_pointer_like<int *>, kind(nullptr), kind(2));
    printf("%zu %zu %d %d\n", bits<int>, bits<bool>, same<int, long>, same<int, int>);
    printf("%d %d %d\n", n::rank<int>, n::rank<int[3]>, n::rank<int[][4]>);
}
