// Threads that wait for each other: conditions, atomics, futures, promises, time-outs.
#include <cstdio>
#include <thread>
#include <mutex>
#include <condition_variable>
#include <queue>
#include <atomic>
#include <future>
#include <vector>
#include <chrono>
std::queue<int> q; std::mutex m; std::condition_variable cv; bool done = false;
void producer(int n) { for (int i = 0; i < n; i++) { { std::lock_guard<std::mutex> l(m); q.push(i); } cv.notify_one(); } std::lock_guard<std::mutex> l(m); done = true; cv.notify_all(); }
long consumer() { long s = 0; while (true) { std::unique_lock<std::mutex> l(m); cv.wait(l, [] { return !q.empty() || done; }); if (q.empty()) return s; s += q.front(); q.pop(); } }
int main() {
    long total = 0;
    std::thread c([&] { total = consumer(); });
    std::thread p(producer, 100);
    c.join(); p.join();
    printf("%ld\n", total);
    std::atomic<bool> ready(false); int value = 0;
    std::thread w([&] { while (!ready) {} printf("value %d\n", value); });
    value = 42; ready = true; w.join();
    volatile bool go = false; 
    std::thread x([&] { long n = 0; while (!go) n++; printf("went %d\n", n > 0); });
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); go = true; x.join();
    std::vector<std::thread> v; std::mutex mm; int count = 0;
    for (int i = 0; i < 20; i++) v.emplace_back([&, i] { for (int k = 0; k < 100; k++) { std::lock_guard<std::mutex> l(mm); count += i; if (k % 10 == 0) std::this_thread::yield(); } });
    for (auto &t : v) t.join();
    printf("%d\n", count);
    auto f = std::async(std::launch::async, [](int a) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); return a * 2; }, 21);
    printf("%d\n", f.get());
    std::promise<int> pr; auto fu = pr.get_future();
    std::thread setter([&] { pr.set_value(7); }); printf("%d\n", fu.get()); setter.join();
    auto bad = std::async([]() -> int { throw std::runtime_error("no"); });
    try { bad.get(); } catch (std::exception &e) { printf("caught %s\n", e.what()); }
    std::condition_variable c2; std::unique_lock<std::mutex> l2(m);
    printf("%d\n", c2.wait_for(l2, std::chrono::milliseconds(10)) == std::cv_status::timeout);
}
