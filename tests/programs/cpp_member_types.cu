// SPDX-License-Identifier: Apache-2.0
// Members that are named without an object, where only their type is asked for.
#include <cstdio>
struct A {
    double m = 1;
    int a[3] = {};
    static int bytes() { return sizeof(a); }
};
int main()
{
    decltype(A::m) x = 2.5;
    printf("%g %zu %zu %d\n", x, sizeof(A::m), sizeof(A::a), A::bytes());
}
