// A class's own constructors come before inherited ones: C++17 16.3.3p1.
#include <cstdio>
#include <string>
#include <type_traits>

struct Base {
    Base(int a, std::string s = "default") { printf("Base %d %s\n", a, s.c_str()); }
    explicit Base(double) { puts("Base double"); }
};
struct D : Base { using Base::Base; D(int) : Base(1.0) { puts("D int"); } };
struct E : D { using D::D; };
struct F : E { using E::E; F(int, const char *s) : E(3) { puts("F"); } };

int main()
{
    D d(3);
    E e(4);
    D f(1, "x");
    F g(1, "x");
    printf("%d %d\n", std::is_convertible_v<double, D>, std::is_constructible_v<D, double>);
}
