#include <type_traits>
// names: popcount countl_zero countr_zero countl_one countr_one has_single_bit bit_ceil bit_floor bit_width rotl rotr bit_cast endian byte to_integer
// SPDX-License-Identifier: Apache-2.0
namespace std {
enum class endian { little = 1234, big = 4321, native = 1234 };
enum class byte : unsigned char {};
template <typename T> constexpr T to_integer(byte b) { return (T) (unsigned char) b; }
constexpr byte operator|(byte a, byte b) { return (byte) ((unsigned char) a | (unsigned char) b); }
constexpr byte operator&(byte a, byte b) { return (byte) ((unsigned char) a & (unsigned char) b); }
constexpr byte operator^(byte a, byte b) { return (byte) ((unsigned char) a ^ (unsigned char) b); }
constexpr byte operator~(byte a) { return (byte) (unsigned char) ~(unsigned char) a; }
template <typename T> constexpr byte operator<<(byte a, T n) { return (byte) (unsigned char) ((unsigned) (unsigned char) a << n); }
template <typename T> constexpr byte operator>>(byte a, T n) { return (byte) (unsigned char) ((unsigned) (unsigned char) a >> n); }
inline byte &operator|=(byte &a, byte b) { return a = a | b; }
inline byte &operator&=(byte &a, byte b) { return a = a & b; }
inline byte &operator^=(byte &a, byte b) { return a = a ^ b; }
template <typename T> byte &operator<<=(byte &a, T n) { return a = a << n; }
template <typename T> byte &operator>>=(byte &a, T n) { return a = a >> n; }
template <typename T> constexpr int popcount(T x) { int n = 0; for (; x; x = (T) (x & (x - 1))) n++; return n; }
template <typename T> constexpr int bit_width(T x) { int n = 0; for (; x; x = (T) (x >> 1)) n++; return n; }
template <typename T> constexpr int countl_zero(T x) { return (int) (8 * sizeof(T)) - bit_width(x); }
template <typename T> constexpr int countr_zero(T x) { if (!x) return 8 * sizeof(T); int n = 0; for (; !(x & 1); x = (T) (x >> 1)) n++; return n; }
template <typename T> constexpr int countl_one(T x) { return countl_zero((T) ~x); }
template <typename T> constexpr int countr_one(T x) { return countr_zero((T) ~x); }
template <typename T> constexpr bool has_single_bit(T x) { return x && !(x & (x - 1)); }
template <typename T> constexpr T bit_floor(T x) { return x ? (T) ((T) 1 << (bit_width(x) - 1)) : (T) 0; }
template <typename T> constexpr T bit_ceil(T x) { return x <= 1 ? (T) 1 : (T) ((T) 1 << bit_width((T) (x - 1))); }
template <typename T> constexpr T rotr(T x, int n);
template <typename T> constexpr T rotl(T x, int n) { int w = 8 * sizeof(T), k = n % w; if (k < 0) k += w; return k ? (T) ((T) (x << k) | (T) (x >> (w - k))) : x; }
template <typename T> constexpr T rotr(T x, int n) { return rotl(x, -n); }
template <typename A, typename B> A bit_cast(const B &from) { A to; memcpy(&to, &from, sizeof to); return to; }
}
