// Default arguments of template parameters from an earlier declaration.
#include <cstdio>
template <class T, int N = 3> struct A;
template <class T, int N> struct A { int v = N; };
template <class T = int> void f(T x);
template <class T, class U = long> int g();
template <class T, class U> int g() { return sizeof(U); }
int main() {
    A<int> a;
    printf("%d %d\n", a.v, g<int>());
}
