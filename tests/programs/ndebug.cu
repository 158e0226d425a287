// NDEBUG is asked where <cassert> is included: C11 7.2.
#include <cassert>
#include <cstdio>

int checked(int x) { assert(x > 0); return x; }

#define NDEBUG
#include <cassert>

int effects;
int unchecked(int x)
{
    assert(++effects && x > 0);
    assert(!"never");
    return x;
}

#undef NDEBUG
#include <cassert>

int checked_again(int x)
{
    assert(x != 3 && "three");
    return x;
}

int main()
{
    printf("%d %d %d\n", unchecked(-2), effects, checked(1));
    fflush(stdout);
    return checked_again(4) - 4;
}
