#include <vector>
#include <iterator>
#include <functional>
#include <tuple>
// names: map multimap
// SPDX-License-Identifier: Apache-2.0
// A sorted vector of pointers to pairs: an element stays where it is, as references to it may.
namespace std {
template <typename E> class __sorted_iterator {
    E **at_;
public:
    typedef E value_type;
    __sorted_iterator() : at_(0) {}
    __sorted_iterator(E **at) : at_(at) {}
    E **place() const { return at_; }
    E &operator*() const { return **at_; }
    E *operator->() const { return *at_; }
    __sorted_iterator &operator++() { ++at_; return *this; }
    __sorted_iterator operator++(int) { __sorted_iterator old(at_); ++at_; return old; }
    __sorted_iterator &operator--() { --at_; return *this; }
    __sorted_iterator operator--(int) { __sorted_iterator old(at_); --at_; return old; }
    bool operator==(const __sorted_iterator &o) const { return at_ == o.at_; }
    bool operator!=(const __sorted_iterator &o) const { return at_ != o.at_; }
};
template <typename K, typename V, typename C = less<K>> class map {
    vector<pair<const K, V> *> items_;
    C less_;
    size_t place(const K &key) const {
        size_t low = 0, high = items_.size();
        while (low < high) { size_t middle = low + (high - low) / 2; if (less_(items_[middle]->first, key)) low = middle + 1; else high = middle; }
        return low;
    }
    bool has(size_t i, const K &key) const { return i < items_.size() && !less_(key, items_[i]->first); }
    void add(size_t i, pair<const K, V> *item) {
        items_.push_back(item);
        for (size_t k = items_.size() - 1; k > i; k--) items_[k] = items_[k - 1];
        items_[i] = item;
    }
public:
    typedef K key_type;
    typedef V mapped_type;
    typedef pair<const K, V> value_type;
    typedef __sorted_iterator<pair<const K, V>> iterator;
    typedef __sorted_iterator<pair<const K, V>> const_iterator;
    map() {}
    template <typename I, typename = decltype(*declval<I>())> map(I first, I last) { for (; first != last; ++first) insert(*first); }
    map &operator=(initializer_list<pair<const K, V>> list) { clear(); for (const pair<const K, V> &p : list) insert(p); return *this; }
    map(initializer_list<pair<const K, V>> list) { for (const pair<const K, V> &p : list) insert(p); }
    map(const map &o) { for (size_t i = 0; i < o.items_.size(); i++) items_.push_back(new pair<const K, V>(*o.items_[i])); }
    ~map() { clear(); }
    map &operator=(const map &o) { if (this != &o) { clear(); for (size_t i = 0; i < o.items_.size(); i++) items_.push_back(new pair<const K, V>(*o.items_[i])); } return *this; }
    V &operator[](const K &key) { size_t i = place(key); if (!has(i, key)) add(i, new pair<const K, V>(key, V())); return items_[i]->second; }
    V &at(const K &key) { size_t i = place(key); if (!has(i, key)) throw out_of_range("map::at"); return items_[i]->second; }
    const V &at(const K &key) const { size_t i = place(key); if (!has(i, key)) throw out_of_range("map::at"); return items_[i]->second; }
    pair<iterator, bool> insert(const pair<const K, V> &p) { size_t i = place(p.first); bool fresh = !has(i, p.first); if (fresh) add(i, new pair<const K, V>(p)); return pair<iterator, bool>(iterator((pair<const K, V> **) items_.data() + i), fresh); }
    template <typename... A> pair<iterator, bool> emplace(A &&...args) { return insert(pair<const K, V>(args...)); }
    iterator find(const K &key) const { size_t i = place(key); return has(i, key) ? iterator((pair<const K, V> **) items_.data() + i) : end(); }
    template <typename I> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    template <typename... A> pair<iterator, bool> try_emplace(const K &key, A &&...args) { size_t i = place(key); bool fresh = !has(i, key); if (fresh) add(i, new pair<const K, V>(key, V(args...))); return pair<iterator, bool>(iterator(items_.data() + i), fresh); }
    pair<iterator, bool> insert_or_assign(const K &key, const V &value) { auto r = insert(pair<const K, V>(key, value)); (*r.first).second = value; return r; }
    bool contains(const K &key) const { return has(place(key), key); }
    iterator upper_bound(const K &key) const { size_t i = place(key); return iterator((pair<const K, V> **) items_.data() + i + has(i, key)); }
    pair<iterator, iterator> equal_range(const K &key) const { return pair<iterator, iterator>(lower_bound(key), upper_bound(key)); }
    std::reverse_iterator<iterator> rbegin() const { return std::reverse_iterator<iterator>(end()); }
    std::reverse_iterator<iterator> rend() const { return std::reverse_iterator<iterator>(begin()); }
    iterator cbegin() const { return begin(); }
    iterator cend() const { return end(); }
    iterator erase(iterator first, iterator last) { size_t i = (size_t) (first.place() - items_.data()), n = (size_t) (last.place() - first.place()); for (; n > 0; n--) erase(iterator(items_.data() + i)); return iterator(items_.data() + i); }
    void swap(map &o) { items_.swap(o.items_); }
    iterator lower_bound(const K &key) const { return iterator((pair<const K, V> **) items_.data() + place(key)); }
    size_t count(const K &key) const { return has(place(key), key) ? 1 : 0; }
    size_t erase(const K &key) { size_t i = place(key); if (!has(i, key)) return 0; delete items_[i]; items_.erase(items_.begin() + i); return 1; }
    iterator erase(iterator at) { size_t i = (size_t) (at.place() - items_.data()); delete items_[i]; items_.erase(items_.begin() + i); return iterator(items_.data() + i); }
    void clear() { for (size_t i = 0; i < items_.size(); i++) delete items_[i]; items_.clear(); }
    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    iterator begin() const { return iterator((pair<const K, V> **) items_.data()); }
    iterator end() const { return iterator((pair<const K, V> **) items_.data() + items_.size()); }
};
template <typename K, typename V, typename C> bool operator==(const map<K, V, C> &a, const map<K, V, C> &b) { if (a.size() != b.size()) return false; for (auto i = a.begin(), k = b.begin(); i != a.end(); ++i, ++k) if (!((*i).first == (*k).first && (*i).second == (*k).second)) return false; return true; }
template <typename K, typename V, typename C = less<K>> class multimap {
    vector<pair<const K, V> *> items_;
    C less_;
    size_t place(const K &key, bool behind) const {
        size_t low = 0, high = items_.size();
        while (low < high) { size_t middle = low + (high - low) / 2; if (behind ? !less_(key, items_[middle]->first) : less_(items_[middle]->first, key)) low = middle + 1; else high = middle; }
        return low;
    }
    pair<const K, V> **at(size_t i) const { return (pair<const K, V> **) items_.data() + i; }
public:
    typedef K key_type;
    typedef V mapped_type;
    typedef pair<const K, V> value_type;
    typedef __sorted_iterator<pair<const K, V>> iterator;
    typedef __sorted_iterator<pair<const K, V>> const_iterator;
    multimap() {}
    multimap(initializer_list<pair<const K, V>> list) { for (const pair<const K, V> &p : list) insert(p); }
    multimap(const multimap &o) { for (size_t i = 0; i < o.items_.size(); i++) items_.push_back(new pair<const K, V>(*o.items_[i])); }
    ~multimap() { clear(); }
    multimap &operator=(const multimap &o) { if (this != &o) { clear(); for (size_t i = 0; i < o.items_.size(); i++) items_.push_back(new pair<const K, V>(*o.items_[i])); } return *this; }
    iterator insert(const pair<const K, V> &p) {
        size_t i = place(p.first, true);
        items_.push_back(new pair<const K, V>(p));
        pair<const K, V> *item = items_.back();
        for (size_t k = items_.size() - 1; k > i; k--) items_[k] = items_[k - 1];
        items_[i] = item;
        return iterator(at(i));
    }
    template <typename... A> iterator emplace(A &&...args) { return insert(pair<const K, V>(args...)); }
    iterator lower_bound(const K &key) const { return iterator(at(place(key, false))); }
    iterator upper_bound(const K &key) const { return iterator(at(place(key, true))); }
    pair<iterator, iterator> equal_range(const K &key) const { return pair<iterator, iterator>(lower_bound(key), upper_bound(key)); }
    size_t count(const K &key) const { return place(key, true) - place(key, false); }
    bool contains(const K &key) const { return count(key) > 0; }
    iterator find(const K &key) const { return count(key) ? lower_bound(key) : end(); }
    iterator erase(iterator which) { size_t i = (size_t) (which.place() - items_.data()); delete items_[i]; items_.erase(items_.begin() + i); return iterator(at(i)); }
    size_t erase(const K &key) { size_t n = count(key); for (size_t k = 0; k < n; k++) erase(lower_bound(key)); return n; }
    void clear() { for (size_t i = 0; i < items_.size(); i++) delete items_[i]; items_.clear(); }
    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    iterator begin() const { return iterator(at(0)); }
    iterator end() const { return iterator(at(items_.size())); }
    std::reverse_iterator<iterator> rbegin() const { return std::reverse_iterator<iterator>(end()); }
    std::reverse_iterator<iterator> rend() const { return std::reverse_iterator<iterator>(begin()); }
};
}
