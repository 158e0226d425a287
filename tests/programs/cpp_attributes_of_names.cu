#include <cstdio>

template <typename T> [[nodiscard]] T twice(T x)
{
    return 2 * x;
}

void f([[maybe_unused]] int a, int b [[maybe_unused]])
{
}

[[nodiscard]] constexpr int k()
{
    return 4;
}

namespace n
{
[[maybe_unused]] static int z;

[[nodiscard]] inline int q()
{
    return z;
}
} // namespace n

struct S {
    [[nodiscard]] virtual int m()
    {
        return 1;
    }

    [[no_unique_address]] int e;

    S()[[]]
    {
    }
};

typedef int I [[maybe_unused]];
using J [[maybe_unused]] = int;

extern "C" [[gnu::noinline]] int ext(int x)
{
    return x;
}

int main()
{
    f(1, 2);
    if (int i = 1; i) [[likely]] {
        i++;
    } else [[unlikely]] {
        i--;
    }
    while (false)
        [[unlikely]]
        {
        }
    int arr[3] [[maybe_unused]] = {};
    printf("%d %d %d\n", twice(2), k(), ext(3));
}
