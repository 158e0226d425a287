#include <initializer_list>
#include <iterator>
// names: __string
// SPDX-License-Identifier: Apache-2.0
namespace std {
void __in_range(const char *what, size_t i, size_t n);
void __fits(const char *what, size_t n, size_t most);
void __past_end(const char *what, size_t i, size_t n);
// Constructors that __string.h and std/string.h use: the digits of a number; two texts, one after the other.
enum __digits { __DIGITS_SIGNED, __DIGITS_UNSIGNED };
enum __joined { __JOINED };
class string {
    char *p_;
    size_t n_, room_, unused_;
    void set(const char *s, size_t n) { n_ = 0; __text_append(this, s, n); }
    void fit() { __fit(p_, n_ + 1); }
public:
    typedef char value_type;
    typedef char *iterator;
    typedef const char *const_iterator;
    typedef size_t size_type;
    typedef long difference_type;
    typedef char &reference;
    typedef const char &const_reference;
    typedef char *pointer;
    typedef const char *const_pointer;
    typedef std::reverse_iterator<char *> reverse_iterator;
    typedef std::reverse_iterator<const char *> const_reverse_iterator;
    static const size_t npos = (size_t) -1;
    string() noexcept { __text_new(this, "", 0); }
    string(const char *s) { __text_new(this, s, strlen(s)); }
    string(const char *s, size_t n) { __text_new(this, s, n); }
    string(size_t n, char c) { __fits("basic_string::_M_create", n, max_size()); __text_new(this, "", 0); append(n, c); }
    template <typename I, typename = decltype(*declval<I>())> string(I first, I last) { __text_new(this, "", 0); for (; first != last; ++first) push_back(*first); }
    string(const char *first, const char *last) { __text_new(this, first, (size_t) (last - first)); }
    string(const string &o) { __text_new(this, o.p_, o.n_); }
    string(const string &o, size_t at, size_t n = npos) { __past_end("basic_string::basic_string", at, o.n_); __text_new(this, o.p_ + at, n < o.n_ - at ? n : o.n_ - at); }
    string(string &&o) : p_(o.p_), n_(o.n_), room_(o.room_), unused_(0) { o.p_ = (char *) ""; o.n_ = 0; o.room_ = 0; }
    string(__digits kind, long v) { __text_number(this, v, kind == __DIGITS_UNSIGNED); }
    string(__joined, const char *a, size_t n, const char *b, size_t k) { __text_join(this, a, n, b, k); }
    string(initializer_list<char> list) { __text_new(this, list.begin(), list.size()); }
    ~string() { __text_end(this); }
    string &operator=(const string &o) { if (this != &o) set(o.p_, o.n_); return *this; }
    string &operator=(string &&o) noexcept { char *p = p_; p_ = o.p_; o.p_ = p; size_t n = n_; n_ = o.n_; o.n_ = n; n = room_; room_ = o.room_; o.room_ = n; return *this; }
    string &operator=(const char *s) { string o(s); *this = o; return *this; }
    string &operator=(char c) { set(&c, 1); return *this; }
    string &append(const char *s, size_t n) { __text_append(this, s, n); return *this; }
    string &append(const string &o) { return append(o.p_, o.n_); }
    string &append(const string &o, size_t at, size_t n = npos) { return append(o.substr(at, n)); }
    template <typename I, typename = decltype(*declval<I>())> string &append(I first, I last) { return append(string(first, last)); }
    string &append(initializer_list<char> list) { return append(list.begin(), list.size()); }
    string &operator+=(initializer_list<char> list) { return append(list.begin(), list.size()); }
    string &append(const char *s) { return append(s, strlen(s)); }
    string &append(size_t n, char c) { __fits("basic_string::_M_replace_aux", n, max_size() - n_); __text_reserve(this, n_ + n); __fit(p_, room_); memset(p_ + n_, c, n); n_ += n; p_[n_] = 0; fit(); return *this; }
    string &operator+=(const string &o) { return append(o.p_, o.n_); }
    string &operator+=(const char *s) { return append(s, strlen(s)); }
    string &operator+=(char c) { __text_put(this, c); return *this; }
    /* a string_view */
    template <typename V, typename = typename V::__view> explicit string(const V &v) { __text_new(this, v.data(), v.size()); }
    template <typename V, typename = typename V::__view> string &operator=(const V &v) { string o(v.data(), v.size()); *this = o; return *this; }
    template <typename V, typename = typename V::__view> string &operator+=(const V &v) { return append(v.data(), v.size()); }
    template <typename V, typename = typename V::__view> string &append(const V &v) { return append(v.data(), v.size()); }
    template <typename V, typename = typename V::__view> string &assign(const V &v) { return *this = string(v.data(), v.size()); }
    template <typename V, typename = typename V::__view> string &insert(size_t at, const V &v) { return replace(at, 0, string(v)); }
    template <typename V, typename = typename V::__view> string &replace(size_t at, size_t n, const V &v) { return replace(at, n, string(v)); }
    template <typename V, typename = typename V::__view> size_t find(const V &v, size_t from = 0) const { return find(v.data(), from, v.size()); }
    template <typename V, typename = typename V::__view> size_t rfind(const V &v, size_t from = npos) const { return rfind(string(v), from); }
    template <typename V, typename = typename V::__view> int compare(const V &v) const { return compare(string(v)); }
    template <typename V, typename = typename V::__view> bool starts_with(const V &v) const { return starts_with(string(v)); }
    template <typename V, typename = typename V::__view> bool ends_with(const V &v) const { return ends_with(string(v)); }
    bool starts_with(char c) const { return n_ && p_[0] == c; }
    bool ends_with(char c) const { return n_ && p_[n_ - 1] == c; }
    bool starts_with(const char *s) const { return starts_with(string(s)); }
    bool ends_with(const char *s) const { return ends_with(string(s)); }
    void push_back(char c) { __text_put(this, c); }
    void pop_back() { __not_empty("pop_back()", n_, this); erase(n_ - 1); }
    char &operator[](size_t i) { return p_[i]; }
    const char &operator[](size_t i) const { return p_[i]; }
    char &at(size_t i) { __in_range("basic_string::at", i, n_); return p_[i]; }
    const char &at(size_t i) const { __in_range("basic_string::at", i, n_); return p_[i]; }
    char &front() { return p_[0]; }
    char &back() { __not_empty("back()", n_, this); return p_[n_ - 1]; }
    const char &front() const { return p_[0]; }
    const char &back() const { __not_empty("back()", n_, this); return p_[n_ - 1]; }
    const char *c_str() const { return p_; }
    const char *data() const { return p_; }
    char *data() { return p_; }
    size_t size() const { return n_; }
    size_t length() const { return n_; }
    size_t capacity() const { return room_; }
    bool empty() const { return n_ == 0; }
    void clear() { erase(0); }
    void reserve(size_t n) { __fits("basic_string::_M_create", n, max_size()); __text_reserve(this, n); fit(); }
    void resize(size_t n, char c = 0) { if (n < n_) erase(n); else append(n - n_, c); }
    string &erase(size_t at = 0, size_t n = npos) {
        __past_end("basic_string::erase", at, n_);
        if (n > n_ - at) n = n_ - at;
        if (!n) return *this;
        memmove(p_ + at, p_ + at + n, n_ - at - n);
        n_ -= n;
        p_[n_] = 0;
        fit();
        return *this;
    }
    template <typename C> char *erase(C *at) { /* a template: 0 is an index, not an iterator */
        size_t i = (size_t) (at - p_); erase(i, 1); return p_ + i; }
    template <typename C, typename D> char *erase(C *first, D *last) { size_t i = (size_t) (first - p_); erase(i, (size_t) (last - first)); return p_ + i; }
    string &insert(size_t at, const string &o) { return replace(at, 0, o); }
    string &insert(size_t at, const char *o) { return replace(at, 0, string(o)); }
    string &insert(size_t at, const char *o, size_t n) { return replace(at, 0, string(o, n)); }
    string &insert(size_t at, const string &o, size_t from, size_t n) { return replace(at, 0, o.substr(from, n)); }
    string &insert(size_t at, size_t n, char c) { return replace(at, 0, string(n, c)); }
    char *insert(const char *at, char c) { size_t i = (size_t) (at - p_); replace(i, 0, string(1, c)); return p_ + i; }
    string &replace(size_t at, size_t n, const string &o) { __past_end("basic_string::replace", at, n_); string tail(*this, n < n_ - at ? at + n : n_), copy(o); erase(at); append(copy); return append(tail); }
    string &replace(size_t at, size_t n, const char *o) { return replace(at, n, string(o)); }
    string &replace(size_t at, size_t n, const char *o, size_t count) { return replace(at, n, string(o, count)); }
    string &replace(size_t at, size_t n, size_t count, char c) { return replace(at, n, string(count, c)); }
    string &replace(size_t at, size_t n, const string &o, size_t from, size_t count) { return replace(at, n, o.substr(from, count)); }
    template <typename C, typename D> string &replace(C *first, D *last, const string &o) { return replace((size_t) (first - p_), (size_t) (last - first), o); }
    string &assign(const string &o) { return *this = o; }
    string &assign(const char *s) { return *this = s; }
    string &assign(const char *s, size_t n) { return *this = string(s, n); }
    string &assign(size_t n, char c) { return *this = string(n, c); }
    string &assign(const string &o, size_t at, size_t n = npos) { return *this = o.substr(at, n); }
    template <typename I, typename = decltype(*declval<I>())> string &assign(I first, I last) { return *this = string(first, last); }
    size_t copy(char *to, size_t n, size_t at = 0) const { __past_end("basic_string::copy", at, n_); if (n > n_ - at) n = n_ - at; memcpy(to, p_ + at, n); return n; }
    void shrink_to_fit() {}
    size_t max_size() const { return npos / 2; }
    bool starts_with(const string &o) const { return n_ >= o.n_ && !memcmp(p_, o.p_, o.n_); }
    bool ends_with(const string &o) const { return n_ >= o.n_ && !memcmp(p_ + n_ - o.n_, o.p_, o.n_); }
    string substr(size_t at = 0, size_t n = npos) const { __past_end("basic_string::substr", at, n_); return string(p_ + at, n < n_ - at ? n : n_ - at); }
    size_t find(const char *s, size_t from, size_t n) const { return __text_find(p_, n_, s, n, from); }
    size_t find(const string &o, size_t from = 0) const { return find(o.p_, from, o.n_); }
    size_t find(const char *s, size_t from = 0) const { return find(s, from, strlen(s)); }
    size_t find(char c, size_t from = 0) const { for (size_t i = from; i < n_; i++) if (p_[i] == c) return i; return npos; }
    size_t rfind(char c, size_t from = npos) const { for (size_t i = from < n_ ? from + 1 : n_; i-- > 0;) if (p_[i] == c) return i; return npos; }
    size_t rfind(const string &o, size_t from = npos) const {
        if (o.n_ > n_) return npos;
        for (size_t i = (from < n_ - o.n_ ? from : n_ - o.n_) + 1; i-- > 0;) if (!memcmp(p_ + i, o.p_, o.n_)) return i;
        return npos;
    }
    size_t find_first_of(const string &set, size_t from = 0) const { for (size_t i = from; i < n_; i++) if (set.find(p_[i]) != npos) return i; return npos; }
    size_t find_first_of(char c, size_t from = 0) const { for (size_t i = from; i < n_; i++) if (p_[i] == c) return i; return npos; }
    size_t find_first_of(const char *set, size_t from, size_t n) const { return find_first_of(string(set, n), from); }
    size_t find_first_not_of(const string &set, size_t from = 0) const { for (size_t i = from; i < n_; i++) if (set.find(p_[i]) == npos) return i; return npos; }
    size_t find_first_not_of(char c, size_t from = 0) const { for (size_t i = from; i < n_; i++) if (p_[i] != c) return i; return npos; }
    size_t find_first_not_of(const char *set, size_t from, size_t n) const { return find_first_not_of(string(set, n), from); }
    size_t find_last_of(const string &set, size_t from = npos) const { for (size_t i = from < n_ ? from + 1 : n_; i-- > 0;) if (set.find(p_[i]) != npos) return i; return npos; }
    size_t find_last_of(char c, size_t from = npos) const { for (size_t i = from < n_ ? from + 1 : n_; i-- > 0;) if (p_[i] == c) return i; return npos; }
    size_t find_last_of(const char *set, size_t from, size_t n) const { return find_last_of(string(set, n), from); }
    size_t find_last_not_of(const string &set, size_t from = npos) const { for (size_t i = from < n_ ? from + 1 : n_; i-- > 0;) if (set.find(p_[i]) == npos) return i; return npos; }
    size_t find_last_not_of(char c, size_t from = npos) const { for (size_t i = from < n_ ? from + 1 : n_; i-- > 0;) if (p_[i] != c) return i; return npos; }
    size_t find_last_not_of(const char *set, size_t from, size_t n) const { return find_last_not_of(string(set, n), from); }
    size_t rfind(const char *o, size_t from, size_t n) const { return rfind(string(o, n), from); }
    int compare(const string &o) const {
        int r = memcmp(p_, o.p_, n_ < o.n_ ? n_ : o.n_);
        return r ? r : (int) (n_ - o.n_);
    }
    int compare(size_t at, size_t n, const string &o) const { return substr(at, n).compare(o); }
    int compare(size_t at, size_t n, const string &o, size_t from, size_t count = npos) const { return substr(at, n).compare(o.substr(from, count)); }
    int compare(size_t at, size_t n, const char *o, size_t count) const { return substr(at, n).compare(string(o, count)); }
    void swap(string &o) { string t(static_cast<string &&>(o)); o = static_cast<string &&>(*this); *this = static_cast<string &&>(t); }
    std::reverse_iterator<char *> rbegin() { return std::reverse_iterator<char *>(p_ + n_); }
    std::reverse_iterator<char *> rend() { return std::reverse_iterator<char *>(p_); }
    std::reverse_iterator<const char *> rbegin() const { return std::reverse_iterator<const char *>(p_ + n_); }
    std::reverse_iterator<const char *> crbegin() const { return rbegin(); }
    std::reverse_iterator<const char *> crend() const { return rend(); }
    std::reverse_iterator<const char *> rend() const { return std::reverse_iterator<const char *>(p_); }
    const char *cbegin() const { return p_; }
    const char *cend() const { return p_ + n_; }
    char *begin() { return p_; }
    char *end() { return p_ + n_; }
    const char *begin() const { return p_; }
    const char *end() const { return p_ + n_; }
};
inline string operator+(const string &a, const string &b) { return string(__JOINED, a.data(), a.size(), b.data(), b.size()); }
inline string operator+(const string &a, const char *b) { return string(__JOINED, a.data(), a.size(), b, strlen(b)); }
inline string operator+(const char *a, const string &b) { return string(__JOINED, a, strlen(a), b.data(), b.size()); }
inline string operator+(const string &a, char b) { return string(__JOINED, a.data(), a.size(), &b, 1); }
inline string operator+(char a, const string &b) { return string(__JOINED, &a, 1, b.data(), b.size()); }
inline bool operator==(const string &a, const string &b) { return a.size() == b.size() && !memcmp(a.data(), b.data(), a.size()); }
inline bool operator==(const string &a, const char *b) { return strcmp(a.c_str(), b) == 0; }
inline bool operator==(const char *a, const string &b) { return strcmp(a, b.c_str()) == 0; }
inline bool operator!=(const string &a, const string &b) { return !(a == b); }
inline bool operator!=(const string &a, const char *b) { return strcmp(a.c_str(), b) != 0; }
inline bool operator!=(const char *a, const string &b) { return strcmp(a, b.c_str()) != 0; }
inline bool operator<(const string &a, const string &b) { return a.compare(b) < 0; }
inline bool operator>(const string &a, const string &b) { return a.compare(b) > 0; }
inline bool operator<=(const string &a, const string &b) { return a.compare(b) <= 0; }
inline bool operator>=(const string &a, const string &b) { return a.compare(b) >= 0; }
inline __ostream &operator<<(__ostream &o, const string &s) { __put_text(&o, s.c_str(), s.size()); return o; }
inline __istream &operator>>(__istream &in, string &s) { long n = __read_text(&in, -1); if (n >= 0) { s.resize((size_t) n); __read_copy(s.data()); } return in; }
inline __istream &getline(__istream &in, string &s, char end = '\n') { long n = __read_text(&in, (unsigned char) end); if (n >= 0) { s.resize((size_t) n); __read_copy(s.data()); } return in; }
inline void swap(string &a, string &b) { a.swap(b); }
inline string operator""s(const char *p, size_t n) { return string(p, n); }
namespace literals { namespace string_literals {} }
namespace string_literals {}
}
