#include <deque>
// names: stack queue priority_queue
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T, typename S = deque<T>> class stack {
    vector<T> c_;
public:
    template <typename... A> void emplace(A &&...args) { c_.push_back(T(args...)); }
    void push(const T &x) { c_.push_back(x); }
    void pop() { __not_empty("pop()", c_.size(), this); c_.pop_back(); }
    T &top() { __not_empty("top()", c_.size(), this); return c_.back(); }
    const T &top() const { __not_empty("top()", c_.size(), this); return c_.back(); }
    bool empty() const { return c_.empty(); }
    size_t size() const { return c_.size(); }
};
template <typename T, typename S = deque<T>> class queue {
    deque<T> c_;
public:
    template <typename... A> void emplace(A &&...args) { c_.push_back(T(args...)); }
    void push(const T &x) { c_.push_back(x); }
    void pop() { __not_empty("pop()", c_.size(), this); c_.pop_front(); }
    T &front() { return c_.front(); }
    T &back() { return c_.back(); }
    const T &front() const { return c_.front(); }
    const T &back() const { return c_.back(); }
    bool empty() const { return c_.empty(); }
    size_t size() const { return c_.size(); }
};
template <typename T, typename V = vector<T>, typename C = less<T>> class priority_queue {
    vector<T> c_;
    C less_;
public:
    priority_queue() : less_() {}
    explicit priority_queue(const C &less) : less_(less) {}
    template <typename I, typename = decltype(*declval<I>())> priority_queue(I first, I last) : less_() { for (; first != last; ++first) push(*first); }
    template <typename... A> void emplace(A &&...args) { push(T(args...)); }
    void push(const T &x) {
        c_.push_back(x);
        for (size_t i = c_.size() - 1; i > 0 && less_(c_[(i - 1) / 2], c_[i]); i = (i - 1) / 2) swap(c_[i], c_[(i - 1) / 2]);
    }
    void pop() {
        swap(c_.front(), c_.back());
        c_.pop_back();
        for (size_t i = 0, k = 1; k < c_.size(); i = k, k = 2 * i + 1) {
            if (k + 1 < c_.size() && less_(c_[k], c_[k + 1])) k++;
            if (!less_(c_[i], c_[k])) break;
            swap(c_[i], c_[k]);
        }
    }
    const T &top() const { return c_.front(); }
    bool empty() const { return c_.empty(); }
    size_t size() const { return c_.size(); }
};
}
