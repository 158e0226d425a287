#include <map>
#include <string>
// names: unordered_map unordered_set
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <> struct hash<string> { size_t operator()(const string &s) const { size_t h = 1469598103934665603ul; for (size_t i = 0; i < s.size(); i++) h = (h ^ (unsigned char) s[i]) * 1099511628211ul; return h; } };
template <typename K, typename V, typename H = hash<K>> class unordered_map {
    vector<pair<const K, V> *> items_;
    vector<long> slots_;
    H hash_;
    long find_index(const K &key) const {
        if (slots_.empty()) return -1;
        size_t mask = slots_.size() - 1;
        for (size_t i = (hash_(key) * 0x9e3779b97f4a7c15ul >> 20) & mask;; i = (i + 1) & mask) {
            if (slots_[i] < 0) return -1;
            if (items_[(size_t) slots_[i]]->first == key) return slots_[i];
        }
    }
    void link(size_t index) {
        size_t mask = slots_.size() - 1, i = (hash_(items_[index]->first) * 0x9e3779b97f4a7c15ul >> 20) & mask;
        while (slots_[i] >= 0) i = (i + 1) & mask;
        slots_[i] = (long) index;
    }
    void rebuild() {
        size_t n = 16;
        while (n < 2 * items_.size() + 2) n *= 2;
        slots_.assign(n, -1L);
        for (size_t i = 0; i < items_.size(); i++) link(i);
    }
    size_t add(pair<const K, V> *item) {
        items_.push_back(item);
        if (2 * items_.size() > slots_.size()) rebuild(); else link(items_.size() - 1);
        return items_.size() - 1;
    }
public:
    typedef pair<const K, V> value_type;
    typedef __sorted_iterator<pair<const K, V>> iterator;
    typedef __sorted_iterator<pair<const K, V>> const_iterator;
    unordered_map() {}
    unordered_map(initializer_list<pair<const K, V>> list) { for (const pair<const K, V> &p : list) insert(p); }
    unordered_map(const unordered_map &o) { for (size_t i = 0; i < o.items_.size(); i++) add(new pair<const K, V>(*o.items_[i])); }
    ~unordered_map() { clear(); }
    unordered_map &operator=(const unordered_map &o) { if (this != &o) { clear(); for (size_t i = 0; i < o.items_.size(); i++) add(new pair<const K, V>(*o.items_[i])); } return *this; }
    V &operator[](const K &key) { long i = find_index(key); if (i < 0) i = (long) add(new pair<const K, V>(key, V())); return items_[(size_t) i]->second; }
    V &at(const K &key) { long i = find_index(key); if (i < 0) throw out_of_range("_Map_base::at"); return items_[(size_t) i]->second; }
    pair<iterator, bool> insert(const pair<const K, V> &p) { long i = find_index(p.first); bool fresh = i < 0; if (fresh) i = (long) add(new pair<const K, V>(p)); return pair<iterator, bool>(iterator(items_.data() + i), fresh); }
    template <typename A, typename B> pair<iterator, bool> emplace(const A &a, const B &b) { return insert(pair<const K, V>(a, b)); }
    iterator find(const K &key) const { long i = find_index(key); return i < 0 ? end() : iterator((pair<const K, V> **) items_.data() + i); }
    size_t count(const K &key) const { return find_index(key) >= 0 ? 1 : 0; }
    size_t erase(const K &key) { long i = find_index(key); if (i < 0) return 0; delete items_[(size_t) i]; items_.erase(items_.begin() + i); rebuild(); return 1; }
    void clear() { for (size_t i = 0; i < items_.size(); i++) delete items_[i]; items_.clear(); slots_.clear(); }
    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    iterator begin() const { return iterator((pair<const K, V> **) items_.data()); }
    iterator end() const { return iterator((pair<const K, V> **) items_.data() + items_.size()); }
};
template <typename K, typename H = hash<K>> class unordered_set {
    unordered_map<K, bool, H> items_;
public:
    bool insert(const K &key) { bool fresh = !items_.count(key); items_[key] = true; return fresh; }
    size_t count(const K &key) const { return items_.count(key); }
    size_t erase(const K &key) { return items_.erase(key); }
    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    void clear() { items_.clear(); }
};
}
