// SPDX-License-Identifier: Apache-2.0
// extern "C" before one declaration is a declaration; in braces it is none.
#include <cstdio>
extern "C" int level;
extern "C" int level;
int level = 8;
extern "C" int set = 3;
extern "C" int twice(int x);
extern "C" { int inside; }
extern "C" const char *name;
const char *name = "n";
int twice(int x) { return 2 * x; }
int main() { printf("%d %d %d %d %s\n", level, set, twice(4), inside, name); }
