// SPDX-License-Identifier: Apache-2.0
// C++20: semaphores, latches, barriers, stop tokens, waits for an atomic.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <latch>
#include <mutex>
#include <semaphore>
#include <stop_token>
#include <thread>
#include <vector>

int main()
{
    std::counting_semaphore<3> s(3);
    std::atomic<int> in(0), most(0);
    {
        std::vector<std::jthread> t;
        for (int i = 0; i < 8; i++)
            t.emplace_back([&] {
                for (int k = 0; k < 200; k++) {
                    s.acquire();
                    int n = ++in;
                    int m = most;
                    while (n > m && !most.compare_exchange_weak(m, n))
                        ;
                    for (volatile int z = 0; z < 10; z++)
                        ;
                    --in;
                    s.release();
                }
            });
    }
    printf("%d\n", most.load() <= 3);
    std::latch done(5);
    std::atomic<int> c(0);
    {
        std::vector<std::jthread> t;
        for (int i = 0; i < 5; i++)
            t.emplace_back([&] {
                for (volatile int z = 0; z < 1000; z++)
                    ;
                c++;
                done.count_down();
            });
        done.wait();
        printf("%d\n", c.load());
    }
    int phase = 0;
    std::barrier b(4, [&]() noexcept { phase++; });
    std::atomic<int> wrong(0);
    {
        std::vector<std::jthread> t;
        for (int i = 0; i < 4; i++)
            t.emplace_back([&, i] {
                for (int k = 0; k < 100; k++) {
                    if (phase != k)
                        wrong++;
                    for (volatile int z = 0; z < 10 * i; z++)
                        ;
                    b.arrive_and_wait();
                }
            });
    }
    printf("%d %d\n", phase, wrong.load());
    std::mutex m;
    std::condition_variable_any cv;
    bool stopped = false;
    {
        std::jthread t([&](std::stop_token st) {
            std::unique_lock<std::mutex> l(m);
            bool r = cv.wait(l, st, [] { return false; });
            stopped = !r && st.stop_requested();
        });
        for (volatile int z = 0; z < 3000; z++)
            ;
    }
    printf("%d\n", (int) stopped);
    std::atomic<int> a(0);
    std::jthread w([&] {
        a.wait(0);
        printf("woken %d\n", a.load());
    });
    for (volatile int z = 0; z < 3000; z++)
        ;
    a = 5;
    a.notify_one();
    w.join();
    std::atomic_flag lock = ATOMIC_FLAG_INIT;
    long n = 0;
    {
        std::vector<std::jthread> t;
        for (int i = 0; i < 4; i++)
            t.emplace_back([&] {
                for (int k = 0; k < 500; k++) {
                    while (lock.test_and_set(std::memory_order_acquire))
                        ;
                    n++;
                    for (volatile int z = 0; z < 5; z++)
                        ;
                    n++;
                    lock.clear();
                }
            });
    }
    printf("%ld\n", n);
    std::timed_mutex tm;
    tm.lock();
    bool got = true;
    std::jthread tt([&] { got = tm.try_lock_for(std::chrono::milliseconds(20)); });
    tt.join();
    printf("%d\n", (int) got);
    tm.unlock();
    std::condition_variable c2;
    std::unique_lock<std::mutex> l(m);
    printf("%d\n",
           (int) (c2.wait_for(l, std::chrono::milliseconds(10)) == std::cv_status::timeout));
}
