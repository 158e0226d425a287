#include <initializer_list>
#include <utility>
#include <iterator>
#include <functional>
#include <__nodes>
// names: list
// SPDX-License-Identifier: Apache-2.0
// A doubly linked ring through end(). An element stays where it is until it is erased: iterators and references to it stay valid
// through insert, splice, merge and sort (C++17 26.3.10).
namespace std {
struct __list_link { __list_link *next, *previous; };
template <typename T> struct __list_node : __list_link {
    T value;
    template <typename... A> __list_node(A &&...args) : value(forward<A>(args)...) {}
};
template <typename T, typename R> class __list_iterator {
    __list_link *at_;
public:
    typedef T value_type;
    typedef ptrdiff_t difference_type;
    typedef R *pointer;
    typedef R &reference;
    typedef bidirectional_iterator_tag iterator_category;
    __list_iterator() : at_(0) {}
    explicit __list_iterator(__list_link *at) : at_(at) {}
    template <typename O> __list_iterator(const __list_iterator<T, O> &o) : at_(o.link()) {}
    __list_link *link() const { return at_; }
    R &operator*() const { return ((__list_node<T> *) at_)->value; }
    R *operator->() const { return &((__list_node<T> *) at_)->value; }
    __list_iterator &operator++() { at_ = at_->next; return *this; }
    __list_iterator operator++(int) { __list_iterator old(at_); at_ = at_->next; return old; }
    __list_iterator &operator--() { at_ = at_->previous; return *this; }
    __list_iterator operator--(int) { __list_iterator old(at_); at_ = at_->previous; return old; }
    template <typename O> bool operator==(const __list_iterator<T, O> &o) const { return at_ == o.link(); }
    template <typename O> bool operator!=(const __list_iterator<T, O> &o) const { return at_ != o.link(); }
};
template <typename T, typename A = allocator<T>> class list : __nodes<__list_node<T>, A> {
    __list_node<T> *typed_; /* NULL: gives the type of nodes to the code that displays containers */
    size_t size_;
    __list_link end_; /* the last member: there is no element after it to read by mistake */
    typedef __list_node<T> node;
    typedef __nodes<node, A> nodes;
    static T &value(__list_link *p) { return ((node *) p)->value; }
    void reset() { end_.next = end_.previous = &end_; typed_ = 0; size_ = 0; }
    void take(list &o) {
        reset();
        move_links(&end_, o.end_.next, &o.end_);
        size_ = o.size_;
        o.size_ = 0;
    }
    static void move_links(__list_link *at, __list_link *first, __list_link *last) { /* [first, last) before at */
        if (first == last || at == last) return;
        __list_link *end = last->previous;
        first->previous->next = last;
        last->previous = first->previous;
        first->previous = at->previous;
        at->previous->next = first;
        end->next = at;
        at->previous = end;
    }
    __list_link *add(__list_link *at, node *p) {
        p->next = at;
        p->previous = at->previous;
        at->previous->next = p;
        at->previous = p;
        size_++;
        return p;
    }
    __list_link *drop(__list_link *p) {
        __list_link *next = p->next;
        p->previous->next = next;
        next->previous = p->previous;
        size_--;
        this->__unmake((node *) p);
        return next;
    }
public:
    typedef T value_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef __list_iterator<T, T> iterator;
    typedef __list_iterator<T, const T> const_iterator;
    typedef std::reverse_iterator<iterator> reverse_iterator;
    typedef std::reverse_iterator<const_iterator> const_reverse_iterator;
    typedef A allocator_type;
    list() { reset(); }
    explicit list(const A &a) : nodes(a) { reset(); }
    explicit list(size_t n, const A &a = A()) : nodes(a) { reset(); for (; n > 0; n--) add(&end_, this->__make()); }
    list(size_t n, const T &x, const A &a = A()) : nodes(a) { reset(); for (; n > 0; n--) push_back(x); }
    list(initializer_list<T> l, const A &a = A()) : nodes(a) { reset(); for (const T &x : l) push_back(x); }
    template <typename I, typename = decltype(*declval<I>())> list(I first, I last, const A &a = A()) : nodes(a) { reset(); for (; first != last; ++first) push_back(*first); }
    list(const list &o) : nodes(o) { reset(); for (const T &x : o) push_back(x); }
    list(list &&o) : nodes(o) { take(o); }
    ~list() { clear(); }
    list &operator=(const list &o) { if (this != &o) assign(o.begin(), o.end()); return *this; }
    list &operator=(list &&o) { if (this != &o) { clear(); (nodes &) *this = o; take(o); } return *this; }
    list &operator=(initializer_list<T> l) { assign(l.begin(), l.end()); return *this; }
    /* Existing elements are assigned; the others are created or erased. */
    template <typename I, typename = decltype(*declval<I>())> void assign(I first, I last) {
        __list_link *p = end_.next;
        for (; p != &end_ && first != last; p = p->next, ++first) value(p) = *first;
        while (p != &end_) p = drop(p);
        for (; first != last; ++first) push_back(*first);
    }
    void assign(initializer_list<T> l) { assign(l.begin(), l.end()); }
    void assign(size_t n, const T &x) { T kept(x); clear(); for (; n > 0; n--) push_back(kept); }
    iterator begin() { return iterator(end_.next); }
    iterator end() { return iterator(&end_); }
    const_iterator begin() const { return const_iterator(end_.next); }
    const_iterator end() const { return const_iterator((__list_link *) &end_); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    size_t size() const { return size_; }
    size_t max_size() const { return (size_t) -1 / sizeof(node) / 2; }
    bool empty() const { return size_ == 0; }
    T &front() { __not_empty("front()", size_, this); return value(end_.next); }
    T &back() { __not_empty("back()", size_, this); return value(end_.previous); }
    const T &front() const { __not_empty("front()", size_, this); return value(end_.next); }
    const T &back() const { __not_empty("back()", size_, this); return value(end_.previous); }
    void push_front(const T &x) { add(end_.next, this->__make(x)); }
    void push_front(T &&x) { add(end_.next, this->__make(move(x))); }
    void push_back(const T &x) { add(&end_, this->__make(x)); }
    void push_back(T &&x) { add(&end_, this->__make(move(x))); }
    template <typename... B> T &emplace_front(B &&...args) { return value(add(end_.next, this->__make(forward<B>(args)...))); }
    template <typename... B> T &emplace_back(B &&...args) { return value(add(&end_, this->__make(forward<B>(args)...))); }
    template <typename... B> iterator emplace(const_iterator at, B &&...args) { return iterator(add(at.link(), this->__make(forward<B>(args)...))); }
    void pop_front() { __not_empty("pop_front()", size_, this); drop(end_.next); }
    void pop_back() { __not_empty("pop_back()", size_, this); drop(end_.previous); }
    iterator insert(const_iterator at, const T &x) { return iterator(add(at.link(), this->__make(x))); }
    iterator insert(const_iterator at, T &&x) { return iterator(add(at.link(), this->__make(move(x)))); }
    iterator insert(const_iterator at, size_t n, const T &x) {
        __list_link *first = at.link();
        for (size_t i = 0; i < n; i++) { __list_link *p = add(at.link(), this->__make(x)); if (!i) first = p; }
        return iterator(first);
    }
    template <typename I, typename = decltype(*declval<I>())> iterator insert(const_iterator at, I from, I to) {
        __list_link *before = at.link()->previous;
        for (; from != to; ++from) add(at.link(), this->__make(*from));
        return iterator(before->next);
    }
    iterator insert(const_iterator at, initializer_list<T> l) { return insert(at, l.begin(), l.end()); }
    iterator erase(const_iterator at) { return iterator(drop(at.link())); }
    iterator erase(const_iterator first, const_iterator last) {
        __list_link *p = first.link();
        while (p != last.link()) p = drop(p);
        return iterator(p);
    }
    void clear() { while (end_.next != &end_) drop(end_.next); }
    void resize(size_t n) { while (size_ > n) pop_back(); while (size_ < n) add(&end_, this->__make()); }
    void resize(size_t n, const T &x) { while (size_ > n) pop_back(); while (size_ < n) push_back(x); }
    A get_allocator() const { return this->__allocator(); }
    void swap(list &o) { list other(std::move(*this)); *this = std::move(o); o = std::move(other); }
    void splice(const_iterator at, list &o) { size_t n = o.size_; move_links(at.link(), o.end_.next, &o.end_); o.size_ = 0; size_ += n; }
    void splice(const_iterator at, list &o, const_iterator one) {
        if (at == one || at.link() == one.link()->next) return;
        move_links(at.link(), one.link(), one.link()->next);
        o.size_--;
        size_++;
    }
    void splice(const_iterator at, list &o, const_iterator first, const_iterator last) {
        size_t n = (size_t) distance(first, last);
        move_links(at.link(), first.link(), last.link());
        o.size_ -= n;
        size_ += n;
    }
    void splice(const_iterator at, list &&o) { splice(at, o); }
    template <typename C> void merge(list &o, C less) {
        if (this == &o) return;
        __list_link *p = end_.next, *q = o.end_.next;
        while (p != &end_ && q != &o.end_) {
            if (!less(value(q), value(p))) { p = p->next; continue; }
            __list_link *next = q->next;
            move_links(p, q, next);
            q = next;
        }
        move_links(&end_, q, &o.end_);
        size_ += o.size_;
        o.size_ = 0;
    }
    void merge(list &o) { merge(o, less<T>()); }
    template <typename C> void merge(list &&o, C less) { merge(o, less); }
    void merge(list &&o) { merge(o, less<T>()); }
    template <typename C> void sort(C less) { /* stable: halves are sorted and merged */
        if (size_ < 2) return;
        list half(get_allocator());
        __list_link *p = end_.next;
        size_t n = size_ / 2;
        for (size_t i = 0; i < n; i++) p = p->next;
        half.size_ = size_ - n;
        size_ = n;
        move_links(&half.end_, p, &end_);
        sort(less);
        half.sort(less);
        merge(half, less);
    }
    void sort() { sort(less<T>()); }
    void reverse() {
        __list_link *p = &end_;
        do { __list_link *next = p->next; p->next = p->previous; p->previous = next; p = next; } while (p != &end_);
    }
    size_t remove(const T &x) { T kept(x); return remove_if([&](const T &y) { return y == kept; }); }
    template <typename F> size_t remove_if(F f) {
        size_t n = size_;
        for (__list_link *p = end_.next; p != &end_;) { if (f(value(p))) p = drop(p); else p = p->next; }
        return n - size_;
    }
    template <typename F> size_t unique(F same) {
        size_t n = size_;
        if (n > 1) for (__list_link *p = end_.next->next; p != &end_;) { if (same(value(p->previous), value(p))) p = drop(p); else p = p->next; }
        return n - size_;
    }
    size_t unique() { return unique(equal_to<T>()); }
};
template <typename T, typename A> bool operator==(const list<T, A> &a, const list<T, A> &b) { return __equal_elements(a, b); }
template <typename T, typename A> bool operator!=(const list<T, A> &a, const list<T, A> &b) { return !__equal_elements(a, b); }
template <typename T, typename A> bool operator<(const list<T, A> &a, const list<T, A> &b) { return __less_elements(a, b); }
template <typename T, typename A> void swap(list<T, A> &a, list<T, A> &b) { a.swap(b); }
template <typename T, typename A, typename F> size_t erase_if(list<T, A> &l, F f) { return l.remove_if(f); }
template <typename T, typename A, typename U> size_t erase(list<T, A> &l, const U &value) { return l.remove_if([&](const auto &x) { return x == value; }); }
template <typename I, typename = decltype(*declval<I>()), typename V = typename iterator_traits<I>::value_type> list(I, I) -> list<V>;
}
