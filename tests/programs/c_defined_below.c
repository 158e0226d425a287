/* SPDX-License-Identifier: Apache-2.0 */
/* Variables of a struct that is defined below them; a flexible array that its definition makes longer. */
#include <stdio.h>
extern struct foo A; struct bar B; struct bar *pb = &B; static struct foo *pa(void) { return &A; }
struct foo { int x; double d; }; struct bar { int y[3]; };
struct foo A = {1, 2.5};
struct list { int n; int more[]; }; extern struct list l; int second(void) { return l.more[1]; } struct list l = {3, {7, 8, 9}};
int main(void) { printf("%d %d\n", second(), l.more[2]); printf("%d %g %d\n", A.x, pa()->d, B.y[2]); pb->y[1] = 3; printf("%d\n", B.y[1]); }
