// What a lambda declares itself is not captured, though a variable of that name stands around it; here most of those have no value.
#include <cstdio>

struct two {
    int m, n;
};

int main()
{
    int a = 1, b = 2, c, d, e = 5, size;
    auto f = [=](int x) {
        int s = 0;
        {
            int a = x;
            s += a;
        }
        s += a;
        for (int b = 0; b < 2; b++)
            s += b;
        s += b;
        auto g = [=](int c) { return c + s; };
        try {
            throw 3;
        } catch (int d) {
            s += d;
        }
        auto [p, q] = two{1, 2};
        return s + g(4) + p + q + e;
    };
    auto shared = [=](int size) { return size * sizeof(float) * a; };
    printf("%d %zu\n", f(10), shared(3));
    c = d = size = 0;
    printf("%d\n", c + d + size);
    return 0;
}
