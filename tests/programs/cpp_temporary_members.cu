// Members of temporaries are moved from, and references bind to them.
#include <cstdio>
struct T { int id; static int n; T() : id(n++) { printf("T%d ", id); } T(const T &o) : id(n++) { printf("c%d<%d ", id, o.id); } T(T &&o) : id(n++) { printf("m%d<%d ", id, o.id); } T &operator=(const T &o) { printf("=%d<%d ", id, o.id); return *this; } T &operator=(T &&o) { printf("m=%d<%d ", id, o.id); return *this; } ~T() { printf("~%d ", id); } };
int T::n = 0;
struct P { T a, b; };
struct Q : P { P p; Q() {} Q(T t) : p{t, t} {} };
P make() { return P(); }
T get() { return make().b; }
void take(T t) { printf("take%d ", t.id); }
void ref(const T &t) { printf("ref%d ", t.id); }
int main() { { T t = make().a; printf("| "); } puts(""); { T t(make().b); } puts(""); { auto t = make().b; } puts(""); take(make().a); puts(""); ref(make().a); puts(""); { T t = get(); } puts(""); { T x; x = make().b; } puts(""); { const T &r = make().b; printf("r%d ", r.id); } puts(""); { T arr[2] = {make().a, make().b}; } puts(""); { P p{make().a, T()}; } puts(""); { Q q(make().a); } puts(""); { T t = Q().p.a; } puts(""); { auto l = [t = make().a] { return t.id; }; printf("l%d ", l()); } puts(""); { T *t = new T(make().a); delete t; } puts(""); try { throw make().b; } catch (T &t) { printf("C%d ", t.id); } puts(""); { T t = true ? make().a : T(); } puts(""); }
