#include <cstdio>
#include <thread>
static void work(int k)
{
    for (int i = 0; i < 3; i++)
        printf("%d:%d\n", k, i);
}
int main()
{
    std::thread t(work, 1), u(work, 2);
    t.join();
    u.join();
}
