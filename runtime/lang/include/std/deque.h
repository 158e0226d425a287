#include <vector>
#include <functional>
#include <algorithm>
// names: deque list
// SPDX-License-Identifier: Apache-2.0
// Deque and list are vectors with a front: what programs do with them is to push, pop and walk.
namespace std {
template <typename T> class deque : public vector<T> {
public:
    deque() {}
    explicit deque(size_t n) : vector<T>(n) {}
    deque(size_t n, const T &value) : vector<T>(n, value) {}
    deque(initializer_list<T> list) : vector<T>(list) {}
    template <typename I, typename = decltype(*declval<I>())> deque(I first, I last) : vector<T>(first, last) {}
    template <typename... A> void emplace_front(A &&...args) { push_front(T(args...)); }
    void push_front(const T &x) { this->insert(this->begin(), x); }
    void pop_front() { __not_empty("pop_front()", this->size(), this); this->erase(this->begin()); }
};
template <typename T> class list : public vector<T> {
public:
    list() {}
    explicit list(size_t n) : vector<T>(n) {}
    list(size_t n, const T &value) : vector<T>(n, value) {}
    list(initializer_list<T> l) : vector<T>(l) {}
    template <typename I, typename = decltype(*declval<I>())> list(I first, I last) : vector<T>(first, last) {}
    template <typename... A> void emplace_front(A &&...args) { push_front(T(args...)); }
    template <typename C> void sort(C less) { std::stable_sort(this->begin(), this->end(), less); }
    void sort() { std::stable_sort(this->begin(), this->end()); }
    void reverse() { std::reverse(this->begin(), this->end()); }
    void remove(const T &value) { T x = value; this->erase(std::remove(this->begin(), this->end(), x), this->end()); }
    template <typename F> void remove_if(F f) { this->erase(std::remove_if(this->begin(), this->end(), f), this->end()); }
    void unique() { this->erase(std::unique(this->begin(), this->end()), this->end()); }
    void splice(const T *at, list &o) { this->insert(at, o.begin(), o.end()); o.clear(); }
    void merge(list &o) { this->insert(this->end(), o.begin(), o.end()); o.clear(); sort(); }
    void push_front(const T &x) { this->insert(this->begin(), x); }
    void pop_front() { __not_empty("pop_front()", this->size(), this); this->erase(this->begin()); }
};
}
