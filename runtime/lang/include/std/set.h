#include <vector>
#include <functional>
// names: set multiset
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename K, typename C = less<K>> class set {
    vector<K> items_;
    C less_;
    size_t place(const K &key) const {
        size_t low = 0, high = items_.size();
        while (low < high) { size_t middle = low + (high - low) / 2; if (less_(items_[middle], key)) low = middle + 1; else high = middle; }
        return low;
    }
    bool has(size_t i, const K &key) const { return i < items_.size() && !less_(key, items_[i]); }
public:
    typedef K value_type;
    typedef const K *iterator;
    typedef const K *const_iterator;
    set() {}
    set(initializer_list<K> list) { for (const K &k : list) insert(k); }
    template <typename I> set(I first, I last) { for (; first != last; ++first) insert(*first); }
    pair<const K *, bool> insert(const K &key) { size_t i = place(key); bool fresh = !has(i, key); if (fresh) items_.insert(items_.begin() + i, key); return pair<const K *, bool>(items_.data() + i, fresh); }
    const K *find(const K &key) const { size_t i = place(key); return has(i, key) ? items_.data() + i : end(); }
    size_t count(const K &key) const { return has(place(key), key) ? 1 : 0; }
    size_t erase(const K &key) { size_t i = place(key); if (!has(i, key)) return 0; items_.erase(items_.begin() + i); return 1; }
    pair<const K *, bool> emplace(const K &key) { return insert(key); }
    template <typename I> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    const K *erase(const K *at) { size_t i = (size_t) (at - items_.data()); items_.erase(items_.begin() + i); return items_.data() + i; }
    bool contains(const K &key) const { return has(place(key), key); }
    const K *lower_bound(const K &key) const { return items_.data() + place(key); }
    const K *upper_bound(const K &key) const { size_t i = place(key); return items_.data() + i + has(i, key); }
    reverse_iterator<const K *> rbegin() const { return reverse_iterator<const K *>(end()); }
    reverse_iterator<const K *> rend() const { return reverse_iterator<const K *>(begin()); }
    const K *cbegin() const { return begin(); }
    const K *cend() const { return end(); }
    void swap(set &o) { items_.swap(o.items_); }
    void clear() { items_.clear(); }
    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    const K *begin() const { return items_.data(); }
    const K *end() const { return items_.data() + items_.size(); }
};
template <typename K, typename C> bool operator==(const set<K, C> &a, const set<K, C> &b) { if (a.size() != b.size()) return false; for (const K *i = a.begin(), *k = b.begin(); i != a.end(); ++i, ++k) if (!(*i == *k)) return false; return true; }
template <typename K, typename C = less<K>> class multiset {
    vector<K> items_;
    C less_;
    size_t place(const K &key, bool behind) const {
        size_t low = 0, high = items_.size();
        while (low < high) { size_t middle = low + (high - low) / 2; if (behind ? !less_(key, items_[middle]) : less_(items_[middle], key)) low = middle + 1; else high = middle; }
        return low;
    }
public:
    typedef K value_type;
    typedef const K *iterator;
    typedef const K *const_iterator;
    multiset() {}
    multiset(initializer_list<K> list) { for (const K &k : list) insert(k); }
    template <typename I, typename = decltype(*declval<I>())> multiset(I first, I last) { for (; first != last; ++first) insert(*first); }
    const K *insert(const K &key) { size_t i = place(key, true); items_.insert(items_.begin() + i, key); return items_.data() + i; }
    const K *emplace(const K &key) { return insert(key); }
    size_t count(const K &key) const { return place(key, true) - place(key, false); }
    const K *lower_bound(const K &key) const { return items_.data() + place(key, false); }
    const K *upper_bound(const K &key) const { return items_.data() + place(key, true); }
    const K *find(const K &key) const { return count(key) ? lower_bound(key) : end(); }
    size_t erase(const K &key) { size_t n = count(key), i = place(key, false); if (n) items_.erase(items_.begin() + i, items_.begin() + i + n); return n; }
    const K *erase(const K *at) { size_t i = (size_t) (at - items_.data()); items_.erase(items_.begin() + i); return items_.data() + i; }
    void clear() { items_.clear(); }
    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    const K *begin() const { return items_.data(); }
    const K *end() const { return items_.data() + items_.size(); }
    reverse_iterator<const K *> rbegin() const { return reverse_iterator<const K *>(end()); }
    reverse_iterator<const K *> rend() const { return reverse_iterator<const K *>(begin()); }
};
}
