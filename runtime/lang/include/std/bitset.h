#include <string>
#include <functional>
// names: bitset
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <size_t N> class bitset {
    unsigned long w_[(N + 63) / 64 + (N == 0)];
    void trim() { if (N % 64) w_[N / 64] &= (1ul << N % 64) - 1; }
    void read(const char *s, size_t n) {
        reset();
        for (size_t i = 0; i < n; i++) if (s[i] != '0' && s[i] != '1') throw invalid_argument("bitset::_M_copy_from_ptr");
        if (n > N) n = N;
        for (size_t i = 0; i < n; i++) set(i, s[n - 1 - i] == '1');
    }
public:
    class reference {
        bitset *b_;
        size_t i_;
    public:
        reference(bitset *b, size_t i) : b_(b), i_(i) {}
        reference &operator=(bool x) { b_->set(i_, x); return *this; }
        reference &operator=(const reference &o) { b_->set(i_, o.b_->test(o.i_)); return *this; }
        reference &flip() { b_->flip(i_); return *this; }
        operator bool() const { return b_->test(i_); }
        bool operator~() const { return !b_->test(i_); }
    };
    bitset() { reset(); }
    bitset(unsigned long x) { reset(); w_[0] = x; trim(); }
    bitset(int x) { reset(); w_[0] = (unsigned long) x; trim(); }
    bitset(unsigned x) { reset(); w_[0] = x; trim(); }
    explicit bitset(const string &s) { read(s.c_str(), s.size()); }
    explicit bitset(const char *s) { read(s, strlen(s)); }
    bitset(const string &s, size_t at, size_t n = (size_t) -1, char zero = '0', char one = '1') { string t = s.substr(at, n); for (char &c : t) c = c == zero ? '0' : c == one ? '1' : c; read(t.c_str(), t.size()); }
    size_t size() const { return N; }
    bool test(size_t i) const { __in_range("%s: __position (which is %zu) >= _Nb (which is %zu)", "bitset::test", i, N); return w_[i / 64] >> i % 64 & 1; }
    bool operator[](size_t i) const { return w_[i / 64] >> i % 64 & 1; }
    reference operator[](size_t i) { return reference(this, i); }
    bitset &set() { for (unsigned long &w : w_) w = ~0ul; trim(); return *this; }
    bitset &set(size_t i, bool x = true) { __in_range("%s: __position (which is %zu) >= _Nb (which is %zu)", "bitset::set", i, N); if (x) w_[i / 64] |= 1ul << i % 64; else w_[i / 64] &= ~(1ul << i % 64); return *this; }
    bitset &reset() { for (unsigned long &w : w_) w = 0; return *this; }
    bitset &reset(size_t i) { return set(i, false); }
    bitset &flip() { for (unsigned long &w : w_) w = ~w; trim(); return *this; }
    bitset &flip(size_t i) { __in_range("%s: __position (which is %zu) >= _Nb (which is %zu)", "bitset::flip", i, N); w_[i / 64] ^= 1ul << i % 64; return *this; }
    size_t count() const { size_t n = 0; for (size_t i = 0; i < N; i++) n += w_[i / 64] >> i % 64 & 1; return n; }
    bool any() const { for (unsigned long w : w_) if (w) return true; return false; }
    bool none() const { return !any(); }
    bool all() const { return count() == N; }
    bitset &operator&=(const bitset &o) { for (size_t i = 0; i < (N + 63) / 64; i++) w_[i] &= o.w_[i]; return *this; }
    bitset &operator|=(const bitset &o) { for (size_t i = 0; i < (N + 63) / 64; i++) w_[i] |= o.w_[i]; return *this; }
    bitset &operator^=(const bitset &o) { for (size_t i = 0; i < (N + 63) / 64; i++) w_[i] ^= o.w_[i]; return *this; }
    bitset operator~() const { bitset<N> r(*this); r.flip(); return r; }
    bitset operator<<(size_t n) const { bitset<N> r; for (size_t i = n; i < N; i++) r.set(i, (*this)[i - n]); return r; }
    bitset operator>>(size_t n) const { bitset<N> r; for (size_t i = 0; i + n < N; i++) r.set(i, (*this)[i + n]); return r; }
    bitset &operator<<=(size_t n) { return *this = *this << n; }
    bitset &operator>>=(size_t n) { return *this = *this >> n; }
    bitset operator&(const bitset &o) const { bitset<N> r(*this); r &= o; return r; }
    bitset operator|(const bitset &o) const { bitset<N> r(*this); r |= o; return r; }
    bitset operator^(const bitset &o) const { bitset<N> r(*this); r ^= o; return r; }
    bool operator==(const bitset &o) const { for (size_t i = 0; i < (N + 63) / 64; i++) if (w_[i] != o.w_[i]) return false; return true; }
    bool operator!=(const bitset &o) const { return !(*this == o); }
    unsigned long to_ulong() const { for (size_t i = 1; i < (N + 63) / 64; i++) if (w_[i]) throw overflow_error("_Base_bitset::_M_do_to_ulong"); return w_[0]; }
    unsigned long long to_ullong() const { return to_ulong(); }
    size_t __hash() const { return __hash_bytes(w_, (N + 7) / 8); }
    string to_string(char zero = '0', char one = '1') const { string s; for (size_t i = N; i-- > 0;) s.push_back((*this)[i] ? one : zero); return s; }
};
template <size_t N> __istream &operator>>(__istream &in, bitset<N> &b) {
    string s;
    int c = in.peek();
    while (c == ' ' || (c >= '\t' && c <= '\r')) { in.get(); c = in.peek(); }
    for (; s.size() < N && (c == '0' || c == '1'); c = in.peek()) s.push_back((char) in.get());
    if (s.empty()) in.setstate(4);
    else b = bitset<N>(s);
    return in;
}
template <size_t N> struct hash<bitset<N>> { size_t operator()(const bitset<N> &b) const { return b.__hash(); } };
template <size_t N> __ostream &operator<<(__ostream &o, const bitset<N> &b) { return o << b.to_string(); }
}
