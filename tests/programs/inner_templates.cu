// Class templates that are members, defined outside of their class.
#include <cstdio>
struct A { template <class T> class B; template <class T, int N = 2> struct C; int n = 3; };
template <class T> class A::B { T v; public: B(T x) : v(x) {} T get() const { return v; } };
template <class T, int N> struct A::C { T all[N]; int size() const { return N; } };
namespace s { struct D { template <class T> struct E; }; template <class T> struct D::E { T x = 7; }; }
int main() { A::B<int> b(4); A::C<float> c; A::C<int, 5> d; s::D::E<long> e; printf("%d %d %d %ld\n", b.get(), c.size(), d.size(), e.x); }
