#include <__tree>
// names: set multiset
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename K, typename C = less<K>> class set : public __tree<K, K, __itself, const K, C> {
    typedef __tree<K, K, __itself, const K, C> tree;
    typedef __tree_node<K> node;
    pair<typename tree::iterator, bool> put(node *p) { auto r = this->add_unique(p); return pair<typename tree::iterator, bool>(typename tree::iterator(r.first), r.second); }
public:
    typedef C value_compare;
    typedef typename tree::iterator iterator;
    typedef typename tree::const_iterator const_iterator;
    set() {}
    explicit set(const C &less) : tree(less) {}
    set(initializer_list<K> list, const C &less = C()) : tree(less) { for (const K &k : list) insert(k); }
    template <typename I, typename = decltype(*declval<I>())> set(I first, I last, const C &less = C()) : tree(less) { for (; first != last; ++first) insert(*first); }
    set &operator=(initializer_list<K> list) { this->clear(); for (const K &k : list) insert(k); return *this; }
    pair<iterator, bool> insert(const K &k) { iterator i = this->find(k); return i == this->end() ? put(new node(k)) : pair<iterator, bool>(i, false); }
    pair<iterator, bool> insert(K &&k) { iterator i = this->find(k); return i == this->end() ? put(new node(move(k))) : pair<iterator, bool>(i, false); }
    iterator insert(const_iterator, const K &k) { return insert(k).first; }
    template <typename I, typename = decltype(*declval<I>())> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    void insert(initializer_list<K> list) { for (const K &k : list) insert(k); }
    template <typename... A> pair<iterator, bool> emplace(A &&...args) { return put(new node(forward<A>(args)...)); }
    template <typename... A> iterator emplace_hint(const_iterator, A &&...args) { return put(new node(forward<A>(args)...)).first; }
    typedef typename tree::node_type node_type;
    typedef __node_inserted<iterator, node_type> insert_return_type;
    insert_return_type insert(node_type &&n) { return this->template put_node<iterator, node_type>(std::move(n)); }
    iterator insert(const_iterator, node_type &&n) { return insert(std::move(n)).position; }
    template <typename O> void merge(O &&o) { this->merge_unique(o); }
};
template <typename K, typename C = less<K>> class multiset : public __tree<K, K, __itself, const K, C> {
    typedef __tree<K, K, __itself, const K, C> tree;
    typedef __tree_node<K> node;
public:
    typedef typename tree::iterator iterator;
    typedef typename tree::const_iterator const_iterator;
    multiset() {}
    explicit multiset(const C &less) : tree(less) {}
    multiset(initializer_list<K> list, const C &less = C()) : tree(less) { for (const K &k : list) insert(k); }
    template <typename I, typename = decltype(*declval<I>())> multiset(I first, I last, const C &less = C()) : tree(less) { for (; first != last; ++first) insert(*first); }
    iterator insert(const K &k) { return iterator(this->add_ordered(new node(k))); }
    iterator insert(K &&k) { return iterator(this->add_ordered(new node(move(k)))); }
    template <typename I, typename = decltype(*declval<I>())> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    void insert(initializer_list<K> list) { for (const K &k : list) insert(k); }
    template <typename... A> iterator emplace(A &&...args) { return iterator(this->add_ordered(new node(forward<A>(args)...))); }
    typedef typename tree::node_type node_type;
    iterator insert(node_type &&n) { return n.empty() ? this->end() : iterator(this->add_ordered(n.__release())); }
    template <typename O> void merge(O &&o) { this->merge_ordered(o); }
};
template <typename K, typename C> bool operator==(const set<K, C> &a, const set<K, C> &b) { return __equal_elements(a, b); }
template <typename K, typename C> bool operator!=(const set<K, C> &a, const set<K, C> &b) { return !__equal_elements(a, b); }
template <typename K, typename C> bool operator<(const set<K, C> &a, const set<K, C> &b) { return __less_elements(a, b); }
template <typename K, typename C> bool operator==(const multiset<K, C> &a, const multiset<K, C> &b) { return __equal_elements(a, b); }
template <typename K, typename C> bool operator!=(const multiset<K, C> &a, const multiset<K, C> &b) { return !__equal_elements(a, b); }
template <typename K, typename C> void swap(set<K, C> &a, set<K, C> &b) { a.swap(b); }
template <typename K, typename C, typename F> size_t erase_if(set<K, C> &c, F f) { size_t n = 0; for (auto i = c.begin(); i != c.end();) { if (f(*i)) { i = c.erase(i); n++; } else ++i; } return n; }
template <typename K, typename C, typename F> size_t erase_if(multiset<K, C> &c, F f) { size_t n = 0; for (auto i = c.begin(); i != c.end();) { if (f(*i)) { i = c.erase(i); n++; } else ++i; } return n; }
template <typename I, typename = decltype(*declval<I>()), typename V = typename iterator_traits<I>::value_type> set(I, I) -> set<V>;
template <typename I, typename = decltype(*declval<I>()), typename V = typename iterator_traits<I>::value_type> multiset(I, I) -> multiset<V>;
}
