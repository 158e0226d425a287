// <math.h>: the functions of float and of long long, their overloads in C++, and the Bessel functions.
#include <cmath>
#include <cstdio>
#include <type_traits>

int main()
{
    int e, q;
    float m = frexpf(12.5f, &e);
    printf("%g %d %g %g %g\n", m, e, ldexpf(m, e), scalbnf(3.0f, -2), scalblnf(3.0f, 4L));
    printf("%g %g %d\n", scalbln(1.0, -1000000L), std::scalbln(1.5, 2L), ilogbf(1e-40f));
    printf("%g", remquof(29.0f, 3.0f, &q));
    printf(" %d %lld %lld %lld\n", q & 7, llrintf(2.5f), llrint(-3.5), llroundf(2.5f));
    printf("%.6f %.6f %.6f %.6f %.6f %.6f\n", j0(1.5), j1(1.5), jn(3, 1.5), y0(1.5), y1(1.5), yn(3, 1.5));
    printf("%.4f %.4f %.4f %.4f %g %g\n", j0f(1.5f), jnf(3, 1.5f), y1f(1.5f), ynf(2, 1.5f), exp10(-3.0), exp10f(2.0f));
    printf("%d %d %d %d\n", std::is_same<decltype(std::ldexp(1.0f, 2)), float>::value, std::is_same<decltype(std::frexp(1.0f, &e)), float>::value,
           std::is_same<decltype(std::ldexp(1, 2)), double>::value, std::is_same<decltype(std::scalbn(1.0f, 2)), float>::value);
    printf("%g %g\n", std::ldexp(3, 2), std::remquo(7.5f, 2.0f, &q));
    return 0;
}
