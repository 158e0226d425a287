// A reference is never const itself, and volatile types are types of their own: partial specialisations for `const T` and the traits that are made of them.
#include <cstdio>
#include <type_traits>
#include <utility>
using namespace std;
template <class T> struct kind { static const int v = 0; };
template <class T> struct kind<const T> { static const int v = 1; };
template <class T> struct kind<volatile T> { static const int v = 2; };
template <class T> struct kind<T *const> { static const int v = 3; };
template <class T, size_t N> struct kind<T[N]> { static const int v = 4; };
template <class T, size_t N> struct kind<const T[N]> { static const int v = 5; };
template <class T> struct holder {
    static int n;
};
template <class T> int holder<T>::n = 0;
template <class T> void by_reference(T &x)
{
    printf("%d%d%d%d ", is_const_v<decltype(x)>, is_const<T &>::value, is_const_v<T>, is_same_v<const decltype(x), T &>);
}
template <class T> void forwarded(T &&x)
{
    using R = decltype(x);
    printf("%d%d%d ", is_const_v<decltype(x)>, is_const_v<R>, is_const_v<remove_reference_t<R>>);
}
int main()
{
    int n = 1, row[3] = {};
    const int fixed = 2;
    int *const p = &n;
    by_reference(n), by_reference(fixed), by_reference(row), by_reference(p);
    forwarded(n), forwarded(fixed), forwarded(3), forwarded(std::move(n));
    printf("\n%d %d %d %d %d\n", kind<int &>::v, kind<const int &>::v, kind<int &&>::v, kind<const int>::v, kind<int *const>::v);
    printf("%d %d %d\n", kind<int[2]>::v, kind<const char[4]>::v, kind<const int[2][3]>::v);
    int &r = n;
    const int &c = n;
    struct pair_of {
        int &a;
        const int &b;
    };
    printf("%d%d%d%d\n", is_const_v<decltype(r)>, is_const_v<decltype(c)>, is_const_v<decltype((fixed))>, is_const_v<decltype(fixed)>);
    printf("%d%d%d\n", is_const_v<decltype(pair_of::a)>, is_const_v<decltype(pair_of::b)>, is_volatile_v<int &>);
    for (auto &e : row)
        printf("%d", is_const_v<decltype(e)>);
    holder<volatile int>::n = 3;
    printf(" %d\n%d%d%d%d%d ", holder<int>::n, is_same_v<volatile int, int>, is_volatile_v<volatile int>, is_integral_v<const volatile char>,
           is_same_v<remove_volatile_t<volatile int>, int>, is_same_v<decay_t<volatile int>, int>);
    printf("%d%d%d ", is_same_v<remove_cv_t<const volatile int>, int>, is_same_v<remove_const_t<const volatile int>, volatile int>,
           is_same_v<remove_volatile_t<const volatile int>, const int>);
    printf("%d%d%d%d\n", is_pointer_v<int *volatile>, is_pointer_v<int *const>, is_pointer_v<int *&>, is_same_v<remove_pointer_t<int *const>, int>);
    [](auto &e) { printf("%d\n", is_const_v<decltype(e)>); }(fixed);
}
