#include <string>
#include <functional>
// names: string_view
// SPDX-License-Identifier: Apache-2.0
namespace std {
inline void __view_range(const char *what, size_t i, const char *relation, size_t n) {
    char text[160];
    snprintf(text, sizeof text, "basic_string_view::%s: __pos (which is %zu) %s (which is %zu)", what, i, relation, n);
    throw out_of_range(text);
}
class string_view {
    const char *p_;
    size_t n_;
public:
    typedef string_view __view;
    typedef char value_type;
    typedef const char *iterator;
    typedef const char *const_iterator;
    typedef size_t size_type;
    typedef long difference_type;
    typedef const char &reference;
    typedef const char &const_reference;
    typedef const char *pointer;
    typedef const char *const_pointer;
    typedef std::reverse_iterator<const char *> reverse_iterator;
    typedef std::reverse_iterator<const char *> const_reverse_iterator;
    static const size_t npos = (size_t) -1;
    constexpr string_view() : p_(0), n_(0) {}
    constexpr string_view(const char *s, size_t n) : p_(s), n_(n) {}
    string_view(const char *s) : p_(s), n_(strlen(s)) {}
    string_view(const string &s) : p_(s.data()), n_(s.size()) {}
    const char *data() const { return p_; }
    size_t size() const { return n_; }
    size_t length() const { return n_; }
    size_t max_size() const { return ((size_t) 1 << 62) - 1; }
    template <typename I, typename = decltype(*declval<I>()), typename = typename enable_if<is_pointer<I>::value>::type> constexpr string_view(I first, I last) : p_(first), n_((size_t) (last - first)) {}
    size_t copy(char *to, size_t n, size_t at = 0) const { if (at > n_) __view_range("copy", at, "> __size", n_); size_t k = n < n_ - at ? n : n_ - at; memcpy(to, p_ + at, k); return k; }
    int compare(size_t at, size_t n, string_view o) const { return substr(at, n).compare(o); }
    int compare(size_t at, size_t n, string_view o, size_t from, size_t k) const { return substr(at, n).compare(o.substr(from, k)); }
    int compare(size_t at, size_t n, const char *s, size_t k) const { return substr(at, n).compare(string_view(s, k)); }
    size_t find(const char *s, size_t from, size_t n) const { return find(string_view(s, n), from); }
    std::reverse_iterator<const char *> crbegin() const { return rbegin(); }
    std::reverse_iterator<const char *> crend() const { return rend(); }
    bool empty() const { return n_ == 0; }
    const char &operator[](size_t i) const { return p_[i]; }
    const char &at(size_t i) const { if (i >= n_) __view_range("at", i, ">= this->size()", n_); return p_[i]; }
    const char &front() const { return p_[0]; }
    const char &back() const { return p_[n_ - 1]; }
    const char *begin() const { return p_; }
    const char *end() const { return p_ + n_; }
    void remove_prefix(size_t n) { p_ += n; n_ -= n; }
    void remove_suffix(size_t n) { n_ -= n; }
    string_view substr(size_t at, size_t n = npos) const { if (at > n_) __view_range("substr", at, "> __size", n_); return string_view(p_ + at, n < n_ - at ? n : n_ - at); }
    int compare(string_view o) const { int c = memcmp(p_, o.p_, n_ < o.n_ ? n_ : o.n_); return c ? c : (int) (n_ - o.n_); }
    bool starts_with(string_view o) const { return n_ >= o.n_ && !memcmp(p_, o.p_, o.n_); }
    bool starts_with(char c) const { return n_ && p_[0] == c; }
    bool ends_with(char c) const { return n_ && p_[n_ - 1] == c; }
    bool contains(string_view o) const { return find(o) != npos; }
    bool contains(char c) const { return find(c) != npos; }
    size_t rfind(string_view o, size_t from = npos) const { for (size_t i = (from < n_ ? from : n_) + 1; i-- > 0;) if (i + o.n_ <= n_ && !memcmp(p_ + i, o.p_, o.n_)) return i; return npos; }
    size_t find_last_of(char c, size_t from = npos) const { return find_last_of(string_view(&c, 1), from); }
    size_t find_last_of(string_view set, size_t from = npos) const { for (size_t i = from < n_ ? from + 1 : n_; i > 0; i--) if (set.find(p_[i - 1]) != npos) return i - 1; return npos; }
    const char *cbegin() const { return p_; }
    const char *cend() const { return p_ + n_; }
    std::reverse_iterator<const char *> rbegin() const { return std::reverse_iterator<const char *>(p_ + n_); }
    std::reverse_iterator<const char *> rend() const { return std::reverse_iterator<const char *>(p_); }
    void swap(string_view &o) { string_view t = o; o = *this; *this = t; }
    bool ends_with(string_view o) const { return n_ >= o.n_ && !memcmp(p_ + n_ - o.n_, o.p_, o.n_); }
    size_t find(string_view o, size_t from = 0) const { for (size_t i = from; i + o.n_ <= n_; i++) if (!memcmp(p_ + i, o.p_, o.n_)) return i; return npos; }
    size_t find(char c, size_t from = 0) const { for (size_t i = from; i < n_; i++) if (p_[i] == c) return i; return npos; }
    size_t rfind(char c, size_t from = npos) const { for (size_t i = from < n_ ? from + 1 : n_; i > 0; i--) if (p_[i - 1] == c) return i - 1; return npos; }
    size_t find_first_of(char c, size_t from = 0) const { return find_first_of(string_view(&c, 1), from); }
    size_t find_first_of(string_view set, size_t from = 0) const { for (size_t i = from; i < n_; i++) if (set.find(p_[i]) != npos) return i; return npos; }
    size_t find_first_not_of(char c, size_t from = 0) const { return find_first_not_of(string_view(&c, 1), from); }
    size_t find_first_not_of(string_view set, size_t from = 0) const { for (size_t i = from; i < n_; i++) if (set.find(p_[i]) == npos) return i; return npos; }
    size_t find_last_not_of(char c, size_t from = npos) const { return find_last_not_of(string_view(&c, 1), from); }
    size_t find_last_not_of(string_view set, size_t from = npos) const { for (size_t i = from < n_ ? from + 1 : n_; i > 0; i--) if (set.find(p_[i - 1]) == npos) return i - 1; return npos; }
};
inline bool operator==(string_view a, string_view b) { return a.size() == b.size() && a.compare(b) == 0; }
inline bool operator!=(string_view a, string_view b) { return !(a == b); }
inline bool operator<(string_view a, string_view b) { return a.compare(b) < 0; }
inline bool operator>(string_view a, string_view b) { return b < a; }
inline bool operator<=(string_view a, string_view b) { return !(b < a); }
inline bool operator>=(string_view a, string_view b) { return !(a < b); }
inline ostream &operator<<(ostream &out, string_view s) { return out << string(s.data(), s.size()); }
template <> struct hash<string_view> { size_t operator()(string_view s) const { return __hash_bytes(s.data(), s.size()); } };
inline void swap(string_view &a, string_view &b) { a.swap(b); }
inline string_view operator""sv(const char *p, size_t n) { return string_view(p, n); }
namespace literals { namespace string_view_literals {} }
namespace string_view_literals {}
}
