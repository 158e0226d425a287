// Members of class templates that are defined outside of them: static variables, templates.
#include <cstdio>
#include <map>
#include <string>
#include <vector>
template <class T> struct counted { static int live, made; static const char *const kind; counted() { ++live; ++made; } counted(const counted &) { ++live; ++made; } ~counted() { --live; } };
struct apple : counted<apple> {};
template <class X> int counted<X>::live = 0;
template <class X> int counted<X>::made = 100;
template <class T> const char *const counted<T>::kind = "counted";
struct pear : counted<pear> { pear(int) {} };
template <class T> class registry {
    static std::map<std::string, T> items;
    static std::vector<std::string> order;
public:
    static void add(const std::string &name, T value) { items[name] = value; order.push_back(name); }
    static void print() { for (auto &n : order) printf("%s=%d ", n.c_str(), (int) items.at(n)); puts(""); }
    static size_t count() { return items.size(); }
};
template <class T> std::map<std::string, T> registry<T>::items;
template <class T> std::vector<std::string> registry<T>::order{"first"};
template <class T, int N> struct table { static T values[N]; static T sum() { T s = T(); for (T v : values) s += v; return s; } };
template <class T, int N> T table<T, N>::values[N] = {1, 2, 3};
template <class T> struct single { static single &get() { static single s; return s; } int x = 5; static inline int calls = 10; static constexpr int limit = 3; private: single() { ++calls; } };
template <class T> struct lazy { static T make() { return T(21); } static T value; };
template <class T> T lazy<T>::value = lazy<T>::make() * 2;
template <typename T> struct holder { struct inner { static int depth; }; };
template <> int counted<double>::made = 7;
template <class T> int use() { return lazy<T>::value + counted<T>::made; }
void statics() {
    { apple a, b; pear p(1); std::vector<pear> v(2, p); printf("%d %d %d %d\n", apple::live, apple::made, pear::live, counted<pear>::made); }
    printf("%d %d %s\n", apple::live, pear::live, apple::kind);
    if (registry<int>::count() == 0) { registry<int>::add("b", 2); registry<int>::add("a", 1); }
    try { registry<int>::print(); } catch (const std::exception &e) { puts("\nmissing"); }
    registry<char>::add("c", 'c'); printf("%zu %zu\n", registry<char>::count(), registry<int>::count());
    printf("%d %g\n", table<int, 4>::sum(), table<double, 3>::sum());
    printf("%d %d %d\n", single<int>::get().x, single<int>::calls, single<int>::limit); single<int>::get(); printf("%d %d\n", single<int>::calls, single<char>::calls);
    printf("%d %g\n", lazy<int>::value, lazy<double>::value); printf("%d\n", counted<double>::made); printf("%d\n", use<long>());
    decltype(table<long, 3>::sum()) l = 0; printf("%ld\n", l + table<long, 3>::values[2]);
}
template <class T> struct once { static inline int n = 3; };
int first() { return once<int>::n; }
int second() { return once<int>::n + 1; }
template <class T> struct member { T *p; template <class U> U f(U u) const; template <class U> U f(U u); };
template <class T> template <class U> U member<T>::f(U u) const { puts("f const"); return u; }
template <class T> template <class U> U member<T>::f(U u) { puts("f"); return u; }
void members() { member<int> p; p.f(2); const member<int> q = p; q.f(2); }
template <class A> struct S { A a; A f(); template <class U> U g(U, A); template <class U> S(U, int); S(A x) : a(x) {} static int n; template <class It> void assign(It b, It e); };
template <class A> A S<A>::f() { A x = a; return x; }
template <class A> template <class Y> Y S<A>::g(Y y, A x) { A z = x; printf("%d\n", (int) z); return y; }
template <class A> template <class Y> S<A>::S(Y y, int i) : a(A(y) + i) { }
template <class A> int S<A>::n = 3;
template <class A> template <class It> void S<A>::assign(It b, It e) { while (b != e) a += *b++; }
template <class A, int N = 2> struct renamed { A a; A f(); template <class U> U g(U, A); template <class U> renamed(U, int); renamed(A x); ~renamed(); static int n; static A first; static A list[N]; template <class It> void assign(It b, It e); struct inner { A v; }; };
template <class B, int M> B renamed<B, M>::f() { B x = a; puts(__PRETTY_FUNCTION__); return x + M; }
template <class X, int K> template <class Y> Y renamed<X, K>::g(Y y, X x) { X z = x; printf("%d\n", (int) z + K); return y; }
template <class X, int K> template <class Y> renamed<X, K>::renamed(Y y, int i) : a(X(y) + i) { X t = a; a = t; }
template <class V, int K> renamed<V, K>::renamed(V x) : a(x) { V y = x; a = y; }
template <class V, int K> renamed<V, K>::~renamed() { V y = a; printf("~%d\n", (int) y); }
template <class T, int K> int renamed<T, K>::n = K + sizeof(T);
template <class T, int K> T renamed<T, K>::first = T(1.5) + K;
template <class T, int K> T renamed<T, K>::list[K] = {T(1), T(2)};
template <class T, int K> template <class It> void renamed<T, K>::assign(It b, It e) { T sum = 0; while (b != e) sum += *b++; a = sum; }
void other_names() { renamed<int> s(2); printf("%d %g\n", s.f(), s.g(2.5, 1)); renamed<double, 3> d('a', 2); printf("%g %d %g\n", d.f(), renamed<int>::n, renamed<double, 3>::first); std::vector<int> v{1,2,3}; s.assign(v.begin(), v.end()); printf("%d %d\n", s.a, renamed<int>::list[1]); }
int main() { statics(); other_names(); printf("%d\n", second()); printf("%d\n", first()); members(); S<int> s(2); printf("%d %g\n", s.f(), s.g(2.5, 1)); S<double> d('a', 2); printf("%g %d\n", d.f(), S<int>::n); std::vector<int> v{1,2,3}; s.assign(v.begin(), v.end()); printf("%d\n", s.a); }
