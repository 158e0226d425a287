#include <utility>
#include <functional>
// names: thread mutex recursive_mutex timed_mutex shared_mutex lock_guard unique_lock shared_lock scoped_lock condition_variable condition_variable_any atomic atomic_int atomic_uint atomic_long atomic_bool atomic_size_t atomic_flag memory_order memory_order_relaxed memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst async future promise launch once_flag call_once cv_status future_status lock adopt_lock defer_lock
// SPDX-License-Identifier: Apache-2.0
// Threads that run one after the other, as in pthread.h: a thread runs to its end where it is made. One that waits for a later one never
// goes on, so that is an error.
namespace std {
inline void __nobody(const char *who) {
    fprintf(stderr, "%s: threads run one after the other here, so nobody can end this wait\n", who);
    exit(1);
}
class thread {
    unsigned long number_;
    bool open_;
    static unsigned long __next() { static unsigned long last = 0; return ++last; }
public:
    typedef unsigned long id;
    thread() : number_(0), open_(false) {}
    template <typename F, typename... A> explicit thread(F f, A... args) : number_(__next()), open_(true) { f(args...); }
    thread(const thread &) = delete;
    thread(thread &&o) : number_(o.number_), open_(o.open_) { o.open_ = false; o.number_ = 0; }
    thread &operator=(thread &&o) { number_ = o.number_; open_ = o.open_; o.open_ = false; return *this; }
    bool joinable() const { return open_; }
    void join() { open_ = false; }
    void detach() { open_ = false; }
    id get_id() const { return number_; }
    static unsigned hardware_concurrency() { return (unsigned) sysconf(_SC_NPROCESSORS_ONLN); }
};
class mutex {
    bool held_;
public:
    mutex() : held_(false) {}
    mutex(const mutex &) = delete;
    void lock() { if (held_) __nobody("std::mutex::lock"); held_ = true; }
    bool try_lock() { if (held_) return false; held_ = true; return true; }
    void unlock() { held_ = false; }
};
class recursive_mutex {
public:
    void lock() {}
    bool try_lock() { return true; }
    void unlock() {}
};
typedef mutex timed_mutex;
class shared_mutex {
    bool held_;
public:
    shared_mutex() : held_(false) {}
    void lock() { if (held_) __nobody("std::shared_mutex::lock"); held_ = true; }
    void unlock() { held_ = false; }
    void lock_shared() {}
    void unlock_shared() {}
};
struct defer_lock_t {};
struct adopt_lock_t {};
static defer_lock_t defer_lock;
static adopt_lock_t adopt_lock;
template <typename M> class lock_guard {
    M &m_;
public:
    explicit lock_guard(M &m) : m_(m) { m_.lock(); }
    lock_guard(M &m, adopt_lock_t) : m_(m) {}
    lock_guard(const lock_guard &) = delete;
    ~lock_guard() { m_.unlock(); }
};
template <typename M> class scoped_lock {
    M &m_;
public:
    explicit scoped_lock(M &m) : m_(m) { m_.lock(); }
    scoped_lock(const scoped_lock &) = delete;
    ~scoped_lock() { m_.unlock(); }
};
template <typename M> class unique_lock {
    M *m_;
    bool held_;
public:
    unique_lock() : m_(0), held_(false) {}
    explicit unique_lock(M &m) : m_(&m), held_(true) { m.lock(); }
    unique_lock(M &m, defer_lock_t) : m_(&m), held_(false) {}
    unique_lock(const unique_lock &) = delete;
    unique_lock(unique_lock &&o) : m_(o.m_), held_(o.held_) { o.held_ = false; }
    ~unique_lock() { if (held_) m_->unlock(); }
    void lock() { m_->lock(); held_ = true; }
    bool try_lock() { held_ = m_->try_lock(); return held_; }
    void unlock() { m_->unlock(); held_ = false; }
    bool owns_lock() const { return held_; }
};
template <typename M> class shared_lock { public: explicit shared_lock(M &m) {} };
enum class cv_status { no_timeout, timeout };
class condition_variable {
    bool signalled_;
public:
    condition_variable() : signalled_(false) {}
    condition_variable(const condition_variable &) = delete;
    void notify_one() { signalled_ = true; }
    void notify_all() { signalled_ = true; }
    template <typename L> void wait(L &lock) { if (!signalled_) __nobody("std::condition_variable::wait"); signalled_ = false; }
    template <typename L, typename P> void wait(L &lock, P ready) { if (!ready()) __nobody("std::condition_variable::wait"); }
    template <typename L, typename D, typename P> bool wait_for(L &lock, const D &time, P ready) { return ready(); }
};
typedef condition_variable condition_variable_any;
struct once_flag { bool done; once_flag() : done(false) {} };
template <typename F, typename... A> void call_once(once_flag &flag, F f, A... args) { if (!flag.done) { flag.done = true; f(args...); } }

enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
template <typename T> class atomic {
    T v_;
public:
    atomic() : v_() {}
    atomic(T v) : v_(v) {}
    atomic(const atomic &) = delete;
    T load(memory_order o = memory_order_seq_cst) const { return v_; }
    void store(T v, memory_order o = memory_order_seq_cst) { v_ = v; }
    T exchange(T v, memory_order o = memory_order_seq_cst) { T old = v_; v_ = v; return old; }
    bool compare_exchange_strong(T &was, T v, memory_order o = memory_order_seq_cst) { if (v_ == was) { v_ = v; return true; } was = v_; return false; }
    bool compare_exchange_weak(T &was, T v, memory_order o = memory_order_seq_cst) { return compare_exchange_strong(was, v); }
    T fetch_add(T v, memory_order o = memory_order_seq_cst) { T old = v_; v_ = v_ + v; return old; }
    T fetch_sub(T v, memory_order o = memory_order_seq_cst) { T old = v_; v_ = v_ - v; return old; }
    operator T() const { return v_; }
    T operator=(T v) { v_ = v; return v; }
    T operator++() { return v_ = v_ + 1; }
    T operator++(int) { T old = v_; v_ = v_ + 1; return old; }
    T operator--() { return v_ = v_ - 1; }
    T operator--(int) { T old = v_; v_ = v_ - 1; return old; }
    T operator+=(T v) { return v_ = v_ + v; }
    T operator-=(T v) { return v_ = v_ - v; }
};
typedef atomic<int> atomic_int;
typedef atomic<unsigned> atomic_uint;
typedef atomic<long> atomic_long;
typedef atomic<bool> atomic_bool;
typedef atomic<size_t> atomic_size_t;
class atomic_flag {
    bool v_;
public:
    atomic_flag() : v_(false) {}
    bool test_and_set(memory_order o = memory_order_seq_cst) { bool old = v_; v_ = true; return old; }
    void clear(memory_order o = memory_order_seq_cst) { v_ = false; }
};

enum class launch { async = 1, deferred = 2 };
template <typename T> class future {
    T v_;
    bool there_;
public:
    future() : v_(), there_(false) {}
    explicit future(const T &v) : v_(v), there_(true) {}
    T get() { there_ = false; return v_; }
    void wait() const {}
    bool valid() const { return there_; }
};
template <> class future<void> {
public:
    void get() {}
    void wait() const {}
    bool valid() const { return true; }
};
template <typename R> struct __future_of { template <typename F, typename... A> static future<R> made(F f, A... args) { return future<R>(f(args...)); } };
template <> struct __future_of<void> { template <typename F, typename... A> static future<void> made(F f, A... args) { f(args...); return future<void>(); } };
template <typename F, typename... A> auto async(launch l, F f, A... args) { return __future_of<decltype(f(args...))>::made(f, args...); }
template <typename F, typename... A> auto async(F f, A... args) { return __future_of<decltype(f(args...))>::made(f, args...); }
}
