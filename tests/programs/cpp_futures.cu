// Futures give the exception that was thrown; tasks that are deferred, shared, moved, broken.
#include <future>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

struct mine {
    int code;
};
int work(int x)
{
    if (x < 0)
        throw mine{x};
    return x * 2;
}

int main()
{
    auto f = std::async(std::launch::async, work, -3);
    try {
        f.get();
    } catch (const mine &m) {
        std::cout << "mine " << m.code << "\n";
    }
    auto g = std::async(std::launch::deferred, [] {
        std::cout << "deferred ";
        return 5;
    });
    std::cout << "before " << (g.wait_for(std::chrono::seconds(0)) == std::future_status::deferred) << " ";
    std::cout << g.get() << "\n";
    std::promise<int> pr;
    auto pf = pr.get_future();
    std::thread t([&] {
        try {
            throw std::logic_error("in thread");
        } catch (...) {
            pr.set_exception(std::current_exception());
        }
    });
    t.join();
    try {
        pf.get();
    } catch (std::logic_error &e) {
        std::cout << e.what() << "\n";
    }
    try {
        pr.set_value(1);
    } catch (std::future_error &e) {
        std::cout << e.what() << "\n";
    }
    try {
        pr.get_future();
    } catch (std::future_error &e) {
        std::cout << e.what() << "\n";
    }
    std::future<int> broken;
    {
        std::promise<int> b;
        broken = b.get_future();
    }
    try {
        broken.get();
    } catch (const std::future_error &e) {
        std::cout << e.what() << "\n";
    }
    std::shared_future<int> sf = std::async(work, 4).share();
    auto sf2 = sf;
    std::cout << sf.get() + sf2.get() << "\n";
    std::packaged_task<int(int)> pt(work);
    auto ptf = pt.get_future();
    std::thread(std::move(pt), 21).join();
    std::cout << ptf.get() << "\n";
    std::packaged_task<int(int)> fails(work);
    auto ff = fails.get_future();
    fails(-1);
    try {
        ff.get();
    } catch (const mine &m) {
        std::cout << "mine " << m.code << "\n";
    }
    std::promise<std::unique_ptr<int>> up;
    up.set_value(std::make_unique<int>(9));
    std::cout << *up.get_future().get() << "\n";
    auto mv = std::async([](std::unique_ptr<int> x) { return *x + 1; }, std::make_unique<int>(10));
    std::cout << mv.get() << "\n";
    std::vector<std::future<int>> fs;
    for (int i = 0; i < 4; i++)
        fs.push_back(std::async(std::launch::async, work, i));
    int s = 0;
    for (auto &x : fs)
        s += x.get();
    std::cout << s << "\n";
    std::promise<void> pv;
    auto vf = pv.get_future();
    pv.set_value();
    vf.get();
    std::cout << vf.valid() << "\n";
    int target = 1;
    std::promise<int &> rp;
    rp.set_value(target);
    rp.get_future().get() = 8;
    std::cout << target << "\n";
}
