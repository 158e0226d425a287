#include <stdexcept>
#include <utility>
#include <iterator>
#include <functional>
#include <__nodes>
// names: __tree
// SPDX-License-Identifier: Apache-2.0
// The search tree behind map, set, multimap and multiset. An element stays where it is until it is erased, so iterators and
// references to it stay valid (C++17 26.2.6). The tree is a treap: ordered by key, and a heap by a random rank, which keeps it
// balanced with short code (Seidel and Aragon, Randomized Search Trees, 1996). The link of end() is in the container; the root
// is its left child.
namespace std {
struct __tree_link {
    __tree_link *parent, *left, *right;
    unsigned rank;
};
template <typename E> struct __tree_node : __tree_link {
    E value;
    template <typename... A> __tree_node(A &&...args) : value(forward<A>(args)...) {}
};
/* A node that is in no container: what extract() gives (C++17 26.2.4). */
template <typename E, typename N, typename A> class __node_handle : __nodes<N, A> {
    typedef __nodes<N, A> nodes;
    void drop() { if (node_) this->__unmake(node_); }
protected:
    N *node_;
public:
    __node_handle() : node_(0) {}
    __node_handle(N *p, const nodes &from) : nodes(from), node_(p) {}
    __node_handle(__node_handle &&o) : nodes(o), node_(o.__release()) {}
    __node_handle &operator=(__node_handle &&o) { if (this != &o) { drop(); (nodes &) *this = o; node_ = o.__release(); } return *this; }
    ~__node_handle() { drop(); }
    bool empty() const { return !node_; }
    explicit operator bool() const { return node_; }
    N *__node() const { return node_; }
    N *__release() { N *p = node_; node_ = 0; return p; }
    void swap(__node_handle &o) { __node_handle other(std::move(*this)); *this = std::move(o); o = std::move(other); }
};
template <typename K, typename E, typename N, typename A> class __map_handle : public __node_handle<E, N, A> {
public:
    typedef K key_type;
    typedef decltype(E::second) mapped_type;
    using __node_handle<E, N, A>::__node_handle;
    key_type &key() const { return const_cast<key_type &>(this->node_->value.first); }
    mapped_type &mapped() const { return this->node_->value.second; }
};
template <typename E, typename N, typename A> class __set_handle : public __node_handle<E, N, A> {
public:
    typedef E value_type;
    using __node_handle<E, N, A>::__node_handle;
    value_type &value() const { return this->node_->value; }
};
template <typename K, typename E, typename N, typename A> struct __handle_of { typedef __map_handle<K, E, N, A> type; };
template <typename K, typename N, typename A> struct __handle_of<K, K, N, A> { typedef __set_handle<K, N, A> type; };
template <typename I, typename N> struct __node_inserted { I position; bool inserted; N node; };
__tree_link *__tree_next(__tree_link *p) {
    if (p->right) { p = p->right; while (p->left) p = p->left; return p; }
    while (p->parent->right == p) p = p->parent;
    return p->parent;
}
__tree_link *__tree_previous(__tree_link *p) {
    if (p->left) { p = p->left; while (p->right) p = p->right; return p; }
    while (p->parent->left == p) p = p->parent;
    return p->parent;
}
void __tree_replace(__tree_link *p, __tree_link *by) {
    if (p->parent->left == p) p->parent->left = by; else p->parent->right = by;
    if (by) by->parent = p->parent;
}
void __tree_raise(__tree_link *p) { /* p takes the place of its parent */
    __tree_link *above = p->parent;
    __tree_replace(above, p);
    if (above->left == p) { above->left = p->right; if (p->right) p->right->parent = above; p->right = above; }
    else { above->right = p->left; if (p->left) p->left->parent = above; p->left = above; }
    above->parent = p;
}
template <typename E, typename R> class __tree_iterator {
    __tree_link *at_;
public:
    typedef E value_type;
    typedef ptrdiff_t difference_type;
    typedef R *pointer;
    typedef R &reference;
    typedef bidirectional_iterator_tag iterator_category;
    __tree_iterator() : at_(0) {}
    explicit __tree_iterator(__tree_link *at) : at_(at) {}
    template <typename O> __tree_iterator(const __tree_iterator<E, O> &o) : at_(o.link()) {}
    __tree_link *link() const { return at_; }
    R &operator*() const { return ((__tree_node<E> *) at_)->value; }
    R *operator->() const { return &((__tree_node<E> *) at_)->value; }
    __tree_iterator &operator++() { at_ = __tree_next(at_); return *this; }
    __tree_iterator operator++(int) { __tree_iterator old(at_); at_ = __tree_next(at_); return old; }
    __tree_iterator &operator--() { at_ = __tree_previous(at_); return *this; }
    __tree_iterator operator--(int) { __tree_iterator old(at_); at_ = __tree_previous(at_); return old; }
    template <typename O> bool operator==(const __tree_iterator<E, O> &o) const { return at_ == o.link(); }
    template <typename O> bool operator!=(const __tree_iterator<E, O> &o) const { return at_ != o.link(); }
};
struct __first_of { template <typename E> const auto &operator()(const E &e) const { return e.first; } };
struct __itself { template <typename E> const E &operator()(const E &e) const { return e; } };
/* K: of keys; E: of elements; F gives an element's key; R: what an iterator refers to, const where elements are keys; A: the allocator. */
template <typename K, typename E, typename F, typename R, typename C, typename A> class __tree : protected __nodes<__tree_node<E>, A> {
    typedef __nodes<__tree_node<E>, A> nodes;
    __tree_node<E> *first_; /* the link of end() when empty */
    size_t size_;
    unsigned random_;
protected:
    C less_;
    F key_;
private:
    __tree_link end_; /* the last member: there is no element after it to read by mistake */
protected:
    const K &key(const __tree_link *p) const { return key_(((__tree_node<E> *) p)->value); }
    void reset() { end_.parent = &end_; end_.left = end_.right = 0; first_ = (__tree_node<E> *) &end_; size_ = 0; }
    void add(__tree_link *parent, bool left, __tree_link *p) {
        random_ = random_ * 1664525u + 1013904223u;
        p->rank = random_ >> 1;
        p->left = p->right = 0;
        p->parent = parent;
        if (left) { parent->left = p; if (parent == (__tree_link *) first_) first_ = (__tree_node<E> *) p; }
        else parent->right = p;
        size_++;
        while (p->parent != &end_ && p->parent->rank < p->rank) __tree_raise(p);
    }
    void drop(__tree_link *p) {
        if ((__tree_link *) first_ == p) first_ = (__tree_node<E> *) __tree_next(p);
        while (p->left && p->right) __tree_raise(p->left->rank > p->right->rank ? p->left : p->right);
        __tree_replace(p, p->left ? p->left : p->right);
        size_--;
    }
    template <typename Q> __tree_link *lower(const Q &k) const {
        const __tree_link *found = &end_;
        for (const __tree_link *p = end_.left; p;) { if (less_(key(p), k)) p = p->right; else { found = p; p = p->left; } }
        return (__tree_link *) found;
    }
    template <typename Q> __tree_link *upper(const Q &k) const {
        const __tree_link *found = &end_;
        for (const __tree_link *p = end_.left; p;) { if (less_(k, key(p))) { found = p; p = p->left; } else p = p->right; }
        return (__tree_link *) found;
    }
    template <typename Q> __tree_link *exact(const Q &k) const { __tree_link *p = lower(k); return p == &end_ || less_(k, key(p)) ? (__tree_link *) &end_ : p; }
    /* After those with an equal key. */
    __tree_link *add_ordered(__tree_node<E> *node) {
        __tree_link *parent = &end_, *p = end_.left;
        bool left = true;
        while (p) { parent = p; left = less_(key(node), key(p)); p = left ? p->left : p->right; }
        add(parent, left, node);
        return node;
    }
    template <typename I, typename N> __node_inserted<I, N> put_node(N &&n) {
        if (n.empty()) return {I(&end_), false, N()};
        __tree_link *found = lower(key(n.__node()));
        if (found != &end_ && !less_(key(n.__node()), key(found))) return {I(found), false, std::move(n)};
        return {I(add_before(found, n.__release())), true, N()};
    }
    void add_last(__tree_node<E> *node) { if (size_) add(__tree_previous(&end_), false, node); else add(&end_, true, node); }
    void copy(const __tree &o) { for (__tree_link *p = (__tree_link *) o.first_; p != &o.end_; p = __tree_next(p)) add_last(this->__make(((__tree_node<E> *) p)->value)); }
    void take(__tree &o) {
        reset();
        if (!o.size_) return;
        end_.left = o.end_.left;
        end_.left->parent = &end_;
        first_ = o.first_;
        size_ = o.size_;
        o.reset();
    }
    void end_below(__tree_link *p) {
        while (p) { if (p->right) end_below(p->right); __tree_link *left = p->left; this->__unmake((__tree_node<E> *) p); p = left; }
    }
    pair<__tree_link *, bool> add_unique(__tree_node<E> *node) { /* or ends the node */
        __tree_link *found = lower(key(node));
        if (found != &end_ && !less_(key(node), key(found))) { this->__unmake(node); return pair<__tree_link *, bool>(found, false); }
        return pair<__tree_link *, bool>(add_before(found, node), true);
    }
    /* The nodes of another container whose keys are not here. */
    template <typename O> void merge_unique(O &o) {
        for (auto i = o.begin(); i != o.end();) {
            auto at = i++;
            __tree_link *found = lower(key(at.link()));
            if (found == &end_ || less_(key(at.link()), key(found))) add_before(found, o.extract(at).__release());
        }
    }
    template <typename O> void merge_ordered(O &o) {
        if ((void *) &o == (void *) this) return;
        while (!o.empty()) add_ordered(o.extract(o.begin()).__release());
    }
    __tree_link *add_before(__tree_link *at, __tree_node<E> *node) {
        if (!at->left) add(at, true, node);
        else add(__tree_previous(at), false, node);
        return node;
    }
public:
    typedef K key_type;
    typedef E value_type;
    typedef C key_compare;
    typedef A allocator_type;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef R &reference;
    typedef const E &const_reference;
    typedef __tree_iterator<E, R> iterator;
    typedef __tree_iterator<E, const E> const_iterator;
    typedef typename __handle_of<K, E, __tree_node<E>, A>::type node_type;
    typedef std::reverse_iterator<iterator> reverse_iterator;
    typedef std::reverse_iterator<const_iterator> const_reverse_iterator;
    __tree() : random_(1), less_(), key_() { reset(); }
    explicit __tree(const A &a) : nodes(a), random_(1), less_(), key_() { reset(); }
    explicit __tree(const C &less, const A &a = A()) : nodes(a), random_(1), less_(less), key_() { reset(); }
    __tree(const __tree &o) : nodes(o), random_(1), less_(o.less_), key_() { reset(); copy(o); }
    __tree(__tree &&o) : nodes(o), random_(1), less_(o.less_), key_() { take(o); }
    ~__tree() { end_below(end_.left); }
    __tree &operator=(const __tree &o) { if (this != &o) { clear(); less_ = o.less_; copy(o); } return *this; }
    __tree &operator=(__tree &&o) { if (this != &o) { clear(); (nodes &) *this = o; less_ = o.less_; take(o); } return *this; }
    iterator begin() { return iterator((__tree_link *) first_); }
    iterator end() { return iterator(&end_); }
    const_iterator begin() const { return const_iterator((__tree_link *) first_); }
    const_iterator end() const { return const_iterator((__tree_link *) &end_); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    const_reverse_iterator crbegin() const { return rbegin(); }
    const_reverse_iterator crend() const { return rend(); }
    size_t size() const { return size_; }
    size_t max_size() const { return (size_t) -1 / sizeof(__tree_node<E>) / 2; }
    bool empty() const { return size_ == 0; }
    A get_allocator() const { return this->__allocator(); }
    C key_comp() const { return less_; }
    iterator find(const K &k) { return iterator(exact(k)); }
    const_iterator find(const K &k) const { return const_iterator(exact(k)); }
    bool contains(const K &k) const { return exact(k) != &end_; }
    size_t count(const K &k) const {
        size_t n = 0;
        for (__tree_link *p = lower(k); p != &end_ && !less_(k, key(p)); p = __tree_next(p)) n++;
        return n;
    }
    iterator lower_bound(const K &k) { return iterator(lower(k)); }
    iterator upper_bound(const K &k) { return iterator(upper(k)); }
    const_iterator lower_bound(const K &k) const { return const_iterator(lower(k)); }
    const_iterator upper_bound(const K &k) const { return const_iterator(upper(k)); }
    pair<iterator, iterator> equal_range(const K &k) { return pair<iterator, iterator>(lower_bound(k), upper_bound(k)); }
    pair<const_iterator, const_iterator> equal_range(const K &k) const { return pair<const_iterator, const_iterator>(lower_bound(k), upper_bound(k)); }
    /* Keys of another type, which the order compares: C++14 */
    template <typename Q, typename D = C, typename = typename D::is_transparent> iterator find(const Q &k) { return iterator(exact(k)); }
    template <typename Q, typename D = C, typename = typename D::is_transparent> const_iterator find(const Q &k) const { return const_iterator(exact(k)); }
    template <typename Q, typename D = C, typename = typename D::is_transparent> bool contains(const Q &k) const { return exact(k) != &end_; }
    template <typename Q, typename D = C, typename = typename D::is_transparent> size_t count(const Q &k) const {
        size_t n = 0;
        for (__tree_link *p = lower(k); p != &end_ && !less_(k, key(p)); p = __tree_next(p)) n++;
        return n;
    }
    template <typename Q, typename D = C, typename = typename D::is_transparent> iterator lower_bound(const Q &k) { return iterator(lower(k)); }
    template <typename Q, typename D = C, typename = typename D::is_transparent> iterator upper_bound(const Q &k) { return iterator(upper(k)); }
    template <typename Q, typename D = C, typename = typename D::is_transparent> const_iterator lower_bound(const Q &k) const { return const_iterator(lower(k)); }
    template <typename Q, typename D = C, typename = typename D::is_transparent> const_iterator upper_bound(const Q &k) const { return const_iterator(upper(k)); }
    template <typename Q, typename D = C, typename = typename D::is_transparent> pair<iterator, iterator> equal_range(const Q &k) { return pair<iterator, iterator>(lower_bound(k), upper_bound(k)); }
    iterator erase(const_iterator at) {
        __tree_link *p = at.link(), *next = __tree_next(p);
        drop(p);
        this->__unmake((__tree_node<E> *) p);
        return iterator(next);
    }
    iterator erase(const_iterator first, const_iterator last) { while (first != last) first = erase(first); return iterator(last.link()); }
    size_t erase(const K &k) {
        __tree_link *p = lower(k);
        size_t n = 0;
        while (p != &end_ && !less_(k, key(p))) { __tree_link *next = __tree_next(p); drop(p); this->__unmake((__tree_node<E> *) p); p = next; n++; }
        return n;
    }
    node_type extract(const_iterator at) { drop(at.link()); return node_type((__tree_node<E> *) at.link(), *this); }
    node_type extract(const K &k) { __tree_link *p = exact(k); return p == &end_ ? node_type() : extract(const_iterator(p)); }
    void clear() { end_below(end_.left); reset(); }
    void swap(__tree &o) { __tree other(std::move(*this)); *this = std::move(o); o = std::move(other); }
};
}
