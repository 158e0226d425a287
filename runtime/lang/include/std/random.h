#include <type_traits>
#include <vector>
// names: seed_seq mt19937 mt19937_64 mersenne_twister_engine default_random_engine minstd_rand minstd_rand0 linear_congruential_engine random_device uniform_int_distribution uniform_real_distribution normal_distribution bernoulli_distribution exponential_distribution discrete_distribution poisson_distribution geometric_distribution binomial_distribution lognormal_distribution cauchy_distribution generate_canonical gamma_distribution chi_squared_distribution fisher_f_distribution student_t_distribution weibull_distribution extreme_value_distribution negative_binomial_distribution piecewise_constant_distribution piecewise_linear_distribution subtract_with_carry_engine discard_block_engine shuffle_order_engine ranlux24_base ranlux48_base ranlux24 ranlux48 knuth_b
// SPDX-License-Identifier: Apache-2.0
namespace std {
class seed_seq {
    std::vector<unsigned> v_;
    static unsigned mixed(unsigned x) { return x ^ (x >> 27); }
public:
    typedef unsigned result_type;
    seed_seq() {}
    seed_seq(std::initializer_list<long> values) { for (long x : values) v_.push_back((unsigned) x); }
    template <class I> seed_seq(I first, I last) { for (; first != last; ++first) v_.push_back((unsigned) *first); }
    size_t size() const { return v_.size(); }
    template <class O> void param(O to) const { for (unsigned x : v_) *to++ = x; }
    template <class I> void generate(I first, I last) const {
        const size_t n = (size_t) (last - first), s = v_.size();
        if (!n) return;
        const size_t t = n >= 623 ? 11 : n >= 68 ? 7 : n >= 39 ? 5 : n >= 7 ? 3 : (n - 1) / 2, p = (n - t) / 2, q = p + t, m = s + 1 > n ? s + 1 : n;
        for (size_t k = 0; k < n; k++) first[k] = 0x8b8b8b8bu;
        for (size_t k = 0; k < m; k++) {
            unsigned r = 1664525u * mixed((unsigned) first[k % n] ^ (unsigned) first[(k + p) % n] ^ (unsigned) first[(k + n - 1) % n]);
            first[(k + p) % n] += r;
            r += (unsigned) (k == 0 ? s : k <= s ? k % n + v_[k - 1] : k % n);
            first[(k + q) % n] += r;
            first[k % n] = r;
        }
        for (size_t k = m; k < m + n; k++) {
            unsigned r = 1566083941u * mixed((unsigned) first[k % n] + (unsigned) first[(k + p) % n] + (unsigned) first[(k + n - 1) % n]);
            first[(k + p) % n] ^= r;
            r -= (unsigned) (k % n);
            first[(k + q) % n] ^= r;
            first[k % n] = r;
        }
    }
};
class mt19937 {
    unsigned s_[624];
    int at_;
    void twist() {
        for (int i = 0; i < 624; i++) {
            unsigned y = (s_[i] & 0x80000000u) | (s_[(i + 1) % 624] & 0x7fffffffu);
            s_[i] = s_[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0u);
        }
        at_ = 0;
    }
public:
    typedef unsigned long result_type;
    explicit mt19937(unsigned long value = 5489) { seed(value); }
    explicit mt19937(seed_seq &from) { seed(from); }
    void seed(seed_seq &from) {
        unsigned rest = 0;
        from.generate(s_, s_ + 624);
        for (int i = 1; i < 624; i++) rest |= s_[i];
        if (!rest && !(s_[0] & 0x80000000u)) s_[0] = 0x80000000u;
        at_ = 624;
    }
    void seed(unsigned long value = 5489) { s_[0] = (unsigned) value; for (int i = 1; i < 624; i++) s_[i] = 1812433253u * (s_[i - 1] ^ (s_[i - 1] >> 30)) + (unsigned) i; at_ = 624; }
    static unsigned long min() { return 0; }
    static unsigned long max() { return 4294967295ul; }
    unsigned long operator()() {
        if (at_ >= 624) twist();
        unsigned y = s_[at_++];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c5680u;
        y ^= (y << 15) & 0xefc60000u;
        return y ^ (y >> 18);
    }
    void discard(unsigned long n) { for (; n > 0; n--) (*this)(); }
    bool operator==(const mt19937 &o) const { return at_ == o.at_ && !memcmp(s_, o.s_, sizeof s_); }
    bool operator!=(const mt19937 &o) const { return !(*this == o); }
};
class mt19937_64 {
    unsigned long s_[312];
    int at_;
public:
    typedef unsigned long result_type;
    explicit mt19937_64(unsigned long value = 5489) { seed(value); }
    explicit mt19937_64(seed_seq &from) { seed(from); }
    void seed(seed_seq &from) {
        unsigned words[624];
        unsigned long rest = 0;
        from.generate(words, words + 624);
        for (int i = 0; i < 312; i++) s_[i] = words[2 * i] + ((unsigned long) words[2 * i + 1] << 32);
        for (int i = 1; i < 312; i++) rest |= s_[i];
        if (!rest && !(s_[0] & 0xffffffff80000000ul)) s_[0] = 1ul << 63;
        at_ = 312;
    }
    void seed(unsigned long value = 5489) { s_[0] = value; for (int i = 1; i < 312; i++) s_[i] = 6364136223846793005ul * (s_[i - 1] ^ (s_[i - 1] >> 62)) + (unsigned long) i; at_ = 312; }
    static unsigned long min() { return 0; }
    static unsigned long max() { return (unsigned long) -1; }
    unsigned long operator()() {
        if (at_ >= 312) {
            for (int i = 0; i < 312; i++) {
                unsigned long y = (s_[i] & 0xffffffff80000000ul) | (s_[(i + 1) % 312] & 0x7ffffffful);
                s_[i] = s_[(i + 156) % 312] ^ (y >> 1) ^ (y & 1 ? 0xb5026f5aa96619e9ul : 0ul);
            }
            at_ = 0;
        }
        unsigned long y = s_[at_++];
        y ^= (y >> 29) & 0x5555555555555555ul;
        y ^= (y << 17) & 0x71d67fffeda60000ul;
        y ^= (y << 37) & 0xfff7eee000000000ul;
        return y ^ (y >> 43);
    }
    void discard(unsigned long n) { for (; n > 0; n--) (*this)(); }
    bool operator==(const mt19937_64 &o) const { return at_ == o.at_ && !memcmp(s_, o.s_, sizeof s_); }
    bool operator!=(const mt19937_64 &o) const { return !(*this == o); }
};
template <unsigned long A> class __minstd {
    unsigned long x_;
public:
    typedef unsigned long result_type;
    explicit __minstd(unsigned long value = 1) { seed(value); }
    explicit __minstd(seed_seq &from) { seed(from); }
    void seed(seed_seq &from) { unsigned words[4]; from.generate(words, words + 4); seed(words[3]); }
    void seed(unsigned long value = 1) { x_ = value % 2147483647ul; if (!x_) x_ = 1; }
    static unsigned long min() { return 1; }
    static unsigned long max() { return 2147483646ul; }
    unsigned long operator()() { return x_ = x_ * A % 2147483647ul; }
    void discard(unsigned long n) {
        for (unsigned long power = A; n; n >>= 1, power = power * power % 2147483647ul)
            if (n & 1) x_ = x_ * power % 2147483647ul;
    }
    bool operator==(const __minstd &o) const { return x_ == o.x_; }
    bool operator!=(const __minstd &o) const { return x_ != o.x_; }
};
typedef __minstd<16807> minstd_rand0;
typedef __minstd<48271> minstd_rand;
typedef minstd_rand0 default_random_engine;
class random_device {
public:
    typedef unsigned result_type;
    unsigned operator()() { return __random_bits(); }
    static unsigned min() { return 0; }
    static unsigned max() { return 4294967295u; }
};
/* As libstdc++: enough calls for the digits of the type, each a digit of a number in base max - min + 1. */
template <typename R, typename G> R __canonical(G &g) {
    double range = (double) G::max() - (double) G::min() + 1.0, sum = 0, scale = 1;
    int digits = sizeof(R) == 4 ? 24 : 53, bits = (int) floor(log2(range));
    int calls = (digits + bits - 1) / bits;
    if (calls < 1) calls = 1;
    if (sizeof(R) == 4) {
        float s = 0, f = 1;
        for (int i = 0; i < calls; i++) { s += (float) (g() - G::min()) * f; f *= (float) range; }
        float r = s / f;
        return r >= 1.0f ? (R) 0.99999994f : (R) r;
    }
    for (int i = 0; i < calls; i++) { sum += (double) (g() - G::min()) * scale; scale *= range; }
    double r = sum / scale;
    return r >= 1.0 ? (R) 0.99999999999999989 : (R) r;
}
template <typename T = double> class uniform_real_distribution {
    T a_, b_;
public:
    typedef T result_type;
    explicit uniform_real_distribution(T a = 0, T b = 1) : a_(a), b_(b) {}
    template <typename G> T operator()(G &g) { return __canonical<T>(g) * (b_ - a_) + a_; }
    struct param_type { T a_, b_; explicit param_type(T a = 0, T b = 1) : a_(a), b_(b) {} T a() const { return a_; } T b() const { return b_; } bool operator==(const param_type &o) const { return a_ == o.a_ && b_ == o.b_; } };
    explicit uniform_real_distribution(const param_type &p) : a_(p.a_), b_(p.b_) {}
    template <typename G> T operator()(G &g, const param_type &p) { return __canonical<T>(g) * (p.b_ - p.a_) + p.a_; }
    param_type param() const { return param_type(a_, b_); }
    void param(const param_type &p) { a_ = p.a_; b_ = p.b_; }
    T min() const { return a_; }
    T max() const { return b_; }
    bool operator==(const uniform_real_distribution &o) const { return a_ == o.a_ && b_ == o.b_; }
    T a() const { return a_; }
    T b() const { return b_; }
    void reset() {}
};
template <typename T = int> class uniform_int_distribution {
    T a_, b_;
public:
    typedef T result_type;
    explicit uniform_int_distribution(T a = 0, T b = (T) 2147483647) : a_(a), b_(b) {}
    template <typename G> T operator()(G &g) {
        unsigned long most = (unsigned long) G::max() - (unsigned long) G::min(), wanted = (unsigned long) b_ - (unsigned long) a_, r;
        if (most == 4294967295ul && wanted < most) {
            unsigned range = (unsigned) wanted + 1;
            unsigned long product = (unsigned long) g() * range;
            unsigned low = (unsigned) product;
            if (low < range) {
                unsigned threshold = (0u - range) % range;
                while (low < threshold) { product = (unsigned long) g() * range; low = (unsigned) product; }
            }
            r = product >> 32;
        } else if (most > wanted) {
            unsigned long size = wanted + 1, scale = most / size, past = size * scale;
            do r = (unsigned long) g() - (unsigned long) G::min(); while (r >= past);
            r /= scale;
        } else if (most < wanted) {
            unsigned long t;
            do {
                uniform_int_distribution<unsigned long> high(0, wanted / (most + 1));
                t = (most + 1) * high(g);
                r = t + ((unsigned long) g() - (unsigned long) G::min());
            } while (r > wanted || r < t);
        } else {
            r = (unsigned long) g() - (unsigned long) G::min();
        }
        return (T) (r + (unsigned long) a_);
    }
    struct param_type { T a_, b_; explicit param_type(T a = 0, T b = (T) 2147483647) : a_(a), b_(b) {} T a() const { return a_; } T b() const { return b_; } bool operator==(const param_type &o) const { return a_ == o.a_ && b_ == o.b_; } };
    explicit uniform_int_distribution(const param_type &p) : a_(p.a_), b_(p.b_) {}
    template <typename G> T operator()(G &g, const param_type &p) { uniform_int_distribution d(p.a_, p.b_); return d(g); }
    param_type param() const { return param_type(a_, b_); }
    void param(const param_type &p) { a_ = p.a_; b_ = p.b_; }
    T min() const { return a_; }
    T max() const { return b_; }
    bool operator==(const uniform_int_distribution &o) const { return a_ == o.a_ && b_ == o.b_; }
    T a() const { return a_; }
    T b() const { return b_; }
    void reset() {}
};
template <typename T = double> class normal_distribution {
    T mean_, deviation_, saved_;
    bool has_;
public:
    typedef T result_type;
    explicit normal_distribution(T mean = 0, T deviation = 1) : mean_(mean), deviation_(deviation), saved_(0), has_(false) {}
    void reset() { has_ = false; }
    struct param_type { T mean_, deviation_; explicit param_type(T mean = 0, T deviation = 1) : mean_(mean), deviation_(deviation) {} T mean() const { return mean_; } T stddev() const { return deviation_; } bool operator==(const param_type &o) const { return mean_ == o.mean_ && deviation_ == o.deviation_; } };
    explicit normal_distribution(const param_type &p) : mean_(p.mean_), deviation_(p.deviation_), saved_(0), has_(false) {}
    T mean() const { return mean_; }
    T stddev() const { return deviation_; }
    T min() const { return sizeof(T) == 4 ? (T) -3.40282347e+38f : (T) -1.7976931348623157e+308; }
    T max() const { return -min(); }
    param_type param() const { return param_type(mean_, deviation_); }
    void param(const param_type &p) { mean_ = p.mean_; deviation_ = p.deviation_; }
    template <typename G> T operator()(G &g, const param_type &p) { T mean = mean_, deviation = deviation_; param(p); T r = (*this)(g); mean_ = mean; deviation_ = deviation; return r; }
    template <typename G> T operator()(G &g) {
        T r;
        if (has_) { has_ = false; r = saved_; }
        else {
            T x, y, square;
            do {
                x = (T) 2 * __canonical<T>(g) - (T) 1;
                y = (T) 2 * __canonical<T>(g) - (T) 1;
                square = x * x + y * y;
            } while (square > (T) 1 || square == (T) 0);
            T m = sizeof(T) == 4 ? (T) sqrtf(-2 * logf((float) square) / (float) square) : (T) ::sqrt(-2 * ::log((double) square) / (double) square);
            saved_ = x * m;
            has_ = true;
            r = y * m;
        }
        return r * deviation_ + mean_;
    }
};
class bernoulli_distribution { double p_; public: explicit bernoulli_distribution(double p = 0.5) : p_(p) {} template <typename G> bool operator()(G &g) { return __canonical<double>(g) < p_; } };
template <typename T = double> class exponential_distribution { T l_; public: explicit exponential_distribution(T l = 1) : l_(l) {} template <typename G> T operator()(G &g) { return (T) (-::log(1.0 - (double) __canonical<T>(g)) / (double) l_); } };
template <typename T = int> class discrete_distribution {
    vector<double> p_, sums_;
    void set() {
        double sum = 0, so_far = 0;
        if (p_.size() < 2) { p_.clear(); return; }
        for (double x : p_) sum += x;
        for (double &x : p_) { x /= sum; so_far += x; sums_.push_back(so_far); }
        sums_.back() = 1.0;
    }
public:
    typedef T result_type;
    discrete_distribution() {}
    discrete_distribution(initializer_list<double> l) { for (double x : l) p_.push_back(x); set(); }
    template <typename I> discrete_distribution(I first, I last) { for (; first != last; ++first) p_.push_back(*first); set(); }
    vector<double> probabilities() const { return p_.empty() ? vector<double>(1, 1.0) : p_; }
    void reset() {}
    template <typename G> T operator()(G &g) {
        if (sums_.empty()) return 0;
        double p = __canonical<double>(g);
        size_t low = 0, high = sums_.size();
        while (low < high) { size_t middle = low + (high - low) / 2; if (sums_[middle] < p) low = middle + 1; else high = middle; }
        return (T) low;
    }
};
/* The numbers of libstdc++ for means below 12; above, products of them. */
template <typename T = int> class poisson_distribution {
    double mean_;
    template <typename G> T few(G &g, double mean) { T x = 0; double product = 1, threshold = ::exp(-mean); do { product *= __canonical<double>(g); x += 1; } while (product > threshold); return x - 1; }
public:
    typedef T result_type;
    explicit poisson_distribution(double mean = 1) : mean_(mean) {}
    double mean() const { return mean_; }
    void reset() {}
    template <typename G> T operator()(G &g) { T x = 0; double left = mean_; for (; left >= 12; left -= 8) x += few(g, 8); return x + few(g, left); }
};
template <typename T = int> class geometric_distribution {
    double p_;
public:
    typedef T result_type;
    explicit geometric_distribution(double p = 0.5) : p_(p) {}
    template <typename G> T operator()(G &g) { return (T) floor(::log(1.0 - __canonical<double>(g)) / ::log(1.0 - p_)); }
};
template <typename T = int> class binomial_distribution {
    T n_;
    double p_;
public:
    typedef T result_type;
    explicit binomial_distribution(T n = 1, double p = 0.5) : n_(n), p_(p) {}
    template <typename G> T operator()(G &g) { T x = 0; for (T i = 0; i < n_; i++) x += __canonical<double>(g) < p_; return x; }
};
template <typename T = double> class lognormal_distribution {
    normal_distribution<T> n_;
    T m_, s_;
public:
    typedef T result_type;
    explicit lognormal_distribution(T m = 0, T s = 1) : n_(), m_(m), s_(s) {}
    template <typename G> T operator()(G &g) { return (T) ::exp((double) (s_ * n_(g) + m_)); }
};
template <typename T = double> class cauchy_distribution {
    T a_, b_;
public:
    typedef T result_type;
    explicit cauchy_distribution(T a = 0, T b = 1) : a_(a), b_(b) {}
    template <typename G> T operator()(G &g) { T u; do u = __canonical<T>(g); while (u == (T) 0.5); return a_ + b_ * (T) tan(3.1415926535897932 * (double) u); }
};
template <typename R, size_t bits, typename G> R generate_canonical(G &g) { return __canonical<R>(g); }
/* Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables", ACM TOMS 26 (2000). */
template <typename T = double> class gamma_distribution {
public:
    typedef T result_type;
    struct param_type {
        typedef gamma_distribution distribution_type;
        T alpha_; T beta_;
        explicit param_type(T alpha = 1, T beta = 1) : alpha_(alpha), beta_(beta) {}
        T alpha() const { return alpha_; } T beta() const { return beta_; }
        bool operator==(const param_type &o) const { return alpha_ == o.alpha_ && beta_ == o.beta_; }
        bool operator!=(const param_type &o) const { return !(*this == o); }
    };
private:
    param_type p_;
    normal_distribution<T> n_;
public:
    explicit gamma_distribution(T alpha = 1, T beta = 1) : p_(alpha, beta) {}
    explicit gamma_distribution(const param_type &p) : p_(p) {}
    T alpha() const { return p_.alpha_; }
    T beta() const { return p_.beta_; }
    param_type param() const { return p_; }
    void param(const param_type &p) { p_ = p; }
    T min() const { return 0; }
    T max() const { return (sizeof(T) == 4 ? (T) 3.40282347e+38f : (T) 1.7976931348623157e+308); }
    void reset() { n_.reset(); }
    template <typename G> T operator()(G &g) { return (*this)(g, p_); }
    template <typename G> T operator()(G &g, const param_type &p) {
        const T alpha = p.alpha_; const T beta = p.beta_;
        const T shape = alpha < (T) 1 ? alpha + (T) 1 : alpha, d = shape - (T) 1 / (T) 3, c = (T) 1 / (T) ::sqrt((double) ((T) 9 * d));
        T u, v, x;
        do {
            do { x = n_(g); v = (T) 1 + c * x; } while (v <= 0);
            v = v * v * v;
            u = __canonical<T>(g);
        } while (u > (T) (1 - 0.0331 * x * x * x * x) && ::log((double) u) > 0.5 * x * x + d * (1 - v + ::log((double) v)));
        if (shape == alpha) return d * v * beta;
        do u = __canonical<T>(g); while (u == 0);
        return (T) ::pow((double) u, (double) ((T) 1 / alpha)) * d * v * beta;
    }
    bool operator==(const gamma_distribution &o) const { return p_ == o.p_; }
    bool operator!=(const gamma_distribution &o) const { return !(p_ == o.p_); }
};
template <typename T = double> class chi_squared_distribution {
public:
    typedef T result_type;
    struct param_type {
        typedef chi_squared_distribution distribution_type;
        T n_;
        explicit param_type(T n = 1) : n_(n) {}
        T n() const { return n_; }
        bool operator==(const param_type &o) const { return n_ == o.n_; }
        bool operator!=(const param_type &o) const { return !(*this == o); }
    };
private:
    param_type p_;
    gamma_distribution<T> gamma_;
public:
    explicit chi_squared_distribution(T n = 1) : p_(n) {}
    explicit chi_squared_distribution(const param_type &p) : p_(p) {}
    T n() const { return p_.n_; }
    param_type param() const { return p_; }
    void param(const param_type &p) { p_ = p; }
    T min() const { return 0; }
    T max() const { return (sizeof(T) == 4 ? (T) 3.40282347e+38f : (T) 1.7976931348623157e+308); }
    void reset() { gamma_.reset(); }
    template <typename G> T operator()(G &g) { return (*this)(g, p_); }
    template <typename G> T operator()(G &g, const param_type &p) {
        const T n = p.n_;
        return (T) 2 * gamma_(g, typename gamma_distribution<T>::param_type(n / 2));
    }
    bool operator==(const chi_squared_distribution &o) const { return p_ == o.p_; }
    bool operator!=(const chi_squared_distribution &o) const { return !(p_ == o.p_); }
};
template <typename T = double> class fisher_f_distribution {
public:
    typedef T result_type;
    struct param_type {
        typedef fisher_f_distribution distribution_type;
        T m_; T n_;
        explicit param_type(T m = 1, T n = 1) : m_(m), n_(n) {}
        T m() const { return m_; } T n() const { return n_; }
        bool operator==(const param_type &o) const { return m_ == o.m_ && n_ == o.n_; }
        bool operator!=(const param_type &o) const { return !(*this == o); }
    };
private:
    param_type p_;
    gamma_distribution<T> x_, y_;
public:
    explicit fisher_f_distribution(T m = 1, T n = 1) : p_(m, n) {}
    explicit fisher_f_distribution(const param_type &p) : p_(p) {}
    T m() const { return p_.m_; }
    T n() const { return p_.n_; }
    param_type param() const { return p_; }
    void param(const param_type &p) { p_ = p; }
    T min() const { return 0; }
    T max() const { return (sizeof(T) == 4 ? (T) 3.40282347e+38f : (T) 1.7976931348623157e+308); }
    void reset() { x_.reset(); y_.reset(); }
    template <typename G> T operator()(G &g) { return (*this)(g, p_); }
    template <typename G> T operator()(G &g, const param_type &p) {
        const T m = p.m_; const T n = p.n_;
        T x = x_(g, typename gamma_distribution<T>::param_type(m / 2)), y = y_(g, typename gamma_distribution<T>::param_type(n / 2));
        return (x * n) / (y * m);
    }
    bool operator==(const fisher_f_distribution &o) const { return p_ == o.p_; }
    bool operator!=(const fisher_f_distribution &o) const { return !(p_ == o.p_); }
};
template <typename T = double> class student_t_distribution {
public:
    typedef T result_type;
    struct param_type {
        typedef student_t_distribution distribution_type;
        T n_;
        explicit param_type(T n = 1) : n_(n) {}
        T n() const { return n_; }
        bool operator==(const param_type &o) const { return n_ == o.n_; }
        bool operator!=(const param_type &o) const { return !(*this == o); }
    };
private:
    param_type p_;
    normal_distribution<T> normal_; gamma_distribution<T> gamma_;
public:
    explicit student_t_distribution(T n = 1) : p_(n) {}
    explicit student_t_distribution(const param_type &p) : p_(p) {}
    T n() const { return p_.n_; }
    param_type param() const { return p_; }
    void param(const param_type &p) { p_ = p; }
    T min() const { return -(sizeof(T) == 4 ? (T) 3.40282347e+38f : (T) 1.7976931348623157e+308); }
    T max() const { return (sizeof(T) == 4 ? (T) 3.40282347e+38f : (T) 1.7976931348623157e+308); }
    void reset() { normal_.reset(); gamma_.reset(); }
    template <typename G> T operator()(G &g) { return (*this)(g, p_); }
    template <typename G> T operator()(G &g, const param_type &p) {
        const T n = p.n_;
        T x = normal_(g);
        return x * (T) ::sqrt((double) (n / gamma_(g, typename gamma_distribution<T>::param_type(n / 2, 2))));
    }
    bool operator==(const student_t_distribution &o) const { return p_ == o.p_; }
    bool operator!=(const student_t_distribution &o) const { return !(p_ == o.p_); }
};
template <typename T = double> class weibull_distribution {
public:
    typedef T result_type;
    struct param_type {
        typedef weibull_distribution distribution_type;
        T a_; T b_;
        explicit param_type(T a = 1, T b = 1) : a_(a), b_(b) {}
        T a() const { return a_; } T b() const { return b_; }
        bool operator==(const param_type &o) const { return a_ == o.a_ && b_ == o.b_; }
        bool operator!=(const param_type &o) const { return !(*this == o); }
    };
private:
    param_type p_;
    
public:
    explicit weibull_distribution(T a = 1, T b = 1) : p_(a, b) {}
    explicit weibull_distribution(const param_type &p) : p_(p) {}
    T a() const { return p_.a_; }
    T b() const { return p_.b_; }
    param_type param() const { return p_; }
    void param(const param_type &p) { p_ = p; }
    T min() const { return 0; }
    T max() const { return (sizeof(T) == 4 ? (T) 3.40282347e+38f : (T) 1.7976931348623157e+308); }
    void reset() {  }
    template <typename G> T operator()(G &g) { return (*this)(g, p_); }
    template <typename G> T operator()(G &g, const param_type &p) {
        const T a = p.a_; const T b = p.b_;
        return b * (T) ::pow(-::log(1.0 - (double) __canonical<T>(g)), (double) ((T) 1 / a));
    }
    bool operator==(const weibull_distribution &o) const { return p_ == o.p_; }
    bool operator!=(const weibull_distribution &o) const { return !(p_ == o.p_); }
};
template <typename T = double> class extreme_value_distribution {
public:
    typedef T result_type;
    struct param_type {
        typedef extreme_value_distribution distribution_type;
        T a_; T b_;
        explicit param_type(T a = 0, T b = 1) : a_(a), b_(b) {}
        T a() const { return a_; } T b() const { return b_; }
        bool operator==(const param_type &o) const { return a_ == o.a_ && b_ == o.b_; }
        bool operator!=(const param_type &o) const { return !(*this == o); }
    };
private:
    param_type p_;
    
public:
    explicit extreme_value_distribution(T a = 0, T b = 1) : p_(a, b) {}
    explicit extreme_value_distribution(const param_type &p) : p_(p) {}
    T a() const { return p_.a_; }
    T b() const { return p_.b_; }
    param_type param() const { return p_; }
    void param(const param_type &p) { p_ = p; }
    T min() const { return -(sizeof(T) == 4 ? (T) 3.40282347e+38f : (T) 1.7976931348623157e+308); }
    T max() const { return (sizeof(T) == 4 ? (T) 3.40282347e+38f : (T) 1.7976931348623157e+308); }
    void reset() {  }
    template <typename G> T operator()(G &g) { return (*this)(g, p_); }
    template <typename G> T operator()(G &g, const param_type &p) {
        const T a = p.a_; const T b = p.b_;
        return a - b * (T) ::log(-::log(1.0 - (double) __canonical<T>(g)));
    }
    bool operator==(const extreme_value_distribution &o) const { return p_ == o.p_; }
    bool operator!=(const extreme_value_distribution &o) const { return !(p_ == o.p_); }
};
template <typename T = int> class negative_binomial_distribution {
public:
    typedef T result_type;
    struct param_type {
        typedef negative_binomial_distribution distribution_type;
        T k_; double p_;
        explicit param_type(T k = 1, double p = 0.5) : k_(k), p_(p) {}
        T k() const { return k_; } double p() const { return p_; }
        bool operator==(const param_type &o) const { return k_ == o.k_ && p_ == o.p_; }
        bool operator!=(const param_type &o) const { return !(*this == o); }
    };
private:
    param_type p_;
    gamma_distribution<double> gamma_;
public:
    explicit negative_binomial_distribution(T k = 1, double p = 0.5) : p_(k, p) {}
    explicit negative_binomial_distribution(const param_type &p) : p_(p) {}
    T k() const { return p_.k_; }
    double p() const { return p_.p_; }
    param_type param() const { return p_; }
    void param(const param_type &p) { p_ = p; }
    T min() const { return 0; }
    T max() const { return (T) 2147483647; }
    void reset() { gamma_.reset(); }
    template <typename G> T operator()(G &g) { return (*this)(g, p_); }
    template <typename G> T operator()(G &g, const param_type &p) {
        const T k = p.k_; const double q = p.p_;
        double y = gamma_(g, typename gamma_distribution<double>::param_type((double) k, (1.0 - q) / q));
        poisson_distribution<T> count(y);
        return count(g);
    }
    bool operator==(const negative_binomial_distribution &o) const { return p_ == o.p_; }
    bool operator!=(const negative_binomial_distribution &o) const { return !(p_ == o.p_); }
};
/* Numbers in intervals: of one density each, or of one that rises or falls from each limit to the next. */
template <typename T, bool linear> class __piecewise {
    vector<T> limits_;
    vector<double> densities_, sums_;
    void set(const vector<double> &weights) {
        double sum = 0, so_far = 0;
        size_t n = limits_.size() - 1;
        vector<double> areas;
        for (size_t i = 0; i < n; i++) {
            double width = (double) (limits_[i + 1] - limits_[i]), area = linear ? width * (weights[i] + weights[i + 1]) / 2 : weights[i];
            areas.push_back(area);
            sum += area;
        }
        for (size_t i = 0; i < n; i++) { so_far += areas[i] / sum; sums_.push_back(so_far); }
        sums_.back() = 1.0;
        for (size_t i = 0; i < weights.size(); i++) densities_.push_back(linear ? weights[i] / sum : areas[i] / sum / (double) (limits_[i + 1] - limits_[i]));
    }
public:
    typedef T result_type;
    __piecewise() { limits_.push_back(0); limits_.push_back(1); set(vector<double>(linear ? 2 : 1, 1.0)); }
    template <typename I, typename J> __piecewise(I first, I last, J weight) {
        vector<double> weights;
        for (; first != last; ++first) limits_.push_back((T) *first);
        for (size_t i = 0; i + !linear < limits_.size(); i++, ++weight) weights.push_back((double) *weight);
        set(weights);
    }
    template <typename F> __piecewise(initializer_list<T> limits, F f) {
        vector<double> weights;
        for (T x : limits) limits_.push_back(x);
        for (size_t i = 0; i + !linear < limits_.size(); i++) weights.push_back((double) f(linear ? limits_[i] : (limits_[i] + limits_[i + 1]) / 2));
        set(weights);
    }
    vector<T> intervals() const { return limits_; }
    vector<double> densities() const { return densities_; }
    T min() const { return limits_.front(); }
    T max() const { return limits_.back(); }
    void reset() {}
    template <typename G> T operator()(G &g) {
        double p = __canonical<double>(g);
        size_t i = 0;
        while (i + 1 < sums_.size() && sums_[i] < p) i++;
        double rest = p - (i ? sums_[i - 1] : 0.0), x = (double) limits_[i];
        if constexpr (!linear) return (T) (x + rest / densities_[i]);
        else {
            double from = densities_[i], slope = (densities_[i + 1] - from) / (double) (limits_[i + 1] - limits_[i]) / 2;
            if (slope == 0) return (T) (x + rest / from);
            return (T) (x + (-from + ::sqrt(from * from + 4 * slope * rest)) / (2 * slope));
        }
    }
};
template <typename T = double> class piecewise_constant_distribution : public __piecewise<T, false> { public: using __piecewise<T, false>::__piecewise; piecewise_constant_distribution() {} };
template <typename T = double> class piecewise_linear_distribution : public __piecewise<T, true> { public: using __piecewise<T, true>::__piecewise; piecewise_linear_distribution() {} };
/* C++17 29.6.3.3: x(i) = x(i - S) - x(i - R) - carry. */
template <typename U, size_t W, size_t S, size_t R> class subtract_with_carry_engine {
    unsigned long x_[R];
    unsigned long carry_;
    size_t at_;
    static constexpr unsigned long modulus = 1ul << W;
public:
    typedef U result_type;
    static constexpr size_t word_size = W, short_lag = S, long_lag = R;
    static constexpr unsigned default_seed = 19780503u;
    explicit subtract_with_carry_engine(unsigned long value = default_seed) { seed(value); }
    void seed(unsigned long value = default_seed) {
        unsigned long e = value ? value : default_seed;
        e = e % 2147483563ul ? e % 2147483563ul : 1;
        for (size_t i = 0; i < R; i++) {
            unsigned long sum = 0;
            for (size_t k = 0; k < (W + 31) / 32; k++) { e = e * 40014ul % 2147483563ul; sum += e << 32 * k; }
            x_[i] = sum % modulus;
        }
        carry_ = x_[R - 1] == 0;
        at_ = 0;
    }
    static U min() { return 0; }
    static U max() { return (U) (modulus - 1); }
    U operator()() {
        unsigned long a = x_[at_ >= S ? at_ - S : at_ + R - S], b = x_[at_] + carry_, y = a >= b ? a - b : modulus - b + a;
        carry_ = a < b;
        x_[at_] = y;
        at_ = at_ + 1 == R ? 0 : at_ + 1;
        return (U) y;
    }
    void discard(unsigned long n) { for (; n > 0; n--) (*this)(); }
};
typedef subtract_with_carry_engine<unsigned, 24, 10, 24> ranlux24_base;
typedef subtract_with_carry_engine<unsigned long, 48, 5, 12> ranlux48_base;
template <typename E, size_t P, size_t R> class discard_block_engine {
    E base_;
    size_t used_;
public:
    typedef typename E::result_type result_type;
    discard_block_engine() : used_(0) {}
    explicit discard_block_engine(unsigned long value) : base_(value), used_(0) {}
    void seed() { base_.seed(); used_ = 0; }
    void seed(unsigned long value) { base_.seed(value); used_ = 0; }
    static result_type min() { return E::min(); }
    static result_type max() { return E::max(); }
    result_type operator()() { if (used_ >= R) { base_.discard(P - R); used_ = 0; } used_++; return base_(); }
    void discard(unsigned long n) { for (; n > 0; n--) (*this)(); }
    const E &base() const { return base_; }
};
typedef discard_block_engine<ranlux24_base, 223, 23> ranlux24;
typedef discard_block_engine<ranlux48_base, 389, 11> ranlux48;
template <typename E, size_t K> class shuffle_order_engine {
    E base_;
    typename E::result_type v_[K], y_;
    void fill() { for (size_t i = 0; i < K; i++) v_[i] = base_(); y_ = base_(); }
public:
    typedef typename E::result_type result_type;
    shuffle_order_engine() { fill(); }
    explicit shuffle_order_engine(unsigned long value) : base_(value) { fill(); }
    void seed() { base_.seed(); fill(); }
    void seed(unsigned long value) { base_.seed(value); fill(); }
    static result_type min() { return E::min(); }
    static result_type max() { return E::max(); }
    result_type operator()() {
        size_t j = (size_t) ((long double) K * (y_ - E::min()) / ((long double) (E::max() - E::min()) + 1.0L));
        y_ = v_[j];
        v_[j] = base_();
        return y_;
    }
    void discard(unsigned long n) { for (; n > 0; n--) (*this)(); }
    const E &base() const { return base_; }
};
typedef shuffle_order_engine<minstd_rand0, 256> knuth_b;
}
