// SPDX-License-Identifier: Apache-2.0
// std::invoke, std::mem_fn, std::function and std::thread with pointers to members.
#include <functional>
#include <iostream>
#include <thread>
#include <vector>
#include <memory>
struct Counter { int n = 0; void add(int k) { n += k; } int get() const { return n; } virtual int twice() { return 2 * n; } };
struct Big : Counter { int twice() override { return 20 * n; } };
int main()
{
    Counter c; Big b; b.n = 3;
    std::thread t(&Counter::add, &c, 5); t.join();
    std::thread u(&Counter::add, std::ref(c), 2); u.join();
    std::cout << std::invoke(&Counter::get, c) << " " << std::invoke(&Counter::n, &c) << " " << std::invoke(&Counter::twice, b) << "\n";
    std::function<void(Counter &, int)> f = &Counter::add; f(c, 10);
    std::function<int(const Counter &)> g = &Counter::get; std::function<int(Counter *)> h = std::mem_fn(&Counter::twice);
    std::cout << g(c) << " " << h(&b) << "\n";
    std::invoke(&Counter::n, c) = 100; std::cout << c.n << " " << std::invoke([](int a, int b) { return a * b; }, 6, 7) << "\n";
    auto p = std::make_unique<Counter>(); p->n = 9; auto s = std::make_shared<Big>(); s->n = 1;
    std::cout << std::invoke(&Counter::get, p) << " " << std::mem_fn(&Counter::twice)(s) << "\n";
    std::vector<std::function<int()>> later;
    for (int i = 0; i < 3; i++) later.push_back(std::bind([](int a, Counter &c) { return a * c.n; }, i, std::ref(c)));
    c.n = 7; for (auto &l : later) std::cout << l() << " "; std::cout << "\n";
}
