// Copies of classes whose base has no data, but a copy constructor or an assignment of its own.
#include <cstdio>
#include <vector>
template <class T> struct counted { static int live; counted() { ++live; } counted(const counted &) { ++live; puts("copy"); } ~counted() { --live; } };
template <class T> int counted<T>::live = 0;
struct pear : counted<pear> { pear(int) {} };
struct plum : counted<plum> { };
struct base { base() {} base(const base &) { puts("base copy"); } }; struct fig : base { fig(int) {} };
void counts() { pear p(1); pear q = p; plum r; plum s = r; fig f(1); fig g = f; puts("vector"); std::vector<pear> v(2, p); printf("%d\n", pear::live); }

struct e { e() {} e(const e &) { puts("e copy"); } e &operator=(const e &) { puts("e assign"); return *this; } };
struct d1 : e { };
struct d2 : e { int x = 1; };
struct d3 { e m; };
struct d4 { e m; int x = 2; };
struct d5 : e { d5(int) {} };
struct both : plum, e { int n = 4; };
int main() { counts(); both v; both o = v; both m = static_cast<both &&>(o); v = m; printf("%d\n", v.n); e a; e b = a; puts("d1"); d1 x; d1 y = x; y = x; puts("d2"); d2 z; d2 w = z; w = z; puts("d3"); d3 p; d3 q = p; q = p; puts("d4"); d4 r; d4 s = r; s = r; puts("d5"); d5 t(1); d5 u = t; u = t; }
