// SPDX-License-Identifier: Apache-2.0
// Names of base classes inside a class: those of templates' instances too; nested enumerations declared with a member; Base::operator T().
#include <cstdio>
struct M { enum X { R = 1, G = 2 } x; void set(enum X t) { x = t; } };
int first() { M c; c.set((M::X)2); printf("%d\n", (int) c.x); M::X y = (M::X) 1; printf("%d\n", y); return 0; }
#include <vector>
template <typename T> struct V : std::vector<T> { using std::vector<T>::vector; void put(const std::vector<T> &o) { std::vector<T>::operator=(o); this->vector::push_back(7); } typename V::value_type first() { return this->front(); } };
struct W : std::vector<int> { using vector::vector; using vector::operator[]; W &operator=(const std::vector<int> &v) { vector::operator=(v); return *this; } int top() { return vector::back(); } };
template <typename T> struct Base { T n; Base(T k) : n(k) {} int get() { return n; } typedef T type; };
struct Derived : Base<int> { Derived() : Base(5) {} int twice() { return 2 * Base::get(); } Base *self() { return this; } Base::type t = 3; };
int second() { W w; w = std::vector<int>{1, 2, 3}; printf("%d %zu\n", w.top(), w.size()); Derived d; printf("%d %d %d\n", d.twice(), d.self()->n, d.t); V<int> v; v.put({1, 2}); printf("%zu %d\n", v.size(), v.first()); return 0; }
struct B { double d = 2.5; operator double() const { return d; } operator int() { return 7; } virtual ~B() {} };
struct D : B { double get() { return B::operator double() + 1; } double via() { return this->operator double(); } };
int main() { first(); second(); D d; B b; printf("%g %g %g %g %d\n", d.get(), d.via(), b.operator double(), d.B::operator double(), b.B::operator int()); }
