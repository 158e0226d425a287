// Threads of the C++ library, which run one after the other.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

int twice(int x)
{
    return 2 * x;
}

void work(int id, std::vector<int> &out, std::mutex &m)
{
    std::lock_guard<std::mutex> g(m);
    out.push_back(id);
}

int main()
{
    std::mutex m;
    std::atomic<int> n(0);
    std::vector<std::thread> ts;
    std::vector<int> out;
    for (int i = 0; i < 3; i++)
        ts.emplace_back([&n, i] { n += i; });
    for (auto &t : ts)
        t.join();
    printf("%d\n", (int) n);
    std::thread t(work, 7, std::ref(out), std::ref(m));
    t.join();
    printf("%d %d\n", out[0], t.joinable());
    auto f = std::async(std::launch::async, twice, 21);
    printf("%d\n", f.get());
    std::future<void> g = std::async([] { printf("in\n"); });
    g.get();
    std::condition_variable cv;
    bool ready = true;
    std::unique_lock<std::mutex> l(m);
    cv.wait(l, [&] { return ready; });
    n.fetch_add(5);
    printf("%d\n", n.load());
}
