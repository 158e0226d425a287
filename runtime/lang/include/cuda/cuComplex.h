// names: cuFloatComplex
// SPDX-License-Identifier: Apache-2.0
// Complex numbers of CUDA C: pairs, with functions for arithmetic.
typedef float2 cuFloatComplex;
typedef cuFloatComplex cuComplex;
inline cuFloatComplex make_cuFloatComplex(float x, float y) { cuFloatComplex z; z.x = x; z.y = y; return z; }
inline float cuCrealf(cuFloatComplex a) { return a.x; }
inline float cuCimagf(cuFloatComplex a) { return a.y; }
inline cuFloatComplex cuConjf(cuFloatComplex a) { return make_cuFloatComplex(a.x, -a.y); }
inline cuFloatComplex cuCaddf(cuFloatComplex a, cuFloatComplex b) { return make_cuFloatComplex(a.x + b.x, a.y + b.y); }
inline cuFloatComplex cuCsubf(cuFloatComplex a, cuFloatComplex b) { return make_cuFloatComplex(a.x - b.x, a.y - b.y); }
inline cuFloatComplex cuCmulf(cuFloatComplex a, cuFloatComplex b) { return make_cuFloatComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
inline cuFloatComplex cuCdivf(cuFloatComplex a, cuFloatComplex b) { float s = b.x * b.x + b.y * b.y; return make_cuFloatComplex((a.x * b.x + a.y * b.y) / s, (a.y * b.x - a.x * b.y) / s); }
inline float cuCabsf(cuFloatComplex a) { return hypotf(a.x, a.y); }
inline cuFloatComplex cuCfmaf(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c) { return cuCaddf(cuCmulf(a, b), c); }
typedef double2 cuDoubleComplex;
inline cuDoubleComplex make_cuDoubleComplex(double x, double y) { cuDoubleComplex z; z.x = x; z.y = y; return z; }
inline double cuCreal(cuDoubleComplex a) { return a.x; }
inline double cuCimag(cuDoubleComplex a) { return a.y; }
inline cuDoubleComplex cuConj(cuDoubleComplex a) { return make_cuDoubleComplex(a.x, -a.y); }
inline cuDoubleComplex cuCadd(cuDoubleComplex a, cuDoubleComplex b) { return make_cuDoubleComplex(a.x + b.x, a.y + b.y); }
inline cuDoubleComplex cuCsub(cuDoubleComplex a, cuDoubleComplex b) { return make_cuDoubleComplex(a.x - b.x, a.y - b.y); }
inline cuDoubleComplex cuCmul(cuDoubleComplex a, cuDoubleComplex b) { return make_cuDoubleComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
inline cuDoubleComplex cuCdiv(cuDoubleComplex a, cuDoubleComplex b) { double s = b.x * b.x + b.y * b.y; return make_cuDoubleComplex((a.x * b.x + a.y * b.y) / s, (a.y * b.x - a.x * b.y) / s); }
inline double cuCabs(cuDoubleComplex a) { return hypot(a.x, a.y); }
inline cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) { return cuCadd(cuCmul(a, b), c); }
inline cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
