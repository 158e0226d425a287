#include <__tree>
#include <stdexcept>
#include <vector>
#include <string>
#include <functional>
#include <iterator>
// names: __hashed
// SPDX-License-Identifier: Apache-2.0
// The hash table behind unordered_map, unordered_set and their multi forms. An element stays where it is until it is erased. All
// elements are in one list, those of a bucket next to each other; a bucket points to the link before its first element. Numbers of
// buckets, places of new elements and the order after rehashing are those of libstdc++, so iteration gives what g++'s programs give.
namespace std {
struct __hashed_link { __hashed_link *next; };
template <typename E> struct __hashed_node : __hashed_link {
    size_t code;
    E value;
    template <typename... A> __hashed_node(A &&...args) : code(0), value(forward<A>(args)...) {}
};
size_t __bucket_count(size_t least) {
    static const unsigned char few[14] = {1, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
    static const size_t many[] = {
        17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103, 109, 113, 127, 137, 139, 149, 157, 167,
        179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661, 709, 761, 823,
        887, 953, 1031, 1109, 1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209, 3469, 3739,
        4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011, 12983, 14033, 15173, 16411,
        17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233,
        67307, 72817, 78779, 85229, 92203, 99733, 107897, 116731, 126271, 136607, 147793, 159871, 172933, 187091, 202409, 218971,
        236897, 256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487, 480881, 520241, 562841, 608903, 658753, 712697,
        771049, 834181, 902483, 976369, 1056323, 1142821, 1236397, 1337629, 1447153, 1565659, 1693859, 1832561, 1982627, 2144977,
        2320627, 2510653, 2716249, 2938679, 3179303, 3439651, 3721303, 4026031, 4355707, 4712381, 5098259, 5515729, 5967347,
        6456007, 6984629, 7556579, 8175383, 8844859, 9569143, 10352717, 11200489, 12117689, 13109983, 14183539, 15345007,
        16601593, 17961079, 19431899, 21023161, 22744717, 24607243, 26622317, 28802401, 31160981, 33712729, 36473443, 39460231,
        42691603, 46187573, 49969847, 54061849, 58488943, 63278561, 68460391, 74066549, 80131819, 86693767, 93793069, 101473717,
        109783337, 118773397, 128499677, 139022417, 150406843, 162723577, 176048909, 190465427, 206062531, 222936881, 241193053,
        260944219, 282312799, 305431229, 330442829, 357502601, 386778277, 418451333, 452718089, 489790921, 529899637, 573292817,
        620239453, 671030513, 725980837, 785430967, 849749479, 919334987, 994618837, 1076067617, 1164186217, 1259520799,
        1362662261, 1474249943, 1594975441, 1725587117, 1866894511, 2019773507, 2185171673, 2364114217, 2557710269, 2767159799,
        2993761039, 3238918481, 3504151727, 3791104843, 4101556399, 4294967291,
    };
    if (least < 14) return few[least];
    size_t low = 0, high = sizeof many / sizeof *many;
    while (low < high) { size_t middle = (low + high) / 2; if (many[middle] < least) low = middle + 1; else high = middle; }
    return many[low];
}
template <typename H> struct __hashes_slowly { enum { value = false }; };
template <> struct __hashes_slowly<hash<string>> { enum { value = true }; };
template <typename K, typename Q> struct __finds_text { enum { value = false }; };
template <> struct __finds_text<string, equal_to<string>> { enum { value = true }; };
size_t __rounded_up(double x) { size_t n = (size_t) x; return (double) n < x ? n + 1 : n; }
template <typename E, typename R> class __hashed_iterator {
    __hashed_link *at_;
public:
    typedef E value_type;
    typedef ptrdiff_t difference_type;
    typedef R *pointer;
    typedef R &reference;
    typedef forward_iterator_tag iterator_category;
    __hashed_iterator() : at_(0) {}
    explicit __hashed_iterator(__hashed_link *at) : at_(at) {}
    template <typename O> __hashed_iterator(const __hashed_iterator<E, O> &o) : at_(o.link()) {}
    __hashed_link *link() const { return at_; }
    R &operator*() const { return ((__hashed_node<E> *) at_)->value; }
    R *operator->() const { return &((__hashed_node<E> *) at_)->value; }
    __hashed_iterator &operator++() { at_ = at_->next; return *this; }
    __hashed_iterator operator++(int) { __hashed_iterator old(at_); at_ = at_->next; return old; }
    template <typename O> bool operator==(const __hashed_iterator<E, O> &o) const { return at_ == o.link(); }
    template <typename O> bool operator!=(const __hashed_iterator<E, O> &o) const { return at_ != o.link(); }
};
/* K: of keys; E: of elements; F gives an element's key; R: what an iterator refers to; M: equal keys may be there more than once; A: the allocator, of nodes
   only. */
template <typename K, typename E, typename F, typename R, typename H, typename Q, bool M, typename A> class __hashed : protected __nodes<__hashed_node<E>, A> {
    typedef __nodes<__hashed_node<E>, A> nodes;
    __hashed_link before_; /* next: the first element */
    __hashed_node<E> *typed_; /* NULL: gives the type of nodes to the code that displays containers */
    vector<__hashed_link *> buckets_;
    size_t size_, resize_at_;
    float load_;
protected:
    H hash_;
    Q equal_;
    F key_;
    typedef __hashed_node<E> node;
    const K &key(const __hashed_link *p) const { return key_(((const node *) p)->value); }
    size_t bucket_of(const __hashed_link *p) const { return ((const node *) p)->code % buckets_.size(); }
    size_t counted(size_t least) { if (!least) return 1; size_t n = __bucket_count(least); resize_at_ = (size_t) ((double) n * load_); return n; }
    void reset() { before_.next = 0; typed_ = 0; size_ = 0; resize_at_ = 0; buckets_.assign(1, (__hashed_link *) 0); }
    __hashed_link *before(size_t code, const K &k) const { /* the link before the first element with that key; NULL: none */
        size_t n = buckets_.size();
        if constexpr (__finds_text<K, Q>::value) return (__hashed_link *) __hashed_text(buckets_[code % n], code, n, &k);
        else
            for (__hashed_link *p = buckets_[code % n]; p && (p = (__hashed_link *) __hashed_next(p, code, n)); p = p->next)
                if (equal_(key(p->next), k)) return p;
        return 0;
    }
    __hashed_link *exact(const K &k) const { __hashed_link *p = before(hash_(k), k); return p ? p->next : 0; }
    void put_first(vector<__hashed_link *> &buckets, __hashed_link *p, size_t bucket) {
        if (buckets[bucket]) { p->next = buckets[bucket]->next; buckets[bucket]->next = p; return; }
        p->next = before_.next;
        before_.next = p;
        if (p->next) buckets[((node *) p->next)->code % buckets.size()] = p;
        buckets[bucket] = &before_;
    }
    void rehash_to(size_t n) {
        vector<__hashed_link *> buckets(n, (__hashed_link *) 0);
        __hashed_link *p = before_.next, *last = 0;
        before_.next = 0;
        while (p) { /* equal elements stay next to each other and in their order */
            __hashed_link *next = p->next;
            size_t bucket = ((node *) p)->code % n;
            if (M && last && ((node *) last)->code % n == bucket) {
                p->next = last->next;
                last->next = p;
                if (p->next && ((node *) p->next)->code % n != bucket) buckets[((node *) p->next)->code % n] = p;
            } else put_first(buckets, p, bucket);
            last = p;
            p = next;
        }
        buckets_.swap(buckets);
    }
    void make_room(size_t more) {
        if (size_ + more <= resize_at_) return;
        size_t wanted = size_ + more;
        if (!resize_at_ && wanted < 11) wanted = 11;
        double least = (double) wanted / load_;
        if (least < (double) buckets_.size()) { resize_at_ = (size_t) ((double) buckets_.size() * load_); return; }
        size_t n = (size_t) least + 1;
        rehash_to(counted(n > 2 * buckets_.size() ? n : 2 * buckets_.size()));
    }
    __hashed_link *add(node *p, size_t code, size_t more) {
        bool few = __hashes_slowly<H>::value && size_ <= 20;
        p->code = code;
        make_room(more);
        size_++;
        __hashed_link *equal = M ? before(code, key(p)) : 0;
        if (!equal) { put_first(buckets_, p, code % buckets_.size()); return p; }
        if (few) equal = equal->next; /* the new element goes after the first equal one, otherwise before it */
        p->next = equal->next;
        equal->next = p;
        if (p->next && bucket_of(p->next) != code % buckets_.size()) buckets_[bucket_of(p->next)] = p;
        return p;
    }
    pair<__hashed_link *, bool> add_unique(node *p) { /* or ends the node */
        size_t code = hash_(key(p));
        __hashed_link *found = before(code, key(p));
        if (found) { this->__unmake(p); return pair<__hashed_link *, bool>(found->next, false); }
        return pair<__hashed_link *, bool>(add(p, code, 1), true);
    }
    void drop(__hashed_link *previous) { this->__unmake(unlinked(previous)); }
    node *unlinked(__hashed_link *previous) { /* the element after it */
        __hashed_link *p = previous->next, *next = p->next;
        size_t bucket = bucket_of(p), after = next ? bucket_of(next) : 0;
        if (buckets_[bucket] == previous) {
            if (!next || after != bucket) { if (next) buckets_[after] = previous; buckets_[bucket] = 0; }
        } else if (next && after != bucket) buckets_[after] = previous;
        previous->next = next;
        size_--;
        return (node *) p;
    }
    __hashed_link *previous_of(__hashed_link *p) const {
        __hashed_link *previous = buckets_[bucket_of(p)];
        while (previous->next != p) previous = previous->next;
        return previous;
    }
    template <typename I, typename N> __node_inserted<I, N> put_node(N &&n) {
        if (n.empty()) return {I(0), false, N()};
        size_t code = hash_(key(n.__node()));
        __hashed_link *found = before(code, key(n.__node()));
        if (found) return {I(found->next), false, std::move(n)};
        return {I(add(n.__release(), code, 1)), true, N()};
    }
    template <typename I, typename N> I put_any(N &&n) { return n.empty() ? I(0) : I(add(n.__release(), hash_(key(n.__node())), 1)); }
    /* The nodes of another table whose keys are not here. */
    template <typename O> void merge_unique(O &o) {
        size_t more = o.size();
        for (auto i = o.begin(); i != o.end();) {
            auto at = i++;
            size_t code = hash_(key(at.link()));
            bool there = before(code, key(at.link())) != 0;
            if (!there) add(o.extract(at).__release(), code, more);
            more = !there ? 1 : more > 1 ? more - 1 : 1;
        }
    }
    template <typename O> void merge_any(O &o) {
        if ((void *) &o == (void *) this) return;
        reserve(size_ + o.size());
        while (!o.empty()) { node *p = o.extract(o.begin()).__release(); add(p, hash_(key(p)), 1); }
    }
    void copy(const __hashed &o) {
        buckets_.assign(o.buckets_.size(), (__hashed_link *) 0);
        resize_at_ = o.resize_at_;
        size_ = o.size_;
        load_ = o.load_;
        __hashed_link *last = &before_;
        for (__hashed_link *p = o.before_.next; p; p = p->next) {
            node *made = this->__make(((node *) p)->value);
            made->code = ((node *) p)->code;
            made->next = 0;
            last->next = made;
            if (!buckets_[bucket_of(made)]) buckets_[bucket_of(made)] = last;
            last = made;
        }
    }
    void take(__hashed &o) {
        before_.next = o.before_.next;
        typed_ = 0;
        buckets_ = move(o.buckets_);
        size_ = o.size_;
        resize_at_ = o.resize_at_;
        load_ = o.load_;
        if (before_.next) buckets_[bucket_of(before_.next)] = &before_;
        o.reset();
    }
public:
    typedef K key_type;
    typedef E value_type;
    typedef H hasher;
    typedef Q key_equal;
    typedef A allocator_type;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef R &reference;
    typedef const E &const_reference;
    typedef __hashed_iterator<E, R> iterator;
    typedef __hashed_iterator<E, const E> const_iterator;
    typedef typename __handle_of<K, E, __hashed_node<E>, A>::type node_type;
    node_type extract(const_iterator at) { return node_type(unlinked(previous_of(at.link())), *this); }
    node_type extract(const K &k) { __hashed_link *p = before(hash_(k), k); return p ? node_type(unlinked(p), *this) : node_type(); }
    __hashed() : load_(1), hash_(), equal_(), key_() { reset(); }
    explicit __hashed(const A &a) : nodes(a), load_(1), hash_(), equal_(), key_() { reset(); }
    __hashed(size_t n, const H &hash, const Q &equal, const A &a = A()) : nodes(a), load_(1), hash_(hash), equal_(equal), key_() { reset(); reserve_buckets(n); }
    __hashed(const __hashed &o) : nodes(o), load_(1), hash_(o.hash_), equal_(o.equal_), key_() { reset(); copy(o); }
    __hashed(__hashed &&o) : nodes(o), load_(1), hash_(o.hash_), equal_(o.equal_), key_() { take(o); }
    ~__hashed() { clear(); }
    __hashed &operator=(const __hashed &o) { if (this != &o) { clear(); hash_ = o.hash_; equal_ = o.equal_; copy(o); } return *this; }
    __hashed &operator=(__hashed &&o) { if (this != &o) { clear(); (nodes &) *this = o; hash_ = o.hash_; equal_ = o.equal_; take(o); } return *this; }
    iterator begin() { return iterator(before_.next); }
    iterator end() { return iterator(0); }
    const_iterator begin() const { return const_iterator(before_.next); }
    const_iterator end() const { return const_iterator(0); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    iterator find(const K &k) { return iterator(exact(k)); }
    const_iterator find(const K &k) const { return const_iterator(exact(k)); }
    bool contains(const K &k) const { return exact(k) != 0; }
    size_t count(const K &k) const {
        size_t n = 0;
        for (__hashed_link *p = exact(k); p && equal_(key(p), k); p = p->next) n++;
        return n;
    }
    pair<iterator, iterator> equal_range(const K &k) {
        __hashed_link *p = exact(k), *last = p;
        while (last && equal_(key(last), k)) last = last->next;
        return pair<iterator, iterator>(iterator(p), iterator(last));
    }
    iterator erase(const_iterator at) {
        __hashed_link *next = at.link()->next;
        drop(previous_of(at.link()));
        return iterator(next);
    }
    iterator erase(const_iterator first, const_iterator last) { while (first != last) first = erase(first); return iterator(last.link()); }
    size_t erase(const K &k) {
        size_t n = count(k);
        if (!n) return 0;
        __hashed_link *previous = before(hash_(k), k);
        for (size_t i = 0; i < n; i++) drop(previous);
        return n;
    }
    void clear() {
        for (__hashed_link *p = before_.next; p;) { __hashed_link *next = p->next; this->__unmake((node *) p); p = next; }
        before_.next = 0;
        size_ = 0;
        buckets_.assign(buckets_.size(), (__hashed_link *) 0);
    }
    void swap(__hashed &o) { __hashed other(std::move(*this)); *this = std::move(o); o = std::move(other); }
    size_t bucket_count() const { return buckets_.size(); }
    size_t bucket(const K &k) const { return hash_(k) % buckets_.size(); }
    size_t bucket_size(size_t i) const {
        size_t n = 0;
        if (buckets_[i]) for (__hashed_link *p = buckets_[i]->next; p && bucket_of(p) == i; p = p->next) n++;
        return n;
    }
    float load_factor() const { return (float) size_ / (float) buckets_.size(); }
    float max_load_factor() const { return load_; }
    void max_load_factor(float load) { load_ = load; resize_at_ = (size_t) ((double) buckets_.size() * load_); }
    void rehash(size_t n) {
        size_t least = __rounded_up((double) (size_ + 1) / load_);
        size_t count = counted(n > least ? n : least);
        if (count != buckets_.size()) rehash_to(count);
    }
    void reserve(size_t n) { rehash(__rounded_up((double) n / load_)); }
    void reserve_buckets(size_t n) { size_t count = counted(n); if (count > buckets_.size()) buckets_.assign(count, (__hashed_link *) 0); }
    A get_allocator() const { return this->__allocator(); }
    H hash_function() const { return hash_; }
    Q key_eq() const { return equal_; }
};
}
