#include <initializer_list>
#include <utility>
#include <iterator>
#include <string>
// names: vector erase erase_if
// SPDX-License-Identifier: Apache-2.0
// A vector's block is exactly as large as its elements: anything past them is out of bounds. After reserve() it has the requested size,
// uninitialised: programs do copy into data() then, though C++ does not allow it.
// Elements are made, moved and destroyed in the order of libstdc++: a full vector makes the new element first, then moves each old one and
// destroys it.
namespace std {
struct __spare { /* frees a block when constructing an element in it throws */
    void *block;
    ~__spare() { __delete(block); }
};
template <typename T> class vector {
    T *begin_, *end_, *limit_;
    bool open_; /* after reserve(): programs fill reserved memory */
    void room(size_t n) {
        if ((size_t) (limit_ - begin_) >= n) return;
        size_t more = 2 * (size_t) (limit_ - begin_);
        grow(more > n ? more : n);
    }
    void fit() { if (begin_ && !open_) __fit(begin_, (size_t) (end_ - begin_) * sizeof(T)); }
    static void relocate(T *to, T &from) { /* a constructor that may throw leaves the old elements whole: they are copied */
        if constexpr (__moves_safely(T)) new (to) T(move(from));
        else new (to) T((const T &) from);
        __end(from);
    }
    template <typename... A> void emplace_grown(size_t at, A &&...args) {
        size_t count = size(), n = count ? 2 * count : 1;
        T *p = (T *) __block(n * sizeof(T), this);
        __spare spare = {p};
        new (p + at) T(forward<A>(args)...);
        spare.block = 0;
        for (size_t i = 0; i < count; i++) relocate(p + i + (i >= at), begin_[i]);
        __delete(begin_);
        begin_ = p;
        end_ = p + count + 1;
        limit_ = p + n;
        fit();
    }
    template <typename... A> void emplace_back_object(A &&...args) {
        if (end_ == limit_) { emplace_grown(size(), forward<A>(args)...); return; }
        if (!open_) __fit(begin_, (size_t) (end_ - begin_ + 1) * sizeof(T));
        new (end_) T(forward<A>(args)...);
        ++end_;
    }
    /* Shifts the elements from `at` up by one, the last one first, which makes room for a value. */
    void shift(T *at) {
        if (!open_) __fit(begin_, (size_t) (end_ - begin_ + 1) * sizeof(T));
        new (end_) T(move(end_[-1]));
        ++end_;
        for (T *p = end_ - 2; p != at; --p) *p = move(p[-1]);
    }
    void wide() { if (begin_) __fit(begin_, (size_t) (limit_ - begin_) * sizeof(T)); }
public:
    typedef T value_type;
    typedef T *iterator;
    typedef const T *const_iterator;
    typedef T &reference;
    typedef const T &const_reference;
    typedef T *pointer;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef reverse_iterator<T *> reverse_iterator;
    vector() : begin_(0), end_(0), limit_(0), open_(false) {}
    explicit vector(size_t n) : begin_(0), end_(0), limit_(0), open_(false) { __fits("cannot create std::vector larger than max_size()", n, max_size()); resize(n); }
    vector(size_t n, const T &value) : begin_(0), end_(0), limit_(0), open_(false) { __fits("cannot create std::vector larger than max_size()", n, max_size()); fill(n, value); }
    vector(initializer_list<T> list) : begin_(0), end_(0), limit_(0), open_(false) { append(list.begin(), list.end()); }
    template <typename I, typename = decltype(*declval<I>())> vector(I first, I last) : begin_(0), end_(0), limit_(0), open_(false) { append(first, last); }
    vector(const vector &o) : begin_(0), end_(0), limit_(0), open_(false) { append(o.begin_, o.end_); }
    vector(vector &&o) : begin_(o.begin_), end_(o.end_), limit_(o.limit_), open_(o.open_) { o.begin_ = o.end_ = o.limit_ = 0; }
    ~vector() { clear(); __delete(begin_); }
    vector &operator=(const vector &o) { if (this != &o) copy(o.begin_, o.end_); return *this; }
    vector &operator=(vector &&o) { vector old(move(*this)); swap(o); return *this; }
    vector &operator=(initializer_list<T> list) { copy(list.begin(), list.end()); return *this; }
    /* Existing elements are assigned; the others are created or destroyed. */
    void copy(const T *first, const T *last) {
        size_t n = (size_t) (last - first), count = size();
        if (n > capacity()) { vector other; other.append(first, last); swap(other); return; }
        if (__is_trivially_copyable(T)) { clear(); append(first, last); return; }
        for (size_t i = 0; i < n && i < count; i++) begin_[i] = first[i];
        if (n < count) erase(begin_ + n, end_);
        else append(first + count, last);
    }
    void fill(size_t n, const T &value) {
        if (__is_trivially_copyable(T)) { resize(n, value); return; }
        room(n);
        wide();
        for (; n > 0; n--, ++end_) new (end_) T(value);
        fit();
    }
    template <typename I> void append(I first, I last) { for (; first != last; ++first) push_back(*first); }
    void append(const T *first, const T *last) {
        size_t n = (size_t) (last - first);
        if (!n) return;
        room(size() + n);
        wide();
        if (__is_trivially_copyable(T)) { memcpy(end_, first, n * sizeof(T)); end_ += n; }
        else for (; first != last; ++first, ++end_) new (end_) T(*first);
        fit();
    }
    void append(T *first, T *last) { append((const T *) first, (const T *) last); }
    void assign(size_t n, const T &value) { clear(); resize(n, value); }
    void assign(initializer_list<T> list) { clear(); append(list.begin(), list.end()); }
    template <typename I, typename = decltype(*declval<I>())> void assign(I first, I last) { clear(); append(first, last); }
    void reserve(size_t n) { __fits("vector::reserve", n, max_size()); grow(n); open_ = n > 0; wide(); }
    void grow(size_t n) {
        if ((size_t) (limit_ - begin_) >= n) return;
        size_t count = size();
        T *p = (T *) __block(n * sizeof(T), this);
        if (__is_trivially_copyable(T)) { if (count) memcpy(p, begin_, count * sizeof(T)); }
        else for (size_t i = 0; i < count; i++) relocate(p + i, begin_[i]);
        __delete(begin_);
        begin_ = p;
        end_ = p + count;
        limit_ = p + n;
        fit();
    }
    void resize(size_t n) {
        __fits("vector::_M_default_append", n, max_size());
        if (n < size()) { erase(begin_ + n, end_); return; }
        size_t count = size();
        room(n);
        wide();
        if (__is_trivially_copyable(T) && __has_trivial_constructor(T)) { if (n > count) memset(end_, 0, (n - count) * sizeof(T)); }
        else for (size_t i = count; i < n; i++) new (begin_ + i) T();
        end_ = begin_ + n;
        fit();
    }
    void resize(size_t n, const T &value) {
        __fits("vector::_M_fill_insert", n, max_size());
        if (n < size()) { erase(begin_ + n, end_); return; }
        size_t count = size();
        T kept(value);
        room(n);
        wide();
        if (__is_trivially_copyable(T)) __fill_with(end_, &kept, sizeof(T), n - count);
        else for (size_t i = count; i < n; i++) new (begin_ + i) T(kept);
        end_ = begin_ + n;
        fit();
    }
    void push_back(const T &value) {
        if (!__is_trivially_copyable(T)) { emplace_back_object(value); return; }
        if (end_ == limit_) { T kept(value); room(size() + 1); if (!open_) __fit(begin_, (size_t) (end_ - begin_ + 1) * sizeof(T)); new (end_) T(move(kept)); }
        else { if (!open_) __fit(begin_, (size_t) (end_ - begin_ + 1) * sizeof(T)); new (end_) T(value); }
        ++end_;
    }
    void push_back(T &&value) {
        if (!__is_trivially_copyable(T)) { emplace_back_object(move(value)); return; }
        if (end_ == limit_) { T kept(move(value)); room(size() + 1); if (!open_) __fit(begin_, (size_t) (end_ - begin_ + 1) * sizeof(T)); new (end_) T(move(kept)); }
        else { if (!open_) __fit(begin_, (size_t) (end_ - begin_ + 1) * sizeof(T)); new (end_) T(move(value)); }
        ++end_;
    }
    template <typename... A> T &emplace_back(A &&...args) {
        if (__is_trivially_copyable(T)) push_back(T(forward<A>(args)...));
        else emplace_back_object(forward<A>(args)...);
        return back();
    }
    void pop_back() { __not_empty("pop_back()", size(), this); --end_; __end(*end_); fit(); }
    iterator insert(const_iterator at, const T &value) {
        size_t i = (size_t) (at - begin_);
        if (i == size()) push_back(value);
        else if (end_ == limit_) emplace_grown(i, value);
        else { T kept(value); shift(begin_ + i); begin_[i] = move(kept); }
        return begin_ + i;
    }
    iterator insert(const_iterator at, T &&value) {
        size_t i = (size_t) (at - begin_);
        if (i == size()) push_back(move(value));
        else if (end_ == limit_) emplace_grown(i, move(value));
        else { shift(begin_ + i); begin_[i] = move(value); }
        return begin_ + i;
    }
    template <typename... A> iterator emplace(const_iterator at, A &&...args) { return insert(at, T(forward<A>(args)...)); }
    iterator insert(const_iterator at, size_t n, const T &value) { size_t i = (size_t) (at - begin_); T x(value); for (; n > 0; n--) insert(begin_ + i, x); return begin_ + i; }
    template <typename I, typename = decltype(*declval<I>())> iterator insert(const_iterator at, I first, I last) {
        size_t i = (size_t) (at - begin_);
        for (size_t k = i; first != last; ++first, ++k) insert(begin_ + k, *first);
        return begin_ + i;
    }
    iterator insert(const_iterator at, initializer_list<T> list) { return insert(at, list.begin(), list.end()); }
    iterator erase(const_iterator at) { return erase(at, at + 1); }
    iterator erase(const_iterator first, const_iterator last) {
        T *to = begin_ + (first - begin_), *from = begin_ + (last - begin_);
        if (to == from) return to;
        for (; from != end_; ++to, ++from) *to = move(*from);
        for (T *p = to; p != end_; ++p) __end(*p);
        end_ = to;
        fit();
        return begin_ + (first - begin_);
    }
    void clear() { if (!__is_trivially_copyable(T)) for (T *p = begin_; p != end_; ++p) __end(*p); end_ = begin_; fit(); }
    void swap(vector &o) { std::swap(begin_, o.begin_); std::swap(end_, o.end_); std::swap(limit_, o.limit_); std::swap(open_, o.open_); }
    void shrink_to_fit() {}
    void flip() { for (T *p = begin_; p != end_; ++p) *p = !*p; } /* of truth values */
    static void swap(T &a, T &b) { std::swap(a, b); }
    T &operator[](size_t i) { return begin_[i]; }
    const T &operator[](size_t i) const { return begin_[i]; }
    T &at(size_t i) { __in_range("vector::_M_range_check", i, size()); return begin_[i]; }
    const T &at(size_t i) const { __in_range("vector::_M_range_check", i, size()); return begin_[i]; }
    T &front() { __not_empty("front()", size(), this); return *begin_; }
    const T &front() const { __not_empty("front()", size(), this); return *begin_; }
    T &back() { __not_empty("back()", size(), this); return end_[-1]; }
    const T &back() const { __not_empty("back()", size(), this); return end_[-1]; }
    T *data() { return begin_; }
    const T *data() const { return begin_; }
    T *begin() { return begin_; }
    const T *begin() const { return begin_; }
    T *end() { return end_; }
    const T *end() const { return end_; }
    const T *cbegin() const { return begin_; }
    const T *cend() const { return end_; }
    reverse_iterator rbegin() { return reverse_iterator(end_); }
    reverse_iterator rend() { return reverse_iterator(begin_); }
    std::reverse_iterator<const T *> rbegin() const { return std::reverse_iterator<const T *>(end_); }
    std::reverse_iterator<const T *> rend() const { return std::reverse_iterator<const T *>(begin_); }
    size_t size() const { return (size_t) (end_ - begin_); }
    size_t capacity() const { return (size_t) (limit_ - begin_); }
    size_t max_size() const { return (size_t) -1 / sizeof(T) / 2; }
    bool empty() const { return begin_ == end_; }
};
template <typename T> bool operator==(const vector<T> &a, const vector<T> &b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i++) if (!(a[i] == b[i])) return false;
    return true;
}
template <typename T> bool operator!=(const vector<T> &a, const vector<T> &b) { return !(a == b); }
template <typename T> bool operator<(const vector<T> &a, const vector<T> &b) {
    for (size_t i = 0; i < a.size() && i < b.size(); i++) { if (a[i] < b[i]) return true; if (b[i] < a[i]) return false; }
    return a.size() < b.size();
}
template <typename T> void swap(vector<T> &a, vector<T> &b) { a.swap(b); }
template <typename T, typename F> size_t erase_if(vector<T> &c, F f) { auto to = c.begin(); for (auto &x : c) if (!f(x)) { if (&*to != &x) *to = move(x); ++to; } size_t n = (size_t) (c.end() - to); c.erase(to, c.end()); return n; }
template <typename T, typename U> size_t erase(vector<T> &c, const U &value) { return std::erase_if(c, [&](const auto &x) { return x == value; }); }
template <typename I, typename = decltype(*declval<I>()), typename V = typename iterator_traits<I>::value_type> vector(I, I) -> vector<V>;

