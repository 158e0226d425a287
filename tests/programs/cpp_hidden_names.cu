// SPDX-License-Identifier: Apache-2.0
// Members that hide a base's of the same name, in decltype too; members with the names of class templates of std, in definitions outside of their class
// template; a member function defined for one instance alone; lambdas that promise not to throw.
#include <array>
#include <cstdio>
#include <cstring>
#include <list>
using namespace std;
struct A { int m = 1; };
struct B : A { double m = 2.5; auto get() -> decltype(m) { return m; } };
template <typename... T> struct chain;
template <> struct chain<> {};
template <typename H, typename... T> struct chain<H, T...> : chain<T...> {
    H m;
    chain(H h, T... t) : chain<T...>(t...), m(h) {}
    auto head() -> decltype(m) { return m; }
    chain<T...> &tail() { return *this; }
};
template <class T> class Table {
    T array[5];
    int list = 0;
public:
    T &operator[](int i);
    void add(T x);
    void sort();
};
template <class T> T &Table<T>::operator[](int i) { return array[i]; }
template <class T> void Table<T>::add(T x) { array[list] = x; list = list + 1; }
template <class T> void Table<T>::sort() { if (array[1] < array[0]) { T t = array[0]; array[0] = array[1]; array[1] = t; } }
template <> void Table<const char *>::sort() { if (strcmp(array[1], array[0]) < 0) { const char *t = array[0]; array[0] = array[1]; array[1] = t; } }
int main()
{
    B b;
    decltype(b.m) z = 3.5;
    printf("%g %d %g %g\n", b.m, b.A::m, z, b.get());
    chain<int, double, const char *> t(1, 2.5, "x");
    printf("%d %g %s\n", t.head(), t.tail().head(), t.tail().tail().head());
    Table<int> n;
    n.add(7), n.add(4), n.sort();
    Table<const char *> s;
    s.add("pear"), s.add("apple"), s.sort();
    printf("%d %d %s %s\n", n[0], n[1], s[0], s[1]);
    auto promises = []() noexcept {};
    auto may = [] {};
    printf("%d %d\n", noexcept(promises()), noexcept(may()));
}
