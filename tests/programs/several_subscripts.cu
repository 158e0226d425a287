// C++23: operator[] with any number of values.
#include <cstdio>
struct M { int a[6]; int &operator[](int i, int j) { return a[i * 3 + j]; } int operator[](int i) { return -i; } int operator[]() const { return 7; } };
struct N { int a[4]; template <class... I> int operator[](I... i) const { return (0 + ... + i); } };
struct One { int operator[](int i) const { return i; } };
template <class T, class... I> int at(T &t, I... i) { return t[i...]; }
int main()
{
    M m = {};
    m[1, 2] = 5;
    printf("%d %d %d %d\n", m.a[5], m[1, 2], m[4], m[]);
    N n;
    printf("%d %d\n", n[1, 2, 3], at(n, 4, 5, 6));
    int q[3] = {1, 2, 3}, i = 0;
    printf("%d\n", q[i++, 2]);
    One o;
    printf("%d\n", o[i++, 2]);
}
