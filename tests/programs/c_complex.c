/* SPDX-License-Identifier: Apache-2.0 */
/* Complex numbers of C and GNU C: arithmetic, conversions, places, <complex.h>. */
#include <stdio.h>
#include <complex.h>
#include <stdlib.h>
double complex g = 1.0 + 2.0 * I;
static float complex gf[3] = {1, 2.0f * I, 3 + 4 * I};
struct s { int a; double complex z; char c; };
double complex twice(double complex z) { return 2 * z; }
void show(const char *n, double complex z) { printf("%s %.17g %.17g\n", n, creal(z), cimag(z)); }
int main(void)
{
    double complex a = 3 + 4 * I, b = -1.5 + 0.25i;
    show("g", g); show("sum", a + b); show("diff", a - b); show("prod", a * b); show("quot", a / b);
    show("mixed", 2 * a - 1 / b + 3.0f);
    show("sub", 2.0 - a); show("int", a / 2);
    a += b; show("+=", a); a *= 2; show("*=", a); a /= b; show("/=", a); a -= I; show("-=", a);
    printf("%d %d %d\n", a == b, a != b, !a);
    if (a) puts("true");
    show("conj", ~a); show("neg", -a); show("c", conj(a));
    __real__ a = 7; __imag__ a = -7; show("parts", a);
    printf("%g %g %g\n", __real__ a, __imag__ a, __imag__ 3.0);
    for (int i = 0; i < 3; i++) show("gf", gf[i]);
    struct s x = {1, 2 + 3 * I, 'c'}; show("field", x.z); printf("%zu %zu %zu\n", sizeof x, sizeof(float complex), sizeof a);
    show("twice", twice(1)); show("twice", twice(x.z));
    show("csqrt", csqrt(-4)); show("cexp", cexp(I * 3.14159265358979)); show("clog", clog(-1)); show("cpow", cpow(a, 3)); show("csin", csin(1 + I));
    printf("%g %g\n", cabs(3 + 4 * I), carg(I));
    double d = a; int n = (int) a; printf("%g %d\n", d, n);
    double complex *p = malloc(4 * sizeof *p); for (int i = 0; i < 4; i++) p[i] = i * (1 + I); p[2] *= p[3]; show("p", p[2]); free(p);
    double complex inf = 1.0 / 0.0 + I * 0; show("inf", inf * (1 + I)); show("div", (1 + I) / 0.0);
    float complex f = CMPLXF(1.5f, 2.5f); f = f * f; printf("%.9g %.9g %.9g\n", crealf(f), cimagf(f), cabsf(f));
    _Complex int zi = 3 + 4i; zi = zi * zi; printf("%d %d\n", __real__ zi, __imag__ zi);
    zi = zi / (1 + 2i); printf("%d %d\n", __real__ zi, __imag__ zi);
    show("choice", n ? a : 2); show("cast", (double complex) 5); show("f2d", f);
    double complex arr[2][2] = {{1, I}, {-I, 1}}; show("arr", arr[0][1] * arr[1][0]);
    static double complex st; st += 1; show("static", st);
    volatile double complex v = 1 + I; v = v * v; show("volatile", v);
    printf("%s\n", _Generic(f, float complex: "fc", double complex: "dc", default: "?"));
    return 0;
}
