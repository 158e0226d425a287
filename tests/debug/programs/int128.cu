#include <cstdio>

int main()
{
    unsigned __int128 x = ((unsigned __int128) 3 << 64) + 5;
    __int128 y = -(__int128) x;
    printf("%d\n", (int) y);
}
