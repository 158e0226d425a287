// SPDX-License-Identifier: Apache-2.0
// Objects that are extern first: constructed once, where they are defined, and ended in the reverse order of that; what destructors write last.
#include <cstdio>
struct T { const char *name; int n; T(const char *s, int k) : name(s), n(k) { printf("+%s ", name); } ~T() { printf("-%s ", name); } };
struct U { static int made; int n; U() : n(++made) {} };
int U::made;
extern T later;
extern const T fixed;
extern U many[];
extern U one;
T first("first", 1);
int sum() { return later.n + fixed.n + many[1].n + one.n; }
const T fixed("fixed", 2);
T later("later", 3);
U many[3];
U one;
int main() { printf("%d %d\n", sum(), U::made); }
