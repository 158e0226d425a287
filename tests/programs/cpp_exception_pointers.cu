// Exceptions that outlive their handlers, that hold others, and how many propagate; the last place of a sequence.
#include <algorithm>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

struct noisy {
    int v;
    noisy(int v) : v(v) {}
    noisy(const noisy &o) : v(o.v) { std::cout << "copy\n"; }
    ~noisy() { std::cout << "~noisy " << v << "\n"; }
};
struct guard {
    ~guard() { std::cout << "uncaught " << std::uncaught_exceptions() << "\n"; }
};
void deep(int n)
{
    try {
        if (!n)
            throw std::runtime_error("bottom");
        deep(n - 1);
    } catch (...) {
        std::throw_with_nested(std::runtime_error("level " + std::to_string(n)));
    }
}
void show(const std::exception &e, int d = 0)
{
    std::cout << std::string(d, ' ') << e.what() << "\n";
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &n) {
        show(n, d + 1);
    }
}

int main()
{
    std::exception_ptr p;
    if (!p)
        std::cout << "null\n";
    try {
        throw std::runtime_error("boom");
    } catch (...) {
        p = std::current_exception();
    }
    for (int i = 0; i < 2; i++)
        try {
            if (p)
                std::rethrow_exception(p);
        } catch (const std::exception &e) {
            std::cout << e.what() << "\n";
        }
    auto q = std::make_exception_ptr(42);
    try {
        std::rethrow_exception(q);
    } catch (int i) {
        std::cout << i << "\n";
    }
    std::cout << (p == p) << (p != nullptr) << (p == q) << (std::current_exception() == nullptr) << "\n";
    {
        std::exception_ptr r;
        try {
            throw noisy(5);
        } catch (noisy &n) {
            r = std::current_exception();
            n.v = 6;
            std::cout << "in handler\n";
        }
        std::cout << "after\n";
        try {
            std::rethrow_exception(r);
        } catch (noisy &n) {
            std::cout << n.v << "\n";
            try {
                throw;
            } catch (noisy &m) {
                m.v = 7;
            }
        }
        std::cout << "end\n";
    }
    try {
        guard g;
        throw 1;
    } catch (int) {
        guard h;
    }
    try {
        deep(2);
    } catch (const std::exception &e) {
        show(e);
    }
    std::vector<int> v{1, 2, 3, 1, 2, 3, 4}, w{1, 2, 3}, none;
    std::cout << std::find_end(v.begin(), v.end(), w.begin(), w.end()) - v.begin() << " " << (std::find_end(v.begin(), v.end(), none.begin(), none.end()) == v.end());
    std::cout << " " << std::find_end(v.begin(), v.end(), w.begin(), w.end(), [](int a, int b) { return a == b + 1; }) - v.begin() << "\n";
}
