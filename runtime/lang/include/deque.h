#include <vector>
#include <functional>
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
    void push_front(const T &x) { this->insert(this->begin(), x); }
    void pop_front() { __not_empty("pop_front()", this->size(), this); this->erase(this->begin()); }
};
template <typename T> class list : public vector<T> {
public:
    list() {}
    explicit list(size_t n) : vector<T>(n) {}
    list(size_t n, const T &value) : vector<T>(n, value) {}
    list(initializer_list<T> l) : vector<T>(l) {}
    void push_front(const T &x) { this->insert(this->begin(), x); }
    void pop_front() { __not_empty("pop_front()", this->size(), this); this->erase(this->begin()); }
};
}
