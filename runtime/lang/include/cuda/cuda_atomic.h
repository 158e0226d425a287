#include <atomic>
// names:
// SPDX-License-Identifier: Apache-2.0
// libcu++'s atomics for host code (headers.c loads it for cuda::atomic and the like): those of std, whatever the scope. Kernels have libcu++'s own,
// of the same layout.
namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread = 10 };
using std::memory_order;
using std::memory_order_relaxed;
using std::memory_order_consume;
using std::memory_order_acquire;
using std::memory_order_release;
using std::memory_order_acq_rel;
using std::memory_order_seq_cst;
template <typename T, typename B> class __with_bounds : public B {
public:
    using B::B;
    T fetch_max(T v, memory_order = memory_order_seq_cst) { T old = this->v_; this->v_ = old < v ? v : old; return old; }
    T fetch_min(T v, memory_order = memory_order_seq_cst) { T old = this->v_; this->v_ = v < old ? v : old; return old; }
};
template <typename T, thread_scope S = thread_scope_system> class atomic : public __with_bounds<T, std::atomic<T>> {
public:
    atomic() {}
    atomic(T v) : __with_bounds<T, std::atomic<T>>(v) {}
    T operator=(T v) { this->v_ = v; return v; }
};
template <typename T, thread_scope S = thread_scope_system> class atomic_ref : public __with_bounds<T, std::atomic_ref<T>> {
public:
    explicit atomic_ref(T &v) : __with_bounds<T, std::atomic_ref<T>>(v) {}
    T operator=(T v) { this->v_ = v; return v; }
};
inline void atomic_thread_fence(memory_order, thread_scope = thread_scope_system) {}
inline void atomic_signal_fence(memory_order) {}
}
