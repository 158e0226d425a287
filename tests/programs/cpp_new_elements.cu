// New elements of arrays and containers, whose constructors have default arguments or whose members have values.
#include <deque>
#include <list>
#include <map>
#include <unordered_map>
#include <cstdio>
#include <string>
#include <vector>
#include <memory>
#include <array>
int next() { static int n; return ++n; }
struct A { std::string v; int n; A(std::string s = "x", const std::string &t = "yy", int n = next()) : v(s + t), n(n) {} ~A() { printf("~%s%d ", v.c_str(), n); } };
struct B { A a[2]; A b; };
struct P { int x, y; P(int x = 3, int y = 4) : x(x), y(y) {} };
template <class T, int N> struct box { T items[N]; T *more; box() : more(new T[N]) {} ~box() { delete[] more; } };
struct P1 { int x = 3, y = 4; };
struct Q { int x; Q() : x(7) {} };
struct R { int x; R(int x = 9) : x(x) {} };
template <class T> void all() { std::vector<T> v(3); v.resize(5); std::deque<T> d(2); std::list<T> l(2); std::map<int, T> m; std::unordered_map<int, T> u; v.emplace_back(); auto a = std::make_unique<T[]>(2); auto s = std::make_shared<T>(); std::array<T, 2> r; T n[2]; auto *h = new T[2]; d.resize(4); l.resize(4); std::vector<std::vector<T>> vv(2, std::vector<T>(2));
 auto sa = std::shared_ptr<T[]>(new T[2]);
printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", v[2].x, v[4].x, v.back().x, d[1].x, d[3].x, l.front().x, l.back().x, m[1].x, u[1].x, a[1].x, s->x, r[1].x, n[1].x, h[1].x, vv[1][1].x); }
void plain() { all<P1>(); all<Q>(); all<R>(); }
int main() {
    plain();
    A arr[2]; printf("%s %d %d\n", arr[1].v.c_str(), arr[0].n, arr[1].n);
    A *p = new A[2]; printf("%s %d\n", p[1].v.c_str(), p[1].n); delete[] p; puts("");
    { B b; printf("%d %d %d\n", b.a[0].n, b.a[1].n, b.b.n); } puts("");
    P grid[2][3]; P *q = new P[5]; P part[4] = {P(1), P(1, 2)}; printf("%d %d %d %d\n", grid[1][2].x + grid[0][0].y, q[4].y, part[3].x, part[1].y); delete[] q;
    box<P, 3> b; printf("%d %d\n", b.items[2].y, b.more[1].x);
    std::vector<P> v(3); std::array<P, 2> a; auto u = std::make_unique<P[]>(2); printf("%d %d %d\n", v[2].y, a[1].x, u[1].y);
    static P still[2]; printf("%d\n", still[1].y);
    P (*rows)[2] = new P[3][2]; printf("%d\n", rows[2][1].x); delete[] rows;
    char bytes[16] = "text"; int *zero = new (bytes) int(); dim3 *one = new dim3(); printf("%d %u\n", *zero, one->y);
    std::vector<dim3> grids(2); grids.resize(3); printf("%u %u\n", grids[0].x, grids[2].z);
}
