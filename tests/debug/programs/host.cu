#include <cstdio>
#include <vector>
int calls;
int square(int v)
{
    int result = v * v;
    calls++;
    return result;
}
int factorial(int n)
{
    if (n < 2)
        return 1;
    return n * factorial(n - 1);
}
int main()
{
    std::vector<int> v;
    int total = 0;
    for (int i = 0; i < 4; i++) {
        v.push_back(square(i));
        total += v[i];
    }
    int k = 3;
    while (k > 0)
        k--;
    printf("%d %d %d\n", total, factorial(5), calls);
}
