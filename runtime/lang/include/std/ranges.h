#include <algorithm>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>
#include <tuple>
// names: ranges views
// SPDX-License-Identifier: Apache-2.0
// Views and range algorithms of C++20 (24.7, 25). A view holds other views by value and containers by their address; its begin() and end() have
// one type, and its iterators refer to the view. reverse walks its range once forwards. zip and enumerate are C++23's.
namespace std {
namespace ranges {
struct view_base {};
template <typename R> auto begin(R &&r) { return std::begin(r); }
template <typename R> auto end(R &&r) { return std::end(r); }
template <typename R> size_t size(R &&r) { return (size_t) std::distance(std::begin(r), std::end(r)); }
template <typename R> long distance(R &&r) { return (long) std::distance(std::begin(r), std::end(r)); }
template <typename R> bool empty(R &&r) { return !(std::begin(r) != std::end(r)); }
template <typename R> using iterator_t = decltype(std::begin(declval<R &>()));
template <typename R> using range_value_t = typename decay<decltype(*std::begin(declval<R &>()))>::type;
template <typename R> concept range = requires(R &r) { std::begin(r); std::end(r); };
template <typename R> concept input_range = range<R>;
template <typename R> concept forward_range = range<R>;
template <typename R> concept sized_range = range<R> && requires(R &r) { r.size(); };
template <typename R> concept random_access_range = range<R> && requires(R &r) { std::begin(r) + 1; };
template <typename R> concept view = is_base_of<view_base, R>::value;

template <typename V> struct __view : view_base {
    V &self_() { return *(V *) this; }
    size_t size() { size_t n = 0; for (auto i = self_().begin(), e = self_().end(); i != e; ++i) n++; return n; }
    bool empty() { return !(self_().begin() != self_().end()); }
    decltype(auto) front() { return *self_().begin(); }
    decltype(auto) operator[](size_t n) { auto i = self_().begin(); for (; n; n--) ++i; return *i; }
};
template <typename I> struct __view_types { typedef typename decay<decltype(*declval<I &>())>::type value_type; };
template <typename R> class ref_view : public __view<ref_view<R>> {
    R *r_;
public:
    ref_view(R &r) : r_(&r) {}
    auto begin() const { return std::begin(*r_); }
    auto end() const { return std::end(*r_); }
};
template <typename R> class owning_view : public __view<owning_view<R>> {
    R r_;
public:
    owning_view(R &&r) : r_(std::move(r)) {}
    auto begin() { return std::begin(r_); }
    auto end() { return std::end(r_); }
};
template <typename R> auto __all(R &&r) {
    typedef typename decay<R>::type plain;
    if constexpr (is_base_of<view_base, plain>::value) return plain(r);
    else if constexpr (is_lvalue_reference<R>::value) return ref_view<typename remove_reference<R>::type>(r);
    else return owning_view<plain>(std::move(r));
}
template <typename B, typename F> class filter_view : public __view<filter_view<B, F>> {
    B b_;
    F f_;
public:
    typedef decltype(declval<B &>().begin()) base_iterator;
    class iterator {
        base_iterator at_, end_;
        F *f_;
    public:
        typedef typename decay<decltype(*declval<base_iterator &>())>::type value_type;
        typedef long difference_type;
        typedef value_type *pointer;
        typedef value_type &reference;
        typedef forward_iterator_tag iterator_category;
        iterator(base_iterator at, base_iterator end, F *f) : at_(at), end_(end), f_(f) { while (at_ != end_ && !std::invoke(*f_, *at_)) ++at_; }
        decltype(auto) operator*() const { return *at_; }
        iterator &operator++() { do ++at_; while (at_ != end_ && !std::invoke(*f_, *at_)); return *this; }
        iterator operator++(int) { iterator old = *this; ++*this; return old; }
        bool operator==(const iterator &o) const { return at_ == o.at_; }
        bool operator!=(const iterator &o) const { return !(at_ == o.at_); }
    };
    filter_view(B b, F f) : b_(b), f_(f) {}
    iterator begin() { return iterator(b_.begin(), b_.end(), &f_); }
    iterator end() { return iterator(b_.end(), b_.end(), &f_); }
};
template <typename B, typename F> class transform_view : public __view<transform_view<B, F>> {
    B b_;
    F f_;
public:
    typedef decltype(declval<B &>().begin()) base_iterator;
    class iterator {
        base_iterator at_;
        F *f_;
    public:
        typedef typename decay<decltype(std::invoke(declval<F &>(), *declval<base_iterator &>()))>::type value_type;
        typedef long difference_type;
        typedef value_type *pointer;
        typedef value_type &reference;
        typedef forward_iterator_tag iterator_category;
        iterator(base_iterator at, F *f) : at_(at), f_(f) {}
        decltype(auto) operator*() const { return std::invoke(*f_, *at_); }
        iterator &operator++() { ++at_; return *this; }
        iterator operator++(int) { iterator old = *this; ++*this; return old; }
        bool operator==(const iterator &o) const { return at_ == o.at_; }
        bool operator!=(const iterator &o) const { return !(at_ == o.at_); }
    };
    transform_view(B b, F f) : b_(b), f_(f) {}
    iterator begin() { return iterator(b_.begin(), &f_); }
    iterator end() { return iterator(b_.end(), &f_); }
};
struct __first { template <typename P> auto &operator()(P &&p) const { return p.first; } };
template <size_t N> struct __nth { template <typename P> auto &operator()(P &&p) const { return std::get<N>(p); } };
struct __second { template <typename P> auto &operator()(P &&p) const { return p.second; } };
template <typename B, typename F> class __members_view : public __view<__members_view<B, F>> {
    B b_;
public:
    typedef decltype(declval<B &>().begin()) base_iterator;
    class iterator {
        base_iterator at_;
    public:
        typedef typename decay<decltype(F()(*declval<base_iterator &>()))>::type value_type;
        typedef long difference_type;
        typedef value_type *pointer;
        typedef value_type &reference;
        typedef forward_iterator_tag iterator_category;
        iterator(base_iterator at) : at_(at) {}
        decltype(auto) operator*() const { return F()(*at_); }
        iterator &operator++() { ++at_; return *this; }
        iterator operator++(int) { iterator old = *this; ++*this; return old; }
        bool operator==(const iterator &o) const { return at_ == o.at_; }
        bool operator!=(const iterator &o) const { return !(at_ == o.at_); }
    };
    __members_view(B b) : b_(b) {}
    iterator begin() { return iterator(b_.begin()); }
    iterator end() { return iterator(b_.end()); }
};
template <typename B> using keys_view = __members_view<B, __first>;
template <typename B> using values_view = __members_view<B, __second>;
template <typename... B> class zip_view : public __view<zip_view<B...>> {
    tuple<B...> b_;
    template <size_t... I> auto begin(__numbers<I...>) { return iterator(std::get<I>(b_).begin()...); }
    template <size_t... I> auto end(__numbers<I...>) { return iterator(std::get<I>(b_).end()...); }
public:
    class iterator {
        tuple<decltype(declval<B &>().begin())...> at_;
        template <size_t... I> auto here(__numbers<I...>) const { return tuple<decltype(*std::get<I>(at_))...>(*std::get<I>(at_)...); }
        template <size_t... I> void step(__numbers<I...>) { (++std::get<I>(at_), ...); }
        template <size_t... I> bool meets(const iterator &o, __numbers<I...>) const { return ((std::get<I>(at_) == std::get<I>(o.at_)) || ...); }
        typedef typename __count_up<sizeof...(B)>::type all;
    public:
        typedef tuple<typename decay<decltype(*declval<B &>().begin())>::type...> value_type;
        typedef long difference_type;
        typedef value_type *pointer;
        typedef value_type reference;
        typedef forward_iterator_tag iterator_category;
        iterator(decltype(declval<B &>().begin())... at) : at_(at...) {}
        auto operator*() const { return here(all()); }
        iterator &operator++() { step(all()); return *this; }
        iterator operator++(int) { iterator old = *this; ++*this; return old; }
        bool operator==(const iterator &o) const { return meets(o, all()); }
        bool operator!=(const iterator &o) const { return !meets(o, all()); }
    };
    zip_view(B... b) : b_(b...) {}
    auto begin() { return begin(typename __count_up<sizeof...(B)>::type()); }
    auto end() { return end(typename __count_up<sizeof...(B)>::type()); }
};
template <typename... B> auto __zipped(B... b) { return zip_view<B...>(b...); }
template <typename B> class take_view : public __view<take_view<B>> {
    B b_;
    long n_;
public:
    typedef decltype(declval<B &>().begin()) base_iterator;
    class iterator {
        base_iterator at_;
        long left_;
    public:
        typedef typename decay<decltype(*declval<base_iterator &>())>::type value_type;
        typedef long difference_type;
        typedef value_type *pointer;
        typedef value_type &reference;
        typedef forward_iterator_tag iterator_category;
        iterator(base_iterator at, long left) : at_(at), left_(left) {}
        decltype(auto) operator*() const { return *at_; }
        iterator &operator++() { if (--left_) ++at_; return *this; }
        iterator operator++(int) { iterator old = *this; ++*this; return old; }
        bool operator==(const iterator &o) const { return left_ == o.left_ || at_ == o.at_; }
        bool operator!=(const iterator &o) const { return !(left_ == o.left_ || at_ == o.at_); }
    };
    take_view(B b, long n) : b_(b), n_(n) {}
    iterator begin() { return iterator(b_.begin(), n_); }
    iterator end() { return iterator(b_.end(), 0); }
};
template <typename B, typename F> class take_while_view : public __view<take_while_view<B, F>> {
    B b_;
    F f_;
public:
    typedef decltype(declval<B &>().begin()) base_iterator;
    class iterator {
        base_iterator at_, end_;
        F *f_;
        bool over_;
    public:
        typedef typename decay<decltype(*declval<base_iterator &>())>::type value_type;
        typedef long difference_type;
        typedef value_type *pointer;
        typedef value_type &reference;
        typedef forward_iterator_tag iterator_category;
        iterator(base_iterator at, base_iterator end, F *f, bool over) : at_(at), end_(end), f_(f), over_(over) { check(); }
        void check() { over_ = over_ || at_ == end_ || !std::invoke(*f_, *at_); }
        decltype(auto) operator*() const { return *at_; }
        iterator &operator++() { ++at_; check(); return *this; }
        iterator operator++(int) { iterator old = *this; ++*this; return old; }
        bool operator==(const iterator &o) const { return over_ == o.over_ && (over_ || at_ == o.at_); }
        bool operator!=(const iterator &o) const { return !(over_ == o.over_ && (over_ || at_ == o.at_)); }
    };
    take_while_view(B b, F f) : b_(b), f_(f) {}
    iterator begin() { return iterator(b_.begin(), b_.end(), &f_, false); }
    iterator end() { return iterator(b_.end(), b_.end(), &f_, true); }
};
template <typename B> class reverse_view : public __view<reverse_view<B>> {
    B b_;
public:
    typedef decltype(declval<B &>().begin()) base_iterator;
    class iterator {
        vector<base_iterator> all_;
    public:
        typedef typename decay<decltype(*declval<base_iterator &>())>::type value_type;
        typedef long difference_type;
        typedef value_type *pointer;
        typedef value_type &reference;
        typedef forward_iterator_tag iterator_category;
        iterator() {}
        iterator(base_iterator at, base_iterator end) { for (; at != end; ++at) all_.push_back(at); }
        decltype(auto) operator*() const { return *all_.back(); }
        iterator &operator++() { all_.pop_back(); return *this; }
        iterator operator++(int) { iterator old = *this; ++*this; return old; }
        bool operator==(const iterator &o) const { return all_.size() == o.all_.size(); }
        bool operator!=(const iterator &o) const { return !(all_.size() == o.all_.size()); }
    };
    reverse_view(B b) : b_(b) {}
    iterator begin() { return iterator(b_.begin(), b_.end()); }
    iterator end() { return iterator(); }
};
template <typename B> class drop_view : public __view<drop_view<B>> {
    B b_;
    long n_;
public:
    drop_view(B b, long n) : b_(b), n_(n) {}
    auto begin() { auto i = b_.begin(), e = b_.end(); for (long n = n_; n > 0 && i != e; n--) ++i; return i; }
    auto end() { return b_.end(); }
};
template <typename B, typename F> class drop_while_view : public __view<drop_while_view<B, F>> {
    B b_;
    F f_;
public:
    drop_while_view(B b, F f) : b_(b), f_(f) {}
    auto begin() { auto i = b_.begin(), e = b_.end(); while (i != e && std::invoke(f_, *i)) ++i; return i; }
    auto end() { return b_.end(); }
};
template <typename T> class iota_view : public __view<iota_view<T>> {
    T from_, to_;
    bool endless_;
public:
    class iterator {
        T v_;
        bool never_;
    public:
        typedef T value_type;
        typedef long difference_type;
        typedef T *pointer;
        typedef T reference;
        typedef forward_iterator_tag iterator_category;
        iterator() : v_(), never_(false) {}
        iterator(T v, bool never) : v_(v), never_(never) {}
        T operator*() const { return v_; }
        iterator &operator++() { ++v_; return *this; }
        iterator operator++(int) { iterator old = *this; ++v_; return old; }
        bool operator==(const iterator &o) const { return !never_ && !o.never_ && v_ == o.v_; }
        bool operator!=(const iterator &o) const { return !(*this == o); }
    };
    explicit iota_view(T from) : from_(from), to_(from), endless_(true) {}
    iota_view(T from, T to) : from_(from), to_(to), endless_(false) {}
    iterator begin() const { return iterator(from_, false); }
    iterator end() const { return iterator(to_, endless_); }
};
}
namespace views {
struct __closure {};
template <typename R, typename C, typename = typename enable_if<is_base_of<__closure, C>::value>::type> auto operator|(R &&r, const C &c) { return c(std::forward<R>(r)); }
template <typename T> auto iota(T from) { return ranges::iota_view<T>(from); }
template <typename T, typename U> auto iota(T from, U to) { return ranges::iota_view<T>(from, (T) to); }
template <typename R> auto all(R &&r) { return ranges::__all(std::forward<R>(r)); }
template <typename F> struct __filter : __closure { F f; __filter(F g) : f(g) {} template <typename R> auto operator()(R &&r) const { auto b = ranges::__all(std::forward<R>(r)); return ranges::filter_view<decltype(b), F>(b, f); } };
template <typename F> auto filter(F f) { return __filter<F>(f); }
template <typename R, typename F> auto filter(R &&r, F f) { return __filter<F>(f)(std::forward<R>(r)); }
template <typename F> struct __transform : __closure { F f; __transform(F g) : f(g) {} template <typename R> auto operator()(R &&r) const { auto b = ranges::__all(std::forward<R>(r)); return ranges::transform_view<decltype(b), F>(b, f); } };
template <typename F> auto transform(F f) { return __transform<F>(f); }
template <typename R, typename F> auto transform(R &&r, F f) { return __transform<F>(f)(std::forward<R>(r)); }
template <typename F> struct __take_while : __closure { F f; __take_while(F g) : f(g) {} template <typename R> auto operator()(R &&r) const { auto b = ranges::__all(std::forward<R>(r)); return ranges::take_while_view<decltype(b), F>(b, f); } };
template <typename F> auto take_while(F f) { return __take_while<F>(f); }
template <typename R, typename F> auto take_while(R &&r, F f) { return __take_while<F>(f)(std::forward<R>(r)); }
template <typename F> struct __drop_while : __closure { F f; __drop_while(F g) : f(g) {} template <typename R> auto operator()(R &&r) const { auto b = ranges::__all(std::forward<R>(r)); return ranges::drop_while_view<decltype(b), F>(b, f); } };
template <typename F> auto drop_while(F f) { return __drop_while<F>(f); }
template <typename R, typename F> auto drop_while(R &&r, F f) { return __drop_while<F>(f)(std::forward<R>(r)); }
struct __take : __closure { long n; __take(long k) : n(k) {} template <typename R> auto operator()(R &&r) const { auto b = ranges::__all(std::forward<R>(r)); return ranges::take_view<decltype(b)>(b, n); } };
inline __take take(long n) { return __take(n); }
template <typename R> auto take(R &&r, long n) { return __take(n)(std::forward<R>(r)); }
struct __drop : __closure { long n; __drop(long k) : n(k) {} template <typename R> auto operator()(R &&r) const { auto b = ranges::__all(std::forward<R>(r)); return ranges::drop_view<decltype(b)>(b, n); } };
inline __drop drop(long n) { return __drop(n); }
template <typename R> auto drop(R &&r, long n) { return __drop(n)(std::forward<R>(r)); }
struct __reverse : __closure { template <typename R> auto operator()(R &&r) const { auto b = ranges::__all(std::forward<R>(r)); return ranges::reverse_view<decltype(b)>(b); } };
template <typename F> struct __members : __closure { template <typename R> auto operator()(R &&r) const { auto b = ranges::__all(std::forward<R>(r)); return ranges::__members_view<decltype(b), F>(b); } };
struct __common : __closure { template <typename R> auto operator()(R &&r) const { return ranges::__all(std::forward<R>(r)); } };
constexpr __reverse reverse;
constexpr __members<ranges::__first> keys;
constexpr __members<ranges::__second> values;
constexpr __common common;
template <size_t N> constexpr __members<ranges::__nth<N>> elements;
struct __zip { template <typename... R> auto operator()(R &&...r) const { return ranges::__zipped(ranges::__all(std::forward<R>(r))...); } };
constexpr __zip zip;
struct __enumerate : __closure { template <typename R> auto operator()(R &&r) const { return ranges::__zipped(ranges::iota_view<long>(0), ranges::__all(std::forward<R>(r))); } };
constexpr __enumerate enumerate;
}
namespace ranges {
typedef std::identity identity;
typedef std::less<void> less;
typedef std::greater<void> greater;
typedef std::less_equal<void> less_equal;
typedef std::greater_equal<void> greater_equal;
typedef std::equal_to<void> equal_to;
template <typename C, typename P> struct __projected { C c; P p; template <typename A, typename B> bool operator()(A &&a, B &&b) { return std::invoke(c, std::invoke(p, a), std::invoke(p, b)); } };
template <typename C, typename P> struct __asked { C c; P p; template <typename A> bool operator()(A &&a) { return (bool) std::invoke(c, std::invoke(p, a)); } };
template <typename R, typename C = less, typename P = identity> auto sort(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; std::sort(std::begin(r), std::end(r), f); return std::end(r); }
template <typename R, typename C = less, typename P = identity> auto stable_sort(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; std::stable_sort(std::begin(r), std::end(r), f); return std::end(r); }
template <typename R, typename C = less, typename P = identity> auto is_sorted(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; return std::is_sorted(std::begin(r), std::end(r), f); }
template <typename R, typename C = less, typename P = identity> auto max_element(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; return std::max_element(std::begin(r), std::end(r), f); }
template <typename R, typename C = less, typename P = identity> auto min_element(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; return std::min_element(std::begin(r), std::end(r), f); }
template <typename R, typename C = less, typename P = identity> auto max(R &&r, C c = C(), P p = P()) { return *ranges::max_element(r, c, p); }
template <typename R, typename C = less, typename P = identity> auto min(R &&r, C c = C(), P p = P()) { return *ranges::min_element(r, c, p); }
template <typename R, typename F, typename P = identity> auto find_if(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::find_if(std::begin(r), std::end(r), g); }
template <typename R, typename F, typename P = identity> auto find_if_not(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::find_if_not(std::begin(r), std::end(r), g); }
template <typename R, typename F, typename P = identity> auto count_if(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::count_if(std::begin(r), std::end(r), g); }
template <typename R, typename F, typename P = identity> auto all_of(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::all_of(std::begin(r), std::end(r), g); }
template <typename R, typename F, typename P = identity> auto any_of(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::any_of(std::begin(r), std::end(r), g); }
template <typename R, typename F, typename P = identity> auto none_of(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::none_of(std::begin(r), std::end(r), g); }
template <typename R, typename T, typename P = identity> auto find(R &&r, const T &v, P p = P()) { auto i = std::begin(r), e = std::end(r); while (i != e && !(std::invoke(p, *i) == v)) ++i; return i; }
template <typename R, typename T, typename P = identity> long count(R &&r, const T &v, P p = P()) { long n = 0; for (auto i = std::begin(r), e = std::end(r); i != e; ++i) n += std::invoke(p, *i) == v; return n; }
template <typename R, typename T> bool contains(R &&r, const T &v) { return ranges::find(r, v) != std::end(r); }
template <typename R, typename F, typename P = identity> F for_each(R &&r, F f, P p = P()) { for (auto i = std::begin(r), e = std::end(r); i != e; ++i) { if constexpr (is_same<P, identity>::value) std::invoke(f, *i); else std::invoke(f, std::invoke(p, *i)); } return f; }
template <typename O> struct __out { O out; };
template <typename R, typename O> auto copy(R &&r, O out) { return __out<O>{std::copy(std::begin(r), std::end(r), out)}; }
template <typename R, typename O, typename F> auto copy_if(R &&r, O out, F f) { return __out<O>{std::copy_if(std::begin(r), std::end(r), out, f)}; }
template <typename R, typename O, typename F> auto transform(R &&r, O out, F f) { return __out<O>{std::transform(std::begin(r), std::end(r), out, f)}; }
template <typename R, typename T> void fill(R &&r, const T &v) { std::fill(std::begin(r), std::end(r), v); }
template <typename R> void reverse(R &&r) { std::reverse(std::begin(r), std::end(r)); }
template <typename R, typename T, typename C = less> bool binary_search(R &&r, const T &v, C c = C()) { return std::binary_search(std::begin(r), std::end(r), v, c); }
template <typename R, typename T, typename C = less> auto lower_bound(R &&r, const T &v, C c = C()) { return std::lower_bound(std::begin(r), std::end(r), v, c); }
template <typename R, typename T, typename C = less> auto upper_bound(R &&r, const T &v, C c = C()) { return std::upper_bound(std::begin(r), std::end(r), v, c); }
template <typename R, typename S> bool equal(R &&a, S &&b) { auto i = std::begin(a), e = std::end(a); auto j = std::begin(b), f = std::end(b); for (; i != e && j != f; ++i, ++j) if (!(*i == *j)) return false; return !(i != e) && !(j != f); }
}
}
