#include <string>
#include <vector>
#include <iterator>
// names: char_traits basic_string wstring u16string u32string to_wstring
// SPDX-License-Identifier: Apache-2.0
// Strings of other characters than char. They keep the zero behind their last character.
namespace std {
template <typename C> struct __wide_int { typedef unsigned type; };
template <> struct __wide_int<char> { typedef int type; };
template <> struct __wide_int<long> { typedef unsigned long type; };
template <typename C> struct char_traits {
    typedef C char_type;
    typedef typename __wide_int<C>::type int_type;
    typedef long off_type;
    static constexpr bool eq(C a, C b) { return a == b; }
    static constexpr bool lt(C a, C b) { if constexpr (sizeof(C) == 1) return (unsigned char) a < (unsigned char) b; else return a < b; }
    static constexpr size_t length(const C *s) { size_t n = 0; while (!(s[n] == C())) n++; return n; }
    static constexpr int compare(const C *a, const C *b, size_t n) {
        for (size_t i = 0; i < n; i++) { if (lt(a[i], b[i])) return -1; if (lt(b[i], a[i])) return 1; }
        return 0;
    }
    static constexpr const C *find(const C *s, size_t n, const C &c) { for (size_t i = 0; i < n; i++) if (s[i] == c) return s + i; return nullptr; }
    static constexpr void assign(C &a, const C &b) { a = b; }
    static constexpr C *assign(C *s, size_t n, C c) { for (size_t i = 0; i < n; i++) s[i] = c; return s; }
    static constexpr C *copy(C *to, const C *from, size_t n) { for (size_t i = 0; i < n; i++) to[i] = from[i]; return to; }
    static constexpr C *move(C *to, const C *from, size_t n) {
        if (to < from) return copy(to, from, n);
        for (size_t i = n; i-- > 0;) to[i] = from[i];
        return to;
    }
    static constexpr int_type to_int_type(C c) { if constexpr (sizeof(C) == 1) return (unsigned char) c; else return (int_type) c; }
    static constexpr C to_char_type(int_type c) { return (C) c; }
    static constexpr bool eq_int_type(int_type a, int_type b) { return a == b; }
    static constexpr int_type eof() { return (int_type) -1; }
    static constexpr int_type not_eof(int_type c) { return c == eof() ? 0 : c; }
};
template <typename C> class __wide_string {
    vector<C> v_;
    void close() { v_.push_back(C()); }
    void drop() { v_.pop_back(); }
public:
    typedef char_traits<C> traits_type;
    typedef C value_type;
    typedef C *iterator;
    typedef const C *const_iterator;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef C &reference;
    typedef const C &const_reference;
    static constexpr size_t npos = (size_t) -1;
    __wide_string() : v_(1) {}
    __wide_string(const C *s) : v_(s, s + traits_type::length(s) + 1) {}
    __wide_string(const C *s, size_t n) : v_(s, s + n) { close(); }
    __wide_string(size_t n, C c) : v_(n, c) { close(); }
    template <typename I, typename = decltype(*declval<I>())> __wide_string(I first, I last) : v_(first, last) { close(); }
    __wide_string(initializer_list<C> list) : v_(list) { close(); }
    __wide_string(const __wide_string &o) : v_(o.v_) {}
    __wide_string(__wide_string &&o) noexcept : v_(1) { v_.swap(o.v_); }
    __wide_string &operator=(const __wide_string &o) { v_ = o.v_; return *this; }
    __wide_string &operator=(__wide_string &&o) noexcept { v_.swap(o.v_); return *this; }
    size_t size() const { return v_.size() - 1; }
    size_t length() const { return v_.size() - 1; }
    size_t capacity() const { return v_.capacity() - 1; }
    bool empty() const { return v_.size() == 1; }
    const C *c_str() const { return v_.data(); }
    const C *data() const { return v_.data(); }
    C *data() { return v_.data(); }
    C *begin() { return v_.data(); }
    C *end() { return v_.data() + size(); }
    const C *begin() const { return v_.data(); }
    const C *end() const { return v_.data() + size(); }
    const C *cbegin() const { return v_.data(); }
    const C *cend() const { return end(); }
    std::reverse_iterator<C *> rbegin() { return std::reverse_iterator<C *>(end()); }
    std::reverse_iterator<C *> rend() { return std::reverse_iterator<C *>(begin()); }
    C &operator[](size_t i) { return v_[i]; }
    const C &operator[](size_t i) const { return v_[i]; }
    C &at(size_t i) { __in_range("basic_string::at", i, size()); return v_[i]; }
    const C &at(size_t i) const { __in_range("basic_string::at", i, size()); return v_[i]; }
    C &front() { return v_[0]; }
    const C &front() const { return v_[0]; }
    C &back() { return v_[size() - 1]; }
    const C &back() const { return v_[size() - 1]; }
    void clear() { v_.assign(1, C()); }
    void reserve(size_t n = 0) { v_.reserve(n + 1); }
    void shrink_to_fit() { v_.shrink_to_fit(); }
    void resize(size_t n, C c = C()) { drop(); v_.resize(n, c); close(); }
    void push_back(C c) { v_.back() = c; close(); }
    void pop_back() { drop(); v_.back() = C(); }
    __wide_string &append(const C *s, size_t n) { return append(__wide_string(s, n)); }
    __wide_string &append(const __wide_string &o) { vector<C> more(o.v_); drop(); v_.insert(v_.end(), more.begin(), more.end()); return *this; }
    __wide_string &append(size_t n, C c) { drop(); v_.insert(v_.end(), n, c); close(); return *this; }
    __wide_string &operator+=(const __wide_string &o) { return append(o); }
    __wide_string &operator+=(const C *s) { return append(__wide_string(s)); }
    __wide_string &operator+=(C c) { push_back(c); return *this; }
    __wide_string substr(size_t at = 0, size_t n = npos) const {
        __past_end("basic_string::substr", at, size());
        return __wide_string(data() + at, n < size() - at ? n : size() - at);
    }
    __wide_string &replace(size_t at, size_t n, const __wide_string &o) {
        __past_end("basic_string::replace", at, size());
        __wide_string tail = n < size() - at ? substr(at + n) : __wide_string();
        return *this = substr(0, at) + o + tail;
    }
    __wide_string &insert(size_t at, const __wide_string &o) { return replace(at, 0, o); }
    __wide_string &erase(size_t at = 0, size_t n = npos) { return replace(at, n, __wide_string()); }
    size_t find(const __wide_string &o, size_t at = 0) const {
        for (; at <= size() && o.size() <= size() - at; at++) if (!traits_type::compare(data() + at, o.data(), o.size())) return at;
        return npos;
    }
    size_t find(C c, size_t at = 0) const { for (; at < size(); at++) if (v_[at] == c) return at; return npos; }
    size_t rfind(C c) const { for (size_t i = size(); i-- > 0;) if (v_[i] == c) return i; return npos; }
    size_t find_first_of(const __wide_string &set, size_t at = 0) const { for (; at < size(); at++) if (set.find(v_[at]) != npos) return at; return npos; }
    size_t find_first_not_of(const __wide_string &set, size_t at = 0) const { for (; at < size(); at++) if (set.find(v_[at]) == npos) return at; return npos; }
    bool starts_with(const __wide_string &o) const { return o.size() <= size() && !traits_type::compare(data(), o.data(), o.size()); }
    bool ends_with(const __wide_string &o) const { return o.size() <= size() && !traits_type::compare(data() + size() - o.size(), o.data(), o.size()); }
    int compare(const __wide_string &o) const {
        int order = traits_type::compare(data(), o.data(), size() < o.size() ? size() : o.size());
        return order ? order : size() < o.size() ? -1 : size() > o.size();
    }
    void swap(__wide_string &o) { v_.swap(o.v_); }
    size_t __hash() const { return __hash_bytes(data(), size() * sizeof(C)); }
    friend __wide_string operator+(const __wide_string &a, const __wide_string &b) { __wide_string r(a); r.append(b); return r; }
    friend __wide_string operator+(const __wide_string &a, C b) { __wide_string r(a); r.push_back(b); return r; }
    friend __wide_string operator+(C a, const __wide_string &b) { __wide_string r(1, a); r.append(b); return r; }
    friend bool operator==(const __wide_string &a, const __wide_string &b) { return a.compare(b) == 0; }
    friend bool operator!=(const __wide_string &a, const __wide_string &b) { return a.compare(b) != 0; }
    friend bool operator<(const __wide_string &a, const __wide_string &b) { return a.compare(b) < 0; }
    friend bool operator>(const __wide_string &a, const __wide_string &b) { return a.compare(b) > 0; }
    friend bool operator<=(const __wide_string &a, const __wide_string &b) { return a.compare(b) <= 0; }
    friend bool operator>=(const __wide_string &a, const __wide_string &b) { return a.compare(b) >= 0; }
};
/* No string here asks an allocator. Other traits would give another order: they have none. */
template <typename C, typename T> struct __string_of;
template <typename C> struct __string_of<C, char_traits<C>> { typedef __wide_string<C> type; };
template <> struct __string_of<char, char_traits<char>> { typedef string type; };
template <typename C, typename T = char_traits<C>, typename A = allocator<C>> using basic_string = typename __string_of<C, T>::type;
typedef __wide_string<wchar_t> wstring;
typedef __wide_string<char16_t> u16string;
typedef __wide_string<char32_t> u32string;
template <typename N> wstring to_wstring(N n) { string s = to_string(n); return wstring(s.begin(), s.end()); }
}