template <typename A, typename T, typename = void> struct __constructs : false_type {};
template <typename A, typename T> struct __constructs<A, T, void_t<decltype(declval<A &>().construct((T *) 0))>> : true_type {};
template <typename A, typename T, typename = void> struct __destroys : false_type {};
template <typename A, typename T> struct __destroys<A, T, void_t<decltype(declval<A &>().destroy((T *) 0))>> : true_type {};
/* std::vector<T, A> with an allocator of the program (template_args.c). It asks for memory as libstdc++ does. */
template <typename T, typename A> class __allocated_vector {
    T *begin_;
    size_t n_, room_;
    A from_;
    template <typename... B> void make(T *p, B &&...args) {
        if constexpr (__constructs<A, T>::value && (sizeof...(B) == 0 || __is_class(T))) from_.construct(p, forward<B>(args)...);
        else new (p) T(forward<B>(args)...);
    }
    void end_of(T *p) { if constexpr (__destroys<A, T>::value) from_.destroy(p); else __end(*p); }
    void give() { if (begin_) from_.deallocate(begin_, room_); begin_ = 0; room_ = 0; }
    void move_to(T *p, size_t n) {
        for (size_t i = 0; i < n_; i++) { make(p + i, std::move(begin_[i])); end_of(begin_ + i); }
        size_t kept = n_;
        give();
        begin_ = p;
        n_ = kept;
        room_ = n;
    }
    void room(size_t more) {
        if (room_ - n_ >= more) return;
        size_t n = n_ + (n_ > more ? n_ : more);
        move_to(from_.allocate(n), n);
    }
    void cut(size_t n) { while (n_ > n) end_of(begin_ + --n_); }
    void take(__allocated_vector &o) { begin_ = o.begin_; n_ = o.n_; room_ = o.room_; o.begin_ = 0; o.n_ = o.room_ = 0; }
public:
    typedef T value_type;
    typedef A allocator_type;
    typedef T *iterator;
    typedef const T *const_iterator;
    typedef T &reference;
    typedef const T &const_reference;
    typedef T *pointer;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef reverse_iterator<T *> reverse_iterator;
    __allocated_vector() : begin_(0), n_(0), room_(0), from_() {}
    explicit __allocated_vector(const A &a) : begin_(0), n_(0), room_(0), from_(a) {}
    explicit __allocated_vector(size_t n, const A &a = A()) : begin_(0), n_(0), room_(0), from_(a) { resize(n); }
    __allocated_vector(size_t n, const T &value, const A &a = A()) : begin_(0), n_(0), room_(0), from_(a) { resize(n, value); }
    __allocated_vector(initializer_list<T> list, const A &a = A()) : begin_(0), n_(0), room_(0), from_(a) { append(list.begin(), list.end()); }
    template <typename I, typename = decltype(*declval<I>())> __allocated_vector(I first, I last, const A &a = A()) : begin_(0), n_(0), room_(0), from_(a) { append(first, last); }
    __allocated_vector(const __allocated_vector &o) : begin_(0), n_(0), room_(0), from_(o.from_) { append(o.begin(), o.end()); }
    __allocated_vector(__allocated_vector &&o) : from_(std::move(o.from_)) { take(o); }
    ~__allocated_vector() { clear(); give(); }
    __allocated_vector &operator=(const __allocated_vector &o) { if (this != &o) assign(o.begin(), o.end()); return *this; }
    __allocated_vector &operator=(__allocated_vector &&o) { if (this != &o) { clear(); give(); take(o); } return *this; }
    __allocated_vector &operator=(initializer_list<T> list) { assign(list.begin(), list.end()); return *this; }
    A get_allocator() const { return from_; }
    template <typename I> void append(I first, I last) {
        room((size_t) distance(first, last));
        for (; first != last; ++first) make(begin_ + n_++, *first);
    }
    void assign(size_t n, const T &value) { T kept(value); clear(); resize(n, kept); }
    void assign(initializer_list<T> list) { assign(list.begin(), list.end()); }
    template <typename I, typename = decltype(*declval<I>())> void assign(I first, I last) { clear(); append(first, last); }
    void reserve(size_t n) { if (n > room_) move_to(from_.allocate(n), n); }
    void resize(size_t n) { cut(n); if (n > n_) room(n - n_); while (n_ < n) make(begin_ + n_++); }
    void resize(size_t n, const T &value) { T kept(value); cut(n); if (n > n_) room(n - n_); while (n_ < n) make(begin_ + n_++, kept); }
    template <typename... B> T &emplace_back(B &&...args) {
        if (n_ < room_) { make(begin_ + n_, forward<B>(args)...); ++n_; return back(); }
        size_t n = n_ ? 2 * n_ : 1;
        T *p = from_.allocate(n);
        make(p + n_, forward<B>(args)...);
        move_to(p, n);
        ++n_;
        return back();
    }
    void push_back(const T &value) { emplace_back(value); }
    void push_back(T &&value) { emplace_back(std::move(value)); }
    void pop_back() { __not_empty("pop_back()", n_, this); cut(n_ - 1); }
    template <typename... B> iterator emplace(const_iterator at, B &&...args) { return insert(at, T(forward<B>(args)...)); }
    iterator insert(const_iterator at, T value) {
        size_t i = (size_t) (at - begin_);
        emplace_back(std::move(value));
        for (size_t k = n_ - 1; k > i; k--) std::swap(begin_[k], begin_[k - 1]);
        return begin_ + i;
    }
    template <typename I, typename = decltype(*declval<I>())> iterator insert(const_iterator at, I first, I last) {
        size_t i = (size_t) (at - begin_);
        room((size_t) distance(first, last));
        for (size_t k = i; first != last; ++first, ++k) insert(begin_ + k, *first);
        return begin_ + i;
    }
    iterator erase(const_iterator at) { return erase(at, at + 1); }
    iterator erase(const_iterator first, const_iterator last) {
        T *to = begin_ + (first - begin_);
        for (T *p = to, *from = begin_ + (last - begin_); from != end(); ++p, ++from) *p = std::move(*from);
        cut(n_ - (size_t) (last - first));
        return to;
    }
    void clear() { cut(0); }
    void swap(__allocated_vector &o) { std::swap(begin_, o.begin_); std::swap(n_, o.n_); std::swap(room_, o.room_); std::swap(from_, o.from_); }
    void shrink_to_fit() { if (room_ > n_) { if (n_) move_to(from_.allocate(n_), n_); else give(); } }
    T &operator[](size_t i) { return begin_[i]; }
    const T &operator[](size_t i) const { return begin_[i]; }
    T &at(size_t i) { __in_range("vector::_M_range_check", i, n_); return begin_[i]; }
    const T &at(size_t i) const { __in_range("vector::_M_range_check", i, n_); return begin_[i]; }
    T &front() { __not_empty("front()", n_, this); return *begin_; }
    const T &front() const { __not_empty("front()", n_, this); return *begin_; }
    T &back() { __not_empty("back()", n_, this); return begin_[n_ - 1]; }
    const T &back() const { __not_empty("back()", n_, this); return begin_[n_ - 1]; }
    T *data() { return begin_; }
    const T *data() const { return begin_; }
    T *begin() { return begin_; }
    const T *begin() const { return begin_; }
    T *end() { return begin_ + n_; }
    const T *end() const { return begin_ + n_; }
    const T *cbegin() const { return begin_; }
    const T *cend() const { return begin_ + n_; }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin_); }
    size_t size() const { return n_; }
    size_t capacity() const { return room_; }
    size_t max_size() const { return (size_t) -1 / sizeof(T) / 2; }
    bool empty() const { return n_ == 0; }
};
template <typename T, typename A> bool operator==(const __allocated_vector<T, A> &a, const __allocated_vector<T, A> &b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i++) if (!(a[i] == b[i])) return false;
    return true;
}
template <typename T, typename A> bool operator!=(const __allocated_vector<T, A> &a, const __allocated_vector<T, A> &b) { return !(a == b); }
template <typename T, typename A> bool operator<(const __allocated_vector<T, A> &a, const __allocated_vector<T, A> &b) {
    for (size_t i = 0; i < a.size() && i < b.size(); i++) { if (a[i] < b[i]) return true; if (b[i] < a[i]) return false; }
    return a.size() < b.size();
}
template <typename T, typename A> void swap(__allocated_vector<T, A> &a, __allocated_vector<T, A> &b) { a.swap(b); }
}
