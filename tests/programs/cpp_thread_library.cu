// Identities of threads, locks of several mutexes, timed and shared locks and their errors; C++20's jthread, stop tokens, barriers,
// semaphores and latches; waiting threads are woken in the order in which they began.
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <iostream>
#include <latch>
#include <map>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>
#include <unordered_map>
#include <vector>
using namespace std::chrono_literals;
std::mutex a, b, c;
void identities()
{
    std::thread t([] {});
    std::cout << (t.get_id() != std::this_thread::get_id()) << (t.get_id() == std::thread::id());
    t.join();
    std::cout << ' ' << t.get_id() << '\n';
    std::map<std::thread::id, int> ids;
    ids[std::this_thread::get_id()] = 3;
    std::unordered_map<std::thread::id, int> hashed;
    hashed[std::this_thread::get_id()] = 4;
    std::cout << ids[std::this_thread::get_id()] << hashed[std::this_thread::get_id()] << '\n';
}
void several()
{
    {
        std::scoped_lock all(a, b, c);
        std::thread([] { std::cout << std::try_lock(a, b) << a.try_lock() << '\n'; }).join();
    }
    std::cout << std::try_lock(a, b, c) << '\n';
    a.unlock();
    std::thread([] { std::cout << std::try_lock(a, c); }).join(); // 1: it has released a again
    b.unlock(), c.unlock();
    std::lock(a, b, c);
    std::unique_lock<std::mutex> first(a, std::adopt_lock), second(b, std::adopt_lock), third(c, std::adopt_lock);
    first.unlock();
    try {
        first.unlock();
    } catch (const std::system_error &e) {
        std::cout << e.what() << '\n';
    }
    try {
        second.lock();
    } catch (const std::system_error &e) {
        std::cout << e.what() << '\n';
    }
}
void timed()
{
    std::timed_mutex m;
    std::unique_lock<std::timed_mutex> g(m, 10ms);
    std::thread([&] {
        std::unique_lock<std::timed_mutex> h(m, std::defer_lock);
        std::cout << h.try_lock_for(2ms) << h.try_lock_until(std::chrono::steady_clock::now() + 1ms);
    }).join();
    std::shared_mutex s;
    std::shared_lock r(s), q(s, std::try_to_lock);
    auto moved = std::move(r);
    std::cout << g.owns_lock() << q.owns_lock() << s.try_lock() << (bool) r << (bool) moved << '\n';
}
void stopped()
{
    {
        std::jthread j([](std::stop_token s) {
            while (!s.stop_requested())
                std::this_thread::yield();
            std::cout << "stopped\n";
        });
        std::jthread k([](int x) { std::cout << "k" << x << '\n'; }, 7);
    }
    std::stop_source s;
    std::stop_callback called(s.get_token(), [] { std::cout << "called\n"; });
    {
        std::stop_callback gone(s.get_token(), [] { std::cout << "never\n"; });
    }
    std::cout << s.request_stop();
    std::cout << s.request_stop() << s.stop_requested() << '\n';
    std::stop_callback late(s.get_token(), [] { std::cout << "at once\n"; });
    std::condition_variable_any waits;
    std::mutex m;
    std::jthread w([&](std::stop_token t) {
        std::unique_lock l(m);
        std::cout << "waited " << waits.wait(l, t, [] { return false; }) << '\n';
    });
}
int main()
{
    identities(), several(), timed(), stopped();
    std::vector<std::thread> v;
    std::condition_variable cv;
    std::mutex m;
    bool go = false;
    std::string order;
    for (int i = 0; i < 4; i++)
        v.emplace_back([&, i] {
            std::unique_lock l(m);
            cv.wait(l, [&] { return go; });
            order += std::to_string(i);
        });
    {
        std::lock_guard g(m);
        go = true;
    }
    cv.notify_all();
    for (auto &t : v)
        t.join();
    int phases = 0;
    std::barrier meet(3, [&]() noexcept { phases++; });
    std::atomic<int> sum = 0;
    std::vector<std::jthread> w;
    for (int i = 0; i < 3; i++)
        w.emplace_back([&, i] {
            sum += i;
            meet.arrive_and_wait();
            if (sum != 3)
                std::cout << "too early\n";
            meet.arrive_and_wait();
        });
    w.clear();
    std::counting_semaphore<4> places(2);
    places.acquire();
    std::cout << order << phases << places.try_acquire() << places.try_acquire() << places.try_acquire_for(1ms) << places.max() << '\n';
    std::binary_semaphore given(0);
    std::latch both(2);
    std::jthread gives([&] { given.release(), both.count_down(); });
    given.acquire();
    both.arrive_and_wait();
    std::cout << both.try_wait() << '\n';
}
