// SPDX-License-Identifier: Apache-2.0
// A pool of threads, locks of several mutexes, readers and writers, promises, recursive locks.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <thread>
#include <vector>

class Pool
{
    std::vector<std::thread> workers;
    std::queue<std::function<void()>> tasks;
    std::mutex m;
    std::condition_variable cv;
    bool stop = false;

  public:
    Pool(int n)
    {
        for (int i = 0; i < n; i++)
            workers.emplace_back([this] {
                for (;;) {
                    std::function<void()> t;
                    {
                        std::unique_lock<std::mutex> l(m);
                        cv.wait(l, [this] { return stop || !tasks.empty(); });
                        if (stop && tasks.empty())
                            return;
                        t = std::move(tasks.front());
                        tasks.pop();
                    }
                    t();
                }
            });
    }

    template <class F, class... A>
    auto add(F &&f, A &&...a) -> std::future<typename std::result_of<F(A...)>::type>
    {
        using R = typename std::result_of<F(A...)>::type;
        auto t = std::make_shared<std::packaged_task<R()>>(
            std::bind(std::forward<F>(f), std::forward<A>(a)...));
        std::future<R> r = t->get_future();
        {
            std::unique_lock<std::mutex> l(m);
            tasks.emplace([t] { (*t)(); });
        }
        cv.notify_one();
        return r;
    }

    ~Pool()
    {
        {
            std::unique_lock<std::mutex> l(m);
            stop = true;
        }
        cv.notify_all();
        for (auto &w : workers)
            w.join();
    }
};

int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

struct bank {
    std::mutex m;
    long b = 1000;
};

int main()
{
    {
        Pool p(4);
        std::vector<std::future<int>> r;
        for (int i = 0; i < 20; i++)
            r.push_back(p.add(fib, i));
        for (auto &x : r)
            printf("%d ", x.get());
        puts("");
    }
    bank a[4];
    std::vector<std::thread> t;
    for (int i = 0; i < 6; i++)
        t.emplace_back([&, i] {
            for (int k = 0; k < 500; k++) {
                bank &x = a[(i + k) % 4], &y = a[(i * 3 + k * 5 + 1) % 4];
                if (&x == &y)
                    continue;
                std::scoped_lock l(x.m, y.m);
                x.b -= k % 7;
                y.b += k % 7;
            }
        });
    for (auto &x : t)
        x.join();
    long s = 0;
    for (auto &x : a)
        s += x.b;
    printf("%ld\n", s);
    std::shared_mutex sm;
    int value = 0;
    std::atomic<long> reads(0);
    std::atomic<bool> bad(false);
    std::vector<std::thread> q;
    for (int i = 0; i < 2; i++)
        q.emplace_back([&] {
            for (int k = 0; k < 500; k++) {
                std::unique_lock<std::shared_mutex> l(sm);
                value++;
                for (volatile int z = 0; z < 20; z++)
                    ;
                value++;
            }
        });
    for (int i = 0; i < 3; i++)
        q.emplace_back([&] {
            for (int k = 0; k < 500; k++) {
                std::shared_lock<std::shared_mutex> l(sm);
                if (value & 1)
                    bad = true;
                reads++;
            }
        });
    for (auto &x : q)
        x.join();
    printf("%d %ld %d\n", value, reads.load(), (int) bad.load());
    std::promise<int> pr;
    auto fu = pr.get_future();
    std::thread pt([&] {
        for (volatile int z = 0; z < 20000; z++)
            ;
        pr.set_value(7);
    });
    printf("%d\n", fu.get());
    pt.join();
    std::recursive_mutex rm;
    int depth = 0;
    std::function<void(int)> rec = [&](int n) {
        std::lock_guard<std::recursive_mutex> l(rm);
        depth++;
        if (n)
            rec(n - 1);
    };
    std::thread r1([&] {
        for (int i = 0; i < 50; i++)
            rec(10);
    }),
        r2([&] {
            for (int i = 0; i < 50; i++)
                rec(10);
        });
    r1.join();
    r2.join();
    printf("%d\n", depth);
}
