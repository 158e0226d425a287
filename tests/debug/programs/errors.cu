#include <cstdio>
#include <stdexcept>
static int divide(int a, int b)
{
    return a / b;
}
static void check(int level)
{
    int local = 10 * level;
    if (level == 2)
        throw std::runtime_error("level 2");
    check(level + 1);
    printf("%d\n", local);
}
int main(int argc, char **argv)
{
    int zero = 0, *p = new int[4];
    try {
        check(0);
    } catch (const std::exception &e) {
        printf("caught %s\n", e.what());
    }
    if (argc > 1)
        return divide(1, zero);
    p[0] = 1;
    check(1);
}
