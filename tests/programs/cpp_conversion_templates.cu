// Conversion functions that are templates: C++17 17.8.2.3.
#include <iostream>
#include <any>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>
#include <type_traits>
#include <stdexcept>
#include <map>
#include <cstring>
// a shared pointer whose conversions to bases are a template
template <class T> class ref {
    T *p; int *n;
    void drop() { if (n && !--*n) { delete p; delete n; } }
    template <class U> friend class ref;
public:
    explicit ref(T *p = nullptr) : p(p), n(p ? new int(1) : nullptr) {}
    ref(const ref &o) : p(o.p), n(o.n) { if (n) ++*n; }
    ref &operator=(const ref &o) { if (o.n) ++*o.n; drop(); p = o.p; n = o.n; return *this; }
    ~ref() { drop(); }
    template <class U> operator ref<U>() const { std::cout << "to base\n"; ref<U> r; r.p = p; r.n = n; if (n) ++*n; return r; }
    explicit operator bool() const { return p; }
    T *operator->() const { return p; }
    T &operator*() const { return *p; }
    int count() const { return n ? *n : 0; }
};
struct shape { virtual double area() const = 0; virtual ~shape() { std::cout << "~shape\n"; } };
struct square : shape { double a; square(double a) : a(a) {} double area() const override { return a * a; } };
void show(ref<shape> s) { std::cout << s->area() << ' ' << s.count() << '\n'; }
void show_const(const ref<shape> &s) { std::cout << "const " << s->area() << '\n'; }
// a value of any type
class value {
    std::string text;
public:
    value(const char *s) : text(s) {}
    value(int i) : text(std::to_string(i)) {}
    value(double d) : text(std::to_string(d)) {}
    template <class T, class = std::enable_if_t<std::is_arithmetic<T>::value>> operator T() const
    {
        if constexpr (std::is_same_v<T, bool>) return text == "true" || text == "1";
        else if constexpr (std::is_integral_v<T>) return (T) std::stol(text);
        else return (T) std::stod(text);
    }
    operator std::string() const { return text; }
};
int twice(int x) { return 2 * x; }
double half(double x) { return x / 2; }
// fits every parameter: counts the members of an aggregate
struct anything { template <class T> operator T() const; };
template <class T, class = void> struct has_two : std::false_type {};
template <class T> struct has_two<T, decltype((void) T{anything(), anything()})> : std::true_type {};
template <class T, class = void> struct has_three : std::false_type {};
template <class T> struct has_three<T, decltype((void) T{anything(), anything(), anything()})> : std::true_type {};
struct pair2 { int a; double b; };
struct null_pointer { template <class T> operator T *() const { return 0; } template <class C, class T> operator T C::*() const { return 0; } } null;
template <class F> struct defer { F f; template <class T> operator T() { return f(); } };
template <class F> defer<F> lazy(F f) { return defer<F>{f}; }
struct explicit_only { int v; template <class T> explicit operator T() const { return T(v); } };
struct both { operator int() const { return 1; } template <class T> operator T() const { return T(2); } };
template <int N> struct fixed { int raw; template <int M> operator fixed<M>() const { return fixed<M>{raw * (1 << M) / (1 << N)}; } };
struct holder { std::string s = "held"; template <class T> operator T &() { static_assert(std::is_same_v<T, std::string>); return s; } };
void values()
{
    {
        ref<square> sq(new square(3));
        ref<shape> s = sq;
        show(sq); show_const(sq); show(s);
        s = sq;
        std::vector<ref<shape>> all; all.push_back(sq); all.emplace_back(ref<shape>(sq));
        std::cout << sq.count() << (sq ? " set" : " null") << '\n';
        ref<shape> direct(sq); ref<shape> braces{sq};
        std::cout << direct.count() << braces->area() << '\n';
    }
    value v = "42", d = 2.5, t = "true";
    int i = v; long l = v; double x = d; bool b = t; float f = v; unsigned char c = v;
    std::string s = v;
    std::cout << i << l << x << b << f << (int) c << s << '\n';
    std::cout << twice(v) << ' ' << half(d) << ' ' << static_cast<short>(v) << ' ' << (int) v << ' ' << int(v) << '\n';
    if (t) std::cout << "true\n";
    int w; w = v; std::cout << w << '\n';
    std::map<std::string, value> m{{"port", 8080}, {"rate", 0.5}};
    int port = m.at("port"); double rate = m.at("rate"); std::cout << port << ' ' << rate << '\n';
    std::cout << has_two<pair2>::value << has_three<pair2>::value << '\n';
    int *ip = null; const char *cp = null; int pair2::*mp = null; std::cout << (ip == nullptr) << (cp == nullptr) << (mp == nullptr) << '\n';
    int lazy_int = lazy([] { std::cout << "made "; return 5; }); std::cout << lazy_int << '\n';
    std::vector<int> lv = lazy([] { return std::vector<int>{1, 2, 3}; }); std::cout << lv.size() << '\n';
    explicit_only e{7}; std::cout << static_cast<int>(e) << (double) e << std::is_convertible_v<explicit_only, int> << '\n';
    both bo; int bi = bo; long bl = bo; double bd = bo; std::cout << bi << bl << bd << '\n';
    fixed<4> f4{16}; fixed<8> f8 = f4; std::cout << f8.raw << '\n';
    holder h; std::string &r = h; r += "!"; std::cout << h.s << '\n';
    auto up = [](value q) -> int { return q; }; std::cout << up("12") << '\n';
}
template <class T> struct P { T *p; explicit P(T *p = nullptr) : p(p) {} template <class U> operator P<U>() const; template <class U> operator P<const U>() const &; operator bool() const { return p; } };
template <class T> template <class U> P<T>::operator P<U>() const { std::cout << "P<U> "; return P<U>(p); }
struct B { virtual int id() { return 1; } }; struct D : B { int id() override { return 2; } };
P<B> make() { P<D> d(new D); return d; }
struct Holder { P<B> b; Holder(P<B> b) : b(b) {} };
struct Member { P<B> b; Member(P<D> d) : b(d) {} };
namespace lib {
class any_value {
    std::any v;
public:
    template <class T> any_value(T t) : v(t) {}
    template <class T> operator T() const { return std::any_cast<T>(v); }
};
struct convert_to_any_of { template <class T> constexpr operator T() const noexcept { return T{}; } };
constexpr convert_to_any_of zero{};
}
struct matrix { double d[4] = {1, 2, 3, 4}; template <class T> explicit operator std::vector<T>() const { return std::vector<T>(d, d + 4); } };
struct args_proxy { std::vector<std::string> a; struct item { std::string s; template <class T> operator T() const { T t{}; if constexpr (std::is_integral<T>::value) t = std::stoi(s); else t = s; return t; } }; item operator[](int i) const { return {a[i]}; } };
int sum(std::initializer_list<int> l) { int s = 0; for (int x : l) s += x; return s; }
struct fn { template <class R, class... A> operator std::function<R(A...)>() const { return [](A...) { return R(sizeof...(A)); }; } };
struct fp { template <class R, class A> using ptr = R (*)(A); template <class R, class A> static R call(A a) { return R(a + 1); } template <class R, class A> operator ptr<R, A>() const { return call<R, A>; } };
int main()
{
    values();
    std::cout << make().p->id() << '\n';
    P<D> d(new D); Holder h(d); Holder h2{d}; Member m(d); std::cout << h.b.p->id() << m.b.p->id() << '\n';
    P<B> b = true ? P<B>(d) : P<B>(nullptr); std::cout << (b ? "yes" : "no") << '\n';
    lib::any_value v = 3, s = std::string("text"), dd = 2.5;
    int i = v; std::string t = s; double x = dd; std::cout << i << t << x << '\n';
    try { int bad = s; std::cout << bad; } catch (const std::bad_any_cast &e) { std::cout << "bad any_cast\n"; }
    int z = lib::zero; std::string zs = lib::zero; constexpr int cz = lib::zero; std::cout << z << zs.size() << cz << '\n';
    std::vector<float> vf(matrix{}); auto vd = static_cast<std::vector<double>>(matrix{}); std::cout << vf.size() << vd[3] << '\n';
    args_proxy a{{"12", "name"}}; int n = a[0]; std::string name = a[1]; std::cout << n << name << sum({a[0], 3}) << '\n';
    std::function<int(int, int)> f = fn(); std::cout << f(1, 2) << '\n';
    int (*q)(int) = fp(); std::cout << q(4) << '\n';
}
