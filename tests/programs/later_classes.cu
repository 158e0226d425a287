// Functions are declared with classes that are defined later (C++17 11.3.5).
#include <cstdio>
struct later;
int f(later x);
struct user { int g(later x) const; void h(later, later); static int s(later); };
later make();
struct later { int v; };
int f(later x) { return x.v; }
int user::g(later x) const { return x.v * 2; }
int user::s(later x) { return x.v * 3; }
later make() { return later{5}; }
int main() { user u; printf("%d %d %d %d\n", f(later{4}), u.g({6}), user::s(later{1}), f(make())); }
