#include <vector>
#include <functional>
#include <algorithm>
#include <__nodes>
// names: deque
// SPDX-License-Identifier: Apache-2.0
// Blocks of elements and a table of blocks. Elements do not move when others are added or taken away at either end, so references
// to them stay valid (C++17 26.3.8).
namespace std {
template <typename T, typename R> class __deque_iterator {
    T ***table_; /* the deque's: it may get another */
    ptrdiff_t at_; /* of the element, counted from the first block */
public:
    typedef T value_type;
    typedef ptrdiff_t difference_type;
    typedef R *pointer;
    typedef R &reference;
    typedef random_access_iterator_tag iterator_category;
    enum { PER_BLOCK = sizeof(T) < 512 ? 512 / sizeof(T) : 1 };
    __deque_iterator() : table_(0), at_(0) {}
    __deque_iterator(T ***table, ptrdiff_t at) : table_(table), at_(at) {}
    template <typename O> __deque_iterator(const __deque_iterator<T, O> &o) : table_(o.table()), at_(o.place()) {}
    T ***table() const { return table_; }
    ptrdiff_t place() const { return at_; }
    R &operator*() const { return (*table_)[at_ / PER_BLOCK][at_ % PER_BLOCK]; }
    R *operator->() const { return &(*table_)[at_ / PER_BLOCK][at_ % PER_BLOCK]; }
    R &operator[](ptrdiff_t n) const { return (*table_)[(at_ + n) / PER_BLOCK][(at_ + n) % PER_BLOCK]; }
    __deque_iterator &operator++() { ++at_; return *this; }
    __deque_iterator operator++(int) { __deque_iterator old(table_, at_); ++at_; return old; }
    __deque_iterator &operator--() { --at_; return *this; }
    __deque_iterator operator--(int) { __deque_iterator old(table_, at_); --at_; return old; }
    __deque_iterator &operator+=(ptrdiff_t n) { at_ += n; return *this; }
    __deque_iterator &operator-=(ptrdiff_t n) { at_ -= n; return *this; }
    __deque_iterator operator+(ptrdiff_t n) const { return __deque_iterator(table_, at_ + n); }
    __deque_iterator operator-(ptrdiff_t n) const { return __deque_iterator(table_, at_ - n); }
    template <typename O> ptrdiff_t operator-(const __deque_iterator<T, O> &o) const { return at_ - o.place(); }
    template <typename O> bool operator==(const __deque_iterator<T, O> &o) const { return at_ == o.place(); }
    template <typename O> bool operator!=(const __deque_iterator<T, O> &o) const { return at_ != o.place(); }
    template <typename O> bool operator<(const __deque_iterator<T, O> &o) const { return at_ < o.place(); }
    template <typename O> bool operator>(const __deque_iterator<T, O> &o) const { return at_ > o.place(); }
    template <typename O> bool operator<=(const __deque_iterator<T, O> &o) const { return at_ <= o.place(); }
    template <typename O> bool operator>=(const __deque_iterator<T, O> &o) const { return at_ >= o.place(); }
};
template <typename T, typename R> __deque_iterator<T, R> operator+(ptrdiff_t n, const __deque_iterator<T, R> &i) { return i + n; }
template <typename T, typename A = allocator<T>> class deque : __nodes<T, A> {
    typedef __nodes<T, A> blocks;
    T **table_;
    size_t blocks_; /* entries of the table; those without elements may be NULL */
    size_t first_, size_; /* first_: place of the first element */
    enum { PER_BLOCK = sizeof(T) < 512 ? 512 / sizeof(T) : 1 };
    void reset() { table_ = 0; blocks_ = first_ = size_ = 0; }
    void grow() { /* as many free blocks at each end as there are in all */
        size_t more = blocks_ + 1;
        T **table = (T **) __block((blocks_ + 2 * more) * sizeof(T *), this);
        memset(table, 0, (blocks_ + 2 * more) * sizeof(T *));
        for (size_t i = 0; i < blocks_; i++) table[more + i] = table_[i];
        __delete(table_);
        table_ = table;
        blocks_ += 2 * more;
        first_ += more * PER_BLOCK;
    }
    T *place(size_t at) {
        if (!table_[at / PER_BLOCK]) table_[at / PER_BLOCK] = this->__allocate(PER_BLOCK);
        return table_[at / PER_BLOCK] + at % PER_BLOCK;
    }
    T *back_place() { if (first_ + size_ == blocks_ * PER_BLOCK) grow(); return place(first_ + size_); }
    T *front_place() { if (!first_) grow(); return place(first_ - 1); }
    T &value(size_t i) const { return table_[(first_ + i) / PER_BLOCK][(first_ + i) % PER_BLOCK]; }
    void take(deque &o) { table_ = o.table_; blocks_ = o.blocks_; first_ = o.first_; size_ = o.size_; o.reset(); }
    void free_blocks() { for (size_t i = 0; i < blocks_; i++) this->__deallocate(table_[i], PER_BLOCK); __delete(table_); reset(); }
public:
    typedef T value_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef __deque_iterator<T, T> iterator;
    typedef __deque_iterator<T, const T> const_iterator;
    typedef std::reverse_iterator<iterator> reverse_iterator;
    typedef std::reverse_iterator<const_iterator> const_reverse_iterator;
    typedef A allocator_type;
    deque() { reset(); }
    explicit deque(const A &a) : blocks(a) { reset(); }
    explicit deque(size_t n, const A &a = A()) : blocks(a) { reset(); resize(n); }
    deque(size_t n, const T &x, const A &a = A()) : blocks(a) { reset(); for (; n > 0; n--) push_back(x); }
    deque(initializer_list<T> list, const A &a = A()) : blocks(a) { reset(); for (const T &x : list) push_back(x); }
    template <typename I, typename = decltype(*declval<I>())> deque(I first, I last, const A &a = A()) : blocks(a) { reset(); for (; first != last; ++first) push_back(*first); }
    deque(const deque &o) : blocks(o) { reset(); for (size_t i = 0; i < o.size_; i++) push_back(o.value(i)); }
    deque(deque &&o) : blocks(o) { take(o); }
    ~deque() { clear(); free_blocks(); }
    deque &operator=(const deque &o) { if (this != &o) assign(o.begin(), o.end()); return *this; }
    deque &operator=(deque &&o) { if (this != &o) { clear(); free_blocks(); (blocks &) *this = o; take(o); } return *this; }
    deque &operator=(initializer_list<T> list) { assign(list.begin(), list.end()); return *this; }
    template <typename I, typename = decltype(*declval<I>())> void assign(I first, I last) {
        size_t i = 0;
        for (; i < size_ && first != last; i++, ++first) value(i) = *first;
        while (size_ > i) pop_back();
        for (; first != last; ++first) push_back(*first);
    }
    void assign(initializer_list<T> list) { assign(list.begin(), list.end()); }
    void assign(size_t n, const T &x) { T kept(x); clear(); for (; n > 0; n--) push_back(kept); }
    iterator begin() { return iterator(&table_, (ptrdiff_t) first_); }
    iterator end() { return iterator(&table_, (ptrdiff_t) (first_ + size_)); }
    const_iterator begin() const { return const_iterator((T ***) &table_, (ptrdiff_t) first_); }
    const_iterator end() const { return const_iterator((T ***) &table_, (ptrdiff_t) (first_ + size_)); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    size_t size() const { return size_; }
    size_t max_size() const { return (size_t) -1 / sizeof(T) / 2; }
    bool empty() const { return size_ == 0; }
    T &operator[](size_t i) { __in_range("deque::operator[]", i, size_); return value(i); }
    const T &operator[](size_t i) const { __in_range("deque::operator[]", i, size_); return value(i); }
    T &at(size_t i) { __in_range("%s: __n (which is %zu)>= this->size() (which is %zu)", "deque::_M_range_check", i, size_); return value(i); }
    const T &at(size_t i) const { __in_range("%s: __n (which is %zu)>= this->size() (which is %zu)", "deque::_M_range_check", i, size_); return value(i); }
    T &front() { __not_empty("front()", size_, this); return value(0); }
    T &back() { __not_empty("back()", size_, this); return value(size_ - 1); }
    const T &front() const { __not_empty("front()", size_, this); return value(0); }
    const T &back() const { __not_empty("back()", size_, this); return value(size_ - 1); }
    template <typename... B> T &emplace_back(B &&...args) { new (back_place()) T(forward<B>(args)...); size_++; return back(); }
    template <typename... B> T &emplace_front(B &&...args) { new (front_place()) T(forward<B>(args)...); first_--; size_++; return front(); }
    void push_back(const T &x) { new (back_place()) T(x); size_++; }
    void push_back(T &&x) { new (back_place()) T(move(x)); size_++; }
    void push_front(const T &x) { new (front_place()) T(x); first_--; size_++; }
    void push_front(T &&x) { new (front_place()) T(move(x)); first_--; size_++; }
    void pop_back() { __not_empty("pop_back()", size_, this); __end(value(size_ - 1)); size_--; leave(first_ + size_, first_ + size_ - 1); }
    void pop_front() { __not_empty("pop_front()", size_, this); __end(value(0)); size_--; first_++; leave(first_ - 1, first_); }
    void leave(size_t at, size_t next) { /* a block without elements is freed */
        if (size_ && at / PER_BLOCK == next / PER_BLOCK) return;
        this->__deallocate(table_[at / PER_BLOCK], PER_BLOCK);
        table_[at / PER_BLOCK] = 0;
    }
    /* The elements on the shorter side move. */
    template <typename... B> iterator emplace(const_iterator at, B &&...args) {
        size_t i = (size_t) (at.place() - (ptrdiff_t) first_);
        if (i == 0) { emplace_front(forward<B>(args)...); return begin(); }
        if (i == size_) { emplace_back(forward<B>(args)...); return end() - 1; }
        T kept(forward<B>(args)...);
        if (i < size_ / 2) { push_front(move(front())); for (size_t k = 1; k < i; k++) value(k) = move(value(k + 1)); }
        else { push_back(move(back())); for (size_t k = size_ - 2; k > i; k--) value(k) = move(value(k - 1)); }
        value(i) = move(kept);
        return begin() + (ptrdiff_t) i;
    }
    iterator insert(const_iterator at, const T &x) { return emplace(at, x); }
    iterator insert(const_iterator at, T &&x) { return emplace(at, move(x)); }
    iterator insert(const_iterator at, size_t n, const T &x) { T kept(x); ptrdiff_t i = at - begin(); for (; n > 0; n--) emplace(begin() + i, kept); return begin() + i; }
    template <typename I, typename = decltype(*declval<I>())> iterator insert(const_iterator at, I from, I to) {
        ptrdiff_t i = at - begin();
        for (ptrdiff_t k = i; from != to; ++from, ++k) emplace(begin() + k, *from);
        return begin() + i;
    }
    iterator insert(const_iterator at, initializer_list<T> list) { return insert(at, list.begin(), list.end()); }
    iterator erase(const_iterator at) { return erase(at, at + 1); }
    iterator erase(const_iterator first, const_iterator last) {
        size_t i = (size_t) (first.place() - (ptrdiff_t) first_), n = (size_t) (last - first);
        if (i < (size_ - n) / 2) {
            for (size_t k = i; k > 0; k--) value(k + n - 1) = move(value(k - 1));
            for (size_t k = 0; k < n; k++) pop_front();
        } else {
            for (size_t k = i; k + n < size_; k++) value(k) = move(value(k + n));
            for (size_t k = 0; k < n; k++) pop_back();
        }
        return begin() + (ptrdiff_t) i;
    }
    void clear() { while (size_) pop_back(); }
    void resize(size_t n) { while (size_ > n) pop_back(); while (size_ < n) emplace_back(); }
    void resize(size_t n, const T &x) { while (size_ > n) pop_back(); while (size_ < n) push_back(x); }
    void shrink_to_fit() {}
    A get_allocator() const { return this->__allocator(); }
    void swap(deque &o) { deque other(std::move(*this)); *this = std::move(o); o = std::move(other); }
};
template <typename T, typename A> bool operator==(const deque<T, A> &a, const deque<T, A> &b) { return __equal_elements(a, b); }
template <typename T, typename A> bool operator!=(const deque<T, A> &a, const deque<T, A> &b) { return !__equal_elements(a, b); }
template <typename T, typename A> bool operator<(const deque<T, A> &a, const deque<T, A> &b) { return __less_elements(a, b); }
template <typename T, typename A> void swap(deque<T, A> &a, deque<T, A> &b) { a.swap(b); }
template <typename T, typename A, typename F> size_t erase_if(deque<T, A> &c, F f) { auto to = c.begin(); for (auto &x : c) if (!f(x)) { if (&*to != &x) *to = move(x); ++to; } size_t n = (size_t) (c.end() - to); c.erase(to, c.end()); return n; }
template <typename T, typename A, typename U> size_t erase(deque<T, A> &c, const U &value) { return std::erase_if(c, [&](const auto &x) { return x == value; }); }
template <typename I, typename = decltype(*declval<I>()), typename V = typename iterator_traits<I>::value_type> deque(I, I) -> deque<V>;
}
