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
/* All tuples of an element of each, the last one first; C++23 26.7.33. */
template <typename... R> class cartesian_product_view : public __view<cartesian_product_view<R...>> {
    tuple<R...> of_;
public:
    class iterator {
        const cartesian_product_view *view_;
        tuple<decltype(std::begin(declval<const R &>()))...> at_;
        template <size_t N> void step_() {
            auto &i = std::get<N>(at_);
            ++i;
            if constexpr (N > 0)
                if (!(i != std::end(std::get<N>(view_->of_)))) { i = std::begin(std::get<N>(view_->of_)); step_<N - 1>(); }
        }
    public:
        typedef tuple<decltype(*std::begin(declval<const R &>()))...> value_type;
        typedef value_type reference;
        typedef const value_type *pointer;
        typedef long difference_type;
        typedef forward_iterator_tag iterator_category;
        iterator(const cartesian_product_view *view, decltype(at_) at) : view_(view), at_(at) {}
        value_type operator*() const { return std::apply([](const auto &...i) { return value_type(*i...); }, at_); }
        iterator &operator++() { step_<sizeof...(R) - 1>(); return *this; }
        iterator operator++(int) { iterator old = *this; ++*this; return old; }
        bool operator==(const iterator &o) const { return at_ == o.at_; }
        bool operator!=(const iterator &o) const { return !(at_ == o.at_); }
    };
    cartesian_product_view(R... r) : of_(r...) {}
    iterator begin() const {
        bool none = std::apply([](const auto &...r) { return (!(std::begin(r) != std::end(r)) || ...); }, of_);
        return none ? end() : iterator(this, std::apply([](const auto &...r) { return tuple<decltype(std::begin(r))...>(std::begin(r)...); }, of_));
    }
    iterator end() const {
        auto at = std::apply([](const auto &...r) { return tuple<decltype(std::begin(r))...>(std::begin(r)...); }, of_);
        std::get<0>(at) = std::end(std::get<0>(of_));
        return iterator(this, at);
    }
    size_t size() const { return std::apply([](const auto &...r) { return (size_t(1) * ... * (size_t) std::distance(std::begin(r), std::end(r))); }, of_); }
};
template <typename I, typename S = I> class subrange : public __view<subrange<I, S>> {
    I first_;
    S last_;
public:
    subrange(I first, S last) : first_(first), last_(last) {}
    template <typename R> requires (!is_same<remove_cvref_t<R>, subrange>::value) subrange(R &&r) : first_(std::begin(r)), last_(std::end(r)) {}
    I begin() const { return first_; }
    S end() const { return last_; }
    bool empty() const { return !(first_ != last_); }
    size_t size() const { return (size_t) std::distance(first_, last_); }
    decltype(auto) front() const { return *first_; }
    decltype(auto) operator[](size_t n) const { auto i = first_; std::advance(i, (long) n); return *i; }
    explicit operator bool() const { return !empty(); }
};
template <typename R> subrange(R &&) -> subrange<iterator_t<R>>;
template <typename T> class single_view : public __view<single_view<T>> {
    T value_;
public:
    single_view(T value) : value_(std::move(value)) {}
    T *begin() { return &value_; }
    T *end() { return &value_ + 1; }
};
template <typename T> class empty_view : public __view<empty_view<T>> {
public:
    T *begin() const { return nullptr; }
    T *end() const { return nullptr; }
};
/* The elements of the elements. Ranges that the base makes anew are kept, those of one pass at a time. */
template <typename B> class join_view : public __view<join_view<B>> {
    B b_;
    typedef decltype(*declval<B &>().begin()) inner_type;
    typedef typename remove_reference<inner_type>::type inner;
    vector<typename decay<inner_type>::type> kept_;
    inner *look(decltype(declval<B &>().begin()) at) {
        if constexpr (is_lvalue_reference<inner_type>::value) return &*at;
        else { kept_.clear(); kept_.push_back(*at); return &kept_[0]; }
    }
public:
    class iterator {
        typedef decltype(declval<B &>().begin()) outer_iterator;
        typedef decltype(std::begin(declval<inner &>())) inner_iterator;
        join_view *view_;
        outer_iterator outer_, end_;
        inner_iterator at_, last_;
        void settle() {
            while (outer_ != end_) {
                inner *in = view_->look(outer_);
                at_ = std::begin(*in);
                last_ = std::end(*in);
                if (at_ != last_) return;
                ++outer_;
            }
        }
    public:
        typedef typename decay<decltype(*declval<inner_iterator &>())>::type value_type;
        typedef long difference_type;
        typedef value_type *pointer;
        typedef value_type &reference;
        typedef forward_iterator_tag iterator_category;
        iterator(join_view *view, outer_iterator outer, outer_iterator end) : view_(view), outer_(outer), end_(end), at_(), last_() { settle(); }
        decltype(auto) operator*() const { return *at_; }
        iterator &operator++() { if (!(++at_ != last_)) { ++outer_; settle(); } return *this; }
        iterator operator++(int) { iterator old = *this; ++*this; return old; }
        bool operator==(const iterator &o) const { return !(*this != o); }
        bool operator!=(const iterator &o) const { return outer_ != o.outer_ || (outer_ != end_ && at_ != o.at_); }
    };
    join_view(B b) : b_(b) {}
    iterator begin() { return iterator(this, b_.begin(), b_.end()); }
    iterator end() { return iterator(this, b_.end(), b_.end()); }
};
template <typename B> class split_view : public __view<split_view<B>> {
    typedef decltype(declval<B &>().begin()) base_iterator;
    typedef typename decay<decltype(*declval<base_iterator &>())>::type element;
    B b_;
    vector<element> pattern_;
public:
    class iterator {
        const split_view *view_;
        base_iterator at_, stop_, next_, end_;
        bool over_;
        void find() {
            const vector<element> &p = view_->pattern_;
            stop_ = std::search(at_, end_, p.begin(), p.end());
            next_ = stop_;
            if (p.empty() && next_ != end_) ++next_, stop_ = next_;
            else if (next_ != end_) std::advance(next_, (long) p.size());
        }
    public:
        typedef subrange<base_iterator> value_type;
        typedef long difference_type;
        typedef value_type *pointer;
        typedef value_type reference;
        typedef forward_iterator_tag iterator_category;
        iterator(const split_view *view, base_iterator at, base_iterator end, bool over) : view_(view), at_(at), stop_(at), next_(at), end_(end), over_(over) { if (!over) find(); }
        value_type operator*() const { return value_type(at_, stop_); }
        iterator &operator++() { over_ = !(stop_ != end_); at_ = next_; if (!over_) find(); return *this; }
        iterator operator++(int) { iterator old = *this; ++*this; return old; }
        bool operator==(const iterator &o) const { return over_ == o.over_ && (over_ || !(at_ != o.at_)); }
        bool operator!=(const iterator &o) const { return !(*this == o); }
    };
    split_view(B b, vector<element> pattern) : b_(b), pattern_(pattern) {}
    iterator begin() { auto i = b_.begin(), e = b_.end(); return iterator(this, i, e, !(i != e)); }
    iterator end() { auto e = b_.end(); return iterator(this, e, e, true); }
};
}
namespace views {
struct __closure {};
template <typename R, typename C, typename = typename enable_if<is_base_of<__closure, C>::value>::type> auto operator|(R &&r, const C &c) { return c(std::forward<R>(r)); }
template <typename T> auto iota(T from) { return ranges::iota_view<T>(from); }
template <typename T, typename U> auto iota(T from, U to) { return ranges::iota_view<T>(from, (T) to); }
template <typename R> auto all(R &&r) { return ranges::__all(std::forward<R>(r)); }
template <typename... R> auto cartesian_product(R &&...r) { return ranges::cartesian_product_view<decltype(ranges::__all(std::forward<R>(r)))...>(ranges::__all(std::forward<R>(r))...); }
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
struct __join : __closure { template <typename R> auto operator()(R &&r) const { auto b = ranges::__all(std::forward<R>(r)); return ranges::join_view<decltype(b)>(b); } };
constexpr __join join;
template <typename P> struct __split : __closure {
    P pattern;
    __split(P p) : pattern(p) {}
    template <typename R> auto operator()(R &&r) const {
        auto b = ranges::__all(std::forward<R>(r));
        typedef typename decay<decltype(*b.begin())>::type element;
        vector<element> elements;
        if constexpr (is_convertible<P, element>::value) elements.push_back(pattern);
        else for (const auto &e : pattern) elements.push_back(e);
        return ranges::split_view<decltype(b)>(b, elements);
    }
};
template <typename P> auto split(P p) { return __split<P>(p); }
template <typename R, typename P> auto split(R &&r, P p) { return __split<P>(p)(std::forward<R>(r)); }
template <typename T> auto single(T value) { return ranges::single_view<T>(std::move(value)); }
template <typename T> constexpr ranges::empty_view<T> empty{};
template <typename I> auto counted(I first, long n) { I last = first; std::advance(last, n); return ranges::subrange<I>(first, last); }
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
template <typename R, typename C = less, typename P = identity> requires range<R> auto sort(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; std::sort(std::begin(r), std::end(r), f); return std::end(r); }
template <typename R, typename C = less, typename P = identity> requires range<R> auto stable_sort(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; std::stable_sort(std::begin(r), std::end(r), f); return std::end(r); }
template <typename R, typename C = less, typename P = identity> requires range<R> auto is_sorted(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; return std::is_sorted(std::begin(r), std::end(r), f); }
template <typename R, typename C = less, typename P = identity> requires range<R> auto max_element(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; return std::max_element(std::begin(r), std::end(r), f); }
template <typename R, typename C = less, typename P = identity> requires range<R> auto min_element(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; return std::min_element(std::begin(r), std::end(r), f); }
template <typename R, typename C = less, typename P = identity> auto max(R &&r, C c = C(), P p = P()) { return *ranges::max_element(r, c, p); }
template <typename R, typename C = less, typename P = identity> auto min(R &&r, C c = C(), P p = P()) { return *ranges::min_element(r, c, p); }
template <typename T> struct min_max_result { T min, max; };
template <typename R, typename C = less, typename P = identity> auto minmax(R &&r, C c = C(), P p = P()) { return min_max_result<range_value_t<R>>{ranges::min(r, c, p), ranges::max(r, c, p)}; }
template <typename R, typename F, typename P = identity> auto remove_if(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; auto e = std::end(r); return subrange<decltype(e)>(std::remove_if(std::begin(r), e, g), e); }
template <typename R, typename T> auto remove(R &&r, const T &v) { auto e = std::end(r); return subrange<decltype(e)>(std::remove(std::begin(r), e, v), e); }
template <typename R, typename C = equal_to, typename P = identity> auto unique(R &&r, C c = C(), P p = P()) { __projected<C, P> f{c, p}; auto e = std::end(r); return subrange<decltype(e)>(std::unique(std::begin(r), e, f), e); }
template <typename R, typename F, typename P = identity> auto partition(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; auto e = std::end(r); return subrange<decltype(e)>(std::partition(std::begin(r), e, g), e); }
template <typename R, typename F, typename P = identity> requires range<R> auto find_if(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::find_if(std::begin(r), std::end(r), g); }
template <typename R, typename F, typename P = identity> requires range<R> auto find_if_not(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::find_if_not(std::begin(r), std::end(r), g); }
template <typename R, typename F, typename P = identity> requires range<R> auto count_if(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::count_if(std::begin(r), std::end(r), g); }
template <typename R, typename F, typename P = identity> requires range<R> auto all_of(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::all_of(std::begin(r), std::end(r), g); }
template <typename R, typename F, typename P = identity> requires range<R> auto any_of(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::any_of(std::begin(r), std::end(r), g); }
template <typename R, typename F, typename P = identity> requires range<R> auto none_of(R &&r, F f, P p = P()) { __asked<F, P> g{f, p}; return std::none_of(std::begin(r), std::end(r), g); }
template <typename R, typename T, typename P = identity> requires range<R> auto find(R &&r, const T &v, P p = P()) { auto i = std::begin(r), e = std::end(r); while (i != e && !(std::invoke(p, *i) == v)) ++i; return i; }
template <typename R, typename T, typename P = identity> requires range<R> long count(R &&r, const T &v, P p = P()) { long n = 0; for (auto i = std::begin(r), e = std::end(r); i != e; ++i) n += std::invoke(p, *i) == v; return n; }
template <typename R, typename T> bool contains(R &&r, const T &v) { return ranges::find(r, v) != std::end(r); }
template <typename R, typename F, typename P = identity> requires range<R> F for_each(R &&r, F f, P p = P()) { for (auto i = std::begin(r), e = std::end(r); i != e; ++i) { if constexpr (is_same<P, identity>::value) std::invoke(f, *i); else std::invoke(f, std::invoke(p, *i)); } return f; }
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
/* The same between two iterators. */
template <typename I, typename S, typename C = less, typename P = identity> requires (!range<I>) auto sort(I first, S last, C c = C(), P p = P()) { return ranges::sort(subrange<I, S>(first, last), c, p); }
template <typename I, typename S, typename C = less, typename P = identity> requires (!range<I>) auto stable_sort(I first, S last, C c = C(), P p = P()) { return ranges::stable_sort(subrange<I, S>(first, last), c, p); }
template <typename I, typename S, typename C = less, typename P = identity> requires (!range<I>) auto is_sorted(I first, S last, C c = C(), P p = P()) { return ranges::is_sorted(subrange<I, S>(first, last), c, p); }
template <typename I, typename S, typename C = less, typename P = identity> requires (!range<I>) auto max_element(I first, S last, C c = C(), P p = P()) { return ranges::max_element(subrange<I, S>(first, last), c, p); }
template <typename I, typename S, typename C = less, typename P = identity> requires (!range<I>) auto min_element(I first, S last, C c = C(), P p = P()) { return ranges::min_element(subrange<I, S>(first, last), c, p); }
template <typename I, typename S, typename F, typename P = identity> requires (!range<I>) auto find_if(I first, S last, F f, P p = P()) { return ranges::find_if(subrange<I, S>(first, last), f, p); }
template <typename I, typename S, typename F, typename P = identity> requires (!range<I>) auto find_if_not(I first, S last, F f, P p = P()) { return ranges::find_if_not(subrange<I, S>(first, last), f, p); }
template <typename I, typename S, typename F, typename P = identity> requires (!range<I>) auto count_if(I first, S last, F f, P p = P()) { return ranges::count_if(subrange<I, S>(first, last), f, p); }
template <typename I, typename S, typename F, typename P = identity> requires (!range<I>) auto all_of(I first, S last, F f, P p = P()) { return ranges::all_of(subrange<I, S>(first, last), f, p); }
template <typename I, typename S, typename F, typename P = identity> requires (!range<I>) auto any_of(I first, S last, F f, P p = P()) { return ranges::any_of(subrange<I, S>(first, last), f, p); }
template <typename I, typename S, typename F, typename P = identity> requires (!range<I>) auto none_of(I first, S last, F f, P p = P()) { return ranges::none_of(subrange<I, S>(first, last), f, p); }
template <typename I, typename S, typename F, typename P = identity> requires (!range<I>) auto for_each(I first, S last, F f, P p = P()) { return ranges::for_each(subrange<I, S>(first, last), f, p); }
template <typename I, typename S, typename T, typename P = identity> requires (!range<I>) auto find(I first, S last, const T &v, P p = P()) { return ranges::find(subrange<I, S>(first, last), v, p); }
template <typename I, typename S, typename T, typename P = identity> requires (!range<I>) auto count(I first, S last, const T &v, P p = P()) { return ranges::count(subrange<I, S>(first, last), v, p); }
}
}
