// SPDX-License-Identifier: Apache-2.0
// What threads share: statics, once flags, thread_local variables, futures, a map behind a mutex.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <vector>
int made = 0;

struct slow {
    int v;

    slow()
    {
        for (volatile int i = 0; i < 20000; i++)
            ;
        made++;
        v = 42;
    }
};

int get()
{
    static slow s;
    return s.v;
}

std::once_flag f;
int once = 0;

void init()
{
    for (volatile int i = 0; i < 20000; i++)
        ;
    once++;
}

thread_local int mine = 0;
std::mutex m;
long total = 0;

int main()
{
    std::vector<std::thread> t;
    std::atomic<int> sum(0);
    for (int i = 0; i < 8; i++)
        t.emplace_back([&] {
            std::call_once(f, init);
            sum += get();
            for (int k = 0; k < 1000; k++) {
                mine++;
                std::lock_guard<std::mutex> g(m);
                total += mine;
            }
        });
    for (auto &x : t)
        x.join();
    printf("%d %d %d %ld\n", made, once, sum.load(), total);
    std::vector<std::future<long>> fs;
    for (int i = 0; i < 6; i++)
        fs.push_back(std::async(std::launch::async, [i] {
            long s = 0;
            for (int k = 0; k < 5000 * i; k++)
                s += k;
            return s;
        }));
    for (auto &x : fs)
        printf("%ld ", x.get());
    puts("");
    std::map<std::string, int> words;
    std::vector<std::thread> w;
    for (int i = 0; i < 5; i++)
        w.emplace_back([&, i] {
            for (int k = 0; k < 300; k++) {
                std::string s = "w" + std::to_string((k * 7 + i) % 13);
                std::lock_guard<std::mutex> g(m);
                words[s]++;
            }
        });
    for (auto &x : w)
        x.join();
    for (auto &p : words)
        printf("%s=%d ", p.first.c_str(), p.second);
    puts("");

    std::promise<int> at_exit;
    std::future<int> late = at_exit.get_future();
    std::condition_variable gone;
    std::mutex guards;
    bool left = false;
    std::thread exits([&, p = std::move(at_exit)]() mutable {
        struct last {
            ~last() { puts("local destroyed"); }
        } here;
        std::unique_lock<std::mutex> held(guards);
        left = true;
        std::notify_all_at_thread_exit(gone, std::move(held));
        p.set_value_at_thread_exit(5);
        printf("%d\n", late.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
    });
    std::unique_lock<std::mutex> held(guards);
    gone.wait(held, [&] { return left; });
    printf("%d\n", late.get());
    exits.join();
}
