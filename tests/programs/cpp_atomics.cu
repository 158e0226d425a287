// std::atomic and atomic_ref: orders, pointers, free functions, flags.
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
struct P { int a, b; };
int main() {
    std::atomic<int> a(5), b{7}; std::atomic<bool> flag(false); std::atomic<unsigned long> n{0};
    int e = 5; printf("%d\n", a.compare_exchange_weak(e, 6, std::memory_order_release, std::memory_order_relaxed));
    printf("%d %d\n", a.compare_exchange_strong(e, 9, std::memory_order::acq_rel, std::memory_order::acquire), e);
    a &= 4; a |= 3; a ^= 1; printf("%d\n", a.load(std::memory_order::relaxed));
    int arr[4] = {1, 2, 3, 4}; std::atomic<int *> p(arr); p++; p.fetch_add(1); p += 1; p -= 1; printf("%d %d\n", *p.load(), (int) (p.fetch_sub(1) - arr));
    std::atomic<double> d(1.5); d.store(2.5); d.fetch_add(1.0); d += 1; printf("%g\n", d.load());
    int plain = 3; std::atomic_ref<int> r(plain); r.fetch_add(4); r++; r += 2; r.store(r.load() + 1); printf("%d %d\n", plain, (int) r.is_lock_free());
    std::atomic_store(&a, 10); printf("%d %d %d\n", std::atomic_load(&a), std::atomic_fetch_add(&a, 2), std::atomic_exchange(&a, 1));
    std::atomic_flag f = ATOMIC_FLAG_INIT; printf("%d %d %d\n", f.test_and_set(), f.test(), f.test_and_set(std::memory_order_acquire)); f.clear(std::memory_order_release);
    static std::atomic<int> counter; std::vector<std::thread> t; for (int i = 0; i < 4; i++) t.emplace_back([] { for (int k = 0; k < 100; k++) counter.fetch_add(1, std::memory_order_relaxed); }); for (auto &x : t) x.join();
    printf("%d %d\n", counter.load(), (int) std::atomic<int>::is_always_lock_free);
    volatile std::atomic<int> v{3}; v.store(4); printf("%d\n", v.load()); std::atomic_int ai{1}; std::atomic_uint64_t u64{1}; std::atomic_llong ll{2}; printf("%d %d\n", (int) ++ai, (int) (u64 + ll));
    std::atomic<int>::value_type vt = 3; printf("%d\n", vt); std::atomic<P *> pp{nullptr}; P q{1, 2}; pp.store(&q); printf("%d\n", pp.load()->b); P *was = &q; pp.compare_exchange_strong(was, nullptr); printf("%d\n", pp.load() == nullptr);
    std::atomic_thread_fence(std::memory_order_seq_cst); constexpr std::memory_order o = std::memory_order_relaxed; a.store(1, o);
    a = b = 3; printf("%d %d\n", (int) a, int(b)); enum class st { off, on }; std::atomic<st> s{st::off}; s = st::on; printf("%d\n", s == st::on);
}
