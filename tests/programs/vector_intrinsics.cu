// SPDX-License-Identifier: Apache-2.0
// Vector intrinsics of x86 in host code. The expected text is what a processor gives.
#include <immintrin.h>
#include <cstdio>
static void show(const char *what, const float *p, int n) { printf("%s", what); for (int i = 0; i < n; i++) printf(" %g", p[i]); printf("\n"); }
static void bytes(const char *what, const void *p, int n) { printf("%s", what); for (int i = 0; i < n; i++) printf(" %02x", ((const unsigned char *) p)[i]); printf("\n"); }
int main()
{
    alignas(32) float x[8] = {1, 2.5f, -3, 4, 5, -6.5f, 7, 8}, y[8] = {8, 7, 6, 5, 4, 3, 2, 1}, out[8];
    __m128 a = _mm_loadu_ps(x), b = _mm_load_ps(y);
    _mm_storeu_ps(out, _mm_add_ps(_mm_mul_ps(a, b), _mm_set1_ps(0.5f))); show("madd", out, 4);
    _mm_storeu_ps(out, _mm_shuffle_ps(a, b, _MM_SHUFFLE(0, 1, 2, 3))); show("shuffle", out, 4);
    _mm_storeu_ps(out, _mm_and_ps(a, _mm_cmplt_ps(a, b))); show("select", out, 4);
    printf("%d\n", _mm_movemask_ps(a));
    _mm_storeu_ps(out, _mm_sqrt_ps(_mm_max_ps(a, _mm_setzero_ps()))); show("sqrt", out, 4);
    _mm_storeu_ps(out, _mm_hadd_ps(a, b)); show("hadd", out, 4);
    _mm_storeu_ps(out, _mm_movehl_ps(a, b)); show("movehl", out, 4);
    __m256 c = _mm256_loadu_ps(x), d = _mm256_load_ps(y);
    _mm256_storeu_ps(out, _mm256_fmadd_ps(c, d, _mm256_set1_ps(1))); show("fma", out, 8);
    _mm256_storeu_ps(out, _mm256_hadd_ps(c, d)); show("hadd", out, 8);
    _mm256_storeu_ps(out, _mm256_blendv_ps(c, d, _mm256_cmp_ps(c, d, _CMP_GT_OQ))); show("blend", out, 8);
    _mm256_storeu_ps(out, _mm256_permute2f128_ps(c, d, 0x21)); show("permute", out, 8);
    _mm_storeu_ps(out, _mm_add_ps(_mm256_castps256_ps128(c), _mm256_extractf128_ps(c, 1))); show("halves", out, 4);
    __m128i i = _mm_setr_epi16(1, -2, 300, -400, 500, 32767, -32768, 8), j = _mm_set1_epi16(77), r;
    r = _mm_packus_epi16(i, j); bytes("packus", &r, 16);
    r = _mm_packs_epi32(i, j); bytes("packs", &r, 16);
    r = _mm_madd_epi16(i, j); bytes("madd", &r, 16);
    r = _mm_mulhi_epi16(i, j); bytes("mulhi", &r, 16);
    r = _mm_unpacklo_epi8(i, j); bytes("unpack", &r, 16);
    r = _mm_unpackhi_epi16(i, j); bytes("unpack", &r, 16);
    r = _mm_slli_si128(i, 5); bytes("bytes", &r, 16);
    r = _mm_srli_si128(i, 3); bytes("bytes", &r, 16);
    r = _mm_srai_epi32(i, 7); bytes("srai", &r, 16);
    r = _mm_srai_epi16(i, 20); bytes("srai", &r, 16);
    r = _mm_slli_epi16(i, 3); bytes("slli", &r, 16);
    r = _mm_shuffle_epi32(i, _MM_SHUFFLE(1, 0, 3, 2)); bytes("shuffle", &r, 16);
    r = _mm_shuffle_epi8(i, _mm_setr_epi8(15, 14, 13, 12, -1, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)); bytes("shuffle", &r, 16);
    r = _mm_adds_epi16(i, i); bytes("adds", &r, 16);
    r = _mm_subs_epu8(i, j); bytes("subs", &r, 16);
    r = _mm_avg_epu8(i, j); bytes("avg", &r, 16);
    r = _mm_cmpgt_epi16(i, j); bytes("cmpgt", &r, 16);
    r = _mm_mul_epu32(i, j); bytes("mul", &r, 16);
    r = _mm_insert_epi16(i, 99, 3); bytes("insert", &r, 16);
    printf("%d %d\n", _mm_movemask_epi8(i), _mm_extract_epi16(i, 6));
    __m128d e = _mm_set_pd(1.5, -2.5), f = _mm_mul_pd(e, e); printf("%g %g\n", _mm_cvtsd_f64(f), _mm_cvtsd_f64(_mm_unpackhi_pd(f, f)));
    __m256i k = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 8), l = _mm256_mullo_epi32(k, _mm256_set1_epi32(100000007)), m;
    m = _mm256_sub_epi32(l, _mm256_slli_epi32(k, 2)); bytes("avx2", &m, 32);
    m = _mm256_cvtps_epi32(c); bytes("cvt", &m, 32);
    m = _mm256_cvtepu8_epi32(i); bytes("widen", &m, 32);
    a = a + b * a; printf("%g\n", a[2]);
    float *p = (float *) _mm_malloc(64, 32); printf("%d\n", (int) ((size_t) p % 32)); _mm_free(p);
}
