#include <type_traits>
#include <vector>
// names: seed_seq mt19937 mt19937_64 mersenne_twister_engine default_random_engine minstd_rand minstd_rand0 linear_congruential_engine random_device uniform_int_distribution uniform_real_distribution normal_distribution bernoulli_distribution exponential_distribution discrete_distribution poisson_distribution geometric_distribution binomial_distribution lognormal_distribution cauchy_distribution
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
}
