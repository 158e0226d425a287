// SPDX-License-Identifier: Apache-2.0
// Assignments of objects in constant expressions: they were left out.
#include <cstdio>

struct matrix {
    long v[2][2]{};
    constexpr matrix operator*(const matrix &o) const
    {
        matrix p;
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                for (int k = 0; k < 2; k++)
                    p.v[i][j] += v[i][k] * o.v[k][j];
        return p;
    }
};

constexpr long fibonacci(int n)
{
    matrix b{{{1, 1}, {1, 0}}}, r;
    r.v[0][0] = r.v[1][1] = 1;
    for (; n; n >>= 1, b = b * b)
        if (n & 1)
            r = r * b;
    return r.v[0][1];
}

struct point { int x, y; };
constexpr int copied()
{
    point a{1, 2}, b{3, 4}, c{};
    c = a = b;
    b.x = 9;
    return a.x * 100 + c.y * 10 + (a = b).x;
}
static_assert(fibonacci(50) == 12586269025 && copied() == 349);

int main()
{
    constexpr long ten = fibonacci(10);
    std::printf("%ld %ld %d\n", ten, fibonacci(90), copied());
}
