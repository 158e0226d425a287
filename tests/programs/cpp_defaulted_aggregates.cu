#include <iostream>
#include <type_traits>

struct A {
    int x, y;
    A() = default;
};

struct B {
    int x = 1;
    B(const B &) = default;
    B() = default;
    int y = 2;
};

int main()
{
#if __cplusplus < 202002L
    A a{1, 2};
    std::cout << a.x << a.y << '\n';
#endif
    std::cout << std::is_aggregate_v<A> << std::is_aggregate_v<B> << '\n';
    B b;
    std::cout << b.x << b.y << '\n';
    A z{};
    std::cout << z.x << z.y << '\n';
}
