#include <__hashed>
#include <map>
#include <set>
#include <string>
// names: unordered_map unordered_set unordered_multimap unordered_multiset
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename K, typename V, typename H = hash<K>, typename Q = equal_to<K>, typename A = allocator<pair<const K, V>>> class unordered_map : public __hashed<K, pair<const K, V>, __first_of, pair<const K, V>, H, Q, false, A> {
    typedef pair<const K, V> E;
    typedef __hashed<K, E, __first_of, E, H, Q, false, A> table;
    typedef __hashed_node<E> node;
    pair<typename table::iterator, bool> put(node *p) { auto r = this->add_unique(p); return pair<typename table::iterator, bool>(typename table::iterator(r.first), r.second); }
    template <typename X> V &value_of(X &&k) {
        size_t code = this->hash_(k);
        __hashed_link *p = this->before(code, k);
        p = p ? p->next : this->add(this->__make(__key_only(), forward<X>(k)), code, 1);
        return ((node *) p)->value.second;
    }
public:
    typedef V mapped_type;
    typedef typename table::iterator iterator;
    typedef typename table::const_iterator const_iterator;
    typedef typename table::node_type node_type;
    typedef __node_inserted<iterator, node_type> insert_return_type;
    insert_return_type insert(node_type &&n) { return this->template put_node<iterator, node_type>(std::move(n)); }
    iterator insert(const_iterator, node_type &&n) { return insert(std::move(n)).position; }
    template <typename O> void merge(O &&o) { this->merge_unique(o); }
    unordered_map() {}
    explicit unordered_map(const A &a) : table(a) {}
    explicit unordered_map(size_t n, const H &hash = H(), const Q &equal = Q(), const A &a = A()) : table(n, hash, equal, a) {}
    unordered_map(initializer_list<E> list, size_t n = 0, const H &hash = H(), const Q &equal = Q(), const A &a = A()) : table(n, hash, equal, a) { for (const E &e : list) insert(e); }
    template <typename I, typename = decltype(*declval<I>())> unordered_map(I first, I last)  { insert(first, last); }
    unordered_map &operator=(initializer_list<E> list) { this->clear(); if (this->bucket_count() < list.size()) this->rehash(list.size()); for (const E &e : list) insert(e); return *this; }
    V &operator[](const K &k) { return value_of(k); }
    V &operator[](K &&k) { return value_of(move(k)); }
    V &at(const K &k) { iterator i = this->find(k); if (i == this->end()) throw out_of_range("_Map_base::at"); return i->second; }
    const V &at(const K &k) const { const_iterator i = this->find(k); if (i == this->end()) throw out_of_range("_Map_base::at"); return i->second; }
    pair<iterator, bool> insert(const E &e) { iterator i = this->find(e.first); return i == this->end() ? put(this->__make(e)) : pair<iterator, bool>(i, false); }
    pair<iterator, bool> insert(E &&e) { iterator i = this->find(e.first); return i == this->end() ? put(this->__make(move(e))) : pair<iterator, bool>(i, false); }
    template <typename P, typename = decltype(declval<P>().first)> pair<iterator, bool> insert(P &&p) { return put(this->__make(forward<P>(p))); }
    iterator insert(const_iterator, const E &e) { return insert(e).first; }
    template <typename I, typename = decltype(*declval<I>())> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    void insert(initializer_list<E> list) { for (const E &e : list) insert(e); }
    template <typename... B> pair<iterator, bool> emplace(B &&...args) { return put(this->__make(forward<B>(args)...)); }
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
};
template <typename K, typename V, typename H = hash<K>, typename Q = equal_to<K>, typename A = allocator<pair<const K, V>>> class unordered_multimap : public __hashed<K, pair<const K, V>, __first_of, pair<const K, V>, H, Q, true, A> {
    typedef pair<const K, V> E;
    typedef __hashed<K, E, __first_of, E, H, Q, true, A> table;
    typedef __hashed_node<E> node;
    typename table::iterator put(node *p) { return typename table::iterator(this->add(p, this->hash_(this->key(p)), 1)); }
public:
    typedef V mapped_type;
    typedef typename table::iterator iterator;
    typedef typename table::const_iterator const_iterator;
    typedef typename table::node_type node_type;
    iterator insert(node_type &&n) { return this->template put_any<iterator, node_type>(std::move(n)); }
    template <typename O> void merge(O &&o) { this->merge_any(o); }
    unordered_multimap() {}
    explicit unordered_multimap(const A &a) : table(a) {}
    explicit unordered_multimap(size_t n, const H &hash = H(), const Q &equal = Q(), const A &a = A()) : table(n, hash, equal, a) {}
    unordered_multimap(initializer_list<E> list) : table(list.size(), H(), Q()) { for (const E &e : list) insert(e); }
    template <typename I, typename = decltype(*declval<I>())> unordered_multimap(I first, I last) : table((size_t) distance(first, last), H(), Q()) { for (; first != last; ++first) insert(*first); }
    iterator insert(const E &e) { return put(this->__make(e)); }
    template <typename P, typename = decltype(declval<P>().first)> iterator insert(P &&p) { return put(this->__make(forward<P>(p))); }
    template <typename I, typename = decltype(*declval<I>())> void insert(I first, I last) { this->make_room((size_t) distance(first, last)); for (; first != last; ++first) insert(*first); }
    template <typename... B> iterator emplace(B &&...args) { return put(this->__make(forward<B>(args)...)); }
};
template <typename K, typename H = hash<K>, typename Q = equal_to<K>, typename A = allocator<K>> class unordered_set : public __hashed<K, K, __itself, const K, H, Q, false, A> {
    typedef __hashed<K, K, __itself, const K, H, Q, false, A> table;
    typedef __hashed_node<K> node;
    pair<typename table::iterator, bool> put(node *p) { auto r = this->add_unique(p); return pair<typename table::iterator, bool>(typename table::iterator(r.first), r.second); }
public:
    typedef typename table::iterator iterator;
    typedef typename table::const_iterator const_iterator;
    typedef typename table::node_type node_type;
    typedef __node_inserted<iterator, node_type> insert_return_type;
    insert_return_type insert(node_type &&n) { return this->template put_node<iterator, node_type>(std::move(n)); }
    iterator insert(const_iterator, node_type &&n) { return insert(std::move(n)).position; }
    template <typename O> void merge(O &&o) { this->merge_unique(o); }
    unordered_set() {}
    explicit unordered_set(const A &a) : table(a) {}
    explicit unordered_set(size_t n, const H &hash = H(), const Q &equal = Q(), const A &a = A()) : table(n, hash, equal, a) {}
    unordered_set(initializer_list<K> list, size_t n = 0, const H &hash = H(), const Q &equal = Q(), const A &a = A()) : table(n, hash, equal, a) { for (const K &k : list) insert(k); }
    template <typename I, typename = decltype(*declval<I>())> unordered_set(I first, I last)  { insert(first, last); }
    unordered_set &operator=(initializer_list<K> list) { this->clear(); if (this->bucket_count() < list.size()) this->rehash(list.size()); for (const K &k : list) insert(k); return *this; }
    pair<iterator, bool> insert(const K &k) { iterator i = this->find(k); return i == this->end() ? put(this->__make(k)) : pair<iterator, bool>(i, false); }
    pair<iterator, bool> insert(K &&k) { iterator i = this->find(k); return i == this->end() ? put(this->__make(move(k))) : pair<iterator, bool>(i, false); }
    iterator insert(const_iterator, const K &k) { return insert(k).first; }
    template <typename I, typename = decltype(*declval<I>())> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    void insert(initializer_list<K> list) { for (const K &k : list) insert(k); }
    template <typename... B> pair<iterator, bool> emplace(B &&...args) { return put(this->__make(forward<B>(args)...)); }
};
template <typename K, typename H = hash<K>, typename Q = equal_to<K>, typename A = allocator<K>> class unordered_multiset : public __hashed<K, K, __itself, const K, H, Q, true, A> {
    typedef __hashed<K, K, __itself, const K, H, Q, true, A> table;
    typedef __hashed_node<K> node;
    typename table::iterator put(node *p) { return typename table::iterator(this->add(p, this->hash_(this->key(p)), 1)); }
public:
    typedef typename table::iterator iterator;
    typedef typename table::const_iterator const_iterator;
    typedef typename table::node_type node_type;
    iterator insert(node_type &&n) { return this->template put_any<iterator, node_type>(std::move(n)); }
    template <typename O> void merge(O &&o) { this->merge_any(o); }
    unordered_multiset() {}
    explicit unordered_multiset(const A &a) : table(a) {}
    explicit unordered_multiset(size_t n, const H &hash = H(), const Q &equal = Q(), const A &a = A()) : table(n, hash, equal, a) {}
    unordered_multiset(initializer_list<K> list) : table(list.size(), H(), Q()) { for (const K &k : list) insert(k); }
    template <typename I, typename = decltype(*declval<I>())> unordered_multiset(I first, I last) : table((size_t) distance(first, last), H(), Q()) { for (; first != last; ++first) insert(*first); }
    iterator insert(const K &k) { return put(this->__make(k)); }
    template <typename I, typename = decltype(*declval<I>())> void insert(I first, I last) { this->make_room((size_t) distance(first, last)); for (; first != last; ++first) insert(*first); }
    template <typename... B> iterator emplace(B &&...args) { return put(this->__make(forward<B>(args)...)); }
};
template <typename T> bool __same_counts(const T &a, const T &b) {
    if (a.size() != b.size()) return false;
    for (const auto &e : a) if (a.count(e) != b.count(e)) return false;
    return true;
}
template <typename K, typename V, typename H, typename Q, typename A> bool operator==(const unordered_map<K, V, H, Q, A> &a, const unordered_map<K, V, H, Q, A> &b) {
    if (a.size() != b.size()) return false;
    for (const auto &e : a) { auto i = b.find(e.first); if (i == b.end() || !(i->second == e.second)) return false; }
    return true;
}
template <typename K, typename V, typename H, typename Q, typename A> bool operator!=(const unordered_map<K, V, H, Q, A> &a, const unordered_map<K, V, H, Q, A> &b) { return !(a == b); }
template <typename K, typename H, typename Q, typename A> bool operator==(const unordered_set<K, H, Q, A> &a, const unordered_set<K, H, Q, A> &b) { return __same_counts(a, b); }
template <typename K, typename H, typename Q, typename A> bool operator!=(const unordered_set<K, H, Q, A> &a, const unordered_set<K, H, Q, A> &b) { return !__same_counts(a, b); }
template <typename K, typename V, typename H, typename Q, typename A, typename F> size_t erase_if(unordered_map<K, V, H, Q, A> &c, F f) { size_t n = 0; for (auto i = c.begin(); i != c.end();) { if (f(*i)) { i = c.erase(i); n++; } else ++i; } return n; }
template <typename K, typename V, typename H, typename Q, typename A, typename F> size_t erase_if(unordered_multimap<K, V, H, Q, A> &c, F f) { size_t n = 0; for (auto i = c.begin(); i != c.end();) { if (f(*i)) { i = c.erase(i); n++; } else ++i; } return n; }
template <typename K, typename H, typename Q, typename A, typename F> size_t erase_if(unordered_set<K, H, Q, A> &c, F f) { size_t n = 0; for (auto i = c.begin(); i != c.end();) { if (f(*i)) { i = c.erase(i); n++; } else ++i; } return n; }
template <typename K, typename H, typename Q, typename A, typename F> size_t erase_if(unordered_multiset<K, H, Q, A> &c, F f) { size_t n = 0; for (auto i = c.begin(); i != c.end();) { if (f(*i)) { i = c.erase(i); n++; } else ++i; } return n; }
template <typename K, typename V> unordered_map(initializer_list<pair<K, V>>) -> unordered_map<K, V>;
template <typename K, typename V> unordered_multimap(initializer_list<pair<K, V>>) -> unordered_multimap<K, V>;
}
