#include <type_traits>
// names: chrono milli micro nano ratio this_thread
// SPDX-License-Identifier: Apache-2.0
namespace std {
constexpr long __gcd(long a, long b) { while (b) { long r = a % b; a = b; b = r; } return a < 0 ? -a : a; }
template <long N, long D = 1> struct ratio { static constexpr long num = N / __gcd(N, D); static constexpr long den = D / __gcd(N, D); typedef ratio<N / __gcd(N, D), D / __gcd(N, D)> type; };
typedef ratio<1, 1000> milli;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000000000> nano;
typedef ratio<1000> kilo;
typedef ratio<1000000> mega;
namespace chrono {
template <typename R, typename P = ratio<1>> class duration;
template <typename D, typename E> struct __common_duration;
/* Both are whole numbers of its period (C++17 23.17.4.3). */
template <typename R, typename P, typename S, typename Q> struct __common_duration<duration<R, P>, duration<S, Q>> {
    typedef duration<decltype(R() + S()), ratio<__gcd(P::num, Q::num), P::den / __gcd(P::den, Q::den) * Q::den>> type;
};
template <typename D, typename E> using __common = typename __common_duration<D, E>::type;
template <typename D, typename R, typename P> constexpr D duration_cast(const duration<R, P> &d) {
    typedef typename D::rep rep;
    typedef ratio<P::num / __gcd(P::num, D::period::num) * (D::period::den / __gcd(P::den, D::period::den)), P::den / __gcd(P::den, D::period::den) * (D::period::num / __gcd(P::num, D::period::num))> factor;
    typedef decltype(rep() + R() + 1l) wide;
    return D((rep) ((wide) d.count() * (wide) factor::num / (wide) factor::den));
}
template <typename R, typename P> class duration {
    R count_;
public:
    typedef R rep;
    typedef P period;
    constexpr duration() : count_(0) {}
    template <typename N, typename = enable_if_t<is_arithmetic<N>::value>> constexpr explicit duration(const N &n) : count_((R) n) {}
    template <typename R2, typename P2> constexpr duration(const duration<R2, P2> &d) : count_(duration_cast<duration<R, P>>(d).count()) {}
    constexpr R count() const { return count_; }
    static constexpr duration zero() { return duration(0); }
    static constexpr duration max() { return duration(is_floating_point<R>::value ? (R) 1e300 : (R) 9223372036854775807l); }
    static constexpr duration min() { return duration(is_floating_point<R>::value ? (R) -1e300 : (R) (-9223372036854775807l - 1)); }
    constexpr duration operator+() const { return *this; }
    constexpr duration operator-() const { return duration(-count_); }
    duration &operator++() { ++count_; return *this; }
    duration &operator--() { --count_; return *this; }
    duration operator++(int) { return duration(count_++); }
    duration operator--(int) { return duration(count_--); }
    duration &operator+=(const duration &o) { count_ += o.count_; return *this; }
    duration &operator-=(const duration &o) { count_ -= o.count_; return *this; }
    duration &operator*=(R n) { count_ *= n; return *this; }
    duration &operator/=(R n) { count_ /= n; return *this; }
    duration &operator%=(R n) { count_ %= n; return *this; }
    duration &operator%=(const duration &o) { count_ %= o.count_; return *this; }
};
typedef duration<long, nano> nanoseconds;
typedef duration<long, micro> microseconds;
typedef duration<long, milli> milliseconds;
typedef duration<long, ratio<1>> seconds;
typedef duration<long, ratio<60>> minutes;
typedef duration<long, ratio<3600>> hours;
typedef duration<long, ratio<86400>> days;
typedef duration<long, ratio<604800>> weeks;
typedef duration<long, ratio<2629746>> months;
typedef duration<long, ratio<31556952>> years;
template <typename R, typename P, typename S, typename Q> constexpr auto operator+(const duration<R, P> &a, const duration<S, Q> &b) { typedef __common<duration<R, P>, duration<S, Q>> D; return D(D(a).count() + D(b).count()); }
template <typename R, typename P, typename S, typename Q> constexpr auto operator-(const duration<R, P> &a, const duration<S, Q> &b) { typedef __common<duration<R, P>, duration<S, Q>> D; return D(D(a).count() - D(b).count()); }
template <typename R, typename P, typename S, typename Q> constexpr auto operator/(const duration<R, P> &a, const duration<S, Q> &b) { typedef __common<duration<R, P>, duration<S, Q>> D; return D(a).count() / D(b).count(); }
template <typename R, typename P, typename S, typename Q> constexpr auto operator%(const duration<R, P> &a, const duration<S, Q> &b) { typedef __common<duration<R, P>, duration<S, Q>> D; return D(D(a).count() % D(b).count()); }
template <typename R, typename P, typename N, typename = enable_if_t<is_arithmetic<N>::value>> constexpr auto operator*(const duration<R, P> &d, const N &n) { typedef duration<decltype(R() * n), P> D; return D(D(d).count() * n); }
template <typename R, typename P, typename N, typename = enable_if_t<is_arithmetic<N>::value>> constexpr auto operator*(const N &n, const duration<R, P> &d) { return d * n; }
template <typename R, typename P, typename N, typename = enable_if_t<is_arithmetic<N>::value>> constexpr auto operator/(const duration<R, P> &d, const N &n) { typedef duration<decltype(R() / n), P> D; return D(D(d).count() / n); }
template <typename R, typename P, typename N, typename = enable_if_t<is_arithmetic<N>::value>> constexpr auto operator%(const duration<R, P> &d, const N &n) { typedef duration<decltype(R() % n), P> D; return D(D(d).count() % n); }
template <typename R, typename P, typename S, typename Q> constexpr bool operator==(const duration<R, P> &a, const duration<S, Q> &b) { typedef __common<duration<R, P>, duration<S, Q>> D; return D(a).count() == D(b).count(); }
template <typename R, typename P, typename S, typename Q> constexpr bool operator!=(const duration<R, P> &a, const duration<S, Q> &b) { typedef __common<duration<R, P>, duration<S, Q>> D; return D(a).count() != D(b).count(); }
template <typename R, typename P, typename S, typename Q> constexpr bool operator<(const duration<R, P> &a, const duration<S, Q> &b) { typedef __common<duration<R, P>, duration<S, Q>> D; return D(a).count() < D(b).count(); }
template <typename R, typename P, typename S, typename Q> constexpr bool operator>(const duration<R, P> &a, const duration<S, Q> &b) { typedef __common<duration<R, P>, duration<S, Q>> D; return D(a).count() > D(b).count(); }
template <typename R, typename P, typename S, typename Q> constexpr bool operator<=(const duration<R, P> &a, const duration<S, Q> &b) { typedef __common<duration<R, P>, duration<S, Q>> D; return D(a).count() <= D(b).count(); }
template <typename R, typename P, typename S, typename Q> constexpr bool operator>=(const duration<R, P> &a, const duration<S, Q> &b) { typedef __common<duration<R, P>, duration<S, Q>> D; return D(a).count() >= D(b).count(); }
template <typename D, typename R, typename P> constexpr D floor(const duration<R, P> &d) { D t = duration_cast<D>(d); return t > d ? D(t.count() - 1) : t; }
template <typename D, typename R, typename P> constexpr D ceil(const duration<R, P> &d) { D t = duration_cast<D>(d); return t < d ? D(t.count() + 1) : t; }
template <typename D, typename R, typename P> constexpr D round(const duration<R, P> &d) {
    D low = std::chrono::floor<D>(d), high = D(low.count() + 1);
    auto below = d - low, above = high - d;
    return below < above || (below == above && low.count() % 2 == 0) ? low : high;
}
template <typename R, typename P> constexpr duration<R, P> abs(const duration<R, P> &d) { return d.count() < 0 ? -d : d; }
template <typename C, typename D = nanoseconds> class time_point {
    D since_;
public:
    typedef C clock;
    typedef D duration;
    typedef typename D::rep rep;
    typedef typename D::period period;
    constexpr time_point() : since_() {}
    constexpr explicit time_point(const D &d) : since_(d) {}
    template <typename E> constexpr time_point(const time_point<C, E> &o) : since_(o.time_since_epoch()) {}
    constexpr D time_since_epoch() const { return since_; }
    time_point &operator+=(const D &d) { since_ += d; return *this; }
    time_point &operator-=(const D &d) { since_ -= d; return *this; }
    time_point &operator++() { ++since_; return *this; }
    time_point &operator--() { --since_; return *this; }
    time_point operator++(int) { return time_point(since_++); }
    time_point operator--(int) { return time_point(since_--); }
    static constexpr time_point min() { return time_point(D::min()); }
    static constexpr time_point max() { return time_point(D::max()); }
};
template <typename C, typename D, typename R, typename P> constexpr auto operator+(const time_point<C, D> &t, const duration<R, P> &d) { typedef __common<D, duration<R, P>> E; return time_point<C, E>(E(t.time_since_epoch()) + E(d)); }
template <typename C, typename D, typename R, typename P> constexpr auto operator+(const duration<R, P> &d, const time_point<C, D> &t) { return t + d; }
template <typename C, typename D, typename R, typename P> constexpr auto operator-(const time_point<C, D> &t, const duration<R, P> &d) { typedef __common<D, duration<R, P>> E; return time_point<C, E>(E(t.time_since_epoch()) - E(d)); }
template <typename C, typename D, typename E> constexpr auto operator-(const time_point<C, D> &a, const time_point<C, E> &b) { return a.time_since_epoch() - b.time_since_epoch(); }
template <typename C, typename D, typename E> constexpr bool operator==(const time_point<C, D> &a, const time_point<C, E> &b) { return a.time_since_epoch() == b.time_since_epoch(); }
template <typename C, typename D, typename E> constexpr bool operator!=(const time_point<C, D> &a, const time_point<C, E> &b) { return a.time_since_epoch() != b.time_since_epoch(); }
template <typename C, typename D, typename E> constexpr bool operator<(const time_point<C, D> &a, const time_point<C, E> &b) { return a.time_since_epoch() < b.time_since_epoch(); }
template <typename C, typename D, typename E> constexpr bool operator>(const time_point<C, D> &a, const time_point<C, E> &b) { return a.time_since_epoch() > b.time_since_epoch(); }
template <typename C, typename D, typename E> constexpr bool operator<=(const time_point<C, D> &a, const time_point<C, E> &b) { return a.time_since_epoch() <= b.time_since_epoch(); }
template <typename C, typename D, typename E> constexpr bool operator>=(const time_point<C, D> &a, const time_point<C, E> &b) { return a.time_since_epoch() >= b.time_since_epoch(); }
inline long __now(int clock) { timespec t; clock_gettime(clock, &t); return t.tv_sec * 1000000000L + t.tv_nsec; }
struct steady_clock {
    typedef nanoseconds duration;
    typedef duration::rep rep;
    typedef duration::period period;
    static constexpr bool is_steady = true;
    typedef std::chrono::time_point<steady_clock> time_point;
    static time_point now() { return time_point(nanoseconds(__now(1))); }
};
struct system_clock {
    typedef nanoseconds duration;
    typedef duration::rep rep;
    typedef duration::period period;
    static constexpr bool is_steady = false;
    typedef std::chrono::time_point<system_clock> time_point;
    static time_point now() { return time_point(nanoseconds(__now(0))); }
    static time_t to_time_t(const time_point &t) { return t.time_since_epoch().count() / 1000000000L; }
    static time_point from_time_t(time_t t) { return time_point(nanoseconds(t * 1000000000L)); }
};
template <typename E, typename C, typename D> constexpr time_point<C, E> floor(const time_point<C, D> &t) { return time_point<C, E>(std::chrono::floor<E>(t.time_since_epoch())); }
template <typename E, typename C, typename D> constexpr time_point<C, E> ceil(const time_point<C, D> &t) { return time_point<C, E>(std::chrono::ceil<E>(t.time_since_epoch())); }
template <typename E, typename C, typename D> constexpr time_point<C, E> round(const time_point<C, D> &t) { return time_point<C, E>(std::chrono::round<E>(t.time_since_epoch())); }
template <typename E, typename C, typename D> std::chrono::time_point<C, E> time_point_cast(const std::chrono::time_point<C, D> &t) { return std::chrono::time_point<C, E>(duration_cast<E>(t.time_since_epoch())); }
typedef system_clock high_resolution_clock;
}
namespace this_thread {
template <typename R, typename P> void sleep_for(const chrono::duration<R, P> &d) {
    long n = chrono::duration_cast<chrono::nanoseconds>(d).count();
    timespec t;
    t.tv_sec = n / 1000000000L;
    t.tv_nsec = n % 1000000000L;
    if (n > 0) nanosleep(&t);
}
template <typename C, typename D> void sleep_until(const chrono::time_point<C, D> &t) { sleep_for(t - C::now()); }
inline void yield() { __thread_yield(); }
inline unsigned long get_id() { return __thread_self(); }
}
}
namespace std {
namespace literals { namespace chrono_literals {} }
namespace chrono_literals {}
constexpr chrono::hours operator""h(unsigned long long n) { return chrono::hours((long) n); }
constexpr chrono::minutes operator""min(unsigned long long n) { return chrono::minutes((long) n); }
constexpr chrono::seconds operator""s(unsigned long long n) { return chrono::seconds((long) n); }
constexpr chrono::milliseconds operator""ms(unsigned long long n) { return chrono::milliseconds((long) n); }
constexpr chrono::microseconds operator""us(unsigned long long n) { return chrono::microseconds((long) n); }
constexpr chrono::nanoseconds operator""ns(unsigned long long n) { return chrono::nanoseconds((long) n); }
constexpr chrono::duration<double, ratio<3600>> operator""h(long double n) { return chrono::duration<double, ratio<3600>>(n); }
constexpr chrono::duration<double, ratio<60>> operator""min(long double n) { return chrono::duration<double, ratio<60>>(n); }
constexpr chrono::duration<double> operator""s(long double n) { return chrono::duration<double>(n); }
constexpr chrono::duration<double, milli> operator""ms(long double n) { return chrono::duration<double, milli>(n); }
constexpr chrono::duration<double, micro> operator""us(long double n) { return chrono::duration<double, micro>(n); }
constexpr chrono::duration<double, nano> operator""ns(long double n) { return chrono::duration<double, nano>(n); }
}
