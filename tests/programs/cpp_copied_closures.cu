#include <bitset>
#include <iostream>
#include <map>
#include <string>

struct object {
    int d = 1;
    std::string s = "a";

    auto whole()
    {
        return [*this, n = 2]() mutable {
            s = "a longer text than before, in memory of its own";
            return s + std::to_string(n);
        };
    }

    auto named()
    {
        return [o = *this]() mutable {
            o.s += " and more, so that it needs memory of its own";
            return o.s;
        };
    }
};

int main()
{
    object o;
    auto l = o.whole();
    auto m = l;
    auto k = std::move(m);
    std::cout << l() << '\n' << k() << '\n' << o.s << '\n';
    auto a = o.named(), b = a;
    std::cout << a() << '\n' << b() << '\n';
    std::map<int, char *> texts{
        {1, "one"},
        {2, "two"}
    };
    std::pair<int, const char *> p(3, nullptr), q(4, "four");
    std::cout << texts[1] << texts[2] << (p.second == nullptr) << q.second << std::bitset<4>(5u)
              << '\n';
}
