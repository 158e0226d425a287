#include <type_traits>
// names: chrono milli micro nano ratio this_thread
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <long N, long D = 1> struct ratio { static constexpr long num = N; static constexpr long den = D; };
typedef ratio<1, 1000> milli;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000000000> nano;
typedef ratio<1000> kilo;
typedef ratio<1000000> mega;
namespace chrono {
template <typename R, typename P = ratio<1>> class duration {
    R count_;
public:
    typedef R rep;
    typedef P period;
    duration() : count_(0) {}
    template <typename N, typename = enable_if_t<is_arithmetic<N>::value>> explicit duration(const N &n) : count_((R) n) {}
    template <typename R2, typename P2> duration(const duration<R2, P2> &d) : count_(duration_cast<duration<R, P>>(d).count()) {}
    R count() const { return count_; }
    static duration zero() { return duration(0); }
    duration operator-() const { return duration(-count_); }
    static duration max() { return duration(is_floating_point<R>::value ? (R) 1e300 : (R) 9223372036854775807l); }
    static duration min() { return duration(is_floating_point<R>::value ? (R) -1e300 : (R) (-9223372036854775807l - 1)); }
    duration &operator++() { ++count_; return *this; }
    duration &operator*=(R n) { count_ *= n; return *this; }
    duration &operator/=(R n) { count_ /= n; return *this; }
    duration operator%(const duration &o) const { return duration(count_ % o.count_); }
    duration operator%(R n) const { return duration(count_ % n); }
    duration &operator+=(const duration &o) { count_ += o.count_; return *this; }
    duration &operator-=(const duration &o) { count_ -= o.count_; return *this; }
    duration operator*(R n) const { return duration(count_ * n); }
    duration operator/(R n) const { return duration(count_ / n); }
};
template <typename D, typename R, typename P> D duration_cast(const duration<R, P> &d) {
    typedef typename D::rep rep;
    typedef typename D::period period;
    if (is_floating_point<rep>::value || is_floating_point<R>::value)
        return D((rep) ((double) d.count() * (double) P::num * (double) period::den / ((double) P::den * (double) period::num)));
    long num = P::num * (period::den >= P::den ? period::den / P::den : 1);
    long den = period::num * (period::den >= P::den ? 1 : P::den / period::den);
    return D((rep) (d.count() * num / den));
}
typedef duration<long, nano> nanoseconds;
typedef duration<long, micro> microseconds;
typedef duration<long, milli> milliseconds;
typedef duration<long, ratio<1>> seconds;
typedef duration<long, ratio<60>> minutes;
typedef duration<long, ratio<3600>> hours;
template <typename R, typename P, typename S, typename Q> duration<conditional_t<is_floating_point<R>::value || is_floating_point<S>::value, double, long>, conditional_t<(P::den > Q::den), P, Q>> operator+(const duration<R, P> &a, const duration<S, Q> &b) {
    typedef duration<conditional_t<is_floating_point<R>::value || is_floating_point<S>::value, double, long>, conditional_t<(P::den > Q::den), P, Q>> D;
    return D(D(a).count() + D(b).count());
}
template <typename R, typename P, typename S, typename Q> duration<conditional_t<is_floating_point<R>::value || is_floating_point<S>::value, double, long>, conditional_t<(P::den > Q::den), P, Q>> operator-(const duration<R, P> &a, const duration<S, Q> &b) {
    typedef duration<conditional_t<is_floating_point<R>::value || is_floating_point<S>::value, double, long>, conditional_t<(P::den > Q::den), P, Q>> D;
    return D(D(a).count() - D(b).count());
}
template <typename R, typename P, typename S, typename Q> bool operator<(const duration<R, P> &a, const duration<S, Q> &b) { return (a - b).count() < 0; }
template <typename R, typename P, typename S, typename Q> bool operator>(const duration<R, P> &a, const duration<S, Q> &b) { return (a - b).count() > 0; }
template <typename R, typename P, typename S, typename Q> bool operator==(const duration<R, P> &a, const duration<S, Q> &b) { return (a - b).count() == 0; }
template <typename R, typename P, typename S, typename Q> bool operator!=(const duration<R, P> &a, const duration<S, Q> &b) { return (a - b).count() != 0; }
template <typename R, typename P, typename S, typename Q> bool operator<=(const duration<R, P> &a, const duration<S, Q> &b) { return (a - b).count() <= 0; }
template <typename R, typename P, typename S, typename Q> bool operator>=(const duration<R, P> &a, const duration<S, Q> &b) { return (a - b).count() >= 0; }
template <typename R, typename P, typename S, typename Q> auto operator/(const duration<R, P> &a, const duration<S, Q> &b) {
    typedef duration<conditional_t<is_floating_point<R>::value || is_floating_point<S>::value, double, long>, conditional_t<(P::den > Q::den), P, Q>> D;
    return D(a).count() / D(b).count();
}
template <typename R, typename P> duration<R, P> operator*(int n, const duration<R, P> &d) { return d * (R) n; }
template <typename C, typename D = nanoseconds> class time_point {
    D since_;
public:
    typedef D duration;
    time_point() : since_() {}
    explicit time_point(const D &d) : since_(d) {}
    D time_since_epoch() const { return since_; }
    time_point operator+(const D &d) const { return time_point(since_ + d); }
    D operator-(const time_point &o) const { return D(since_.count() - o.since_.count()); }
    template <typename E> time_point(const time_point<C, E> &o) : since_(o.time_since_epoch()) {}
    time_point operator-(const D &d) const { return time_point(since_ - d); }
    time_point &operator+=(const D &d) { since_ += d; return *this; }
    bool operator==(const time_point &o) const { return since_.count() == o.since_.count(); }
    bool operator!=(const time_point &o) const { return since_.count() != o.since_.count(); }
    bool operator<=(const time_point &o) const { return since_.count() <= o.since_.count(); }
    bool operator>=(const time_point &o) const { return since_.count() >= o.since_.count(); }
    bool operator<(const time_point &o) const { return since_.count() < o.since_.count(); }
    bool operator>(const time_point &o) const { return since_.count() > o.since_.count(); }
};
template <typename R, typename P, typename C, typename D> time_point<C, D> operator+(const duration<R, P> &a, const time_point<C, D> &b) { return b + a; }
inline long __now(int clock) { timespec t; clock_gettime(clock, &t); return t.tv_sec * 1000000000L + t.tv_nsec; }
struct steady_clock {
    typedef nanoseconds duration;
    typedef std::chrono::time_point<steady_clock> time_point;
    static time_point now() { return time_point(nanoseconds(__now(1))); }
};
struct system_clock {
    typedef nanoseconds duration;
    typedef std::chrono::time_point<system_clock> time_point;
    static time_point now() { return time_point(nanoseconds(__now(0))); }
    static time_t to_time_t(const time_point &t) { return t.time_since_epoch().count() / 1000000000L; }
    static time_point from_time_t(time_t t) { return time_point(nanoseconds(t * 1000000000L)); }
};
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
inline chrono::hours operator""h(unsigned long long n) { return chrono::hours((long) n); }
inline chrono::minutes operator""min(unsigned long long n) { return chrono::minutes((long) n); }
inline chrono::seconds operator""s(unsigned long long n) { return chrono::seconds((long) n); }
inline chrono::milliseconds operator""ms(unsigned long long n) { return chrono::milliseconds((long) n); }
inline chrono::microseconds operator""us(unsigned long long n) { return chrono::microseconds((long) n); }
inline chrono::nanoseconds operator""ns(unsigned long long n) { return chrono::nanoseconds((long) n); }
inline chrono::duration<double, ratio<3600>> operator""h(long double n) { return chrono::duration<double, ratio<3600>>(n); }
inline chrono::duration<double, ratio<60>> operator""min(long double n) { return chrono::duration<double, ratio<60>>(n); }
inline chrono::duration<double> operator""s(long double n) { return chrono::duration<double>(n); }
inline chrono::duration<double, milli> operator""ms(long double n) { return chrono::duration<double, milli>(n); }
inline chrono::duration<double, micro> operator""us(long double n) { return chrono::duration<double, micro>(n); }
inline chrono::duration<double, nano> operator""ns(long double n) { return chrono::duration<double, nano>(n); }
}
