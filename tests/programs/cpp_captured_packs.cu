#include <iostream>
#include <utility>

template <class F, class... A> auto bound(F f, A... a)
{
    return [=](auto... b) { return f(a..., b...); };
}

template <class F, class... A> auto listed(F f, A... a)
{
    return [f, a...](auto... b) { return f(a..., b...); };
}

template <class... A> void doubled(A &...a)
{
    auto twice = [&a...] { ((a *= 2), ...); };
    twice();
}

template <class... A> auto sum(A... a)
{
    return [=] { return (a + ... + 0); };
}

template <class... A> auto sum_within(A... a)
{
    auto l = [&] { return (a + ... + 0); };
    return l();
}

template <class... A> auto moved(A... a)
{
    return [... b = std::move(a)] { return (b + ...); };
}

template <class... A> auto nested(A... a)
{
    return [=](int x) { return [=] { return (a + ... + x); }; };
}

template <class... A> auto counted(A... a)
{
    return [=] { return sizeof...(a); };
}

struct object {
    int v = 5;

    auto copy()
    {
        return [*this]() mutable { return ++v; };
    }

    auto self()
    {
        return [this] { return ++v; };
    }
};

int main()
{
    auto digits = [](int a, int b, int c) { return a * 100 + b * 10 + c; };
    int x = 1, y = 2;
    std::cout << bound(digits, 1, 2)(3) << ' ' << listed(digits, 4)(5, 6) << ' ' << sum(1, 2, 3)()
              << ' ' << sum()() << ' ' << sum_within(4, 5) << '\n';
    doubled(x, y);
    std::cout << x << y << ' ' << moved(1, 2, 3)() << ' ' << nested(1, 2)(10)() << ' '
              << counted('a', 2.5)() << '\n';
    object o;
    auto copy = o.copy();
    std::cout << copy() << copy() << o.v << o.self()() << o.v << '\n';
    int (*pointer)(int) = +[](int q) { return q + 1; };
    std::cout << pointer(2) << (+[](int q) { return q; })(9) << '\n';
}
