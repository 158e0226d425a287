#include <type_traits>
// names: atomic atomic_ref atomic_int atomic_uint atomic_long atomic_ulong atomic_llong atomic_ullong atomic_short atomic_ushort atomic_char atomic_schar atomic_uchar atomic_bool atomic_size_t atomic_ptrdiff_t atomic_intptr_t atomic_uintptr_t atomic_int8_t atomic_uint8_t atomic_int16_t atomic_uint16_t atomic_int32_t atomic_uint32_t atomic_int64_t atomic_uint64_t atomic_flag memory_order memory_order_relaxed memory_order_consume memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst atomic_thread_fence atomic_signal_fence atomic_load atomic_load_explicit atomic_store atomic_store_explicit atomic_exchange atomic_exchange_explicit atomic_compare_exchange_weak atomic_compare_exchange_strong atomic_fetch_add atomic_fetch_add_explicit atomic_fetch_sub atomic_fetch_sub_explicit atomic_fetch_and atomic_fetch_or atomic_fetch_xor atomic_is_lock_free atomic_init
// SPDX-License-Identifier: Apache-2.0
// Threads take turns on one processor and give way only where a loop or a call begins, so no operation is divided, and every order is that
// of the program. What waits for another thread calls load, which gives way.
namespace std {
enum class memory_order : int { relaxed, consume, acquire, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::consume;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
template <typename T> inline bool __same_value(const T &a, const T &b) {
    if constexpr (is_class<T>::value) return !memcmp(&a, &b, sizeof(T));
    else return a == b;
}
// S is T in an atomic and T & in an atomic_ref.
template <typename T, typename S> class __atomic_object {
protected:
    S v_;
public:
    typedef T value_type;
    typedef typename conditional<is_pointer<T>::value, ptrdiff_t, T>::type difference_type;
    static constexpr bool is_always_lock_free = true;
    __atomic_object() : v_() {}
    explicit __atomic_object(S v) : v_(v) {}
    bool is_lock_free() const { return true; }
    T load(memory_order = memory_order_seq_cst) const { __thread_yield(); return v_; }
    operator T() const { __thread_yield(); return v_; }
    void store(T v, memory_order = memory_order_seq_cst) { v_ = v; __thread_wake(); }
    void wait(T old, memory_order = memory_order_seq_cst) const { while (__same_value<T>(v_, old)) __thread_wait(); }
    void notify_one() { __thread_wake(); }
    void notify_all() { __thread_wake(); }
    T exchange(T v, memory_order = memory_order_seq_cst) { T old = v_; v_ = v; return old; }
    bool compare_exchange_strong(T &was, T v, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) { if (__same_value<T>(v_, was)) { v_ = v; return true; } was = v_; __thread_yield(); return false; }
    bool compare_exchange_weak(T &was, T v, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) { return compare_exchange_strong(was, v); }
    T fetch_add(difference_type v, memory_order = memory_order_seq_cst) { T old = v_; v_ = v_ + v; return old; }
    T fetch_sub(difference_type v, memory_order = memory_order_seq_cst) { T old = v_; v_ = v_ - v; return old; }
    T fetch_and(T v, memory_order = memory_order_seq_cst) { T old = v_; v_ = v_ & v; return old; }
    T fetch_or(T v, memory_order = memory_order_seq_cst) { T old = v_; v_ = v_ | v; return old; }
    T fetch_xor(T v, memory_order = memory_order_seq_cst) { T old = v_; v_ = v_ ^ v; return old; }
    T operator++() { return v_ = v_ + 1; }
    T operator++(int) { T old = v_; v_ = v_ + 1; return old; }
    T operator--() { return v_ = v_ - 1; }
    T operator--(int) { T old = v_; v_ = v_ - 1; return old; }
    T operator+=(difference_type v) { return v_ = v_ + v; }
    T operator-=(difference_type v) { return v_ = v_ - v; }
    T operator&=(T v) { return v_ = v_ & v; }
    T operator|=(T v) { return v_ = v_ | v; }
    T operator^=(T v) { return v_ = v_ ^ v; }
};
template <typename T> class atomic : public __atomic_object<T, T> {
public:
    atomic() {}
    atomic(T v) : __atomic_object<T, T>(v) {}
    atomic(const atomic &) = delete;
    atomic &operator=(const atomic &) = delete;
    T operator=(T v) { this->v_ = v; return v; }
};
template <typename T> class atomic_ref : public __atomic_object<T, T &> {
public:
    static constexpr size_t required_alignment = alignof(T);
    explicit atomic_ref(T &v) : __atomic_object<T, T &>(v) {}
    atomic_ref(const atomic_ref &o) : __atomic_object<T, T &>(o.v_) {}
    atomic_ref &operator=(const atomic_ref &) = delete;
    T operator=(T v) { this->v_ = v; return v; }
};
typedef atomic<bool> atomic_bool;
typedef atomic<char> atomic_char;
typedef atomic<signed char> atomic_schar;
typedef atomic<unsigned char> atomic_uchar;
typedef atomic<short> atomic_short;
typedef atomic<unsigned short> atomic_ushort;
typedef atomic<int> atomic_int;
typedef atomic<unsigned> atomic_uint;
typedef atomic<long> atomic_long;
typedef atomic<unsigned long> atomic_ulong;
typedef atomic<long long> atomic_llong;
typedef atomic<unsigned long long> atomic_ullong;
typedef atomic<size_t> atomic_size_t;
typedef atomic<ptrdiff_t> atomic_ptrdiff_t;
typedef atomic<intptr_t> atomic_intptr_t;
typedef atomic<uintptr_t> atomic_uintptr_t;
typedef atomic<int8_t> atomic_int8_t;
typedef atomic<uint8_t> atomic_uint8_t;
typedef atomic<int16_t> atomic_int16_t;
typedef atomic<uint16_t> atomic_uint16_t;
typedef atomic<int32_t> atomic_int32_t;
typedef atomic<uint32_t> atomic_uint32_t;
typedef atomic<int64_t> atomic_int64_t;
typedef atomic<uint64_t> atomic_uint64_t;
template <typename T> T atomic_load(const atomic<T> *a) { return a->load(); }
template <typename T> T atomic_load_explicit(const atomic<T> *a, memory_order) { return a->load(); }
template <typename T> void atomic_store(atomic<T> *a, typename atomic<T>::value_type v) { a->store(v); }
template <typename T> void atomic_store_explicit(atomic<T> *a, typename atomic<T>::value_type v, memory_order) { a->store(v); }
template <typename T> void atomic_init(atomic<T> *a, typename atomic<T>::value_type v) { a->store(v); }
template <typename T> T atomic_exchange(atomic<T> *a, typename atomic<T>::value_type v) { return a->exchange(v); }
template <typename T> T atomic_exchange_explicit(atomic<T> *a, typename atomic<T>::value_type v, memory_order) { return a->exchange(v); }
template <typename T> bool atomic_compare_exchange_weak(atomic<T> *a, typename atomic<T>::value_type *was, typename atomic<T>::value_type v) { return a->compare_exchange_weak(*was, v); }
template <typename T> bool atomic_compare_exchange_strong(atomic<T> *a, typename atomic<T>::value_type *was, typename atomic<T>::value_type v) { return a->compare_exchange_strong(*was, v); }
template <typename T> T atomic_fetch_add(atomic<T> *a, typename atomic<T>::difference_type v) { return a->fetch_add(v); }
template <typename T> T atomic_fetch_add_explicit(atomic<T> *a, typename atomic<T>::difference_type v, memory_order) { return a->fetch_add(v); }
template <typename T> T atomic_fetch_sub(atomic<T> *a, typename atomic<T>::difference_type v) { return a->fetch_sub(v); }
template <typename T> T atomic_fetch_sub_explicit(atomic<T> *a, typename atomic<T>::difference_type v, memory_order) { return a->fetch_sub(v); }
template <typename T> T atomic_fetch_and(atomic<T> *a, typename atomic<T>::value_type v) { return a->fetch_and(v); }
template <typename T> T atomic_fetch_or(atomic<T> *a, typename atomic<T>::value_type v) { return a->fetch_or(v); }
template <typename T> T atomic_fetch_xor(atomic<T> *a, typename atomic<T>::value_type v) { return a->fetch_xor(v); }
template <typename T> bool atomic_is_lock_free(const atomic<T> *) { return true; }
inline void atomic_thread_fence(memory_order) {}
inline void atomic_signal_fence(memory_order) {}
class atomic_flag {
    bool v_;
public:
    atomic_flag() : v_(false) {}
    atomic_flag(int v) : v_(v) {}
    atomic_flag(const atomic_flag &) = delete;
    bool test(memory_order = memory_order_seq_cst) const { __thread_yield(); return v_; }
    bool test_and_set(memory_order = memory_order_seq_cst) { if (v_) __thread_yield(); bool old = v_; v_ = true; return old; }
    void clear(memory_order = memory_order_seq_cst) { v_ = false; __thread_wake(); }
    void wait(bool old, memory_order = memory_order_seq_cst) const { while (v_ == old) __thread_wait(); }
    void notify_one() { __thread_wake(); }
    void notify_all() { __thread_wake(); }
};
}
template <typename T> constexpr T ATOMIC_VAR_INIT(T v) { return v; }
