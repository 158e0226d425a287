#include <algorithm>
#include <cstdio>
#include <vector>
int main()
{
    std::vector<int> v = {3, 1, 2};
    int comparisons = 0;
    auto less = [&](int a, int b) {
        comparisons++;
        return a < b;
    };
    std::sort(v.begin(), v.end(), less);
    int scale = 10;
    auto scaled = [scale](int x) { return scale * x; };
    for (int &x : v)
        x = scaled(x);
    printf("%d %d %d\n", v[0], v[2], comparisons > 0);
}
