// SPDX-License-Identifier: Apache-2.0
// GNU's x ?: y as an lvalue; <cfenv>; negated comparisons of SSE.
#include <cfenv>
#include <cstdio>
int global = 1; int calls = 0; void foo(int &lv) { ++lv; } int &cond() { calls++; return global; }
#include <xmmintrin.h>
int main() { __m128 v = _mm_set_ps(4, 3, 0.0f / 0.0f, 1), w = _mm_set1_ps(2); printf("%d %d %d %d %d %d\n", _mm_movemask_ps(_mm_cmpnle_ps(v, w)), _mm_movemask_ps(_mm_cmpnlt_ps(v, w)), _mm_movemask_ps(_mm_cmpngt_ps(v, w)), _mm_movemask_ps(_mm_cmpnge_ps(v, w)), _mm_movemask_ps(_mm_cmpord_ps(v, w)), _mm_movemask_ps(_mm_cmpunord_ps(v, w))); int rhs = 10; foo(cond() ?: rhs); printf("%d %d %d\n", global, rhs, calls); global = 0; foo(cond() ?: rhs); printf("%d %d %d\n", global, rhs, calls); int k = global ?: rhs; int z = cond() ?: 7; printf("%d %d %d\n", k, z, calls); printf("%d %d %d\n", std::fegetround() == FE_TONEAREST, fesetround(FE_TONEAREST), 0); double *p = nullptr; double d = 2.5, *q = p ?: &d; printf("%g\n", *q); }
