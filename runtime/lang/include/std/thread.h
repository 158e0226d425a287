#include <utility>
#include <functional>
#include <memory>
#include <tuple>
#include <stdexcept>
#include <system_error>
#include <chrono>
// names: thread mutex recursive_mutex timed_mutex recursive_timed_mutex shared_mutex shared_timed_mutex lock_guard unique_lock shared_lock scoped_lock condition_variable condition_variable_any counting_semaphore binary_semaphore latch async future shared_future promise packaged_task launch once_flag call_once cv_status future_status future_error lock adopt_lock defer_lock try_to_lock
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
    typedef unsigned long id;
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
    id get_id() const { return number_; }
    void swap(thread &o) { std::swap(number_, o.number_); }
    static unsigned hardware_concurrency() { return (unsigned) sysconf(_SC_NPROCESSORS_ONLN); }
};
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
};
typedef shared_mutex shared_timed_mutex;
struct defer_lock_t {};
struct adopt_lock_t {};
struct try_to_lock_t {};
static defer_lock_t defer_lock;
static adopt_lock_t adopt_lock;
static try_to_lock_t try_to_lock;
template <typename M> class lock_guard {
    M &m_;
public:
    explicit lock_guard(M &m) : m_(m) { m_.lock(); }
    lock_guard(M &m, adopt_lock_t) : m_(m) {}
    lock_guard(const lock_guard &) = delete;
    ~lock_guard() { m_.unlock(); }
};
template <typename A, typename B> void lock(A &a, B &b) { while (true) { a.lock(); if (b.try_lock()) return; a.unlock(); b.lock(); if (a.try_lock()) return; b.unlock(); } }
template <typename... M> class scoped_lock;
template <> class scoped_lock<> {};
template <typename M> class scoped_lock<M> {
    M &m_;
public:
    explicit scoped_lock(M &m) : m_(m) { m_.lock(); }
    scoped_lock(const scoped_lock &) = delete;
    ~scoped_lock() { m_.unlock(); }
};
template <typename A, typename B> class scoped_lock<A, B> {
    A &a_;
    B &b_;
public:
    scoped_lock(A &a, B &b) : a_(a), b_(b) { std::lock(a, b); }
    scoped_lock(const scoped_lock &) = delete;
    ~scoped_lock() { b_.unlock(); a_.unlock(); }
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
    unique_lock(const unique_lock &) = delete;
    unique_lock(unique_lock &&o) : m_(o.m_), held_(o.held_) { o.held_ = false; o.m_ = 0; }
    ~unique_lock() { if (held_) m_->unlock(); }
    unique_lock &operator=(unique_lock &&o) { if (held_) m_->unlock(); m_ = o.m_; held_ = o.held_; o.held_ = false; o.m_ = 0; return *this; }
    void lock() { m_->lock(); held_ = true; }
    bool try_lock() { held_ = m_->try_lock(); return held_; }
    void unlock() { m_->unlock(); held_ = false; }
    M *mutex() const { return m_; }
    M *release() { M *m = m_; m_ = 0; held_ = false; return m; }
    bool owns_lock() const { return held_; }
    explicit operator bool() const { return held_; }
};
template <typename M> class shared_lock {
    M &m_;
    bool held_;
public:
    explicit shared_lock(M &m) : m_(m), held_(true) { m_.lock_shared(); }
    shared_lock(const shared_lock &) = delete;
    ~shared_lock() { if (held_) m_.unlock_shared(); }
    void lock() { m_.lock_shared(); held_ = true; }
    void unlock() { m_.unlock_shared(); held_ = false; }
    bool owns_lock() const { return held_; }
};
enum class cv_status { no_timeout, timeout };
class condition_variable {
    struct waiter { waiter *next; bool notified; };
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
        waiter self;
        add(&self);
        lock.unlock();
        while (!self.notified) __thread_wait();
        lock.lock();
    }
    template <typename L, typename P> void wait(L &lock, P ready) { while (!ready()) wait(lock); }
    template <typename L> cv_status __wait_to(L &lock, long end) {
        waiter self;
        add(&self);
        lock.unlock();
        while (!self.notified && chrono::__now(1) < end) __thread_wait(end);
        bool notified = self.notified;
        if (!notified) drop(&self);
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
typedef condition_variable condition_variable_any;
struct once_flag { int state; /* 0: not called, 1: being called, 2: done */ once_flag() : state(0) {} };
template <typename F, typename... A> void call_once(once_flag &flag, F f, A... args) {
    while (flag.state == 1) __thread_wait();
    if (flag.state == 2) return;
    flag.state = 1;
    try { f(args...); } catch (...) { flag.state = 0; __thread_wake(); throw; }
    flag.state = 2;
    __thread_wake();
}
class counting_semaphore {
    ptrdiff_t count_;
public:
    explicit counting_semaphore(ptrdiff_t n) : count_(n) {}
    void acquire() { while (count_ <= 0) __thread_wait(); count_--; }
    bool try_acquire() { if (count_ <= 0) return false; count_--; return true; }
    void release(ptrdiff_t n = 1) { count_ += n; __thread_wake(); }
};
typedef counting_semaphore binary_semaphore;
class latch {
    ptrdiff_t left_;
public:
    explicit latch(ptrdiff_t n) : left_(n) {}
    void count_down(ptrdiff_t n = 1) { left_ -= n; __thread_wake(); }
    bool try_wait() const { return left_ <= 0; }
    void wait() const { while (left_ > 0) __thread_wait(); }
    void arrive_and_wait() { count_down(); wait(); }
};

enum class launch { async = 1, deferred = 2 };
constexpr launch operator|(launch a, launch b) { return (launch) ((int) a | (int) b); }
constexpr launch operator&(launch a, launch b) { return (launch) ((int) a & (int) b); }
enum class future_status { ready, timeout, deferred };
struct future_error : logic_error { future_error(const char *text) : logic_error(text) {} };
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
    __shared_state() : ready(false), asked(false), joins(false) {}
    void set_ready() { ready = true; __thread_wake(); }
    void wait() {
        if (later) { unique_ptr<__task> now = move(later); now->run(); }
        while (!ready) __thread_wait();
    }
    void expect_open() const { if (ready) throw future_error("std::future_error: Promise already satisfied"); }
    void fail(const exception_ptr &p) { expect_open(); thrown = p; set_ready(); }
    void look() { wait(); if (thrown) rethrow_exception(thrown); }
    template <typename R, typename P> future_status wait_for(const chrono::duration<R, P> &d) {
        if (later) return future_status::deferred;
        long end = __deadline_of(d);
        while (!ready && chrono::__now(1) < end) __thread_wait(end);
        return ready ? future_status::ready : future_status::timeout;
    }
};
template <typename T> class shared_future;
template <typename T> class __future_base {
protected:
    shared_ptr<__shared_state<T>> state_;
    const shared_ptr<__shared_state<T>> &state() const { if (!state_) throw future_error("std::future_error: No associated state"); return state_; }
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
    void leave() { if (state_ && !state_->ready && state_.use_count() > 1) state_->fail(make_exception_ptr(future_error("std::future_error: Broken promise"))); }
    __promise_base() : state_(new __shared_state<T>()) {}
    __promise_base(__promise_base &&o) : state_(move(o.state_)) {}
    __promise_base(const __promise_base &) = delete;
    ~__promise_base() { leave(); }
public:
    future<T> get_future() {
        if (!state_) throw future_error("std::future_error: No associated state");
        if (state_->asked) throw future_error("std::future_error: Future already retrieved");
        state_->asked = true;
        return future<T>(state_);
    }
    void set_exception(exception_ptr p) { state_->fail(p); }
};
template <typename T> class promise : public __promise_base<T> {
public:
    promise() {}
    promise(promise &&o) : __promise_base<T>(move(o)) {}
    promise &operator=(promise &&o) { this->leave(); this->state_ = move(o.state_); return *this; }
    template <typename U> void set_value(U &&v) { this->state_->expect_open(); this->state_->held.set(forward<U>(v)); this->state_->set_ready(); }
};
template <> class promise<void> : public __promise_base<void> {
public:
    promise() {}
    promise(promise &&o) : __promise_base<void>(move(o)) {}
    promise &operator=(promise &&o) { leave(); state_ = move(o.state_); return *this; }
    void set_value() { state_->expect_open(); state_->set_ready(); }
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
        if (!this->state_) throw future_error("std::future_error: No associated state");
        this->state_->expect_open();
        __run_into<R>(*this->state_, f_, forward<A>(args)...);
    }
    void reset() { this->state_.reset(new __shared_state<R>()); }
    bool valid() const { return (bool) this->state_; }
};
}
