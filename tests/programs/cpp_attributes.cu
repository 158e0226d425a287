#include <initializer_list>
[[maybe_unused]] static int un = 1;

[[nodiscard]] int f()
{
    return 2;
}

[[noreturn]] void g()
{
    throw 1;
}

[[deprecated("x")]] inline int h()
{
    return 3;
}

struct [[nodiscard]] S {
    [[nodiscard]] int m() const
    {
        return 1;
    }

    [[maybe_unused]] int k = 2;
};
enum class [[nodiscard]] E{a [[deprecated]] = 1, b};

namespace [[deprecated]] N
{
int q = 1;
}

int main()
{
    [[maybe_unused]] int x = 3;
    [[likely]] if (x) x = 4;
    switch (x) {
        [[unlikely]] case 4 : x = 5;
        [[fallthrough]];
    default: x++;
    }
    for ([[maybe_unused]] int i : {1, 2})
        x++;
    auto l = [] [[nodiscard]] () { return 1; };
    return x - 8 + l() - 1;
}
