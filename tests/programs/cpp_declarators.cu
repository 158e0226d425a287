// SPDX-License-Identifier: Apache-2.0
// Declarators with more parentheses than they need.
#include <cstdio>
int f(int x) { return x + 1; }
int g(int x) { return x + 2; }
int (*table[2])(int) = {f, g};
int (*pick(int i))(int) { return table[i]; }
int (*(*pp))(int) = table;
int main() { int (*((*fp)[2]))(int) = &table; int x = 3; int (*(q)[2])(int) = {f, g}; int (*(((z))))(int) = f; int (*(arr2)[2][1])(int) = {{f}, {g}};
 printf("%d %d %d %d %d\n", (*fp)[1](1), x, q[0](1), z(2), pick(1)(3)); }
