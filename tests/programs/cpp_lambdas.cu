#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <vector>

struct S {
    int v = 5;

    auto get()
    {
        return [this] { return v; };
    }

    auto cp()
    {
        return [*this]() mutable { return ++v; };
    }
};

constexpr auto sq = [](int x) { return x * x; };

template <class F> auto twice(F f)
{
    return [=](auto x) { return f(f(x)); };
}

int main()
{
    int x = 1, y = 2;
    auto a = [x, &y]() mutable {
        x++;
        y++;
        return x + y;
    };
    std::cout << a() << a() << x << y << '\n';
    auto b = [z = x + 10, p = std::make_unique<int>(4)] { return z + *p; };
    std::cout << b() << '\n';
    std::function<int(int)> fact = [&](int n) { return n < 2 ? 1 : n * fact(n - 1); };
    std::cout << fact(5) << sq(3) << twice(sq)(2) << '\n';
    static_assert(sq(4) == 16);
    S s;
    std::cout << s.get()() << s.cp()() << s.v << '\n';
    auto g = [](auto a, auto b) { return a + b; };
    std::cout << g(1, 2.5) << g(std::string("a"), "b") << '\n';
    int (*fp)(int) = [](int q) { return q + 1; };
    std::cout << fp(2) << (+[](int q) { return q; })(9) << '\n';
    auto t = []<class T>(std::vector<T> v) { return sizeof(T) * v.size(); };
    std::cout << t(std::vector<int>{1, 2}) << '\n';
    auto rec = [](auto self, int n) -> int { return n ? n + self(self, n - 1) : 0; };
    std::cout << rec(rec, 4) << '\n';
    std::vector<int> v{3, 1, 2};
    std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
    for (int i : v)
        std::cout << i;
    std::cout << '\n';
    std::map<std::string, std::function<double(double, double)>> ops{
        {"+", [](double a, double b) { return a + b; }},
        {"*",   std::multiplies<double>()           }
    };
    std::cout << ops["+"](1, 2) << ops["*"](3, 4) << '\n';
    auto l = [i = 0]() mutable { return i++; };
    l();
    std::cout << l() << l() << '\n';
    [&, x]() mutable {
        x = 9;
        y = 8;
    }();
    std::cout << x << y << '\n';
    auto n = []() noexcept { return 1; };
    std::cout << noexcept(n()) << '\n';
    auto va = [](auto &&...a) { return (a + ...); };
    std::cout << va(1, 2, 3) << '\n';
    auto ret = [](int i) -> double {
        if (i)
            return 1;
        return 2.5;
    };
    std::cout << ret(0) << '\n';
    using L = decltype([](int a, int b) { return a < b; });
    std::map<int, int, L> mm;
    mm[1] = 2;
    std::cout << mm.size() << '\n';
    auto bound = std::bind(std::minus<>(), std::placeholders::_2, std::placeholders::_1);
    std::cout << bound(1, 5) << '\n';
    auto bf = std::bind_front(std::minus<>(), 10);
    std::cout << bf(3) << '\n';
}
