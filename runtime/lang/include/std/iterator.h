#include <utility>
// names: reverse_iterator back_inserter begin end cbegin cend distance advance next prev ostream_iterator istream_iterator istreambuf_iterator iterator_traits size data rbegin rend inserter front_inserter make_reverse_iterator move_iterator make_move_iterator front_insert_iterator insert_iterator back_insert_iterator input_iterator_tag output_iterator_tag forward_iterator_tag bidirectional_iterator_tag random_access_iterator_tag iter_value_t iter_reference_t iter_difference_t indirectly_readable weakly_incrementable incrementable input_or_output_iterator input_iterator output_iterator forward_iterator bidirectional_iterator random_access_iterator sentinel_for sized_sentinel_for
// SPDX-License-Identifier: Apache-2.0
namespace std {
struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};
template <typename T> struct __bare { typedef T type; };
template <typename T> struct __bare<T &> { typedef T type; };
template <typename T> struct __bare<const T &> { typedef T type; };
template <typename I, typename = void> struct __value_of { typedef typename __bare<decltype(*declval<I>())>::type type; };
template <typename I> struct __value_of<I, void_t<typename I::__where>> { typedef typename I::value_type type; };
template <typename I, typename = void> struct __category_of { typedef typename I::iterator_category type; };
/* Those of Thrust, which kernels have, too, and so cannot name a category. */
template <typename I> struct __category_of<I, void_t<typename I::__where>> { typedef random_access_iterator_tag type; };
template <typename I> struct iterator_traits {
    typedef typename __value_of<I>::type value_type;
    typedef long difference_type;
    typedef value_type *pointer;
    typedef value_type &reference;
    typedef typename __category_of<I>::type iterator_category;
};
template <typename T> struct iterator_traits<T *> {
    typedef typename __bare<const T &>::type value_type;
    typedef long difference_type;
    typedef T *pointer;
    typedef T &reference;
    typedef random_access_iterator_tag iterator_category;
};
/* Its elements are rvalues: what is made of them takes their contents. */
template <typename I> class move_iterator {
    I at_;
public:
    typedef typename iterator_traits<I>::value_type value_type;
    typedef ptrdiff_t difference_type;
    typedef I pointer;
    typedef value_type &&reference;
    typedef typename iterator_traits<I>::iterator_category iterator_category;
    move_iterator() : at_() {}
    explicit move_iterator(I at) : at_(at) {}
    I base() const { return at_; }
    value_type &&operator*() const { return std::move(*at_); }
    value_type &&operator[](ptrdiff_t n) const { return std::move(at_[n]); }
    I operator->() const { return at_; }
    move_iterator &operator++() { ++at_; return *this; }
    move_iterator operator++(int) { move_iterator old = *this; ++at_; return old; }
    move_iterator &operator--() { --at_; return *this; }
    move_iterator operator+(ptrdiff_t n) const { return move_iterator(at_ + n); }
    move_iterator operator-(ptrdiff_t n) const { return move_iterator(at_ - n); }
    ptrdiff_t operator-(const move_iterator &o) const { return at_ - o.at_; }
    bool operator==(const move_iterator &o) const { return at_ == o.at_; }
    bool operator!=(const move_iterator &o) const { return at_ != o.at_; }
};
template <typename I> move_iterator<I> make_move_iterator(I at) { return move_iterator<I>(at); }

