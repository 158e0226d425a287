// SPDX-License-Identifier: Apache-2.0
// GNU's init_priority: variables with a priority are constructed first, and ended last.
#include <cstdio>
struct T { const char *name; T(const char *n) : name(n) { printf("+%s ", n); } ~T() { printf("-%s ", name); } };
extern T second;
T plain("plain");
T third __attribute__((init_priority(2000)))("third");
T last = "last";
T second __attribute__((init_priority(200)))("second");
T first __attribute__((init_priority(101))) = "first";
int main() { puts(""); }
