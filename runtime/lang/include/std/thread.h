#include <utility>
#include <functional>
#include <memory>
#include <tuple>
#include <stdexcept>
#include <system_error>
#include <chrono>
// names: thread mutex recursive_mutex timed_mutex recursive_timed_mutex shared_mutex shared_timed_mutex lock_guard unique_lock shared_lock scoped_lock condition_variable condition_variable_any counting_semaphore binary_semaphore latch barrier jthread stop_token stop_source stop_callback nostopstate nostopstate_t try_lock async future shared_future promise packaged_task launch once_flag call_once notify_all_at_thread_exit cv_status future_status future_errc future_category future_error lock adopt_lock defer_lock try_to_lock
// SPDX-License-Identifier: Apache-2.0
// Threads take turns on one processor (eval/vm/vm_thread.h): a new one runs first, until it waits or its time slice ends. A waiting thread
// calls __thread_wait until its condition is true; code that may make one true calls __thread_wake.
namespace std {
struct __task { virtual ~__task() {} virtual void run() = 0; };
template <typename F, typename... A> struct __call_task : __task {
    F f;
    tuple<A...> args;
    template <typename G, typename... B> __call_task(G &&g, B &&...a) : f(forward<G>(g)), args(forward<B>(a)...) {}
    template <size_t... I> void call(__numbers<I...>) { std::invoke(f, move(std::get<I>(args))...); }
    void run() override { call(typename __count_up<sizeof...(A)>::type()); }
};
void __run_task(void *p) { __task *t = (__task *) p; t->run(); delete t; }
class thread {
    unsigned long number_; /* 0: none */
public:
    typedef __thread_id id;
    typedef unsigned long native_handle_type;
    thread() : number_(0) {}
    template <typename F, typename... A, typename = typename enable_if<!is_same<typename decay<F>::type, thread>::value>::type> explicit thread(F &&f, A &&...args) : number_(0) {
        number_ = __thread_start(__run_task, (__task *) new __call_task<typename decay<F>::type, typename decay<A>::type...>(forward<F>(f), forward<A>(args)...));
    }
    thread(const thread &) = delete;
    thread(thread &&o) : number_(o.number_) { o.number_ = 0; }
    ~thread() { if (number_) __joinable(); }
    thread &operator=(thread &&o) { if (number_) __joinable(); number_ = o.number_; o.number_ = 0; return *this; }
    static void __joinable() { terminate(); }
    bool joinable() const { return number_ != 0; }
    void join() {
        if (!number_) throw system_error(make_error_code(errc::invalid_argument));
        while (!__thread_ended(number_)) __thread_wait();
        number_ = 0;
    }
    void detach() { if (!number_) throw system_error(make_error_code(errc::invalid_argument)); number_ = 0; }
    id get_id() const { return id(number_); }
    native_handle_type native_handle() const { return number_; }
    void swap(thread &o) { std::swap(number_, o.number_); }
    static unsigned hardware_concurrency() { return (unsigned) sysconf(_SC_NPROCESSORS_ONLN); }
};
template <> struct hash<__thread_id> { size_t operator()(__thread_id t) const { return t.number; } };
long __deadline(long n) { return chrono::__now(1) + (n > 0 ? n : 0); }
template <typename R, typename P> long __deadline_of(const chrono::duration<R, P> &d) { return __deadline(chrono::duration_cast<chrono::nanoseconds>(d).count()); }
template <typename C, typename D> long __deadline_at(const chrono::time_point<C, D> &t) { return __deadline_of(t - C::now()); }
class mutex {
    unsigned long owner_; /* 0: free */
public:
    mutex() : owner_(0) {}
    mutex(const mutex &) = delete;
    void lock() { while (owner_) __thread_wait(); owner_ = __thread_self(); }
    bool try_lock() { if (owner_) return false; owner_ = __thread_self(); return true; }
    void unlock() { owner_ = 0; __thread_wake(); }
    template <typename R, typename P> bool try_lock_for(const chrono::duration<R, P> &d) {
        long end = __deadline_of(d);
        while (owner_ && chrono::__now(1) < end) __thread_wait(end);
        return try_lock();
    }
    template <typename C, typename D> bool try_lock_until(const chrono::time_point<C, D> &t) { return try_lock_for(t - C::now()); }
};
class recursive_mutex {
    unsigned long owner_;
    unsigned depth_;
public:
    recursive_mutex() : owner_(0), depth_(0) {}
    recursive_mutex(const recursive_mutex &) = delete;
    void lock() { while (owner_ && owner_ != __thread_self()) __thread_wait(); owner_ = __thread_self(); depth_++; }
    bool try_lock() { if (owner_ && owner_ != __thread_self()) return false; owner_ = __thread_self(); depth_++; return true; }
    void unlock() { if (--depth_ == 0) { owner_ = 0; __thread_wake(); } }
    template <typename R, typename P> bool try_lock_for(const chrono::duration<R, P> &d) {
        long end = __deadline_of(d);
        while (owner_ && owner_ != __thread_self() && chrono::__now(1) < end) __thread_wait(end);
        return try_lock();
    }
    template <typename C, typename D> bool try_lock_until(const chrono::time_point<C, D> &t) { return try_lock_for(t - C::now()); }
};
typedef mutex timed_mutex;
typedef recursive_mutex recursive_timed_mutex;
class shared_mutex {
    unsigned readers_;
    bool written_;
public:
    shared_mutex() : readers_(0), written_(false) {}
    shared_mutex(const shared_mutex &) = delete;
    void lock() { while (written_ || readers_) __thread_wait(); written_ = true; }
    bool try_lock() { if (written_ || readers_) return false; written_ = true; return true; }
    void unlock() { written_ = false; __thread_wake(); }
    void lock_shared() { while (written_) __thread_wait(); readers_++; }
    bool try_lock_shared() { if (written_) return false; readers_++; return true; }
    void unlock_shared() { readers_--; __thread_wake(); }
    template <typename R, typename P> bool try_lock_for(const chrono::duration<R, P> &d) {
        long end = __deadline_of(d);
        while ((written_ || readers_) && chrono::__now(1) < end) __thread_wait(end);
        return try_lock();
    }
    template <typename R, typename P> bool try_lock_shared_for(const chrono::duration<R, P> &d) {
        long end = __deadline_of(d);
        while (written_ && chrono::__now(1) < end) __thread_wait(end);
        return try_lock_shared();
    }
    template <typename C, typename D> bool try_lock_until(const chrono::time_point<C, D> &t) { return try_lock_for(t - C::now()); }
    template <typename C, typename D> bool try_lock_shared_until(const chrono::time_point<C, D> &t) { return try_lock_shared_for(t - C::now()); }
};
typedef shared_mutex shared_timed_mutex;
struct defer_lock_t {};
struct adopt_lock_t {};
struct try_to_lock_t {};
static defer_lock_t defer_lock;
static adopt_lock_t adopt_lock;
static try_to_lock_t try_to_lock;
/* The place of the first that is taken, or -1. */
inline int try_lock() { return -1; }
template <typename A, typename... M> int try_lock(A &a, M &...rest) {
    if (!a.try_lock()) return 0;
    int taken = std::try_lock(rest...);
    if (taken < 0) return -1;
    a.unlock();
    return taken + 1;
}
template <typename M> class lock_guard {
    M &m_;
public:
    explicit lock_guard(M &m) : m_(m) { m_.lock(); }
    lock_guard(M &m, adopt_lock_t) : m_(m) {}
    lock_guard(const lock_guard &) = delete;
    ~lock_guard() { m_.unlock(); }
};
template <typename A, typename... M> void lock(A &a, M &...rest) {
    while (true) {
        a.lock();
        if (std::try_lock(rest...) < 0) return;
        a.unlock();
        __thread_yield();
    }
}
template <typename... M> class scoped_lock;
template <> class scoped_lock<> {};
template <typename M> class scoped_lock<M> {
    M &m_;
public:
    explicit scoped_lock(M &m) : m_(m) { m_.lock(); }
    scoped_lock(const scoped_lock &) = delete;
    ~scoped_lock() { m_.unlock(); }
};
template <typename A, typename B, typename... M> class scoped_lock<A, B, M...> {
    tuple<A &, B &, M &...> all_;
public:
    explicit scoped_lock(A &a, B &b, M &...more) : all_(a, b, more...) { std::lock(a, b, more...); }
    scoped_lock(const scoped_lock &) = delete;
    ~scoped_lock() { std::apply([](auto &...m) { (m.unlock(), ...); }, all_); }
};
template <typename... M> scoped_lock(M &...) -> scoped_lock<M...>;
template <typename M> class unique_lock {
    M *m_;
    bool held_;
public:
    unique_lock() : m_(0), held_(false) {}
    explicit unique_lock(M &m) : m_(&m), held_(true) { m.lock(); }
    unique_lock(M &m, defer_lock_t) : m_(&m), held_(false) {}
    unique_lock(M &m, adopt_lock_t) : m_(&m), held_(true) {}
    unique_lock(M &m, try_to_lock_t) : m_(&m), held_(m.try_lock()) {}
    template <typename R, typename P> unique_lock(M &m, const chrono::duration<R, P> &d) : m_(&m), held_(m.try_lock_for(d)) {}
    template <typename C, typename D> unique_lock(M &m, const chrono::time_point<C, D> &t) : m_(&m), held_(m.try_lock_until(t)) {}
    unique_lock(const unique_lock &) = delete;
    unique_lock(unique_lock &&o) : m_(o.m_), held_(o.held_) { o.held_ = false; o.m_ = 0; }
    ~unique_lock() { if (held_) m_->unlock(); }
    unique_lock &operator=(unique_lock &&o) { if (held_) m_->unlock(); m_ = o.m_; held_ = o.held_; o.held_ = false; o.m_ = 0; return *this; }
    void __expect_free() const {
        if (!m_) throw system_error(make_error_code(errc::operation_not_permitted));
        if (held_) throw system_error(make_error_code(errc::resource_deadlock_would_occur));
    }
    void lock() { __expect_free(); m_->lock(); held_ = true; }
    bool try_lock() { __expect_free(); return held_ = m_->try_lock(); }
    template <typename R, typename P> bool try_lock_for(const chrono::duration<R, P> &d) { __expect_free(); return held_ = m_->try_lock_for(d); }
    template <typename C, typename D> bool try_lock_until(const chrono::time_point<C, D> &t) { __expect_free(); return held_ = m_->try_lock_until(t); }
    void unlock() { if (!held_) throw system_error(make_error_code(errc::operation_not_permitted)); m_->unlock(); held_ = false; }
    void swap(unique_lock &o) { std::swap(m_, o.m_); std::swap(held_, o.held_); }
    M *mutex() const { return m_; }
    M *release() { M *m = m_; m_ = 0; held_ = false; return m; }
    bool owns_lock() const { return held_; }
    explicit operator bool() const { return held_; }
};
template <typename M> class shared_lock {
    M *m_;
    bool held_;
public:
    shared_lock() : m_(0), held_(false) {}
    explicit shared_lock(M &m) : m_(&m), held_(true) { m.lock_shared(); }
    shared_lock(M &m, defer_lock_t) : m_(&m), held_(false) {}
    shared_lock(M &m, adopt_lock_t) : m_(&m), held_(true) {}
    shared_lock(M &m, try_to_lock_t) : m_(&m), held_(m.try_lock_shared()) {}
    template <typename R, typename P> shared_lock(M &m, const chrono::duration<R, P> &d) : m_(&m), held_(m.try_lock_shared_for(d)) {}
    shared_lock(const shared_lock &) = delete;
    shared_lock(shared_lock &&o) : m_(o.m_), held_(o.held_) { o.held_ = false; o.m_ = 0; }
    ~shared_lock() { if (held_) m_->unlock_shared(); }
    shared_lock &operator=(shared_lock &&o) { if (held_) m_->unlock_shared(); m_ = o.m_; held_ = o.held_; o.held_ = false; o.m_ = 0; return *this; }
    void lock() { m_->lock_shared(); held_ = true; }
    bool try_lock() { return held_ = m_->try_lock_shared(); }
    template <typename R, typename P> bool try_lock_for(const chrono::duration<R, P> &d) { return held_ = m_->try_lock_shared_for(d); }
    void unlock() { m_->unlock_shared(); held_ = false; }
    M *mutex() const { return m_; }
    M *release() { M *m = m_; m_ = 0; held_ = false; return m; }
    bool owns_lock() const { return held_; }
    explicit operator bool() const { return held_; }
};
enum class cv_status { no_timeout, timeout };
class condition_variable {
protected:
    struct waiter {
        condition_variable *of;
        waiter *next;
        bool notified;
        waiter(condition_variable *c) : of(c) { of->add(this); }
        ~waiter() { if (!notified) of->drop(this); } /* also when its thread is ended where it waits */
    };
    waiter *first_, *last_; /* in the order in which they started waiting */
    void add(waiter *w) { w->next = 0; w->notified = false; if (last_) last_->next = w; else first_ = w; last_ = w; }
    void drop(waiter *w) {
        waiter *before = 0;
        for (waiter *p = first_; p != w; p = p->next) before = p;
        if (before) before->next = w->next; else first_ = w->next;
        if (last_ == w) last_ = before;
    }
    void release() { waiter *w = first_; first_ = w->next; if (!first_) last_ = 0; w->notified = true; }
public:
    condition_variable() : first_(0), last_(0) {}
    condition_variable(const condition_variable &) = delete;
    void notify_one() { if (first_) { release(); __thread_wake(); } }
    void notify_all() { while (first_) release(); __thread_wake(); }
    template <typename L> void wait(L &lock) {
        {
            waiter self(this);
            lock.unlock();
            while (!self.notified) __thread_wait();
        }
        lock.lock();
    }
    template <typename L, typename P> void wait(L &lock, P ready) { while (!ready()) wait(lock); }
    template <typename L> cv_status __wait_to(L &lock, long end) {
        bool notified;
        {
            waiter self(this);
            lock.unlock();
            while (!self.notified && chrono::__now(1) < end) __thread_wait(end);
            notified = self.notified;
        }
        lock.lock();
        return notified ? cv_status::no_timeout : cv_status::timeout;
    }
    template <typename L, typename P> bool __wait_to(L &lock, long end, P ready) {
        while (!ready()) if (__wait_to(lock, end) == cv_status::timeout) return ready();
        return true;
    }
    template <typename L, typename R, typename Q> cv_status wait_for(L &lock, const chrono::duration<R, Q> &d) { return __wait_to(lock, __deadline_of(d)); }
    template <typename L, typename R, typename Q, typename P> bool wait_for(L &lock, const chrono::duration<R, Q> &d, P ready) { return __wait_to(lock, __deadline_of(d), ready); }
    template <typename L, typename C, typename D> cv_status wait_until(L &lock, const chrono::time_point<C, D> &t) { return __wait_to(lock, __deadline_at(t)); }
    template <typename L, typename C, typename D, typename P> bool wait_until(L &lock, const chrono::time_point<C, D> &t, P ready) { return __wait_to(lock, __deadline_at(t), ready); }
};
/* ---- who asks a thread to stop, C++20 32.3 ---- */
struct __stop_call { __stop_call *next; virtual ~__stop_call() {} virtual void run() = 0; };
struct __stop_state {
    bool requested;
    __stop_call *first;
    __stop_state() : requested(false), first(0) {}
};
struct nostopstate_t {};
inline constexpr nostopstate_t nostopstate{};
class stop_token {
public:
    shared_ptr<__stop_state> __state;
    stop_token() {}
    bool stop_requested() const { return __state && __state->requested; }
    bool stop_possible() const { return (bool) __state; }
    friend bool operator==(const stop_token &a, const stop_token &b) { return a.__state == b.__state; }
};
class stop_source {
    shared_ptr<__stop_state> state_;
public:
    stop_source() : state_(new __stop_state()) {}
    explicit stop_source(nostopstate_t) {}
    stop_token get_token() const { stop_token t; t.__state = state_; return t; }
    bool stop_requested() const { return state_ && state_->requested; }
    bool stop_possible() const { return (bool) state_; }
    bool request_stop() {
        if (!state_ || state_->requested) return false;
        state_->requested = true;
        while (__stop_call *c = state_->first) { state_->first = c->next; c->next = 0; c->run(); }
        __thread_wake();
        return true;
    }
};
template <typename F> class stop_callback : __stop_call {
    shared_ptr<__stop_state> state_;
    F f_;
    void run() override { f_(); }
public:
    typedef F callback_type;
    template <typename G> explicit stop_callback(const stop_token &t, G &&g) : state_(t.__state), f_(forward<G>(g)) {
        this->next = 0;
        if (t.stop_requested()) f_();
        else if (state_) { this->next = state_->first; state_->first = this; }
    }
    stop_callback(const stop_callback &) = delete;
    ~stop_callback() { if (state_) for (__stop_call **p = &state_->first; *p; p = &(*p)->next) if (*p == this) { *p = this->next; break; } }
};
template <typename F> stop_callback(stop_token, F) -> stop_callback<F>;
class condition_variable_any : public condition_variable {
public:
    using condition_variable::wait;
    template <typename L, typename P> bool wait(L &lock, const stop_token &t, P ready) {
        stop_callback call(t, [this] { this->notify_all(); });
        while (!ready()) {
            {
                typename condition_variable::waiter self(this); /* before the question: a request behind it notifies this thread */
                if (t.stop_requested()) return ready();
                lock.unlock();
                while (!self.notified) __thread_wait();
            }
            lock.lock();
        }
        return true;
    }
};
class jthread {
    stop_source source_;
    thread thread_;
public:
    typedef thread::id id;
    typedef thread::native_handle_type native_handle_type;
    jthread() : source_(nostopstate) {}
    template <typename F, typename... A, typename = typename enable_if<!is_same<typename decay<F>::type, jthread>::value>::type> explicit jthread(F &&f, A &&...args) {
        if constexpr (is_invocable<typename decay<F>::type, stop_token, typename decay<A>::type...>::value) thread_ = thread(forward<F>(f), source_.get_token(), forward<A>(args)...);
        else thread_ = thread(forward<F>(f), forward<A>(args)...);
    }
    jthread(jthread &&o) : source_(move(o.source_)), thread_(move(o.thread_)) {}
    ~jthread() { __end(); }
    jthread &operator=(jthread &&o) { __end(); source_ = move(o.source_); thread_ = move(o.thread_); return *this; }
    void __end() { if (thread_.joinable()) { source_.request_stop(); thread_.join(); } }
    bool joinable() const { return thread_.joinable(); }
    void join() { thread_.join(); }
    void detach() { thread_.detach(); }
    id get_id() const { return thread_.get_id(); }
    native_handle_type native_handle() const { return thread_.native_handle(); }
    stop_source get_stop_source() const { return source_; }
    stop_token get_stop_token() const { return source_.get_token(); }
    bool request_stop() { return source_.request_stop(); }
    void swap(jthread &o) { std::swap(source_, o.source_); thread_.swap(o.thread_); }
    static unsigned hardware_concurrency() { return thread::hardware_concurrency(); }
};
struct once_flag { int state; /* 0: not called, 1: being called, 2: done */ once_flag() : state(0) {} };
template <typename F, typename... A> void call_once(once_flag &flag, F f, A... args) {
    while (flag.state == 1) __thread_wait();
    if (flag.state == 2) return;
    flag.state = 1;
    try { f(args...); } catch (...) { flag.state = 0; __thread_wake(); throw; }
    flag.state = 2;
    __thread_wake();
}
template <ptrdiff_t Most = 2147483647> class counting_semaphore {
    ptrdiff_t count_;
public:
    static constexpr ptrdiff_t max() { return Most; }
    explicit counting_semaphore(ptrdiff_t n) : count_(n) {}
    void acquire() { while (count_ <= 0) __thread_wait(); count_--; }
    bool try_acquire() { if (count_ <= 0) return false; count_--; return true; }
    void release(ptrdiff_t n = 1) { count_ += n; __thread_wake(); }
    template <typename R, typename P> bool try_acquire_for(const chrono::duration<R, P> &d) {
        long end = __deadline_of(d);
        while (count_ <= 0 && chrono::__now(1) < end) __thread_wait(end);
        return try_acquire();
    }
    template <typename C, typename D> bool try_acquire_until(const chrono::time_point<C, D> &t) { return try_acquire_for(t - C::now()); }
};
typedef counting_semaphore<1> binary_semaphore;
class latch {
    ptrdiff_t left_;
public:
    explicit latch(ptrdiff_t n) : left_(n) {}
    void count_down(ptrdiff_t n = 1) { left_ -= n; __thread_wake(); }
    bool try_wait() const { return left_ <= 0; }
    void wait() const { while (left_ > 0) __thread_wait(); }
    void arrive_and_wait() { count_down(); wait(); }
};
struct __no_completion { void operator()() const {} };
template <typename F = __no_completion> class barrier {
    ptrdiff_t size_, left_;
    unsigned long phase_;
    F then_;
    void come(ptrdiff_t n) {
        left_ -= n;
        if (left_ > 0) return;
        then_();
        left_ = size_;
        phase_++;
        __thread_wake();
    }
public:
    typedef unsigned long arrival_token;
    explicit barrier(ptrdiff_t n, F f = F()) : size_(n), left_(n), phase_(0), then_(f) {}
    barrier(const barrier &) = delete;
    arrival_token arrive(ptrdiff_t n = 1) { arrival_token t = phase_; come(n); return t; }
    void wait(arrival_token t) const { while (phase_ == t) __thread_wait(); }
    void arrive_and_wait() { wait(arrive()); }
    void arrive_and_drop() { size_--; come(1); }
};

enum class launch { async = 1, deferred = 2 };
constexpr launch operator|(launch a, launch b) { return (launch) ((int) a | (int) b); }
constexpr launch operator&(launch a, launch b) { return (launch) ((int) a & (int) b); }
enum class future_status { ready, timeout, deferred };
enum class future_errc { future_already_retrieved = 1, promise_already_satisfied, no_state, broken_promise };
template <> struct is_error_code_enum<future_errc> : true_type {};
class __future_errors : public error_category {
public:
    const char *name() const noexcept override { return "future"; }
    string message(int code) const override {
        static const char *const texts[] = {"Unknown error", "Future already retrieved", "Promise already satisfied", "No associated state", "Broken promise"};
        return texts[code > 0 && code < 5 ? code : 0];
    }
};
inline const error_category &future_category() { static const __future_errors c; return c; }
inline error_code make_error_code(future_errc e) { return error_code((int) e, future_category()); }
inline error_condition make_error_condition(future_errc e) { return error_condition((int) e, future_category()); }
class future_error : public logic_error {
    error_code code_;
public:
    explicit future_error(future_errc e) : logic_error("std::future_error: " + make_error_code(e).message()), code_(make_error_code(e)) {}
    const error_code &code() const noexcept { return code_; }
};
template <typename T> struct __held {
    T v;
    __held() : v() {}
    template <typename U> void set(U &&u) { v = forward<U>(u); }
    T take() { return move(v); }
    const T &see() const { return v; }
};
template <typename T> struct __held<T &> {
    T *p;
    void set(T &u) { p = &u; }
    T &take() { return *p; }
    T &see() const { return *p; }
};
template <> struct __held<void> { void take() {} void see() const {} };
template <typename T> struct __shared_state {
    __held<T> held;
    exception_ptr thrown;
    unique_ptr<__task> later; /* of launch::deferred, until somebody waits */
    bool ready, asked, joins; /* joins: std::async began it, and its future waits when it ends */
    bool satisfied;           /* and ready when the thread ends */
    __shared_state() : ready(false), asked(false), joins(false), satisfied(false) {}
    void set_ready() { ready = true; __thread_wake(); }
    void wait() {
        if (later) { unique_ptr<__task> now = move(later); now->run(); }
        while (!ready) __thread_wait();
    }
    void expect_open() const { if (ready || satisfied) throw future_error(future_errc::promise_already_satisfied); }
    void fail(const exception_ptr &p) { expect_open(); thrown = p; set_ready(); }
    void look() { wait(); if (thrown) rethrow_exception(thrown); }
    template <typename R, typename P> future_status wait_for(const chrono::duration<R, P> &d) {
        if (later) return future_status::deferred;
        long end = __deadline_of(d);
        while (!ready && chrono::__now(1) < end) __thread_wait(end);
        return ready ? future_status::ready : future_status::timeout;
    }
};
/* What is left to do when the running thread has ended; its thread_local variables may be destroyed later. */
struct __exit_note { __exit_note *next; virtual ~__exit_note() {} virtual void run() = 0; };
struct __exit_notes {
    __exit_note *first;
    __exit_notes() : first(0) {}
    ~__exit_notes() { while (__exit_note *n = first) { first = n->next; n->run(); delete n; } }
};
inline void __at_thread_exit(__exit_note *n) {
    static thread_local __exit_notes notes;
    n->next = notes.first;
    notes.first = n;
}
struct __exit_notify : __exit_note {
    condition_variable &changed;
    unique_lock<mutex> lock;
    __exit_notify(condition_variable &c, unique_lock<mutex> l) : changed(c), lock(move(l)) {}
    void run() override { lock.unlock(); changed.notify_all(); }
};
inline void notify_all_at_thread_exit(condition_variable &c, unique_lock<mutex> l) { __at_thread_exit(new __exit_notify(c, move(l))); }
template <typename T> struct __exit_ready : __exit_note {
    shared_ptr<__shared_state<T>> state;
    __exit_ready(const shared_ptr<__shared_state<T>> &s) : state(s) { s->satisfied = true; }
    void run() override { state->set_ready(); }
};
template <typename T> class shared_future;
template <typename T> class __future_base {
protected:
    shared_ptr<__shared_state<T>> state_;
    const shared_ptr<__shared_state<T>> &state() const { if (!state_) throw future_error(future_errc::no_state); return state_; }
public:
    void wait() const { state()->wait(); }
    template <typename R, typename P> future_status wait_for(const chrono::duration<R, P> &d) const { return state()->wait_for(d); }
    template <typename C, typename D> future_status wait_until(const chrono::time_point<C, D> &t) const { return state()->wait_for(t - C::now()); }
    bool valid() const { return (bool) state_; }
};
template <typename T> class future : public __future_base<T> {
    friend class shared_future<T>;
    void leave() { if (this->state_ && this->state_->joins && !this->state_->later) this->state_->wait(); }
public:
    future() {}
    explicit future(const shared_ptr<__shared_state<T>> &s) { this->state_ = s; }
    future(future &&o) { this->state_ = move(o.state_); }
    future(const future &) = delete;
    future &operator=(future &&o) { leave(); this->state_ = move(o.state_); return *this; }
    future &operator=(const future &) = delete;
    ~future() { leave(); }
    T get() {
        shared_ptr<__shared_state<T>> s = this->state();
        this->state_.reset();
        s->look();
        return s->held.take();
    }
    shared_future<T> share() { return shared_future<T>(move(*this)); }
};
template <typename T> class shared_future : public __future_base<T> {
public:
    shared_future() {}
    shared_future(future<T> &&f) { this->state_ = move(f.state_); }
    decltype(auto) get() const { this->state()->look(); return this->state_->held.see(); }
};
template <typename T> class __promise_base {
protected:
    shared_ptr<__shared_state<T>> state_;
    void leave() { if (state_ && !state_->ready && !state_->satisfied && state_.use_count() > 1) state_->fail(make_exception_ptr(future_error(future_errc::broken_promise))); }
    __promise_base() : state_(new __shared_state<T>()) {}
    __promise_base(__promise_base &&o) : state_(move(o.state_)) {}
    __promise_base(const __promise_base &) = delete;
    ~__promise_base() { leave(); }
public:
    future<T> get_future() {
        if (!state_) throw future_error(future_errc::no_state);
        if (state_->asked) throw future_error(future_errc::future_already_retrieved);
        state_->asked = true;
        return future<T>(state_);
    }
    void set_exception(exception_ptr p) { state_->fail(p); }
    void set_exception_at_thread_exit(exception_ptr p) { state_->expect_open(); state_->thrown = p; __at_thread_exit(new __exit_ready<T>(state_)); }
};
template <typename T> class promise : public __promise_base<T> {
public:
    promise() {}
    promise(promise &&o) : __promise_base<T>(move(o)) {}
    promise &operator=(promise &&o) { this->leave(); this->state_ = move(o.state_); return *this; }
    template <typename U> void set_value(U &&v) { this->state_->expect_open(); this->state_->held.set(forward<U>(v)); this->state_->set_ready(); }
    template <typename U> void set_value_at_thread_exit(U &&v) { this->state_->expect_open(); this->state_->held.set(forward<U>(v)); __at_thread_exit(new __exit_ready<T>(this->state_)); }
};
template <> class promise<void> : public __promise_base<void> {
public:
    promise() {}
    promise(promise &&o) : __promise_base<void>(move(o)) {}
    promise &operator=(promise &&o) { leave(); state_ = move(o.state_); return *this; }
    void set_value() { state_->expect_open(); state_->set_ready(); }
    void set_value_at_thread_exit() { state_->expect_open(); __at_thread_exit(new __exit_ready<void>(state_)); }
};
template <typename R> struct __fill_state { template <typename S, typename F, typename... A> static void with(S &s, F &f, A &&...args) { s.held.set(std::invoke(f, forward<A>(args)...)); } };
template <> struct __fill_state<void> { template <typename S, typename F, typename... A> static void with(S &, F &f, A &&...args) { std::invoke(f, forward<A>(args)...); } };
template <typename R, typename S, typename F, typename... A> void __run_into(S &state, F &f, A &&...args) {
    try { __fill_state<R>::with(state, f, forward<A>(args)...); state.set_ready(); }
    catch (...) { state.fail(current_exception()); }
}
template <typename R, typename F, typename... A> struct __async_task : __task {
    __shared_state<R> *state; /* which a deferred task is part of */
    shared_ptr<__shared_state<R>> keeps;
    F f;
    tuple<A...> args;
    template <typename G, typename... B> __async_task(const shared_ptr<__shared_state<R>> &s, bool later, G &&g, B &&...a) : state(s.get()), f(forward<G>(g)), args(forward<B>(a)...) { if (!later) keeps = s; }
    template <size_t... I> void call(__numbers<I...>) { __run_into<R>(*state, f, move(std::get<I>(args))...); }
    void run() override { call(typename __count_up<sizeof...(A)>::type()); }
};
template <typename F, typename... A> auto async(launch l, F &&f, A &&...args) {
    typedef decltype(std::invoke(*(typename decay<F>::type *) 0, move(*(typename decay<A>::type *) 0)...)) R;
    shared_ptr<__shared_state<R>> state(new __shared_state<R>());
    bool later = l == launch::deferred;
    __task *task = new __async_task<R, typename decay<F>::type, typename decay<A>::type...>(state, later, forward<F>(f), forward<A>(args)...);
    if (later) {
        state->later.reset(task);
    } else {
        state->joins = true;
        __thread_start(__run_task, task);
    }
    return future<R>(state);
}
template <typename F, typename... A, typename = typename enable_if<!is_same<typename decay<F>::type, launch>::value>::type> auto async(F &&f, A &&...args) { return std::async(launch::async, forward<F>(f), forward<A>(args)...); }
template <typename S> class packaged_task;
template <typename R, typename... A> class packaged_task<R(A...)> : __promise_base<R> {
    function<R(A...)> f_;
public:
    packaged_task() { this->state_.reset(); }
    template <typename F, typename = typename enable_if<!is_same<typename decay<F>::type, packaged_task>::value>::type> explicit packaged_task(F &&f) : f_(forward<F>(f)) {}
    packaged_task(packaged_task &&o) : __promise_base<R>(move(o)), f_(move(o.f_)) {}
    packaged_task &operator=(packaged_task &&o) { this->leave(); this->state_ = move(o.state_); f_ = move(o.f_); return *this; }
    using __promise_base<R>::get_future;
    void operator()(A... args) {
        if (!this->state_) throw future_error(future_errc::no_state);
        this->state_->expect_open();
        __run_into<R>(*this->state_, f_, forward<A>(args)...);
    }
    void reset() { this->state_.reset(new __shared_state<R>()); }
    bool valid() const { return (bool) this->state_; }
};
}
