/* SPDX-License-Identifier: Apache-2.0 */
/* The passes of the Fourier transform of kernels/fft.cu, and its table of roots. Element j of a pass belongs to k = j % done; runs of equal
 * j / done are loops over k, whose loads and stores are contiguous. */
#include "device/cpu/loops/loops_impl.h"

#include <math.h>
#include <string.h>

#ifdef __clang__
#define RUN_LOOP(i, n) for (int64_t i = 0; i < (n); i++)
#else
#define RUN_LOOP(i, n) _Pragma("GCC ivdep") for (int64_t i = 0; i < (n); i++)
#endif

enum { RADIX_MOST = 16, TILE = 64 /* numbers of a run at a time */ };

#define REAL   float
#define FFT(x) x##_f32
#include "device/cpu/loops/fft_pass.def"
#undef REAL
#undef FFT

#define REAL   double
#define FFT(x) x##_f64
#include "device/cpu/loops/fft_pass.def"
