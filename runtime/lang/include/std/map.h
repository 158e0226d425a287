#include <__tree>
// names: map multimap
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename K, typename V, typename C = less<K>, typename A = allocator<pair<const K, V>>> class map : public __tree<K, pair<const K, V>, __first_of, pair<const K, V>, C, A> {
    typedef pair<const K, V> E;
    typedef __tree<K, E, __first_of, E, C, A> tree;
    typedef __tree_node<E> node;
    pair<typename tree::iterator, bool> put(node *p) { auto r = this->add_unique(p); return pair<typename tree::iterator, bool>(typename tree::iterator(r.first), r.second); }
public:
    typedef V mapped_type;
    typedef typename tree::iterator iterator;
    typedef typename tree::const_iterator const_iterator;
    map() {}
    explicit map(const C &less, const A &a = A()) : tree(less, a) {}
    explicit map(const A &a) : tree(a) {}
    map(initializer_list<E> list, const C &less = C(), const A &a = A()) : tree(less, a) { for (const E &e : list) insert(e); }
    map(initializer_list<E> list, const A &a) : tree(a) { for (const E &e : list) insert(e); }
    template <typename I, typename = decltype(*declval<I>())> map(I first, I last, const C &less = C(), const A &a = A()) : tree(less, a) { for (; first != last; ++first) insert(*first); }
    template <typename I, typename = decltype(*declval<I>())> map(I first, I last, const A &a) : tree(a) { for (; first != last; ++first) insert(*first); }
    map &operator=(initializer_list<E> list) { this->clear(); for (const E &e : list) insert(e); return *this; }
    V &operator[](const K &k) {
        __tree_link *p = this->lower(k);
        if (p == this->end().link() || this->less_(k, this->key(p))) p = this->add_before(p, this->__make(__key_only(), k));
        return ((node *) p)->value.second;
    }
    V &operator[](K &&k) {
        __tree_link *p = this->lower(k);
        if (p == this->end().link() || this->less_(k, this->key(p))) p = this->add_before(p, this->__make(__key_only(), move(k)));
        return ((node *) p)->value.second;
    }
    V &at(const K &k) { iterator i = this->find(k); if (i == this->end()) throw out_of_range("map::at"); return i->second; }
    const V &at(const K &k) const { const_iterator i = this->find(k); if (i == this->end()) throw out_of_range("map::at"); return i->second; }
    pair<iterator, bool> insert(const E &e) { iterator i = this->find(e.first); return i == this->end() ? put(this->__make(e)) : pair<iterator, bool>(i, false); }
    pair<iterator, bool> insert(E &&e) { iterator i = this->find(e.first); return i == this->end() ? put(this->__make(move(e))) : pair<iterator, bool>(i, false); }
    template <typename P, typename = decltype(declval<P>().first)> pair<iterator, bool> insert(P &&p) { return put(this->__make(forward<P>(p))); }
    iterator insert(const_iterator, const E &e) { return insert(e).first; }
    template <typename I, typename = decltype(*declval<I>())> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    void insert(initializer_list<E> list) { for (const E &e : list) insert(e); }
    template <typename... B> pair<iterator, bool> emplace(B &&...args) { return put(this->__make(forward<B>(args)...)); }
    template <typename... B> iterator emplace_hint(const_iterator, B &&...args) { return put(this->__make(forward<B>(args)...)).first; }
    template <typename... B> pair<iterator, bool> try_emplace(const K &k, B &&...args) {
        iterator i = this->find(k);
        return i == this->end() ? put(this->__make(__key_only(), k, forward<B>(args)...)) : pair<iterator, bool>(i, false);
    }
    template <typename T> pair<iterator, bool> insert_or_assign(const K &k, T &&value) {
        iterator i = this->find(k);
        if (i == this->end()) return put(this->__make(k, forward<T>(value)));
        i->second = forward<T>(value);
        return pair<iterator, bool>(i, false);
    }
    typedef typename tree::node_type node_type;
    typedef __node_inserted<iterator, node_type> insert_return_type;
    insert_return_type insert(node_type &&n) { return this->template put_node<iterator, node_type>(std::move(n)); }
    iterator insert(const_iterator, node_type &&n) { return insert(std::move(n)).position; }
    template <typename O> void merge(O &&o) { this->merge_unique(o); }
};
template <typename K, typename V, typename C = less<K>, typename A = allocator<pair<const K, V>>> class multimap : public __tree<K, pair<const K, V>, __first_of, pair<const K, V>, C, A> {
    typedef pair<const K, V> E;
    typedef __tree<K, E, __first_of, E, C, A> tree;
    typedef __tree_node<E> node;
public:
    typedef V mapped_type;
    typedef typename tree::iterator iterator;
    typedef typename tree::const_iterator const_iterator;
    multimap() {}
    explicit multimap(const C &less, const A &a = A()) : tree(less, a) {}
    explicit multimap(const A &a) : tree(a) {}
    multimap(initializer_list<E> list, const C &less = C(), const A &a = A()) : tree(less, a) { for (const E &e : list) insert(e); }
    multimap(initializer_list<E> list, const A &a) : tree(a) { for (const E &e : list) insert(e); }
    template <typename I, typename = decltype(*declval<I>())> multimap(I first, I last, const C &less = C(), const A &a = A()) : tree(less, a) { for (; first != last; ++first) insert(*first); }
    template <typename I, typename = decltype(*declval<I>())> multimap(I first, I last, const A &a) : tree(a) { for (; first != last; ++first) insert(*first); }
    iterator insert(const E &e) { return iterator(this->add_ordered(this->__make(e))); }
    iterator insert(E &&e) { return iterator(this->add_ordered(this->__make(move(e)))); }
    template <typename P, typename = decltype(declval<P>().first)> iterator insert(P &&p) { return iterator(this->add_ordered(this->__make(forward<P>(p)))); }
    template <typename I, typename = decltype(*declval<I>())> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    void insert(initializer_list<E> list) { for (const E &e : list) insert(e); }
    template <typename... B> iterator emplace(B &&...args) { return iterator(this->add_ordered(this->__make(forward<B>(args)...))); }
    typedef typename tree::node_type node_type;
    iterator insert(node_type &&n) { return n.empty() ? this->end() : iterator(this->add_ordered(n.__release())); }
    template <typename O> void merge(O &&o) { this->merge_ordered(o); }
};
template <typename K, typename V, typename C, typename A> bool operator==(const map<K, V, C, A> &a, const map<K, V, C, A> &b) { return __equal_elements(a, b); }
template <typename K, typename V, typename C, typename A> bool operator!=(const map<K, V, C, A> &a, const map<K, V, C, A> &b) { return !__equal_elements(a, b); }
template <typename K, typename V, typename C, typename A> bool operator<(const map<K, V, C, A> &a, const map<K, V, C, A> &b) { return __less_elements(a, b); }
template <typename K, typename V, typename C, typename A> bool operator==(const multimap<K, V, C, A> &a, const multimap<K, V, C, A> &b) { return __equal_elements(a, b); }
template <typename K, typename V, typename C, typename A> bool operator!=(const multimap<K, V, C, A> &a, const multimap<K, V, C, A> &b) { return !__equal_elements(a, b); }
template <typename K, typename V, typename C, typename A> void swap(map<K, V, C, A> &a, map<K, V, C, A> &b) { a.swap(b); }
template <typename K, typename V, typename C, typename A, typename F> size_t erase_if(map<K, V, C, A> &c, F f) { size_t n = 0; for (auto i = c.begin(); i != c.end();) { if (f(*i)) { i = c.erase(i); n++; } else ++i; } return n; }
template <typename K, typename V, typename C, typename A, typename F> size_t erase_if(multimap<K, V, C, A> &c, F f) { size_t n = 0; for (auto i = c.begin(); i != c.end();) { if (f(*i)) { i = c.erase(i); n++; } else ++i; } return n; }
template <typename K, typename V> map(initializer_list<pair<K, V>>) -> map<K, V>;
template <typename K, typename V, typename C> map(initializer_list<pair<K, V>>, C) -> map<K, V, C>;
template <typename K, typename V> multimap(initializer_list<pair<K, V>>) -> multimap<K, V>;
}
