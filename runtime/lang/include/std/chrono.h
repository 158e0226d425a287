#include <type_traits>
// names: chrono ratio ratio_add ratio_subtract ratio_multiply ratio_divide ratio_equal ratio_not_equal ratio_less ratio_less_equal ratio_greater ratio_greater_equal ratio_equal_v ratio_not_equal_v ratio_less_v ratio_less_equal_v ratio_greater_v ratio_greater_equal_v femto pico nano micro milli centi deci deca hecto kilo mega giga tera this_thread
// SPDX-License-Identifier: Apache-2.0
namespace std {
constexpr long __gcd(long a, long b) { while (b) { long r = a % b; a = b; b = r; } return a < 0 ? -a : a; }
template <long N, long D = 1> struct ratio { static constexpr long num = N / __gcd(N, D); static constexpr long den = D / __gcd(N, D); typedef ratio<N / __gcd(N, D), D / __gcd(N, D)> type; };
typedef ratio<1, 1000000000000000> femto;
typedef ratio<1, 1000000000000> pico;
typedef ratio<1, 1000000000> nano;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000> milli;
typedef ratio<1, 100> centi;
typedef ratio<1, 10> deci;
typedef ratio<10> deca;
typedef ratio<100> hecto;
typedef ratio<1000> kilo;
typedef ratio<1000000> mega;
typedef ratio<1000000000> giga;
typedef ratio<1000000000000> tera;
template <typename A, typename B> using ratio_add = typename ratio<A::num * B::den + B::num * A::den, A::den * B::den>::type;
template <typename A, typename B> using ratio_subtract = typename ratio<A::num * B::den - B::num * A::den, A::den * B::den>::type;
template <typename A, typename B> using ratio_multiply = typename ratio<A::num * B::num, A::den * B::den>::type;
template <typename A, typename B> using ratio_divide = typename ratio<A::num * B::den, A::den * B::num>::type;
template <typename A, typename B> struct ratio_equal : integral_constant<bool, (A::num * B::den == B::num * A::den)> {};
template <typename A, typename B> inline constexpr bool ratio_equal_v = (A::num * B::den == B::num * A::den);
template <typename A, typename B> struct ratio_not_equal : integral_constant<bool, (A::num * B::den != B::num * A::den)> {};
template <typename A, typename B> inline constexpr bool ratio_not_equal_v = (A::num * B::den != B::num * A::den);
template <typename A, typename B> struct ratio_less : integral_constant<bool, (A::num * B::den < B::num * A::den)> {};
template <typename A, typename B> inline constexpr bool ratio_less_v = (A::num * B::den < B::num * A::den);
template <typename A, typename B> struct ratio_less_equal : integral_constant<bool, (A::num * B::den <= B::num * A::den)> {};
template <typename A, typename B> inline constexpr bool ratio_less_equal_v = (A::num * B::den <= B::num * A::den);
template <typename A, typename B> struct ratio_greater : integral_constant<bool, (A::num * B::den > B::num * A::den)> {};
template <typename A, typename B> inline constexpr bool ratio_greater_v = (A::num * B::den > B::num * A::den);
template <typename A, typename B> struct ratio_greater_equal : integral_constant<bool, (A::num * B::den >= B::num * A::den)> {};
template <typename A, typename B> inline constexpr bool ratio_greater_equal_v = (A::num * B::den >= B::num * A::den);
namespace chrono {
template <typename R, typename P = ratio<1>> class duration;
template <typename D, typename E> struct __common_duration;
/* Both are whole numbers of its period (C++17 23.17.4.3). */
template <typename R, typename P, typename S, typename Q> struct __common_duration<duration<R, P>, duration<S, Q>> {
    typedef duration<decltype(R() + S()), ratio<__gcd(P::num, Q::num), P::den / __gcd(P::den, Q::den) * Q::den>> type;
};
}
template <typename R, typename P, typename S, typename Q> struct common_type<chrono::duration<R, P>, chrono::duration<S, Q>> : chrono::__common_duration<chrono::duration<R, P>, chrono::duration<S, Q>> {};
namespace chrono {
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
template <typename C, typename D = typename C::duration> class time_point {
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
/* ---- C++20's calendar: C++20 27.8 ---- */

template <typename D> using sys_time = time_point<system_clock, D>;
typedef sys_time<days> sys_days;
typedef sys_time<seconds> sys_seconds;
struct last_spec {};
constexpr last_spec last{};
/* What steps by a duration D, and what is ordered by a number. */
template <typename T, typename D> struct __steps {
    T &operator+=(const D &n) { T &t = static_cast<T &>(*this); return t = t + n; }
    T &operator-=(const D &n) { T &t = static_cast<T &>(*this); return t = t - n; }
    T &operator++() { return *this += D(1); }
    T &operator--() { return *this -= D(1); }
    T operator++(int) { T old = static_cast<T &>(*this); *this += D(1); return old; }
    T operator--(int) { T old = static_cast<T &>(*this); *this -= D(1); return old; }
};
template <typename T> struct __ordered {
    friend constexpr bool operator==(const T &a, const T &b) { return a.__key() == b.__key(); }
    friend constexpr bool operator!=(const T &a, const T &b) { return a.__key() != b.__key(); }
    friend constexpr bool operator<(const T &a, const T &b) { return a.__key() < b.__key(); }
    friend constexpr bool operator>(const T &a, const T &b) { return a.__key() > b.__key(); }
    friend constexpr bool operator<=(const T &a, const T &b) { return a.__key() <= b.__key(); }
    friend constexpr bool operator>=(const T &a, const T &b) { return a.__key() >= b.__key(); }
};
constexpr bool __is_leap(long y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }
class day : public __steps<day, days>, public __ordered<day> {
    unsigned n_;
public:
    day() : n_(0) {}
    constexpr explicit day(unsigned n) : n_(n) {}
    constexpr explicit operator unsigned() const { return n_; }
    constexpr bool ok() const { return n_ >= 1 && n_ <= 31; }
    constexpr day operator+(const days &d) const { return day(n_ + (unsigned) d.count()); }
    constexpr day operator-(const days &d) const { return day(n_ - (unsigned) d.count()); }
    constexpr days operator-(const day &o) const { return days((long) n_ - (long) o.n_); }
    constexpr long __key() const { return (long) n_; }
};
class year : public __steps<year, years>, public __ordered<year> {
    int n_;
public:
    year() : n_(0) {}
    constexpr explicit year(int n) : n_(n) {}
    constexpr explicit operator int() const { return n_; }
    constexpr bool is_leap() const { return __is_leap(n_); }
    constexpr bool ok() const { return n_ >= -32767 && n_ <= 32767; }
    constexpr year operator+(const years &d) const { return year(n_ + (int) d.count()); }
    constexpr year operator-(const years &d) const { return year(n_ - (int) d.count()); }
    constexpr years operator-(const year &o) const { return years(n_ - o.n_); }
    constexpr long __key() const { return (long) n_; }
};
class month : public __steps<month, months>, public __ordered<month> {
    unsigned n_;
public:
    month() : n_(0) {}
    constexpr explicit month(unsigned n) : n_(n) {}
    constexpr explicit operator unsigned() const { return n_; }
    constexpr bool ok() const { return n_ >= 1 && n_ <= 12; }
    constexpr month operator+(const months &d) const { return month((unsigned) ((((long) n_ - 1 + d.count()) % 12 + 12) % 12 + 1)); }
    constexpr month operator-(const months &d) const { return *this + -d; }
    constexpr months operator-(const month &o) const { return months(((long) n_ - (long) o.n_ + 12) % 12); }
    constexpr long __key() const { return (long) n_; }
};
class weekday;
struct weekday_indexed;
struct weekday_last;
class weekday : public __steps<weekday, days> {
    unsigned n_; /* 0: Sunday */
public:
    weekday() : n_(0) {}
    constexpr explicit weekday(unsigned n) : n_(n == 7 ? 0 : n) {}
    constexpr weekday(const sys_days &t) : n_((unsigned) (((t.time_since_epoch().count() + 4) % 7 + 7) % 7)) {}
    constexpr unsigned c_encoding() const { return n_; }
    constexpr unsigned iso_encoding() const { return n_ ? n_ : 7; }
    constexpr bool ok() const { return n_ < 7; }
    constexpr weekday operator+(const days &d) const { return weekday((unsigned) (((n_ + d.count()) % 7 + 7) % 7)); }
    constexpr weekday operator-(const days &d) const { return *this + -d; }
    constexpr days operator-(const weekday &o) const { return days(((long) n_ - (long) o.n_ + 7) % 7); }
    constexpr weekday_indexed operator[](unsigned index) const;
    constexpr weekday_last operator[](last_spec) const;
    friend constexpr bool operator==(const weekday &a, const weekday &b) { return a.n_ == b.n_; }
    friend constexpr bool operator!=(const weekday &a, const weekday &b) { return a.n_ != b.n_; }
};
struct weekday_indexed { std::chrono::weekday w; unsigned i; constexpr std::chrono::weekday weekday() const { return w; } constexpr unsigned index() const { return i; } constexpr bool ok() const { return w.ok() && i >= 1 && i <= 5; } };
struct weekday_last { std::chrono::weekday w; constexpr std::chrono::weekday weekday() const { return w; } constexpr bool ok() const { return w.ok(); } };
constexpr weekday_indexed weekday::operator[](unsigned index) const { return weekday_indexed{*this, index}; }
constexpr weekday_last weekday::operator[](last_spec) const { return weekday_last{*this}; }
struct month_day { std::chrono::month m; std::chrono::day d; constexpr std::chrono::month month() const { return m; } constexpr std::chrono::day day() const { return d; } };
struct month_day_last { std::chrono::month m; constexpr std::chrono::month month() const { return m; } };
struct month_weekday { std::chrono::month m; weekday_indexed w; };
struct month_weekday_last { std::chrono::month m; weekday_last w; };
/* Days since 1970 of a date of the Gregorian calendar, whose years begin with March here, so that leap days come last. */
constexpr long __days_of(long y, long m, long d) {
    y -= m <= 2;
    long era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400, of_year = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}
constexpr long __last_day(long y, long m) { return m == 2 ? 28 + __is_leap(y) : 30 + (m + m / 8) % 2; }
class year_month : public __ordered<year_month> {
    std::chrono::year y_;
    std::chrono::month m_;
public:
    constexpr long __key() const { return (long) (int) y_ * 12 + (long) (unsigned) m_ - 1; }
    year_month() {}
    constexpr year_month(const std::chrono::year &y, const std::chrono::month &m) : y_(y), m_(m) {}
    constexpr std::chrono::year year() const { return y_; }
    constexpr std::chrono::month month() const { return m_; }
    constexpr bool ok() const { return y_.ok() && m_.ok(); }
    constexpr year_month operator+(const months &n) const { long t = __key() + n.count(), y = t >= 0 ? t / 12 : (t - 11) / 12; return year_month(std::chrono::year((int) y), std::chrono::month((unsigned) (t - y * 12 + 1))); }
    constexpr year_month operator-(const months &n) const { return *this + -n; }
    constexpr year_month operator+(const years &n) const { return year_month(y_ + n, m_); }
    constexpr year_month operator-(const years &n) const { return year_month(y_ - n, m_); }
    constexpr months operator-(const year_month &o) const { return months(__key() - o.__key()); }
};
class year_month_day_last {
    std::chrono::year y_;
    std::chrono::month m_;
public:
    constexpr year_month_day_last(const std::chrono::year &y, const month_day_last &m) : y_(y), m_(m.m) {}
    constexpr std::chrono::year year() const { return y_; }
    constexpr std::chrono::month month() const { return m_; }
    constexpr std::chrono::day day() const { return std::chrono::day((unsigned) __last_day((int) y_, (unsigned) m_)); }
    constexpr bool ok() const { return y_.ok() && m_.ok(); }
    constexpr operator sys_days() const { return sys_days(days(__days_of((int) y_, (unsigned) m_, (unsigned) day()))); }
};
class year_month_day : public __ordered<year_month_day> {
    std::chrono::year y_;
    std::chrono::month m_;
    std::chrono::day d_;
public:
    constexpr long __key() const { return ((long) (int) y_ * 16 + (long) (unsigned) m_) * 256 + (long) (unsigned) d_; }
    year_month_day() {}
    constexpr year_month_day(const std::chrono::year &y, const std::chrono::month &m, const std::chrono::day &d) : y_(y), m_(m), d_(d) {}
    constexpr year_month_day(const year_month_day_last &l) : y_(l.year()), m_(l.month()), d_(l.day()) {}
    constexpr year_month_day(const sys_days &t) : y_(0), m_(1), d_(1) {
        long z = t.time_since_epoch().count() + 719468, era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
        long y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365, of_year = of_era - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;
        long number = m < 10 ? m + 3 : m - 9;
        y_ = std::chrono::year((int) (y + era * 400 + (number <= 2)));
        m_ = std::chrono::month((unsigned) number);
        d_ = std::chrono::day((unsigned) (of_year - (153 * m + 2) / 5 + 1));
    }
    constexpr std::chrono::year year() const { return y_; }
    constexpr std::chrono::month month() const { return m_; }
    constexpr std::chrono::day day() const { return d_; }
    constexpr bool ok() const { return y_.ok() && m_.ok() && (unsigned) d_ >= 1 && (long) (unsigned) d_ <= __last_day((int) y_, (unsigned) m_); }
    constexpr operator sys_days() const { return sys_days(days(__days_of((int) y_, (unsigned) m_, 1) + (long) (unsigned) d_ - 1)); }
    constexpr year_month_day operator+(const months &n) const { year_month t = year_month(y_, m_) + n; return year_month_day(t.year(), t.month(), d_); }
    constexpr year_month_day operator-(const months &n) const { return *this + -n; }
    constexpr year_month_day operator+(const years &n) const { return year_month_day(y_ + n, m_, d_); }
    constexpr year_month_day operator-(const years &n) const { return year_month_day(y_ - n, m_, d_); }
    year_month_day &operator+=(const months &n) { return *this = *this + n; }
    year_month_day &operator-=(const months &n) { return *this = *this - n; }
    year_month_day &operator+=(const years &n) { return *this = *this + n; }
    year_month_day &operator-=(const years &n) { return *this = *this - n; }
};
constexpr bool is_am(const hours &h) { return h >= hours(0) && h < hours(12); }
constexpr bool is_pm(const hours &h) { return h >= hours(12) && h < hours(24); }
constexpr hours make12(const hours &h) { long n = h.count() % 12; return hours(n ? n : 12); }
constexpr hours make24(const hours &h, bool pm) { return hours(h.count() % 12 + (pm ? 12 : 0)); }
struct year_month_weekday {
    std::chrono::year y;
    std::chrono::month m;
    weekday_indexed w;
    constexpr std::chrono::year year() const { return y; }
    constexpr std::chrono::month month() const { return m; }
    constexpr std::chrono::weekday weekday() const { return w.w; }
    constexpr unsigned index() const { return w.i; }
    constexpr std::chrono::weekday_indexed weekday_indexed() const { return w; }
    constexpr operator sys_days() const { sys_days first = sys_days(days(__days_of((int) y, (unsigned) m, 1))); return first + ((w.w - std::chrono::weekday(first)) + days(((long) w.i - 1) * 7)); }
};
struct year_month_weekday_last {
    std::chrono::year y;
    std::chrono::month m;
    weekday_last w;
    constexpr operator sys_days() const { sys_days end = sys_days(days(__days_of((int) y, (unsigned) m, __last_day((int) y, (unsigned) m)))); return end - (std::chrono::weekday(end) - w.w); }
};
constexpr year_month operator/(const year &y, const month &m) { return year_month(y, m); }
constexpr year_month operator/(const year &y, int m) { return year_month(y, month((unsigned) m)); }
constexpr month_day operator/(const month &m, const day &d) { return month_day{m, d}; }
constexpr month_day operator/(const month &m, int d) { return month_day{m, day((unsigned) d)}; }
constexpr month_day operator/(int m, const day &d) { return month_day{month((unsigned) m), d}; }
constexpr month_day operator/(const day &d, const month &m) { return month_day{m, d}; }
constexpr month_day operator/(const day &d, int m) { return month_day{month((unsigned) m), d}; }
constexpr month_day_last operator/(const month &m, last_spec) { return month_day_last{m}; }
constexpr month_day_last operator/(int m, last_spec) { return month_day_last{month((unsigned) m)}; }
constexpr month_weekday operator/(const month &m, const weekday_indexed &w) { return month_weekday{m, w}; }
constexpr month_weekday_last operator/(const month &m, const weekday_last &w) { return month_weekday_last{m, w}; }
constexpr year_month_day operator/(const year_month &ym, const day &d) { return year_month_day(ym.year(), ym.month(), d); }
constexpr year_month_day operator/(const year_month &ym, int d) { return year_month_day(ym.year(), ym.month(), day((unsigned) d)); }
constexpr year_month_day operator/(const year &y, const month_day &md) { return year_month_day(y, md.m, md.d); }
constexpr year_month_day operator/(int y, const month_day &md) { return year_month_day(year(y), md.m, md.d); }
constexpr year_month_day operator/(const month_day &md, const year &y) { return year_month_day(y, md.m, md.d); }
constexpr year_month_day operator/(const month_day &md, int y) { return year_month_day(year(y), md.m, md.d); }
constexpr year_month_day_last operator/(const year_month &ym, last_spec) { return year_month_day_last(ym.year(), month_day_last{ym.month()}); }
constexpr year_month_day_last operator/(const year &y, const month_day_last &m) { return year_month_day_last(y, m); }
constexpr year_month_day_last operator/(const month_day_last &m, const year &y) { return year_month_day_last(y, m); }
constexpr year_month_day_last operator/(const month_day_last &m, int y) { return year_month_day_last(year(y), m); }
constexpr year_month_weekday operator/(const year_month &ym, const weekday_indexed &w) { return year_month_weekday{ym.year(), ym.month(), w}; }
constexpr year_month_weekday operator/(const month_weekday &m, const year &y) { return year_month_weekday{y, m.m, m.w}; }
constexpr year_month_weekday operator/(const month_weekday &m, int y) { return year_month_weekday{year(y), m.m, m.w}; }
constexpr year_month_weekday_last operator/(const year_month &ym, const weekday_last &w) { return year_month_weekday_last{ym.year(), ym.month(), w}; }
constexpr year_month_weekday_last operator/(const month_weekday_last &m, const year &y) { return year_month_weekday_last{y, m.m, m.w}; }
constexpr year_month_weekday_last operator/(const month_weekday_last &m, int y) { return year_month_weekday_last{year(y), m.m, m.w}; }
/* Constants of a header of ours are empty objects, so these convert. */
template <unsigned N> struct __month_constant {
    constexpr operator month() const { return month(N); }
    constexpr explicit operator unsigned() const { return N; }
    constexpr month operator+(const months &n) const { return month(N) + n; }
    constexpr month operator-(const months &n) const { return month(N) - n; }
    constexpr months operator-(const month &o) const { return month(N) - o; }
};
template <unsigned N> struct __weekday_constant {
    constexpr operator weekday() const { return weekday(N); }
    constexpr unsigned c_encoding() const { return N; }
    constexpr unsigned iso_encoding() const { return N ? N : 7; }
    constexpr weekday operator+(const days &n) const { return weekday(N) + n; }
    constexpr weekday operator-(const days &n) const { return weekday(N) - n; }
    constexpr days operator-(const weekday &o) const { return weekday(N) - o; }
    constexpr weekday_indexed operator[](unsigned index) const { return weekday_indexed{weekday(N), index}; }
    constexpr weekday_last operator[](last_spec) const { return weekday_last{weekday(N)}; }
};
constexpr __month_constant<1> January{};
constexpr __month_constant<2> February{};
constexpr __month_constant<3> March{};
constexpr __month_constant<4> April{};
constexpr __month_constant<5> May{};
constexpr __month_constant<6> June{};
constexpr __month_constant<7> July{};
constexpr __month_constant<8> August{};
constexpr __month_constant<9> September{};
constexpr __month_constant<10> October{};
constexpr __month_constant<11> November{};
constexpr __month_constant<12> December{};
constexpr __weekday_constant<0> Sunday{};
constexpr __weekday_constant<1> Monday{};
constexpr __weekday_constant<2> Tuesday{};
constexpr __weekday_constant<3> Wednesday{};
constexpr __weekday_constant<4> Thursday{};
constexpr __weekday_constant<5> Friday{};
constexpr __weekday_constant<6> Saturday{};
template <typename D> class hh_mm_ss {
    D all_;
    bool less_;
public:
    typedef D precision;
    constexpr explicit hh_mm_ss(const D &d) : all_(d.count() < 0 ? -d : d), less_(d.count() < 0) {}
    constexpr bool is_negative() const { return less_; }
    constexpr std::chrono::hours hours() const { return duration_cast<std::chrono::hours>(all_); }
    constexpr std::chrono::minutes minutes() const { return duration_cast<std::chrono::minutes>(all_ - hours()); }
    constexpr std::chrono::seconds seconds() const { return duration_cast<std::chrono::seconds>(all_ - hours() - minutes()); }
    constexpr D subseconds() const { return D(all_ - hours() - minutes() - seconds()); }
    constexpr D to_duration() const { return less_ ? -all_ : all_; }
};
}
/* std::thread::id */
struct __thread_id {
    unsigned long number; /* 0: of no thread */
    __thread_id() : number(0) {}
    explicit __thread_id(unsigned long n) : number(n) {}
    friend bool operator==(__thread_id a, __thread_id b) { return a.number == b.number; }
    friend bool operator!=(__thread_id a, __thread_id b) { return a.number != b.number; }
    friend bool operator<(__thread_id a, __thread_id b) { return a.number < b.number; }
    friend bool operator>(__thread_id a, __thread_id b) { return a.number > b.number; }
    friend bool operator<=(__thread_id a, __thread_id b) { return a.number <= b.number; }
    friend bool operator>=(__thread_id a, __thread_id b) { return a.number >= b.number; }
};
inline __ostream &operator<<(__ostream &o, __thread_id t) { if (t.number) return o << t.number; return o << "thread::id of a non-executing thread"; }
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
inline __thread_id get_id() { return __thread_id(__thread_self()); }
}
}
namespace std {
namespace literals { namespace chrono_literals {} }
namespace chrono_literals {}
constexpr chrono::day operator""d(unsigned long long n) { return chrono::day((unsigned) n); }
constexpr chrono::year operator""y(unsigned long long n) { return chrono::year((int) n); }
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
