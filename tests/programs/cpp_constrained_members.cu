// Member functions and constructors of one signature that their requires-clauses tell apart: C++20 12.2.4.1.
#include <concepts>
#include <cstdio>
#include <type_traits>

struct blob {};
template <class T> struct box {
    T v;
    void show() const requires std::integral<T> { printf("integral\n"); }
    void show() const { puts("any"); }
    int k() requires(sizeof(T) > 2) { return 1; }
    int k() requires(sizeof(T) <= 2) { return 2; }
    box() requires std::integral<T> : v(5) {}
    box() : v{} {}
    box(T x) : v(x) {}
    void only() requires std::integral<T> {}
};
template <class T> concept has_only = requires(T t) { t.only(); };

int main()
{
    box<int>{4}.show();
    box<int>{4}.show();
    box<blob>{blob()}.show();
    box<char> c{'c'};
    printf("%d %d %d\n", c.k(), box<int>{1}.k(), c.k());
    box<int> d;
    printf("%d %g\n", d.v, box<double>().v);
    printf("%d%d%d\n", has_only<box<int>>, has_only<box<blob>>, has_only<box<int>>);
}
