// names: __builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow __builtin_add_overflow_p __builtin_sub_overflow_p __builtin_mul_overflow_p __builtin_sadd_overflow __builtin_saddl_overflow __builtin_saddll_overflow __builtin_uadd_overflow __builtin_uaddl_overflow __builtin_uaddll_overflow __builtin_ssub_overflow __builtin_ssubl_overflow __builtin_ssubll_overflow __builtin_usub_overflow __builtin_usubl_overflow __builtin_usubll_overflow __builtin_smul_overflow __builtin_smull_overflow __builtin_smulll_overflow __builtin_umul_overflow __builtin_umull_overflow __builtin_umulll_overflow __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_parity __builtin_parityl __builtin_parityll __builtin_popcountl __builtin_clzl __builtin_ctzl __builtin_ffsl __builtin_ffsll __builtin_clrsb __builtin_clrsbl __builtin_clrsbll __builtin_isunordered __builtin_isgreater __builtin_isgreaterequal __builtin_isless __builtin_islessequal __builtin_islessgreater __builtin_isinf_sign __builtin_signbitf __builtin_signbitl __builtin_inf __builtin_inff __builtin_infl __builtin_huge_val __builtin_huge_valf __builtin_huge_vall __builtin_prefetch __builtin_unreachable __builtin_trap __builtin_return_address __builtin_frame_address __builtin_extract_return_addr __builtin_expect_with_probability __builtin_assume_aligned __builtin_object_size __builtin_conj __builtin_conjf __builtin_conjl __builtin_creal __builtin_crealf __builtin_creall __builtin_cimag __builtin_cimagf __builtin_cimagl __builtin_complex __builtin_bcmp __builtin_bzero __builtin_bcopy __builtin_index __builtin_rindex __builtin_mempcpy __builtin_stpcpy __builtin_powif __builtin_powi ffsl ffsll bcmp bzero bcopy index rindex mempcpy stpcpy isunordered isgreater isgreaterequal isless islessequal islessgreater __sync_fetch_and_add __sync_fetch_and_sub __sync_fetch_and_or __sync_fetch_and_and __sync_fetch_and_xor __sync_add_and_fetch __sync_sub_and_fetch __sync_or_and_fetch __sync_and_and_fetch __sync_xor_and_fetch __sync_bool_compare_and_swap __sync_val_compare_and_swap __sync_lock_test_and_set __sync_lock_release __sync_synchronize __atomic_load __atomic_store __atomic_exchange __atomic_compare_exchange __atomic_fetch_nand __atomic_nand_fetch __atomic_is_lock_free __atomic_always_lock_free __builtin_nanl __builtin_copysignl __builtin_isinff __builtin_isinfl __builtin_isnanf __builtin_isnanl __atomic_load_n __atomic_store_n __atomic_exchange_n __atomic_fetch_add __atomic_fetch_sub __atomic_fetch_or __atomic_fetch_and __atomic_fetch_xor __atomic_add_fetch __atomic_sub_fetch __atomic_or_fetch __atomic_and_fetch __atomic_xor_fetch __atomic_compare_exchange_n __atomic_thread_fence __atomic_signal_fence __atomic_test_and_set __atomic_clear __builtin_classify_type strndup strchrnul strsep memmem memrchr strcasestr strcoll strxfrm isgraph
// SPDX-License-Identifier: Apache-2.0
// GCC's built-in functions that are no functions of C's library (GCC manual 6.59, 6.54, 6.55), and BSD's strings.
template <bool wide> struct __magnitude { typedef unsigned long type; };
template <> struct __magnitude<true> { typedef unsigned __int128 type; };
template <typename A, typename B, typename R> using __magnitude_for = typename __magnitude<(sizeof(A) > 8 || sizeof(B) > 8 || sizeof(R) > 8)>::type;
template <typename U> struct __exact { bool negative, carry; U size; };
template <typename U, typename T> __exact<U> __exactly(T x) {
    __exact<U> e; e.carry = false; e.negative = x < 0; e.size = e.negative ? 0 - (U) x : (U) x; return e;
}
template <typename U> __exact<U> __exact_sum(__exact<U> a, __exact<U> b) {
    __exact<U> r; r.carry = false;
    if (a.negative == b.negative) { r.negative = a.negative; r.size = a.size + b.size; r.carry = r.size < a.size; }
    else if (a.size >= b.size) { r.negative = a.negative; r.size = a.size - b.size; }
    else { r.negative = b.negative; r.size = b.size - a.size; }
    return r;
}
template <typename U> __exact<U> __exact_product(__exact<U> a, __exact<U> b) {
    __exact<U> r; r.negative = a.negative != b.negative; r.size = a.size * b.size;
    r.carry = a.size && r.size / a.size != b.size;
    return r;
}
template <typename U> __exact<U> __exact_opposite(__exact<U> a) { a.negative = !a.negative; return a; }
template <typename U, typename R> bool __exact_fails(__exact<U> e, R like) {
    U limit = (U) 1 << (8 * sizeof(R) - 1);
    if (!e.size) return e.carry;
    if ((R) -1 < (R) 1) return e.carry || (e.negative ? e.size > limit : e.size >= limit);
    return e.carry || e.negative || e.size / 2 >= limit;
}
template <typename U, typename R> bool __exact_store(__exact<U> e, R *to) {
    *to = (R) (e.negative ? 0 - e.size : e.size);
    return __exact_fails(e, *to);
}
template <typename A, typename B, typename R> bool __builtin_add_overflow(A a, B b, R *to) { typedef __magnitude_for<A, B, R> U; return __exact_store(__exact_sum(__exactly<U>(a), __exactly<U>(b)), to); }
template <typename A, typename B, typename R> bool __builtin_sub_overflow(A a, B b, R *to) { typedef __magnitude_for<A, B, R> U; return __exact_store(__exact_sum(__exactly<U>(a), __exact_opposite(__exactly<U>(b))), to); }
template <typename A, typename B, typename R> bool __builtin_mul_overflow(A a, B b, R *to) { typedef __magnitude_for<A, B, R> U; return __exact_store(__exact_product(__exactly<U>(a), __exactly<U>(b)), to); }
template <typename A, typename B, typename R> bool __builtin_add_overflow_p(A a, B b, R like) { typedef __magnitude_for<A, B, R> U; return __exact_fails(__exact_sum(__exactly<U>(a), __exactly<U>(b)), like); }
template <typename A, typename B, typename R> bool __builtin_sub_overflow_p(A a, B b, R like) { typedef __magnitude_for<A, B, R> U; return __exact_fails(__exact_sum(__exactly<U>(a), __exact_opposite(__exactly<U>(b))), like); }
template <typename A, typename B, typename R> bool __builtin_mul_overflow_p(A a, B b, R like) { typedef __magnitude_for<A, B, R> U; return __exact_fails(__exact_product(__exactly<U>(a), __exactly<U>(b)), like); }
inline bool __builtin_sadd_overflow(int a, int b, int *to) { return __builtin_add_overflow(a, b, to); }
inline bool __builtin_saddl_overflow(long a, long b, long *to) { return __builtin_add_overflow(a, b, to); }
inline bool __builtin_saddll_overflow(long long a, long long b, long long *to) { return __builtin_add_overflow(a, b, to); }
inline bool __builtin_uadd_overflow(unsigned a, unsigned b, unsigned *to) { return __builtin_add_overflow(a, b, to); }
inline bool __builtin_uaddl_overflow(unsigned long a, unsigned long b, unsigned long *to) { return __builtin_add_overflow(a, b, to); }
inline bool __builtin_uaddll_overflow(unsigned long long a, unsigned long long b, unsigned long long *to) { return __builtin_add_overflow(a, b, to); }
inline bool __builtin_ssub_overflow(int a, int b, int *to) { return __builtin_sub_overflow(a, b, to); }
inline bool __builtin_ssubl_overflow(long a, long b, long *to) { return __builtin_sub_overflow(a, b, to); }
inline bool __builtin_ssubll_overflow(long long a, long long b, long long *to) { return __builtin_sub_overflow(a, b, to); }
inline bool __builtin_usub_overflow(unsigned a, unsigned b, unsigned *to) { return __builtin_sub_overflow(a, b, to); }
inline bool __builtin_usubl_overflow(unsigned long a, unsigned long b, unsigned long *to) { return __builtin_sub_overflow(a, b, to); }
inline bool __builtin_usubll_overflow(unsigned long long a, unsigned long long b, unsigned long long *to) { return __builtin_sub_overflow(a, b, to); }
inline bool __builtin_smul_overflow(int a, int b, int *to) { return __builtin_mul_overflow(a, b, to); }
inline bool __builtin_smull_overflow(long a, long b, long *to) { return __builtin_mul_overflow(a, b, to); }
inline bool __builtin_smulll_overflow(long long a, long long b, long long *to) { return __builtin_mul_overflow(a, b, to); }
inline bool __builtin_umul_overflow(unsigned a, unsigned b, unsigned *to) { return __builtin_mul_overflow(a, b, to); }
inline bool __builtin_umull_overflow(unsigned long a, unsigned long b, unsigned long *to) { return __builtin_mul_overflow(a, b, to); }
inline bool __builtin_umulll_overflow(unsigned long long a, unsigned long long b, unsigned long long *to) { return __builtin_mul_overflow(a, b, to); }
inline unsigned short __builtin_bswap16(unsigned short x) { return (unsigned short) (x >> 8 | x << 8); }
inline unsigned __builtin_bswap32(unsigned x) { return x >> 24 | (x >> 8 & 0xff00u) | (x << 8 & 0xff0000u) | x << 24; }
inline unsigned long __builtin_bswap64(unsigned long x) { return (unsigned long) __builtin_bswap32((unsigned) x) << 32 | __builtin_bswap32((unsigned) (x >> 32)); }
inline int __builtin_parity(unsigned x) { return __builtin_popcount(x) & 1; }
inline int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }
inline int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }
inline int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }
inline int __builtin_clzl(unsigned long x) { return __builtin_clzll(x); }
inline int __builtin_ctzl(unsigned long x) { return __builtin_ctzll(x); }
inline int ffsl(long x) { return x ? __builtin_ctzll((unsigned long) x) + 1 : 0; }
inline int ffsll(long long x) { return ffsl(x); }
inline int __builtin_ffsl(long x) { return ffsl(x); }
inline int __builtin_ffsll(long long x) { return ffsl(x); }
inline int __builtin_clrsbl(long x) { return __builtin_clzll((unsigned long) (x < 0 ? ~x : x)) - 1; }
inline int __builtin_clrsbll(long long x) { return __builtin_clrsbl(x); }
inline int __builtin_clrsb(int x) { return __builtin_clz((unsigned) (x < 0 ? ~x : x)) - 1; }
inline int __builtin_isunordered(double a, double b) { return a != a || b != b; }
inline int __builtin_isgreater(double a, double b) { return a > b; }
inline int __builtin_isgreaterequal(double a, double b) { return a >= b; }
inline int __builtin_isless(double a, double b) { return a < b; }
inline int __builtin_islessequal(double a, double b) { return a <= b; }
inline int __builtin_islessgreater(double a, double b) { return a < b || a > b; }
inline int isunordered(double a, double b) { return a != a || b != b; }
inline int isgreater(double a, double b) { return a > b; }
inline int isgreaterequal(double a, double b) { return a >= b; }
inline int isless(double a, double b) { return a < b; }
inline int islessequal(double a, double b) { return a <= b; }
inline int islessgreater(double a, double b) { return a < b || a > b; }
inline int __builtin_isinf_sign(double x) { return isinf(x) ? x < 0 ? -1 : 1 : 0; }
inline int __builtin_signbitf(float x) { return signbit(x); }
inline int __builtin_signbitl(double x) { return signbit(x); }
inline double __builtin_inf() { return 1e300 * 1e300; }
inline float __builtin_inff() { return (float) (1e300 * 1e300); }
inline double __builtin_infl() { return 1e300 * 1e300; }
inline double __builtin_huge_val() { return 1e300 * 1e300; }
inline float __builtin_huge_valf() { return (float) (1e300 * 1e300); }
inline double __builtin_huge_vall() { return 1e300 * 1e300; }
inline double __builtin_powi(double x, int n) { return pow(x, n); }
inline float __builtin_powif(float x, int n) { return powf(x, (float) n); }
inline void __builtin_prefetch(const void *p, int write = 0, int locality = 3) {}
inline void __builtin_unreachable() { abort(); }
inline void __builtin_trap() { abort(); }
inline void *__builtin_return_address(unsigned level) { return nullptr; }
inline void *__builtin_frame_address(unsigned level) { return nullptr; }
inline void *__builtin_extract_return_addr(void *p) { return p; }
inline long __builtin_expect_with_probability(long x, long expected, double probability) { return x; }
inline void *__builtin_assume_aligned(const void *p, size_t alignment, size_t offset = 0) { return (void *) p; }
inline size_t __builtin_object_size(const void *p, int type) { return type & 2 ? 0 : (size_t) -1; }
inline int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
inline void bzero(void *p, size_t n) { memset(p, 0, n); }
inline void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
inline char *index(const char *s, int c) { return (char *) strchr(s, c); }
inline char *rindex(const char *s, int c) { return (char *) strrchr(s, c); }
inline void *mempcpy(void *to, const void *from, size_t n) { return (char *) memcpy(to, from, n) + n; }
inline char *stpcpy(char *to, const char *from) { strcpy(to, from); return to + strlen(from); }
inline char *strndup(const char *s, size_t n) { n = strnlen(s, n); char *r = (char *) malloc(n + 1); if (r) { memcpy(r, s, n); r[n] = 0; } return r; }
inline char *strchrnul(const char *s, int c) { char *found = (char *) strchr(s, c); return found ? found : (char *) s + strlen(s); }
inline char *strsep(char **rest, const char *separators) {
    char *token = *rest;
    if (!token) return token;
    char *end = token + strcspn(token, separators);
    *rest = *end ? end + 1 : nullptr;
    *end = 0;
    return token;
}
inline void *memmem(const void *s, size_t n, const void *wanted, size_t size) {
    for (const char *at = (const char *) s; size <= n; at++, n--) if (!memcmp(at, wanted, size)) return (void *) at;
    return nullptr;
}
inline void *memrchr(const void *s, int byte, size_t n) { while (n--) if (((const unsigned char *) s)[n] == (unsigned char) byte) return (char *) s + n; return nullptr; }
inline char *strcasestr(const char *s, const char *wanted) {
    size_t n = strlen(wanted);
    for (; strncasecmp(s, wanted, n); s++) if (!*s) return nullptr;
    return (char *) s;
}
inline int strcoll(const char *a, const char *b) { return strcmp(a, b); }
inline size_t strxfrm(char *to, const char *from, size_t n) { size_t length = strlen(from); if (n) { size_t k = length < n ? length : n - 1; memcpy(to, from, k); to[k] = 0; } return length; }
inline int isgraph(int c) { return c > ' ' && c < 127; }
inline int __builtin_bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
inline void __builtin_bzero(void *p, size_t n) { memset(p, 0, n); }
inline void __builtin_bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
inline char *__builtin_index(const char *s, int c) { return (char *) strchr(s, c); }
inline char *__builtin_rindex(const char *s, int c) { return (char *) strrchr(s, c); }
inline void *__builtin_mempcpy(void *to, const void *from, size_t n) { return (char *) memcpy(to, from, n) + n; }
inline char *__builtin_stpcpy(char *to, const char *from) { strcpy(to, from); return to + strlen(from); }
/* Kernels may change the same memory meanwhile: one exchange at a time is indivisible. `old` gets what was there. */
template <typename T> bool __swap_word(T *p, T *old, T x)
{
    unsigned long wanted = 0, desired = 0;
    memcpy(&wanted, (const void *) old, sizeof(T));
    memcpy(&desired, (const void *) &x, sizeof(T));
    unsigned long was = __swap_if((void *) p, sizeof(T), wanted, desired);
    memcpy((void *) old, &was, sizeof(T));
    return was == wanted;
}
template <typename T, typename U> T __sync_fetch_and_add(T *p, U x) { T old = *p; while (!__swap_word(p, &old, (T) (old + x))) {} return old; }
template <typename T, typename U> T __sync_fetch_and_sub(T *p, U x) { T old = *p; while (!__swap_word(p, &old, (T) (old - x))) {} return old; }
template <typename T, typename U> T __sync_fetch_and_or(T *p, U x) { T old = *p; while (!__swap_word(p, &old, (T) (old | x))) {} return old; }
template <typename T, typename U> T __sync_fetch_and_and(T *p, U x) { T old = *p; while (!__swap_word(p, &old, (T) (old & x))) {} return old; }
template <typename T, typename U> T __sync_fetch_and_xor(T *p, U x) { T old = *p; while (!__swap_word(p, &old, (T) (old ^ x))) {} return old; }
template <typename T, typename U> T __sync_add_and_fetch(T *p, U x) { return (T) (__sync_fetch_and_add(p, x) + x); }
template <typename T, typename U> T __sync_sub_and_fetch(T *p, U x) { return (T) (__sync_fetch_and_sub(p, x) - x); }
template <typename T, typename U> T __sync_or_and_fetch(T *p, U x) { return (T) (__sync_fetch_and_or(p, x) | x); }
template <typename T, typename U> T __sync_and_and_fetch(T *p, U x) { return (T) (__sync_fetch_and_and(p, x) & x); }
template <typename T, typename U> T __sync_xor_and_fetch(T *p, U x) { return (T) (__sync_fetch_and_xor(p, x) ^ x); }
template <typename T, typename A, typename B> bool __sync_bool_compare_and_swap(T *p, A old, B x) { T was = (T) old; return __swap_word(p, &was, (T) x); }
template <typename T, typename A, typename B> T __sync_val_compare_and_swap(T *p, A old, B x) { T was = (T) old; __swap_word(p, &was, (T) x); return was; }
template <typename T, typename U> T __sync_lock_test_and_set(T *p, U x) { T old = *p; while (!__swap_word(p, &old, (T) x)) {} return old; }
template <typename T> void __sync_lock_release(T *p) { *p = 0; }
inline void __sync_synchronize() {}
template <typename T> T __atomic_load_n(T *p, int order) { return *p; }
template <typename T, typename U> void __atomic_store_n(T *p, U x, int order) { *p = (T) x; }
template <typename T, typename U> T __atomic_exchange_n(T *p, U x, int order) { return __sync_lock_test_and_set(p, x); }
template <typename T, typename U> T __atomic_fetch_add(T *p, U x, int order) { return __sync_fetch_and_add(p, x); }
template <typename T, typename U> T __atomic_fetch_sub(T *p, U x, int order) { return __sync_fetch_and_sub(p, x); }
template <typename T, typename U> T __atomic_fetch_or(T *p, U x, int order) { return __sync_fetch_and_or(p, x); }
template <typename T, typename U> T __atomic_fetch_and(T *p, U x, int order) { return __sync_fetch_and_and(p, x); }
template <typename T, typename U> T __atomic_fetch_xor(T *p, U x, int order) { return __sync_fetch_and_xor(p, x); }
template <typename T, typename U> T __atomic_add_fetch(T *p, U x, int order) { return (T) (__sync_fetch_and_add(p, x) + x); }
template <typename T, typename U> T __atomic_sub_fetch(T *p, U x, int order) { return (T) (__sync_fetch_and_sub(p, x) - x); }
template <typename T, typename U> T __atomic_or_fetch(T *p, U x, int order) { return (T) (__sync_fetch_and_or(p, x) | x); }
template <typename T, typename U> T __atomic_and_fetch(T *p, U x, int order) { return (T) (__sync_fetch_and_and(p, x) & x); }
template <typename T, typename U> T __atomic_xor_fetch(T *p, U x, int order) { return (T) (__sync_fetch_and_xor(p, x) ^ x); }
template <typename T, typename U> bool __atomic_compare_exchange_n(T *p, T *expected, U x, bool weak, int success, int failure) { return __swap_word(p, expected, (T) x); }
inline void __atomic_thread_fence(int order) {}
inline void __atomic_signal_fence(int order) {}
inline bool __atomic_test_and_set(void *p, int order) { bool old = *(char *) p; *(char *) p = 1; return old; }
inline void __atomic_clear(void *p, int order) { *(char *) p = 0; }
inline double _Complex __builtin_conj(double _Complex z) { return ~z; }
inline double __builtin_creal(double _Complex z) { return __real__ z; }
inline double __builtin_cimag(double _Complex z) { return __imag__ z; }
inline float _Complex __builtin_conjf(float _Complex z) { return ~z; }
inline float __builtin_crealf(float _Complex z) { return __real__ z; }
inline float __builtin_cimagf(float _Complex z) { return __imag__ z; }
inline double _Complex __builtin_conjl(double _Complex z) { return ~z; }
inline double __builtin_creall(double _Complex z) { return __real__ z; }
inline double __builtin_cimagl(double _Complex z) { return __imag__ z; }
template <typename T> int __builtin_classify_type(T) { return __is_union(T) ? 13 : __is_class(T) ? 12 : 1; }
template <typename T> int __builtin_classify_type(T *) { return 5; }
inline int __builtin_classify_type(float) { return 8; }
inline int __builtin_classify_type(double) { return 8; }
inline int __builtin_classify_type(long double) { return 8; }
inline int __builtin_classify_type(float _Complex) { return 9; }
inline int __builtin_classify_type(double _Complex) { return 9; }
inline double _Complex __builtin_complex(double x, double y) { double _Complex z; __real__ z = x; __imag__ z = y; return z; }
inline float _Complex __builtin_complex(float x, float y) { float _Complex z; __real__ z = x; __imag__ z = y; return z; }
template <typename T> void __atomic_load(T *p, T *to, int order) { *to = *p; }
template <typename T> void __atomic_store(T *p, T *from, int order) { *p = *from; }
template <typename T> void __atomic_exchange(T *p, T *from, T *to, int order) { T old = *p; *p = *from; *to = old; }
template <typename T> bool __atomic_compare_exchange(T *p, T *expected, T *desired, bool weak, int success, int failure) { return __atomic_compare_exchange_n(p, expected, *desired, weak, success, failure); }
template <typename T, typename U> T __atomic_fetch_nand(T *p, U x, int order) { T old = *p; *p = (T) ~(old & x); return old; }
template <typename T, typename U> T __atomic_nand_fetch(T *p, U x, int order) { return *p = (T) ~(*p & x); }
inline bool __atomic_is_lock_free(size_t size, const volatile void *p) { return size <= 8; }
inline bool __atomic_always_lock_free(size_t size, const volatile void *p) { return size <= 8; }
inline double __builtin_nanl(const char *s) { return nan(s); }
inline double __builtin_copysignl(double x, double y) { return copysign(x, y); }
inline int __builtin_isinff(float x) { return isinf(x); }
inline int __builtin_isinfl(double x) { return isinf(x); }
inline int __builtin_isnanf(float x) { return isnan(x); }
inline int __builtin_isnanl(double x) { return isnan(x); }
