// libcu++'s atomics on the host and in kernels: one object in managed memory, references to plain memory, orders and scopes.
#include <cuda/atomic>
#include <cuda/std/atomic>
#include <cstdio>
#include <new>
using counter = cuda::atomic<int, cuda::thread_scope_system>;
struct channel { cuda::atomic<int, cuda::thread_scope_system> ready; int data[4]; };
__global__ void count(counter *c) { c->fetch_add(1, cuda::memory_order_relaxed); }
__global__ void refer(int *n, unsigned *most) {
    cuda::atomic_ref<int, cuda::thread_scope_device> r(*n);
    r.fetch_add(2, cuda::memory_order_relaxed);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*most).fetch_max(threadIdx.x);
}
__global__ void produce(channel *c) {
    for (int i = 0; i < 4; i++) c->data[i] = i * i;
    c->ready.store(1, cuda::memory_order_release);
}
template <class T, cuda::thread_scope S> T add_all(cuda::atomic_ref<T, S> a, const T *v, int n) {
    for (int i = 0; i < n; i++) a.fetch_add(v[i], cuda::memory_order_acq_rel);
    return a.load(cuda::memory_order_acquire);
}
int main() {
    counter *c;
    cudaMallocManaged(&c, sizeof *c);
    new (c) counter(5);
    count<<<4, 32>>>(c);
    cudaDeviceSynchronize();
    printf("%d\n", c->load(cuda::memory_order_acquire));
    c->store(0, cuda::memory_order_release);
    printf("%d %d %d\n", c->exchange(7), c->fetch_max(9), c->fetch_min(3));
    int expected = 3;
    bool done = c->compare_exchange_strong(expected, 4, cuda::memory_order_acq_rel, cuda::std::memory_order_relaxed);
    printf("%d %d %d\n", (int) done, (int) c->compare_exchange_weak(expected, 1, cuda::memory_order_relaxed), expected);
    int *n;
    unsigned *most;
    cudaMallocManaged(&n, sizeof *n);
    cudaMallocManaged(&most, sizeof *most);
    *n = 1; *most = 0;
    refer<<<1, 50>>>(n, most);
    cudaDeviceSynchronize();
    cuda::atomic_ref<int> host(*n);
    host += 10; host++;
    printf("%d %u\n", *n, *most);
    channel *ch;
    cudaMallocManaged(&ch, sizeof *ch);
    new (&ch->ready) cuda::atomic<int, cuda::thread_scope_system>(0);
    produce<<<1, 1>>>(ch);
    while (ch->ready.load(cuda::memory_order_acquire) == 0) { }
    printf("%d %d\n", ch->data[2], ch->data[3]);
    cudaDeviceSynchronize();
    cuda::std::atomic<int> plain(2);
    plain++; plain |= 8;
    printf("%d %d\n", plain.load(cuda::std::memory_order_seq_cst), (int) sizeof(counter));
    double sum = 0, values[] = {0.5, 1.5, 2};
    printf("%g\n", add_all(cuda::atomic_ref<double, cuda::thread_scope_block>(sum), values, 3));
    cuda::memory_order o = cuda::memory_order_seq_cst;
    cuda::atomic_thread_fence(o, cuda::thread_scope_device);
    cuda::atomic_thread_fence(cuda::std::memory_order_release);
    cuda::atomic<bool> flag{false};
    flag = true;
    printf("%d\n", (int) flag);
}
