// SPDX-License-Identifier: Apache-2.0
// An exception that may not leave a destructor: what is in it is destroyed, then std::terminate's handler is called.
#include <cstdio>
#include <cstdlib>
#include <exception>
struct A { const char *name; ~A() { printf("~%s\n", name); } };
struct C { ~C() { puts("~C"); try { A b{"inside"}; throw 42; } catch (char) { puts("no"); } } };
int main() { std::set_terminate([] { puts("terminated"); exit(0); }); A outside{"outside"}; try { C c; throw 'c'; } catch (char) { puts("no"); } }
