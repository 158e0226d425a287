#include <map>
#include <set>
#include <string>
// names: unordered_map unordered_set unordered_multimap unordered_multiset
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename K, typename V, typename H = hash<K>, typename E = equal_to<K>> class unordered_map {
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
    typedef K key_type;
    typedef V mapped_type;
    typedef pair<const K, V> value_type;
    typedef __sorted_iterator<pair<const K, V>> iterator;
    typedef __sorted_iterator<pair<const K, V>> const_iterator;
    unordered_map() {}
    explicit unordered_map(size_t) {}
    template <typename I, typename = decltype(*declval<I>())> unordered_map(I first, I last) { for (; first != last; ++first) insert(*first); }
    unordered_map(initializer_list<pair<const K, V>> list) { for (const pair<const K, V> &p : list) insert(p); }
    unordered_map(const unordered_map &o) { for (size_t i = 0; i < o.items_.size(); i++) add(new pair<const K, V>(*o.items_[i])); }
    ~unordered_map() { clear(); }
    unordered_map &operator=(const unordered_map &o) { if (this != &o) { clear(); for (size_t i = 0; i < o.items_.size(); i++) add(new pair<const K, V>(*o.items_[i])); } return *this; }
    V &operator[](const K &key) { long i = find_index(key); if (i < 0) i = (long) add(new pair<const K, V>(key, V())); return items_[(size_t) i]->second; }
    V &at(const K &key) { long i = find_index(key); if (i < 0) throw out_of_range("_Map_base::at"); return items_[(size_t) i]->second; }
    pair<iterator, bool> insert(const pair<const K, V> &p) { long i = find_index(p.first); bool fresh = i < 0; if (fresh) i = (long) add(new pair<const K, V>(p)); return pair<iterator, bool>(iterator(items_.data() + i), fresh); }
    template <typename... A> pair<iterator, bool> emplace(A &&...args) { return insert(pair<const K, V>(args...)); }
    template <typename... A> pair<iterator, bool> try_emplace(const K &key, A &&...args) { long i = find_index(key); bool fresh = i < 0; if (fresh) i = (long) add(new pair<const K, V>(key, V(args...))); return pair<iterator, bool>(iterator(items_.data() + i), fresh); }
    pair<iterator, bool> insert_or_assign(const K &key, const V &value) { auto r = insert(pair<const K, V>(key, value)); (*r.first).second = value; return r; }
    template <typename I> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    const V &at(const K &key) const { long i = find_index(key); if (i < 0) throw out_of_range("_Map_base::at"); return items_[(size_t) i]->second; }
    bool contains(const K &key) const { return find_index(key) >= 0; }
    iterator erase(iterator at) { size_t i = (size_t) (at.place() - items_.data()); delete items_[i]; items_.erase(items_.begin() + i); rebuild(); return iterator(items_.data() + i); }
    void reserve(size_t) {}
    void swap(unordered_map &o) { items_.swap(o.items_); slots_.swap(o.slots_); }
    iterator find(const K &key) const { long i = find_index(key); return i < 0 ? end() : iterator((pair<const K, V> **) items_.data() + i); }
    size_t count(const K &key) const { return find_index(key) >= 0 ? 1 : 0; }
    size_t erase(const K &key) { long i = find_index(key); if (i < 0) return 0; delete items_[(size_t) i]; items_.erase(items_.begin() + i); rebuild(); return 1; }
    void clear() { for (size_t i = 0; i < items_.size(); i++) delete items_[i]; items_.clear(); slots_.clear(); }
    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    iterator begin() const { return iterator((pair<const K, V> **) items_.data()); }
    iterator end() const { return iterator((pair<const K, V> **) items_.data() + items_.size()); }
};
template <typename K> class __key_iterator {
    pair<const K, bool> **at_;
public:
    typedef K value_type;
    __key_iterator() : at_(0) {}
    __key_iterator(__sorted_iterator<pair<const K, bool>> i) : at_(i.place()) {}
    pair<const K, bool> **place() const { return at_; }
    const K &operator*() const { return (*at_)->first; }
    const K *operator->() const { return &(*at_)->first; }
    __key_iterator &operator++() { ++at_; return *this; }
    __key_iterator operator++(int) { __key_iterator old = *this; ++at_; return old; }
    bool operator==(const __key_iterator &o) const { return at_ == o.at_; }
    bool operator!=(const __key_iterator &o) const { return at_ != o.at_; }
};
template <typename K, typename H = hash<K>, typename E = equal_to<K>> class unordered_set {
    unordered_map<K, bool, H> items_;
public:
    typedef K key_type;
    typedef K value_type;
    typedef __key_iterator<K> iterator;
    typedef __key_iterator<K> const_iterator;
    unordered_set() {}
    explicit unordered_set(size_t) {}
    unordered_set(initializer_list<K> list) { for (const K &k : list) insert(k); }
    template <typename I, typename = decltype(*declval<I>())> unordered_set(I first, I last) { for (; first != last; ++first) insert(*first); }
    pair<iterator, bool> insert(const K &key) { auto r = items_.insert(pair<const K, bool>(key, true)); return pair<iterator, bool>(iterator(r.first), r.second); }
    template <typename I> void insert(I first, I last) { for (; first != last; ++first) insert(*first); }
    pair<iterator, bool> emplace(const K &key) { return insert(key); }
    iterator find(const K &key) const { return iterator(items_.find(key)); }
    size_t count(const K &key) const { return items_.count(key); }
    bool contains(const K &key) const { return items_.count(key) > 0; }
    size_t erase(const K &key) { return items_.erase(key); }
    iterator erase(iterator at) { return iterator(items_.erase(__sorted_iterator<pair<const K, bool>>(at.place()))); }
    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    void clear() { items_.clear(); }
    void reserve(size_t) {}
    iterator begin() const { return iterator(items_.begin()); }
    iterator end() const { return iterator(items_.end()); }
};
template <typename K, typename V, typename H = hash<K>> class unordered_multimap : public multimap<K, V> {};
template <typename K, typename H = hash<K>> class unordered_multiset : public multiset<K> {};
}
