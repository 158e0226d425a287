/* SPDX-License-Identifier: Apache-2.0 */
/* C11 <stdatomic.h>. Threads take turns and give way only where a loop or a call begins, so one operation is never divided, and all
 * orders are sequentially consistent. */
#ifdef __cplusplus
#include <atomic>
#else
#ifndef WARPCELL_STDATOMIC_H
#define WARPCELL_STDATOMIC_H
#include <stddef.h>
#include <stdint.h>
typedef enum memory_order {
    memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst
} memory_order;
typedef struct atomic_flag { _Bool __set; } atomic_flag;
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(unsigned short) atomic_char16_t;
typedef _Atomic(unsigned) atomic_char32_t;
typedef _Atomic(int) atomic_wchar_t;
typedef _Atomic(size_t) atomic_size_t;
typedef _Atomic(ptrdiff_t) atomic_ptrdiff_t;
typedef _Atomic(intptr_t) atomic_intptr_t;
typedef _Atomic(uintptr_t) atomic_uintptr_t;
typedef _Atomic(intmax_t) atomic_intmax_t;
typedef _Atomic(uintmax_t) atomic_uintmax_t;
typedef _Atomic(int8_t) atomic_int_least8_t;
typedef _Atomic(uint8_t) atomic_uint_least8_t;
typedef _Atomic(int16_t) atomic_int_least16_t;
typedef _Atomic(uint16_t) atomic_uint_least16_t;
typedef _Atomic(int32_t) atomic_int_least32_t;
typedef _Atomic(uint32_t) atomic_uint_least32_t;
typedef _Atomic(int64_t) atomic_int_least64_t;
typedef _Atomic(uint64_t) atomic_uint_least64_t;
#define ATOMIC_FLAG_INIT {0}
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#define atomic_init(p, x) ((void) (*(p) = (x)))
#define kill_dependency(x) (x)
#define atomic_is_lock_free(p) ((void) (p), 1)
#define atomic_thread_fence(order) __atomic_thread_fence(order)
#define atomic_signal_fence(order) __atomic_signal_fence(order)
#define atomic_store(p, x) __atomic_store_n((p), (x), 5)
#define atomic_store_explicit(p, x, order) __atomic_store_n((p), (x), (order))
#define atomic_load(p) __atomic_load_n((p), 5)
#define atomic_load_explicit(p, order) __atomic_load_n((p), (order))
#define atomic_exchange(p, x) __atomic_exchange_n((p), (x), 5)
#define atomic_exchange_explicit(p, x, order) __atomic_exchange_n((p), (x), (order))
#define atomic_compare_exchange_strong(p, expected, x) __atomic_compare_exchange_n((p), (expected), (x), 0, 5, 5)
#define atomic_compare_exchange_weak(p, expected, x) __atomic_compare_exchange_n((p), (expected), (x), 1, 5, 5)
#define atomic_compare_exchange_strong_explicit(p, expected, x, success, failure) __atomic_compare_exchange_n((p), (expected), (x), 0, (success), (failure))
#define atomic_compare_exchange_weak_explicit(p, expected, x, success, failure) __atomic_compare_exchange_n((p), (expected), (x), 1, (success), (failure))
#define atomic_fetch_add(p, x) __atomic_fetch_add((p), (x), 5)
#define atomic_fetch_add_explicit(p, x, order) __atomic_fetch_add((p), (x), (order))
#define atomic_fetch_sub(p, x) __atomic_fetch_sub((p), (x), 5)
#define atomic_fetch_sub_explicit(p, x, order) __atomic_fetch_sub((p), (x), (order))
#define atomic_fetch_or(p, x) __atomic_fetch_or((p), (x), 5)
#define atomic_fetch_or_explicit(p, x, order) __atomic_fetch_or((p), (x), (order))
#define atomic_fetch_xor(p, x) __atomic_fetch_xor((p), (x), 5)
#define atomic_fetch_xor_explicit(p, x, order) __atomic_fetch_xor((p), (x), (order))
#define atomic_fetch_and(p, x) __atomic_fetch_and((p), (x), 5)
#define atomic_fetch_and_explicit(p, x, order) __atomic_fetch_and((p), (x), (order))
#define atomic_flag_test_and_set(p) __atomic_test_and_set((p), 5)
#define atomic_flag_test_and_set_explicit(p, order) __atomic_test_and_set((p), (order))
#define atomic_flag_clear(p) __atomic_clear((p), 5)
#define atomic_flag_clear_explicit(p, order) __atomic_clear((p), (order))
#endif
#endif
