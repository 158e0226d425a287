// Which partial specialisation is the more specialised one, whatever their order: C++17 17.5.5.2.
#include <concepts>
#include <cstdio>
#include <vector>

template <class T> struct A { static constexpr int k = 0; };
template <class T> struct A<T **> { static constexpr int k = 2; };
template <class T> struct A<T *> { static constexpr int k = 1; };
template <class T> struct A<const T *> { static constexpr int k = 3; };
template <class T> struct B { static constexpr int k = 0; };
template <class T> struct B<std::vector<T *>> { static constexpr int k = 2; };
template <class T> struct B<std::vector<T>> { static constexpr int k = 1; };
template <class T> concept sized = requires(T t) { t.size(); };
template <sized T> struct B<T> { static constexpr int k = 3; };
template <class T, class U> struct C { static constexpr int k = 0; };
template <class T> struct C<T, T> { static constexpr int k = 1; };
template <class T, class U> struct C<T *, U *> { static constexpr int k = 2; };
template <class T> struct C<T *, T *> { static constexpr int k = 3; };
template <class T> struct C<T, int> { static constexpr int k = 4; };
template <class T> struct D { static constexpr int k = 0; };
template <class R, class... A> struct D<R (*)(A...)> { static constexpr int k = 2; };
template <class T> struct D<T *> { static constexpr int k = 1; };
struct own { int size() { return 0; } };

int main()
{
    printf("%d %d %d %d\n", A<int>::k, A<int *>::k, A<int **>::k, A<const int *>::k);
    printf("%d %d %d %d\n", B<int>::k, B<std::vector<int>>::k, B<std::vector<int *>>::k, B<own>::k);
    printf("%d %d %d %d %d\n", C<int, char>::k, C<char, char>::k, C<int *, char *>::k,
           C<int *, int *>::k, C<char, int>::k);
    printf("%d %d %d\n", D<int>::k, D<int *>::k, D<int (*)(char)>::k);
}
