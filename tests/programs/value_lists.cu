// std::initializer_list variables keep their values, auto deduces them, and arrays whose size is not constant take values in braces.
#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <string>

struct counted {
    int v;
    counted(int v) : v(v) {}
    ~counted() { printf("~%d ", v); }
};

std::initializer_list<int> all = {7, 8, 9};

int sum(std::initializer_list<int> l)
{
    int s = 0;
    for (int x : l)
        s += x;
    return s;
}

struct point {
    int a;
    float b;
};

void sizes(int n, int m)
{
    float x[n][m] = {{4.5f, 3, 7.25f}, {12}};
    const int y[n] = {1, 2};
    point p[n] = {{1, 2.5f}, {3}};
    const char *s[n] = {"a", "b"};
    std::string t[n] = {"aa", "bb"};
    int z[n][2] = {{1, 2}, {3, 4}};
    for (int i = 0; i < 2; i++)
        printf("%g %g %g %d %d %g %s %s %d\n", x[i][0], x[i][1], x[i][2], y[i], p[i].a, p[i].b, s[i], t[i].c_str(), z[i][1]);
    printf("%d %d\n", y[2], p[2].a);
}

int main()
{
    int copied[18], at = 0;
    {
        std::initializer_list<int> first = {1, 8, 9, 6, 4, 3, 5, 7, 2};
        at = 1;
        std::copy(first.begin(), first.end(), &copied[9 * at]);
    }
    {
        std::initializer_list<int> second{1, 8, 9, 6, 4, 3, 5, 7, 22};
        std::copy(second.begin(), second.end(), copied);
    }
    printf("%d %d\n", copied[8], copied[17]);
    auto deduced = {4, 5};
    const std::initializer_list<double> one = {1.5};
    static std::initializer_list<int> kept = {1, 1};
    const std::initializer_list<int> &bound = {3, 4};
    printf("%d %g %d %d %d\n", sum(deduced), *one.begin(), sum(all), sum(kept), sum(bound));
    {
        std::initializer_list<counted> objects = {counted(1), counted(2)};
        for (auto &x : objects)
            printf("%d ", x.v);
    }
    for (int i = 0; i < 2; i++) {
        std::initializer_list<int> each = {i, i + 1};
        printf("%d ", sum(each));
    }
    printf("\n");
    sizes(3, 4);
    return 0;
}
