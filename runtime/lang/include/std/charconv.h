#include <string>
#include <stdexcept>
// names: to_chars from_chars to_chars_result from_chars_result chars_format errc make_error_code error_code error_category generic_category system_category
// SPDX-License-Identifier: Apache-2.0
namespace std {
enum class errc { address_in_use = 98, argument_out_of_domain = 33, bad_address = 14, directory_not_empty = 39, file_exists = 17, file_too_large = 27, function_not_supported = 38, invalid_argument = 22, io_error = 5, is_a_directory = 21, no_such_file_or_directory = 2, not_a_directory = 20, not_enough_memory = 12, operation_not_permitted = 1, permission_denied = 13, result_out_of_range = 34, timed_out = 110, value_too_large = 75 };
class error_category { public: const char *__name; const char *name() const { return __name; } string message(int code) const { return code ? string(strerror(code)) : string("Success"); } bool operator==(const error_category &o) const { return __name == o.__name; } };
inline const error_category &generic_category() { static const error_category c = {"generic"}; return c; }
inline const error_category &system_category() { static const error_category c = {"system"}; return c; }
class error_code {
    int value_;
    const error_category *category_;
public:
    error_code() : value_(0), category_(&system_category()) {}
    error_code(int value, const error_category &category) : value_(value), category_(&category) {}
    error_code(errc e) : value_((int) e), category_(&generic_category()) {}
    void assign(int value, const error_category &category) { value_ = value; category_ = &category; }
    void clear() { value_ = 0; }
    int value() const { return value_; }
    const error_category &category() const { return *category_; }
    string message() const { return category_->message(value_); }
    explicit operator bool() const { return value_ != 0; }
    bool operator==(const error_code &o) const { return value_ == o.value_; }
    bool operator!=(const error_code &o) const { return value_ != o.value_; }
};
inline error_code make_error_code(errc e) { return error_code((int) e, generic_category()); }
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
template <typename T> to_chars_result to_chars(char *to, char *end, T v, int base = 10) {
    if constexpr (is_floating_point<T>::value) {
        char b[64];
        for (int digits = 1; digits < 20; digits++) {
            snprintf(b, sizeof b, "%.*g", digits, (double) v);
            if ((T) strtod(b, nullptr) == v || v != v) break;
        }
        return __put_chars(to, end, b, strlen(b));
    } else {
        bool negative = v < 0;
        return __integer_chars(to, end, negative ? 0 - (unsigned long) v : (unsigned long) v, negative, base);
    }
}
inline to_chars_result to_chars(char *to, char *end, double v, chars_format f, int precision = -1) {
    char b[400];
    const char *form = f == chars_format::fixed ? "%.*f" : f == chars_format::scientific ? "%.*e" : "%.*g";
    snprintf(b, sizeof b, form, precision < 0 ? 6 : precision, v);
    return __put_chars(to, end, b, strlen(b));
}
template <typename T> from_chars_result from_chars(const char *p, const char *end, T &v, int base = 10) {
    if constexpr (is_floating_point<T>::value) {
        string s(p, (size_t) (end - p)); char *stop;
        if (s.empty() || s[0] == '+' || isspace(s[0])) return {p, errc::invalid_argument};
        double d = strtod(s.c_str(), &stop);
        if (stop == s.c_str()) return {p, errc::invalid_argument};
        v = (T) d;
        return {p + (stop - s.c_str()), errc()};
    } else {
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
