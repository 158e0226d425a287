/* SPDX-License-Identifier: Apache-2.0 */
/* C11 <complex.h>: what C has; in C++ it is <complex>. Each function calls the C library's. */
#ifdef __cplusplus
#include <complex>
#else
#ifndef WARPCELL_COMPLEX_H
#define WARPCELL_COMPLEX_H
#define complex _Complex
#define _Complex_I 1.0fi
#define I _Complex_I
#define CMPLX(x, y) __cmplx((double) (x), (double) (y))
#define CMPLXF(x, y) __cmplxf((float) (x), (float) (y))
#define CMPLXL(x, y) __cmplxl((long double) (x), (long double) (y))
static inline double _Complex __cmplx(double x, double y) { double _Complex z; __real__ z = x; __imag__ z = y; return z; }
static inline float _Complex __cmplxf(float x, float y) { float _Complex z; __real__ z = x; __imag__ z = y; return z; }
static inline long double _Complex __cmplxl(long double x, long double y) { long double _Complex z; __real__ z = x; __imag__ z = y; return z; }
static inline double creal(double _Complex z) { return __real__ z; }
static inline float crealf(float _Complex z) { return __real__ z; }
static inline long double creall(long double _Complex z) { return __real__ z; }
static inline double cimag(double _Complex z) { return __imag__ z; }
static inline float cimagf(float _Complex z) { return __imag__ z; }
static inline long double cimagl(long double _Complex z) { return __imag__ z; }
static inline double _Complex conj(double _Complex z) { return ~z; }
static inline float _Complex conjf(float _Complex z) { return ~z; }
static inline long double _Complex conjl(long double _Complex z) { return ~z; }
static inline double cabs(double _Complex z) { return hypot(__real__ z, __imag__ z); }
static inline float cabsf(float _Complex z) { return hypotf(__real__ z, __imag__ z); }
static inline long double cabsl(long double _Complex z) { return hypotl(__real__ z, __imag__ z); }
static inline double carg(double _Complex z) { return atan2(__imag__ z, __real__ z); }
static inline float cargf(float _Complex z) { return atan2f(__imag__ z, __real__ z); }
static inline long double cargl(long double _Complex z) { return atan2l(__imag__ z, __real__ z); }
static inline double _Complex cacos(double _Complex z) { double _Complex r; __complex_op("cacos", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex cacosf(float _Complex z) { float _Complex r; __complex_opf("cacos", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex cacosl(long double _Complex z) { long double _Complex r; __complex_opl("cacos", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex casin(double _Complex z) { double _Complex r; __complex_op("casin", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex casinf(float _Complex z) { float _Complex r; __complex_opf("casin", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex casinl(long double _Complex z) { long double _Complex r; __complex_opl("casin", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex catan(double _Complex z) { double _Complex r; __complex_op("catan", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex catanf(float _Complex z) { float _Complex r; __complex_opf("catan", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex catanl(long double _Complex z) { long double _Complex r; __complex_opl("catan", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex ccos(double _Complex z) { double _Complex r; __complex_op("ccos", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex ccosf(float _Complex z) { float _Complex r; __complex_opf("ccos", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex ccosl(long double _Complex z) { long double _Complex r; __complex_opl("ccos", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex csin(double _Complex z) { double _Complex r; __complex_op("csin", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex csinf(float _Complex z) { float _Complex r; __complex_opf("csin", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex csinl(long double _Complex z) { long double _Complex r; __complex_opl("csin", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex ctan(double _Complex z) { double _Complex r; __complex_op("ctan", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex ctanf(float _Complex z) { float _Complex r; __complex_opf("ctan", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex ctanl(long double _Complex z) { long double _Complex r; __complex_opl("ctan", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex cacosh(double _Complex z) { double _Complex r; __complex_op("cacosh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex cacoshf(float _Complex z) { float _Complex r; __complex_opf("cacosh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex cacoshl(long double _Complex z) { long double _Complex r; __complex_opl("cacosh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex casinh(double _Complex z) { double _Complex r; __complex_op("casinh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex casinhf(float _Complex z) { float _Complex r; __complex_opf("casinh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex casinhl(long double _Complex z) { long double _Complex r; __complex_opl("casinh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex catanh(double _Complex z) { double _Complex r; __complex_op("catanh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex catanhf(float _Complex z) { float _Complex r; __complex_opf("catanh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex catanhl(long double _Complex z) { long double _Complex r; __complex_opl("catanh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex ccosh(double _Complex z) { double _Complex r; __complex_op("ccosh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex ccoshf(float _Complex z) { float _Complex r; __complex_opf("ccosh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex ccoshl(long double _Complex z) { long double _Complex r; __complex_opl("ccosh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex csinh(double _Complex z) { double _Complex r; __complex_op("csinh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex csinhf(float _Complex z) { float _Complex r; __complex_opf("csinh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex csinhl(long double _Complex z) { long double _Complex r; __complex_opl("csinh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex ctanh(double _Complex z) { double _Complex r; __complex_op("ctanh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex ctanhf(float _Complex z) { float _Complex r; __complex_opf("ctanh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex ctanhl(long double _Complex z) { long double _Complex r; __complex_opl("ctanh", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex cexp(double _Complex z) { double _Complex r; __complex_op("cexp", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex cexpf(float _Complex z) { float _Complex r; __complex_opf("cexp", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex cexpl(long double _Complex z) { long double _Complex r; __complex_opl("cexp", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex clog(double _Complex z) { double _Complex r; __complex_op("clog", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex clogf(float _Complex z) { float _Complex r; __complex_opf("clog", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex clogl(long double _Complex z) { long double _Complex r; __complex_opl("clog", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex csqrt(double _Complex z) { double _Complex r; __complex_op("csqrt", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex csqrtf(float _Complex z) { float _Complex r; __complex_opf("csqrt", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex csqrtl(long double _Complex z) { long double _Complex r; __complex_opl("csqrt", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex cproj(double _Complex z) { double _Complex r; __complex_op("cproj", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline float _Complex cprojf(float _Complex z) { float _Complex r; __complex_opf("cproj", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline long double _Complex cprojl(long double _Complex z) { long double _Complex r; __complex_opl("cproj", &__real__ r, __real__ z, __imag__ z, 0, 0); return r; }
static inline double _Complex cpow(double _Complex z, double _Complex w) { double _Complex r; __complex_op("cpow", &__real__ r, __real__ z, __imag__ z, __real__ w, __imag__ w); return r; }
static inline float _Complex cpowf(float _Complex z, float _Complex w) { float _Complex r; __complex_opf("cpow", &__real__ r, __real__ z, __imag__ z, __real__ w, __imag__ w); return r; }
static inline long double _Complex cpowl(long double _Complex z, long double _Complex w) { long double _Complex r; __complex_opl("cpow", &__real__ r, __real__ z, __imag__ z, __real__ w, __imag__ w); return r; }
#endif
#endif
