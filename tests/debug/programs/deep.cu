#include <cstdio>
static int down(int n)
{
    return n ? down(n - 1) + 1 : 0;
}
int main()
{
    printf("%d\n", down(100));
}
