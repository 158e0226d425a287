#include <stdexcept>
#include <functional>
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
inline string to_string(int v) { string r; __text_number(&r, v, false); return r; }
inline string to_string(unsigned v) { string r; __text_number(&r, (long) v, true); return r; }
inline string to_string(long v) { string r; __text_number(&r, v, false); return r; }
inline string to_string(unsigned long v) { string r; __text_number(&r, (long) v, true); return r; }
inline string to_string(long long v) { string r; __text_number(&r, v, false); return r; }
inline string to_string(unsigned long long v) { string r; __text_number(&r, (long) v, true); return r; }
inline string to_string(double v) { char b[400]; snprintf(b, sizeof b, "%f", v); return string(b); }
inline string to_string(long double v) { char b[5000]; snprintf(b, sizeof b, "%Lf", v); return string(b); }
inline string to_string(float v) { return to_string((double) v); }
inline void __number(const char *name, const char *text, const char *end) { if (text == end) throw invalid_argument(name); }
inline int stoi(const string &s, size_t *at = 0, int base = 10) { char *end; long v = strtol(s.c_str(), &end, base); __number("stoi", s.c_str(), end); if (v != (int) v) throw out_of_range("stoi"); if (at) *at = (size_t) (end - s.c_str()); return (int) v; }
inline long stol(const string &s, size_t *at = 0, int base = 10) { char *end; long v = strtol(s.c_str(), &end, base); __number("stol", s.c_str(), end); if (at) *at = (size_t) (end - s.c_str()); return v; }
inline long long stoll(const string &s, size_t *at = 0, int base = 10) { return stol(s, at, base); }
inline unsigned long stoul(const string &s, size_t *at = 0, int base = 10) { char *end; unsigned long v = strtoul(s.c_str(), &end, base); __number("stoul", s.c_str(), end); if (at) *at = (size_t) (end - s.c_str()); return v; }
inline unsigned long long stoull(const string &s, size_t *at = 0, int base = 10) { return stoul(s, at, base); }
inline double stod(const string &s, size_t *at = 0) { char *end; double v = strtod(s.c_str(), &end); __number("stod", s.c_str(), end); if (at) *at = (size_t) (end - s.c_str()); return v; }
inline long double stold(const string &s, size_t *at = 0) { char *end; long double v = strtold(s.c_str(), &end); __number("stold", s.c_str(), end); if (at) *at = (size_t) (end - s.c_str()); return v; }
inline float stof(const string &s, size_t *at = 0) { return (float) stod(s, at); }
}
