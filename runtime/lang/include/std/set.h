#include <__tree>
// names: set multiset
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename K, typename C = less<K>, typename A = allocator<K>> class set : public __tree<K, K, __itself, const K, C, A> {
    typedef __tree<K, K, __itself, const K, C, A> tree;
    typedef __tree_node<K> node;
    pair<typename tree::iterator, bool> put(node *p) { auto r = this->add_unique(p); return pair<typename tree::iterator, bool>(typename tree::iterator(r.first), r.second); }
public:
    typedef C value_compare;
    typedef typename tree::iterator iterator;
    typedef typename tree::const_iterator const_iterator;
    set() {}
    explicit set(const C &less, const A &a = A()) : tree(less, a) {}
    explicit set(const A &a) : tree(a) {}
    set(initializer_list<K> list, const C &less = C(), const A &a = A()) : tree(less, a) { for (const K &k : list) insert(k); }
    set(initializer_list<K> list, const A &a) : tree(a) { for (const K &k : list) insert(k); }
    template <typename I, typename = decltype(*declval<I>())> set(I first, I last, const C &less = C(), const A &a = A()) : tree(less, a) { for (; first != last; ++first) insert(*first); }
    template <typename I, typename = decltype(*declval<I>())> set(I first, I last, const A &a) : tree(a) { for (; first != last; ++first) insert(*first); }
    set &operator=(initializer_list<K> list) { this->clear(); for (const K &k : list) insert(k); return *this; }
    pair<iterator, bool> insert(const K &k) { iterator i = this->find(k); return i == this->end() ? put(this->__make(k)) : pair<iterator, bool>(i, false); }
    pair<iterator, bool> insert(K &&k) { iterator i = this->find(k); return i == this->end() ? put(this->__make(move(k))) : pair<iterator, bool>(i, false); }
    iterator insert(const_iterator, const K &k) { return insert(k).first; }
    template <typename I, typename = decltype(*declval<I>())> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    void insert(initializer_list<K> list) { for (const K &k : list) insert(k); }
    template <typename... B> pair<iterator, bool> emplace(B &&...args) { return put(this->__make(forward<B>(args)...)); }
    template <typename... B> iterator emplace_hint(const_iterator, B &&...args) { return put(this->__make(forward<B>(args)...)).first; }
    typedef typename tree::node_type node_type;
    typedef __node_inserted<iterator, node_type> insert_return_type;
    insert_return_type insert(node_type &&n) { return this->template put_node<iterator, node_type>(std::move(n)); }
    iterator insert(const_iterator, node_type &&n) { return insert(std::move(n)).position; }
    template <typename O> void merge(O &&o) { this->merge_unique(o); }
};
template <typename K, typename C = less<K>, typename A = allocator<K>> class multiset : public __tree<K, K, __itself, const K, C, A> {
    typedef __tree<K, K, __itself, const K, C, A> tree;
    typedef __tree_node<K> node;
public:
    typedef typename tree::iterator iterator;
    typedef typename tree::const_iterator const_iterator;
    multiset() {}
    explicit multiset(const C &less, const A &a = A()) : tree(less, a) {}
    explicit multiset(const A &a) : tree(a) {}
    multiset(initializer_list<K> list, const C &less = C(), const A &a = A()) : tree(less, a) { for (const K &k : list) insert(k); }
    multiset(initializer_list<K> list, const A &a) : tree(a) { for (const K &k : list) insert(k); }
    template <typename I, typename = decltype(*declval<I>())> multiset(I first, I last, const C &less = C(), const A &a = A()) : tree(less, a) { for (; first != last; ++first) insert(*first); }
    template <typename I, typename = decltype(*declval<I>())> multiset(I first, I last, const A &a) : tree(a) { for (; first != last; ++first) insert(*first); }
    iterator insert(const K &k) { return iterator(this->add_ordered(this->__make(k))); }
    iterator insert(K &&k) { return iterator(this->add_ordered(this->__make(move(k)))); }
    template <typename I, typename = decltype(*declval<I>())> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    void insert(initializer_list<K> list) { for (const K &k : list) insert(k); }
    template <typename... B> iterator emplace(B &&...args) { return iterator(this->add_ordered(this->__make(forward<B>(args)...))); }
    typedef typename tree::node_type node_type;
    iterator insert(node_type &&n) { return n.empty() ? this->end() : iterator(this->add_ordered(n.__release())); }
    template <typename O> void merge(O &&o) { this->merge_ordered(o); }
};
template <typename K, typename C, typename A> bool operator==(const set<K, C, A> &a, const set<K, C, A> &b) { return __equal_elements(a, b); }
template <typename K, typename C, typename A> bool operator!=(const set<K, C, A> &a, const set<K, C, A> &b) { return !__equal_elements(a, b); }
template <typename K, typename C, typename A> bool operator<(const set<K, C, A> &a, const set<K, C, A> &b) { return __less_elements(a, b); }
template <typename K, typename C, typename A> bool operator==(const multiset<K, C, A> &a, const multiset<K, C, A> &b) { return __equal_elements(a, b); }
template <typename K, typename C, typename A> bool operator!=(const multiset<K, C, A> &a, const multiset<K, C, A> &b) { return !__equal_elements(a, b); }
template <typename K, typename C, typename A> void swap(set<K, C, A> &a, set<K, C, A> &b) { a.swap(b); }
template <typename K, typename C, typename A, typename F> size_t erase_if(set<K, C, A> &c, F f) { size_t n = 0; for (auto i = c.begin(); i != c.end();) { if (f(*i)) { i = c.erase(i); n++; } else ++i; } return n; }
template <typename K, typename C, typename A, typename F> size_t erase_if(multiset<K, C, A> &c, F f) { size_t n = 0; for (auto i = c.begin(); i != c.end();) { if (f(*i)) { i = c.erase(i); n++; } else ++i; } return n; }
template <typename I, typename = decltype(*declval<I>()), typename V = typename iterator_traits<I>::value_type> set(I, I) -> set<V>;
template <typename I, typename = decltype(*declval<I>()), typename V = typename iterator_traits<I>::value_type> multiset(I, I) -> multiset<V>;
}
