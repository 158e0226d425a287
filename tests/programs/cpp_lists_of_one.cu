// An aggregate from a list with one value of its class, or of one derived from it, is a copy; classes without members; designators with braces.
#include <cstdio>
#include <string>
#include <tuple>
#include <vector>
struct plain {
    int x, y;
};
struct around {
    plain p;
    int z;
};
struct row {
    int v[3];
};
struct derived : plain {
    int w;
};
struct named {
    std::string n;
    int x = 4;
};
struct twice {
    named s, t;
};
class empty {};
struct of_empty {
    empty e;
};
struct from_empty : empty {};
struct holds {
    around a;
    named n;
    holds(const around &a, const named &n) : a{a}, n{n} {}
};
template <class T> struct holder {
    T t;
    holder(const T &x) : t{x} {}
};
plain made() { return {5, 6}; }
named other() { return {"other", 7}; }
auto both(const empty &a)
{
    empty b{a};
    return std::tuple{b, empty{b}};
}
int main()
{
    plain a{1, 2}, b{a}, c = {a}, d{made()}, e = plain{a}, *f = new plain{a};
    const plain k{a};
    plain l{k}, s = plain{plain{plain{7, 8}}}, all[]{a, d};
    around w{a, 3}, w2{w};
    row g{{1, 2, 3}}, h{g};
    derived q{{1, 2}, 3};
    plain r{q};
    printf("%d%d%d%d%d%d%d%d%d%d%d\n", b.x, c.y, d.x, e.y, f->x, w2.z, h.v[2], l.y, r.x, s.x, all[1].y);
    delete f;
    named m{"a", 1}, n{m}, o = {m}, p{other()};
    twice u{m}, v{u}, t{m, {"z"}};
    std::vector<named> list{m, {"m"}}, copied{list};
    named moved{std::move(p)};
    printf("%s%s%s%s%d%s%s%zu%s\n", n.n.c_str(), o.n.c_str(), moved.n.c_str(), u.s.n.c_str(), u.t.x, v.s.n.c_str(), t.t.n.c_str(), copied.size(),
           copied[1].n.c_str());
    holds x(w, m);
    printf("%d%s%d%s\n", x.a.z, x.n.n.c_str(), holder<plain>(a).t.y, holder<named>(m).t.n.c_str());
    empty none;
    from_empty more;
    auto [i, j] = both(none);
    of_empty y{i}, z{y};
    empty last{more}, pair[2] = {j, empty{}}, *heap = new empty{last};
    printf("%zu %zu\n", sizeof z, sizeof pair);
    delete heap;
    around des{.p{.x{3}, .y = 4}, .z{5}};
    named word{.n{"word"}, .x = 6};
    printf("%d%d%d%s%d\n", des.p.x, des.p.y, des.z, word.n.c_str(), word.x);
}
