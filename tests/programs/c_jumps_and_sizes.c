/* SPDX-License-Identifier: Apache-2.0 */
/* goto into blocks with arrays; operands of sizeof and typeof that are evaluated; functions whose prototype comes later. */
#include <stdio.h>
struct p { int x, y; };
int f(int n) { int k = 0; if (n > 2) goto in; { int a[4]; struct p s; for (int i = 0; i < 4; i++) a[i] = i; s.x = 1; k += a[3] + s.x; if (k < 100) goto out;
 in: a[1] = n; s.y = 2 * n; { int b[2]; b[0] = 1; more: b[1] = a[1]; k += b[1] + s.y; if (k < 30) { a[1]++; goto more; } } } out: return k; }
int g(int n) { for (int i = 0; i < n; i++) { if (i == 1) goto deep; if (i > 5) { int t[3]; t[0] = 5; deep: t[2] = i; n -= t[2]; } } return n; }

int half(); double twice();
int early(void) { return half(9) + (int) twice(2.5); }
int half(int n) { return n / 2; }
double twice(double x) { return 2 * x; }
int sum(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int r = **__builtin_va_arg(ap, int (*)[++n]); __builtin_va_end(ap); return r + n; }
int main(void) {
    int c = 0, l = 2, a[3] = {12, 34, 56}, (*p)[l] = 0;
    printf("%d %d %d %d %d\n", f(1), f(3), f(20), g(9), early());
    printf("%d", sizeof(c++, p) == sizeof(void *)); printf(" %d\n", c);
    printf("%d", sizeof(*(c++, p)) == 2 * sizeof(int)); printf(" %d\n", c);
    printf("%d", sizeof(int[++l][1]) == sizeof(int[3][1])); printf(" %d\n", l);
    typeof(c++, p) t1; printf("%d\n", c);
    typeof(p, c++) t2; printf("%d\n", c);
    typeof(*(p = (c++, (int (*)[l]) &a))) t3; printf("%d %d\n", c, (*p)[2]);
    printf("%d\n", sum(3, &a));
}
