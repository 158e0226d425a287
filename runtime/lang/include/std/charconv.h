#include <string>
#include <system_error>
// names: to_chars from_chars to_chars_result from_chars_result chars_format
// SPDX-License-Identifier: Apache-2.0
namespace std {
enum class chars_format { scientific = 1, fixed = 2, hex = 4, general = 3 };
struct to_chars_result { char *ptr; errc ec; };
struct from_chars_result { const char *ptr; errc ec; };
inline to_chars_result __put_chars(char *to, char *end, const char *text, size_t n) { if ((size_t) (end - to) < n) return {end, errc::value_too_large}; memcpy(to, text, n); return {to + n, errc()}; }
inline to_chars_result __integer_chars(char *to, char *end, unsigned long v, bool negative, int base) {
    char b[72]; size_t i = sizeof b;
    do { b[--i] = "0123456789abcdefghijklmnopqrstuvwxyz"[v % (unsigned) base]; v /= (unsigned) base; } while (v);
    if (negative) b[--i] = '-';
    return __put_chars(to, end, b + i, sizeof b - i);
}
/* The shortest digits that give v again, as d.ddde+xx. Returns the exponent. */
template <typename T> int __shortest(char *to, size_t room, T v, int *out_digits) {
    int digits = 0;
    for (; digits < 25; digits++) {
        snprintf(to, room, "%.*Le", digits, (long double) v);
        if (sizeof(T) == 4 ? strtof(to, nullptr) == (float) v : sizeof(T) == 8 ? strtod(to, nullptr) == (double) v : strtold(to, nullptr) == (long double) v) break;
    }
    *out_digits = digits + 1;
    return atoi(strchr(to, 'e') + 1);
}
inline to_chars_result __hex_chars(char *to, char *end, long double v, int precision) {
    char b[80], *p = b;
    if (precision < 0) snprintf(b, sizeof b, "%a", (double) v);
    else snprintf(b, sizeof b, "%.*a", precision, (double) v);
    if (*p == '-') { p[2] = '-'; p++; }
    return __put_chars(to, end, v - v != 0 ? b : p + (p == b ? 2 : 1), strlen(v - v != 0 ? b : p + (p == b ? 2 : 1)));
}
template <typename T> to_chars_result __real_chars(char *to, char *end, T v, int form) {
    char scientific[64], fixed[5000];
    int digits;
    if (v - v != 0) { snprintf(scientific, sizeof scientific, v != v ? (signbit(v) ? "-nan" : "nan") : v < 0 ? "-inf" : "inf"); return __put_chars(to, end, scientific, strlen(scientific)); }
    if (form == 4) return __hex_chars(to, end, (long double) v, -1);
    int exponent = __shortest(scientific, sizeof scientific, v, &digits);
    snprintf(fixed, sizeof fixed, "%.*Lf", digits - 1 > exponent ? digits - 1 - exponent : 0, (long double) v);
    bool plain = form == 2 || (form == 3 && exponent >= -4 && exponent < 6) || (form == 0 && strlen(fixed) <= strlen(scientific));
    const char *text = plain ? fixed : scientific;
    return __put_chars(to, end, text, strlen(text));
}
template <typename T> to_chars_result to_chars(char *to, char *end, T v, int base = 10) {
    if constexpr (is_floating_point<T>::value) return __real_chars(to, end, v, 0);
    else {
        bool negative = v < 0;
        return __integer_chars(to, end, negative ? 0 - (unsigned long) v : (unsigned long) v, negative, base);
    }
}
template <typename T, typename = typename enable_if<is_floating_point<T>::value>::type> to_chars_result to_chars(char *to, char *end, T v, chars_format f) { return __real_chars(to, end, v, (int) f); }
template <typename T, typename = typename enable_if<is_floating_point<T>::value>::type> to_chars_result to_chars(char *to, char *end, T v, chars_format f, int precision) {
    char b[5000];
    if (v - v != 0) return __real_chars(to, end, v, 0);
    if (f == chars_format::hex) return __hex_chars(to, end, (long double) v, precision);
    snprintf(b, sizeof b, f == chars_format::fixed ? "%.*Lf" : f == chars_format::scientific ? "%.*Le" : "%.*Lg", precision < 0 ? 6 : precision, (long double) v);
    return __put_chars(to, end, b, strlen(b));
}
/* Where the digits end that a form allows: fixed has no exponent, scientific must have one. */
inline const char *__real_end(const char *p, const char *end, int form) {
    const char *at = p < end && *p == '-' ? p + 1 : p;
    size_t digits = 0;
    if (end - at >= 3 && (!strncasecmp(at, "inf", 3) || !strncasecmp(at, "nan", 3))) return end - at >= 8 && !strncasecmp(at, "infinity", 8) ? at + 8 : at + 3;
    bool hex = form == 4;
    for (; at < end && (hex ? isxdigit(*at) : isdigit(*at)); at++) digits++;
    if (at < end && *at == '.') for (at++; at < end && (hex ? isxdigit(*at) : isdigit(*at)); at++) digits++;
    if (!digits) return p;
    bool power = at < end && (hex ? *at == 'p' || *at == 'P' : (form & 1) && (*at == 'e' || *at == 'E'));
    const char *exponent = power ? at + 1 : at;
    if (power && exponent < end && (*exponent == '+' || *exponent == '-')) exponent++;
    if (!power || exponent == end || !isdigit(*exponent)) return form == 1 ? p : at;
    while (exponent < end && isdigit(*exponent)) exponent++;
    return exponent;
}
template <typename T> from_chars_result __real_from(const char *p, const char *end, T &v, int form) {
    const char *stop = __real_end(p, end, form);
    if (stop == p) return {p, errc::invalid_argument};
    bool negative = *p == '-';
    string s(form == 4 ? "0x" : "");
    s.append(p + negative, (size_t) (stop - p - negative));
    T x = sizeof(T) == 4 ? (T) strtof(s.c_str(), nullptr) : sizeof(T) == 8 ? (T) strtod(s.c_str(), nullptr) : (T) strtold(s.c_str(), nullptr);
    bool number = isdigit(p[negative]) || p[negative] == '.' || form == 4, zero = true;
    for (size_t i = form == 4 ? 2 : 0; i < s.size() && s[i] != (form == 4 ? 'p' : 'e') && s[i] != 'E'; i++) zero &= s[i] == '0' || s[i] == '.';
    if (number && (x - x != 0 || (x == 0 && !zero))) return {stop, errc::result_out_of_range};
    v = negative ? -x : x;
    return {stop, errc()};
}
template <typename T, typename = typename enable_if<is_floating_point<T>::value>::type> from_chars_result from_chars(const char *p, const char *end, T &v, chars_format f) { return __real_from(p, end, v, (int) f); }
template <typename T> from_chars_result from_chars(const char *p, const char *end, T &v, int base = 10) {
    if constexpr (is_floating_point<T>::value) return __real_from(p, end, v, 3);
    else {
        const char *at = p; bool negative = false, over = false; unsigned long r = 0, most = is_signed<T>::value ? ((unsigned long) 1 << (8 * sizeof(T) - 1)) - 1 : ~(unsigned long) 0 >> (64 - 8 * sizeof(T));
        if (at < end && *at == '-' && is_signed<T>::value) { negative = true; most++; at++; }
        const char *first = at;
        for (; at < end; at++) {
            int d = *at >= '0' && *at <= '9' ? *at - '0' : *at >= 'a' && *at <= 'z' ? *at - 'a' + 10 : *at >= 'A' && *at <= 'Z' ? *at - 'A' + 10 : 99;
            if (d >= base) break;
            over = over || r > (most - (unsigned long) d) / (unsigned long) base;
            r = r * (unsigned long) base + (unsigned long) d;
        }
        if (at == first) return {p, errc::invalid_argument};
        if (over) return {at, errc::result_out_of_range};
        v = (T) (negative ? 0 - r : r);
        return {at, errc()};
    }
}
}
