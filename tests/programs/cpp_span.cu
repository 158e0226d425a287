#include <array>
#include <iostream>
#include <span>
#include <vector>

void p(std::span<const int> s)
{
    for (int x : s)
        std::cout << x << ' ';
    std::cout << s.size() << '\n';
}

template <size_t N> int fix(std::span<int, N> s)
{
    return N;
}

int main()
{
    int a[] = {1, 2, 3, 4, 5};
    std::vector<int> v{6, 7, 8};
    std::array<int, 2> r{9, 10};
    p(a);
    p(v);
    p(r);
    p({a, 2});
    std::span<int> s(a);
    p(s.first(2));
    p(s.last(2));
    p(s.subspan(1, 3));
    p(s.subspan(3));
    p(s.first<3>());
    s[0] = 100;
    std::cout << a[0] << s.front() << s.back() << s.data()[1] << s.size_bytes() << s.empty()
              << '\n';
    std::span<int, 5> f(a);
    std::cout << f.extent << fix(f) << (std::span<int>::extent == std::dynamic_extent) << '\n';
    auto b = std::as_bytes(s);
    std::cout << b.size() << '\n';
    auto wb = std::as_writable_bytes(s);
    wb[0] = std::byte{7};
    std::cout << a[0] << '\n';
    for (auto it = s.rbegin(); it != s.rend(); ++it)
        std::cout << *it;
    std::cout << '\n';
    std::span e(v);
    std::cout << e.size() << '\n';
    std::span<int> z(v.begin(), v.end());
    std::cout << z[1] << z.subspan<1, 1>()[0] << '\n';
}
