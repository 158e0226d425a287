// Members' own initialisers, where a list leaves the members out: their names are those of the class, not of the place of the list.
#include <cstdio>
#include <string>
#include <vector>

int base = 7, counted = 9;
constexpr int lim = 3;
constexpr int five() { return 5; }
struct P { int x = 1; int y = x * 3; int z = base + lim; int w = y + z; };
struct Q {
    static int count;
    static constexpr int K = 4;
    enum { E = 9 };
    int a = K + E;
    int b = count;
    int c = twice(a);
    static int twice(int v) { return 2 * v; }
    int self() const { return a + b; }
    int d = self();
    Q *me = this;
};
int Q::count = 11;
namespace ns {
int base = 70, lim = 30;
struct R { int v = base + lim; int u = v; };
}
struct Outer { int x = 5; struct Inner { int x = 6, y = x; }; Inner in; Inner jn{1}; int z = x + in.y; };
struct Base { int x = 1; int y = x * 3; std::string n = "base" + std::to_string(x); };
struct Derived : Base { int z; Base more[2]; int w = z + 1; };
template <class T, int N = 4> struct Cfg {
    T v{};
    int n = N, m = n * 2;
    std::vector<T> d = std::vector<T>(n, v);
    std::string s = "n" + std::to_string(n);
};
struct L {
    int i;
    L(int i) : i(i) { printf("+%d ", i); }
    L(const L &o) : i(o.i) { printf("c%d ", i); }
    ~L() { printf("-%d ", i); }
};
struct W { L a; L b = a.i + 1; L c{b}; int k = b.i; int f = [this] { return a.i * 100; }(); };
struct K { int a = five(); int b = 2 * lim; double c = 1.5; };
constexpr K known{1};
static_assert(known.b == 6 && known.c == 1.5);
struct G { int a; int b = counted++; int c = counted; };

int main()
{
    int x = 100, y = 200, base = 1000, a = 55, n = 77, v = 88, counted = 1, lim = 2, z = 0;
    P p{5}, r{.y = 2}, ps[2] = {{7}}, *h = new P{4};
    printf("%d %d %d %d, %d %d, %d %d, %d\n", p.x, p.y, p.z, p.w, r.x, r.w, ps[0].w, ps[1].w, h->w);
    Q q{.b = 3};
    printf("%d %d %d %d %d\n", q.a, q.b, q.c, q.d, q.me == &q);
    ns::R t{1};
    printf("%d %d\n", ns::R{}.v, t.u);
    Outer o{2}, o2{.in = {3}};
    printf("%d %d %d, %d %d\n", o.z, o.in.y, o.jn.y, o2.z, o2.in.y);
    Derived d{{3}, 4, {{8}, {.y = 6}}}, e{};
    printf("%s %d %s %d %s %d, %d %s\n", d.n.c_str(), d.z, d.more[0].n.c_str(), d.more[1].y,
           d.more[1].n.c_str(), d.w, e.w, e.more[0].n.c_str());
    Cfg<int> f{3};
    Cfg<double, 2> g{.v = 1.5, .m = 9};
    printf("%d %d %zu %d %s, %d %d %g %s\n", f.n, f.m, f.d.size(), f.d[0], f.s.c_str(), g.n, g.m,
           g.d[1], g.s.c_str());
    {
        W w{1}, ws[2] = {{5}, {2, 3}};
        printf("%d %d ", w.k, w.f);
    }
    puts("");
    G g1{1}, g2{2};
    std::vector<G> gs{{1}, {2}};
    gs.push_back({7});
    printf("%d %d %d %d, %d %d\n", g1.b, g1.c, g2.b, g2.c, gs[1].c, gs[2].b);
    struct Local { int a = 1; int b = a + 1; int c = st(); static int st() { return 3; } } l;
    struct Local2 { int a; int b = a + 1; } m{7};
    printf("%d %d %d\n", l.b, l.c, m.b);
    delete h;
}
