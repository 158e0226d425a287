#include <algorithm>
#include <functional>
#include <iostream>
#include <vector>

struct S {
    int v;

    int get() const
    {
        return v;
    }

    int add(int x)
    {
        return v + x;
    }
};

int twice(int x)
{
    return 2 * x;
}

int sub(int a, int b)
{
    return a - b;
}

struct F : std::unary_function<int, bool> {
    bool operator()(int x) const
    {
        return x > 2;
    }
};

struct G : std::binary_function<int, int, bool> {
    bool operator()(int x, int y) const
    {
        return x > y;
    }
};

int main()
{
    std::vector<int> v{1, 2, 3, 4, 5};
    std::cout << std::count_if(v.begin(), v.end(), std::bind2nd(std::less<int>(), 3))
              << std::count_if(v.begin(), v.end(), std::bind1st(std::less<int>(), 3))
              << std::count_if(v.begin(), v.end(), std::not1(F()))
              << std::count_if(v.begin(), v.end(), std::not1(std::bind2nd(std::greater<int>(), 3)))
              << '\n';
    std::vector<int> o;
    std::transform(v.begin(), v.end(), std::back_inserter(o), std::ptr_fun(twice));
    for (int x : o)
        std::cout << x << ' ';
    std::cout << '\n';
    std::transform(v.begin(), v.end(), o.begin(), std::bind2nd(std::ptr_fun(sub), 1));
    for (int x : o)
        std::cout << x << ' ';
    std::cout << '\n';
    std::vector<S> s{{1}, {2}};
    std::transform(s.begin(), s.end(), o.begin(), std::mem_fun_ref(&S::get));
    std::cout << o[1] << '\n';
    std::vector<S *> p{&s[0], &s[1]};
    std::transform(p.begin(), p.end(), o.begin(), std::mem_fun(&S::get));
    std::cout << o[0] << '\n';
    std::cout << std::mem_fun(&S::add)(p[1], 5) << '\n';
    std::cout << std::not2(G())(1, 2) << '\n';
    std::cout << std::not_fn(G())(1, 2) << '\n';
    F::argument_type a = 3;
    std::cout << a << '\n';
}