template <typename I> class reverse_iterator {
    I at_;
public:
    typedef typename iterator_traits<I>::value_type value_type;
    typedef typename iterator_traits<I>::difference_type difference_type;
    typedef typename iterator_traits<I>::pointer pointer;
    typedef typename iterator_traits<I>::reference reference;
    typedef typename iterator_traits<I>::iterator_category iterator_category;
    reverse_iterator() : at_() {}
    explicit reverse_iterator(I at) : at_(at) {}
    I base() const { return at_; }
    auto &operator*() const { I p = at_; --p; return *p; }
    auto *operator->() const { I p = at_; --p; return &*p; }
    reverse_iterator &operator++() { --at_; return *this; }
    reverse_iterator operator++(int) { reverse_iterator old = *this; --at_; return old; }
    reverse_iterator &operator--() { ++at_; return *this; }
    reverse_iterator operator+(ptrdiff_t n) const { return reverse_iterator(at_ - n); }
    reverse_iterator operator-(ptrdiff_t n) const { return reverse_iterator(at_ + n); }
    ptrdiff_t operator-(const reverse_iterator &o) const { return o.at_ - at_; }
    auto &operator[](ptrdiff_t n) const { I p = at_ - (n + 1); return *p; }
    reverse_iterator &operator+=(ptrdiff_t n) { at_ -= n; return *this; }
    reverse_iterator &operator-=(ptrdiff_t n) { at_ += n; return *this; }
    bool operator==(const reverse_iterator &o) const { return at_ == o.at_; }
    bool operator!=(const reverse_iterator &o) const { return at_ != o.at_; }
    bool operator<(const reverse_iterator &o) const { return o.at_ < at_; }
};
template <typename C> class back_insert_iterator {
    C *to_;
public:
    typedef output_iterator_tag iterator_category;
    explicit back_insert_iterator(C &c) : to_(&c) {}
    template <typename T> back_insert_iterator &operator=(T &&value) { to_->push_back(std::forward<T>(value)); return *this; }
    back_insert_iterator &operator*() { return *this; }
    back_insert_iterator &operator++() { return *this; }
    back_insert_iterator &operator++(int) { return *this; }
};
template <typename C> back_insert_iterator<C> back_inserter(C &c) { return back_insert_iterator<C>(c); }
template <typename T> class ostream_iterator {
    __ostream *to_;
    const char *between_;
public:
    typedef output_iterator_tag iterator_category;
    ostream_iterator(__ostream &to, const char *between = "") : to_(&to), between_(between) {}
    ostream_iterator &operator=(const T &value) { *to_ << value << between_; return *this; }
    ostream_iterator &operator*() { return *this; }
    ostream_iterator &operator++() { return *this; }
    ostream_iterator &operator++(int) { return *this; }
};
template <typename T, size_t N> T *begin(T (&a)[N]) { return a; }
template <typename T, size_t N> T *end(T (&a)[N]) { return a + N; }
template <typename T, size_t N> size_t size(T (&)[N]) { return N; }
template <typename C> auto begin(C &c) -> decltype(c.begin()) { return c.begin(); }
template <typename C> auto end(C &c) -> decltype(c.end()) { return c.end(); }
template <typename C> auto cbegin(const C &c) { return c.begin(); }
template <typename C> auto cend(const C &c) { return c.end(); }
template <typename C> size_t size(const C &c) { return c.size(); }
template <typename C> auto rbegin(C &c) { return c.rbegin(); }
template <typename C> auto rend(C &c) { return c.rend(); }
template <typename I> reverse_iterator<I> make_reverse_iterator(I i) { return reverse_iterator<I>(i); }
template <typename C> class front_insert_iterator {
    C *to_;
public:
    typedef output_iterator_tag iterator_category;
    explicit front_insert_iterator(C &c) : to_(&c) {}
    template <typename T> front_insert_iterator &operator=(T &&value) { to_->push_front(std::forward<T>(value)); return *this; }
    front_insert_iterator &operator*() { return *this; }
    front_insert_iterator &operator++() { return *this; }
    front_insert_iterator &operator++(int) { return *this; }
};
template <typename C> front_insert_iterator<C> front_inserter(C &c) { return front_insert_iterator<C>(c); }
template <typename C, typename I> class insert_iterator {
    C *to_;
    I at_;
public:
    typedef output_iterator_tag iterator_category;
    insert_iterator(C &c, I at) : to_(&c), at_(at) {}
    template <typename T> insert_iterator &operator=(T &&value) { at_ = to_->insert(at_, std::forward<T>(value)); ++at_; return *this; }
    insert_iterator &operator*() { return *this; }
    insert_iterator &operator++() { return *this; }
    insert_iterator &operator++(int) { return *this; }
};
template <typename C, typename I> insert_iterator<C, I> inserter(C &c, I at) { return insert_iterator<C, I>(c, at); }
template <typename I> ptrdiff_t distance(I first, I last) { ptrdiff_t n = 0; for (; first != last; ++first) n++; return n; }
template <typename T> ptrdiff_t distance(T *first, T *last) { return last - first; }
template <typename I> void advance(I &i, ptrdiff_t n) { for (; n > 0; n--) ++i; for (; n < 0; n++) --i; }
template <typename I> I next(I i, ptrdiff_t n = 1) { advance(i, n); return i; }
template <typename I> I prev(I i, ptrdiff_t n = 1) { advance(i, -n); return i; }
/* Reads a value when it is made and when it advances; at the end of the input it equals istream_iterator(). */
template <typename T> class istream_iterator {
    __istream *in_;
    T value_;
    void read() { if (in_ && !(*in_ >> value_)) in_ = 0; }
public:
    typedef T value_type;
    typedef ptrdiff_t difference_type;
    typedef const T *pointer;
    typedef const T &reference;
    typedef input_iterator_tag iterator_category;
    istream_iterator() : in_(0), value_() {}
    istream_iterator(__istream &in) : in_(&in), value_() { read(); }
    const T &operator*() const { return value_; }
    const T *operator->() const { return &value_; }
    istream_iterator &operator++() { read(); return *this; }
    istream_iterator operator++(int) { istream_iterator old = *this; read(); return old; }
    bool operator==(const istream_iterator &o) const { return in_ == o.in_; }
    bool operator!=(const istream_iterator &o) const { return in_ != o.in_; }
};
template <typename T> class istreambuf_iterator {
    __istream *in_;
public:
    typedef T value_type;
    typedef input_iterator_tag iterator_category;
    istreambuf_iterator() : in_(0) {}
    istreambuf_iterator(__istream &in) : in_(&in) {}
    istreambuf_iterator(__streambuf *in) : in_((__istream *) (void *) in) {}
    T operator*() const { return (T) in_->peek(); }
    istreambuf_iterator &operator++() { in_->get(); return *this; }
    istreambuf_iterator &operator++(int) { in_->get(); return *this; }
    bool __ended() const { return !in_ || in_->peek() < 0; }
    bool operator==(const istreambuf_iterator &o) const { return __ended() == o.__ended(); }
    bool operator!=(const istreambuf_iterator &o) const { return __ended() != o.__ended(); }
};
template <typename C> bool __equal_elements(const C &a, const C &b) {
    if (a.size() != b.size()) return false;
    auto i = a.begin(), k = b.begin();
    for (; i != a.end(); ++i, ++k) if (!(*i == *k)) return false;
    return true;
}
template <typename C> bool __less_elements(const C &a, const C &b) {
    auto i = a.begin(), k = b.begin();
    for (; i != a.end() && k != b.end(); ++i, ++k) { if (*i < *k) return true; if (*k < *i) return false; }
    return i == a.end() && k != b.end();
}
/* C++20 23.3 */
template <typename I, typename = void> struct __iter_value { typedef typename decay<decltype(*declval<I &>())>::type type; };
template <typename I> struct __iter_value<I, void_t<typename I::value_type>> { typedef typename I::value_type type; };
template <typename I> using iter_value_t = typename __iter_value<typename remove_cvref<I>::type>::type;
template <typename I> using iter_reference_t = decltype(*declval<I &>());
template <typename I> using iter_difference_t = ptrdiff_t;
template <typename I> concept indirectly_readable = requires(const I i) { *i; };
template <typename I> concept weakly_incrementable = is_object<I>::value && !is_same<I, bool>::value && requires(I i) { ++i; i++; };
template <typename I> concept input_or_output_iterator = weakly_incrementable<I> && requires(I i) { *i; };
template <typename S, typename I> concept sentinel_for = input_or_output_iterator<I> && requires(const S s, const I i) { i == s; i != s; };
template <typename S, typename I> concept sized_sentinel_for = sentinel_for<S, I> && requires(const S s, const I i) { s - i; };
template <typename I> concept incrementable = weakly_incrementable<I> && requires(const I a, const I b) { a == b; };
template <typename I> concept input_iterator = input_or_output_iterator<I> && indirectly_readable<I>;
template <typename I, typename T> concept output_iterator = input_or_output_iterator<I> && requires(I i, T &&t) { *i++ = static_cast<T &&>(t); };
template <typename I> concept forward_iterator = input_iterator<I> && sentinel_for<I, I> && is_default_constructible<I>::value;
template <typename I> concept bidirectional_iterator = forward_iterator<I> && requires(I i) { --i; i--; };
template <typename I> concept random_access_iterator = bidirectional_iterator<I> && requires(I i, const I j, ptrdiff_t n) { i += n; i -= n; j + n; j - n; j - j; j[n]; };
}
