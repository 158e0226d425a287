#include <any>
#include <iostream>
#include <string>
#include <typeinfo>
#include <vector>

int main()
{
    std::any a = 1;
    std::cout << std::any_cast<int>(a) << a.has_value() << (a.type() == typeid(int))
              << a.type().name() << '\n';
    a = std::string("s");
    std::cout << std::any_cast<std::string &>(a) << '\n';
    try {
        std::any_cast<float>(a);
    } catch (std::bad_any_cast &e) {
        std::cout << e.what() << '\n';
    }
    std::cout << (std::any_cast<int>(&a) == nullptr) << *std::any_cast<std::string>(&a) << '\n';
    a.reset();
    std::cout << a.has_value() << (a.type() == typeid(void)) << '\n';
    a.emplace<std::vector<int>>({1, 2, 3});
    std::cout << std::any_cast<std::vector<int> &>(a).size() << '\n';
    auto b = std::make_any<std::string>(3, 'x');
    std::cout << std::any_cast<std::string>(b) << '\n';
    std::any c(std::in_place_type<std::string>, "in");
    a.swap(c);
    std::cout << std::any_cast<const std::string &>(a) << '\n';
    std::any d = a;
    std::any_cast<std::string &>(d) = "changed";
    std::cout << std::any_cast<std::string>(a) << std::any_cast<std::string>(d) << '\n';
    std::any e = std::move(d);
    std::cout << d.has_value() << '\n';
    std::vector<std::any> v{1, 2.5, 'c', std::string("x")};
    for (auto &x : v)
        std::cout << x.type().name() << ' ';
    std::cout << '\n';
    std::any n = nullptr;
    a = "lit";
    std::cout << std::any_cast<const char *>(a) << '\n';
    std::swap(a, e);
}
