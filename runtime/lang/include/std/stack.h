#include <deque>
// names: stack queue priority_queue
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T, typename S = deque<T>> class stack {
    S c_;
public:
    typedef T value_type;
    typedef size_t size_type;
    typedef S container_type;
    typedef T &reference;
    typedef const T &const_reference;
    stack() {}
    explicit stack(const S &from) : c_(from) {}
    explicit stack(S &&from) : c_(move(from)) {}
    template <typename... A> decltype(auto) emplace(A &&...args) { return c_.emplace_back(forward<A>(args)...); }
    void push(const T &x) { c_.push_back(x); }
    void push(T &&x) { c_.push_back(move(x)); }
    void pop() { __not_empty("pop()", c_.size(), this); c_.pop_back(); }
    T &top() { __not_empty("top()", c_.size(), this); return c_.back(); }
    const T &top() const { __not_empty("top()", c_.size(), this); return c_.back(); }
    bool empty() const { return c_.empty(); }
    size_t size() const { return c_.size(); }
    void swap(stack &o) { std::swap(c_, o.c_); }
    bool operator==(const stack &o) const { return c_ == o.c_; }
    bool operator!=(const stack &o) const { return !(c_ == o.c_); }
    bool operator<(const stack &o) const { return c_ < o.c_; }
};
template <typename T, typename S = deque<T>> class queue {
    S c_;
public:
    typedef T value_type;
    typedef size_t size_type;
    typedef S container_type;
    typedef T &reference;
    typedef const T &const_reference;
    queue() {}
    explicit queue(const S &from) : c_(from) {}
    explicit queue(S &&from) : c_(move(from)) {}
    template <typename... A> decltype(auto) emplace(A &&...args) { return c_.emplace_back(forward<A>(args)...); }
    void push(const T &x) { c_.push_back(x); }
    void push(T &&x) { c_.push_back(move(x)); }
    void pop() { __not_empty("pop()", c_.size(), this); c_.pop_front(); }
    T &front() { return c_.front(); }
    T &back() { return c_.back(); }
    const T &front() const { return c_.front(); }
    const T &back() const { return c_.back(); }
    bool empty() const { return c_.empty(); }
    size_t size() const { return c_.size(); }
    void swap(queue &o) { std::swap(c_, o.c_); }
    bool operator==(const queue &o) const { return c_ == o.c_; }
    bool operator!=(const queue &o) const { return !(c_ == o.c_); }
    bool operator<(const queue &o) const { return c_ < o.c_; }
};
template <typename T, typename V = vector<T>, typename C = less<T>> class priority_queue {
    V c_;
    C less_;
public:
    typedef T value_type;
    typedef size_t size_type;
    typedef V container_type;
    typedef C value_compare;
    typedef T &reference;
    typedef const T &const_reference;
    priority_queue() : less_() {}
    explicit priority_queue(const C &less) : less_(less) {}
    priority_queue(const C &less, const V &from) : c_(from), less_(less) { make_heap(c_.begin(), c_.end(), less_); }
    priority_queue(const C &less, V &&from) : c_(move(from)), less_(less) { make_heap(c_.begin(), c_.end(), less_); }
    template <typename I, typename = decltype(*declval<I>())> priority_queue(I first, I last, const C &less = C()) : c_(first, last), less_(less) { make_heap(c_.begin(), c_.end(), less_); }
    template <typename... A> void emplace(A &&...args) { c_.emplace_back(forward<A>(args)...); push_heap(c_.begin(), c_.end(), less_); }
    void push(const T &x) { c_.push_back(x); push_heap(c_.begin(), c_.end(), less_); }
    void push(T &&x) { c_.push_back(move(x)); push_heap(c_.begin(), c_.end(), less_); }
    void pop() { __not_empty("pop()", c_.size(), this); pop_heap(c_.begin(), c_.end(), less_); c_.pop_back(); }
    const T &top() const { __not_empty("top()", c_.size(), this); return c_.front(); }
    bool empty() const { return c_.empty(); }
    size_t size() const { return c_.size(); }
    void swap(priority_queue &o) { std::swap(c_, o.c_); std::swap(less_, o.less_); }
};
template <typename T, typename S> void swap(stack<T, S> &a, stack<T, S> &b) { a.swap(b); }
template <typename T, typename S> void swap(queue<T, S> &a, queue<T, S> &b) { a.swap(b); }
template <typename T, typename V, typename C> void swap(priority_queue<T, V, C> &a, priority_queue<T, V, C> &b) { a.swap(b); }
template <typename S> stack(S) -> stack<typename S::value_type, S>;
template <typename S> queue(S) -> queue<typename S::value_type, S>;
template <typename C, typename V> priority_queue(C, V) -> priority_queue<typename V::value_type, V, C>;
}
