// names: __vector vector_size __vector_size__
// SPDX-License-Identifier: Apache-2.0
// GNU's vector types: T __attribute__((vector_size(n))) is __vector<T, n> (GCC manual 6.52). Operators are those of the elements,
// comparisons give 0 or -1 in integers of the elements' size, and a number stands for a vector of it.
template <int Size> struct __lane {};
template <> struct __lane<1> { typedef signed char type; };
template <> struct __lane<2> { typedef short type; };
template <> struct __lane<4> { typedef int type; };
template <> struct __lane<8> { typedef long type; };
template <typename T, long Size> struct __vector {
    static_assert(!__is_class(T) && !__is_union(T), "the elements of a vector are numbers");
    static_assert(Size >= (long) sizeof(T) && (Size & (Size - 1)) == 0 && Size <= 65536, "vector_size is a power of two, at least the size of an element and at most 65536");
    enum { N = Size / sizeof(T) };
    alignas(Size) T __at[N];
    T &operator[](long i) { return __at[i]; }
    const T &operator[](long i) const { return __at[i]; }
    __vector &operator++() { for (int i = 0; i < N; i++) ++__at[i]; return *this; }
    __vector &operator--() { for (int i = 0; i < N; i++) --__at[i]; return *this; }
    __vector operator++(int) { __vector old = *this; ++*this; return old; }
    __vector operator--(int) { __vector old = *this; --*this; return old; }
    __vector operator+() const { return *this; }
    __vector operator-() const { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) -__at[i]; return r; }
    __vector operator~() const { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) ~__at[i]; return r; }
    friend __vector operator+(const __vector &a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] + b.__at[i]); return r; }
    friend __vector operator+(const __vector &a, T b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] + b); return r; }
    friend __vector operator+(T a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a + b.__at[i]); return r; }
    __vector &operator+=(const __vector &b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] + b.__at[i]); return *this; }
    __vector &operator+=(T b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] + b); return *this; }
    friend __vector operator-(const __vector &a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] - b.__at[i]); return r; }
    friend __vector operator-(const __vector &a, T b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] - b); return r; }
    friend __vector operator-(T a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a - b.__at[i]); return r; }
    __vector &operator-=(const __vector &b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] - b.__at[i]); return *this; }
    __vector &operator-=(T b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] - b); return *this; }
    friend __vector operator*(const __vector &a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] * b.__at[i]); return r; }
    friend __vector operator*(const __vector &a, T b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] * b); return r; }
    friend __vector operator*(T a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a * b.__at[i]); return r; }
    __vector &operator*=(const __vector &b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] * b.__at[i]); return *this; }
    __vector &operator*=(T b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] * b); return *this; }
    friend __vector operator/(const __vector &a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] / b.__at[i]); return r; }
    friend __vector operator/(const __vector &a, T b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] / b); return r; }
    friend __vector operator/(T a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a / b.__at[i]); return r; }
    __vector &operator/=(const __vector &b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] / b.__at[i]); return *this; }
    __vector &operator/=(T b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] / b); return *this; }
    friend __vector operator%(const __vector &a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] % b.__at[i]); return r; }
    friend __vector operator%(const __vector &a, T b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] % b); return r; }
    friend __vector operator%(T a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a % b.__at[i]); return r; }
    __vector &operator%=(const __vector &b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] % b.__at[i]); return *this; }
    __vector &operator%=(T b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] % b); return *this; }
    friend __vector operator&(const __vector &a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] & b.__at[i]); return r; }
    friend __vector operator&(const __vector &a, T b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] & b); return r; }
    friend __vector operator&(T a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a & b.__at[i]); return r; }
    __vector &operator&=(const __vector &b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] & b.__at[i]); return *this; }
    __vector &operator&=(T b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] & b); return *this; }
    friend __vector operator|(const __vector &a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] | b.__at[i]); return r; }
    friend __vector operator|(const __vector &a, T b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] | b); return r; }
    friend __vector operator|(T a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a | b.__at[i]); return r; }
    __vector &operator|=(const __vector &b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] | b.__at[i]); return *this; }
    __vector &operator|=(T b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] | b); return *this; }
    friend __vector operator^(const __vector &a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] ^ b.__at[i]); return r; }
    friend __vector operator^(const __vector &a, T b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] ^ b); return r; }
    friend __vector operator^(T a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a ^ b.__at[i]); return r; }
    __vector &operator^=(const __vector &b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] ^ b.__at[i]); return *this; }
    __vector &operator^=(T b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] ^ b); return *this; }
    friend __vector operator<<(const __vector &a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] << b.__at[i]); return r; }
    friend __vector operator<<(const __vector &a, T b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] << b); return r; }
    friend __vector operator<<(T a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a << b.__at[i]); return r; }
    __vector &operator<<=(const __vector &b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] << b.__at[i]); return *this; }
    __vector &operator<<=(T b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] << b); return *this; }
    friend __vector operator>>(const __vector &a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] >> b.__at[i]); return r; }
    friend __vector operator>>(const __vector &a, T b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a.__at[i] >> b); return r; }
    friend __vector operator>>(T a, const __vector &b) { __vector r; for (int i = 0; i < N; i++) r.__at[i] = (T) (a >> b.__at[i]); return r; }
    __vector &operator>>=(const __vector &b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] >> b.__at[i]); return *this; }
    __vector &operator>>=(T b) { for (int i = 0; i < N; i++) __at[i] = (T) (__at[i] >> b); return *this; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator==(const __vector &a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] == b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator==(const __vector &a, T b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] == b ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator==(T a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a == b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator!=(const __vector &a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] != b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator!=(const __vector &a, T b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] != b ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator!=(T a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a != b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator<(const __vector &a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] < b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator<(const __vector &a, T b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] < b ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator<(T a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a < b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator>(const __vector &a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] > b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator>(const __vector &a, T b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] > b ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator>(T a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a > b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator<=(const __vector &a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] <= b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator<=(const __vector &a, T b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] <= b ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator<=(T a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a <= b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator>=(const __vector &a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] >= b.__at[i] ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator>=(const __vector &a, T b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a.__at[i] >= b ? -1 : 0; return r; }
    friend __vector<typename __lane<sizeof(T)>::type, Size> operator>=(T a, const __vector &b) { __vector<typename __lane<sizeof(T)>::type, Size> r; for (int i = 0; i < N; i++) r.__at[i] = a >= b.__at[i] ? -1 : 0; return r; }
};
