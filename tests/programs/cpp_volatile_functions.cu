// SPDX-License-Identifier: Apache-2.0
// Member functions for volatile objects.
#include <cstdio>

struct counter {
    int n = 1;
    void set(int v) volatile { n = v; }
    int get() const volatile { return n; }
    operator int() const volatile { return n; }
    int twice() volatile;
};
int counter::twice() volatile { return n * 2; }

int main()
{
    counter a;
    volatile counter b;
    a.set(5);
    b.set(7);
    int (counter::*get)() const volatile = &counter::get;
    printf("%d %d %d %d %d\n", a.get(), b.get(), (int) b, b.twice(), (a.*get)());
}
