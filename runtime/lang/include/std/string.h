#include <stdexcept>
#include <functional>
#include <utility>
// names: string to_string stoi stol stoul stoll stoull stof stod getline put_time quoted
// SPDX-License-Identifier: Apache-2.0
namespace std {
typedef string __text;
template <> struct hash<string> { size_t operator()(const string &s) const { return __hash_bytes(s.data(), s.size()); } };
inline string put_time(const struct tm *t, const char *format) { char b[256]; size_t n = strftime(b, sizeof b, format, t); return string(b, n); }
/* A text in quotes, and what is read of one. */
template <typename S> struct __quoted { S &text; char quote, escape; };
template <typename S> string __in_quotes(const __quoted<S> &q) {
    string r(1, q.quote);
    for (char c : string(q.text)) { if (c == q.quote || c == q.escape) r.push_back(q.escape); r.push_back(c); }
    r.push_back(q.quote);
    return r;
}
template <typename S> __ostream &operator<<(__ostream &out, const __quoted<S> &q) { return out << __in_quotes(q); }
inline __istream &operator>>(__istream &in, const __quoted<string> &q) {
    in >> ws;
    if (in.peek() != (unsigned char) q.quote) return in >> q.text;
    in.get();
    q.text.clear();
    for (int c = in.get(); in && c != (unsigned char) q.quote; c = in.get()) {
        if (c == (unsigned char) q.escape) c = in.get();
        if (in) q.text.push_back((char) c);
    }
    return in;
}
inline __quoted<string> quoted(string &s, char quote = '"', char escape = '\\') { return __quoted<string>{s, quote, escape}; }
inline __quoted<const string> quoted(const string &s, char quote = '"', char escape = '\\') { return __quoted<const string>{s, quote, escape}; }
struct __quoted_copy { string text; };
inline __ostream &operator<<(__ostream &out, const __quoted_copy &q) { return out << q.text; }
inline __quoted_copy quoted(const char *s, char quote = '"', char escape = '\\') { string t(s); return __quoted_copy{__in_quotes(__quoted<string>{t, quote, escape})}; }
inline string to_string(int v) { return string(__DIGITS_SIGNED, (long) v); }
inline string to_string(unsigned v) { return string(__DIGITS_UNSIGNED, (long) v); }
inline string to_string(long v) { return string(__DIGITS_SIGNED, (long) v); }
inline string to_string(unsigned long v) { return string(__DIGITS_UNSIGNED, (long) v); }
inline string to_string(long long v) { return string(__DIGITS_SIGNED, (long) v); }
inline string to_string(unsigned long long v) { return string(__DIGITS_UNSIGNED, (long) v); }
inline string to_string(double v) { char b[400]; snprintf(b, sizeof b, "%f", v); return string(b); }
inline string to_string(long double v) { char b[5000]; snprintf(b, sizeof b, "%Lf", v); return string(b); }
inline string to_string(float v) { return to_string((double) v); }
/* What a conversion has read up to end: throws unless that is a number (C++17 24.3.4), and restores the program's errno. */
struct __reading {
    const char *name, *text;
    char *end;
    int kept;
    __reading(const char *name, const string &s) : name(name), text(s.c_str()), end(0), kept(*__errno()) { *__errno() = 0; }
    ~__reading() { if (*__errno() == 0) *__errno() = kept; }
    void check(bool fits, size_t *at) const {
        if (text == end) throw invalid_argument(name);
        if (*__errno() == 34 /* ERANGE */ || !fits) throw out_of_range(name);
        if (at) *at = (size_t) (end - text);
    }
};
inline int stoi(const string &s, size_t *at = 0, int base = 10) { __reading r("stoi", s); long v = strtol(r.text, &r.end, base); r.check(v == (int) v, at); return (int) v; }
inline long stol(const string &s, size_t *at = 0, int base = 10) { __reading r("stol", s); long v = strtol(r.text, &r.end, base); r.check(true, at); return v; }
inline long long stoll(const string &s, size_t *at = 0, int base = 10) { __reading r("stoll", s); long long v = strtoll(r.text, &r.end, base); r.check(true, at); return v; }
inline unsigned long stoul(const string &s, size_t *at = 0, int base = 10) { __reading r("stoul", s); unsigned long v = strtoul(r.text, &r.end, base); r.check(true, at); return v; }
inline unsigned long long stoull(const string &s, size_t *at = 0, int base = 10) { __reading r("stoull", s); unsigned long long v = strtoull(r.text, &r.end, base); r.check(true, at); return v; }
inline float stof(const string &s, size_t *at = 0) { __reading r("stof", s); float v = strtof(r.text, &r.end); r.check(true, at); return v; }
inline double stod(const string &s, size_t *at = 0) { __reading r("stod", s); double v = strtod(r.text, &r.end); r.check(true, at); return v; }
inline long double stold(const string &s, size_t *at = 0) { __reading r("stold", s); long double v = strtold(r.text, &r.end); r.check(true, at); return v; }
template <typename F> size_t erase_if(string &s, F f) { size_t n = 0; for (char c : s) if (!f(c)) s[n++] = c; size_t gone = s.size() - n; s.resize(n); return gone; }
inline size_t erase(string &s, char value) { return std::erase_if(s, [&](char c) { return c == value; }); }
}
