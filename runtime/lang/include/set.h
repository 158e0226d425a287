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
    void clear() { items_.clear(); }
    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    const K *begin() const { return items_.data(); }
    const K *end() const { return items_.data() + items_.size(); }
};
}
