// The time stamp counter, by intrinsics and by assembly.
#include <cstdint>
#include <cstdio>
#include <x86intrin.h>
static inline uint64_t rd() {
    unsigned lo, hi;
    __asm__ __volatile__("rdtsc" : "=a"(lo), "=d"(hi));
    return ((uint64_t)hi << 32) | lo;
}
int main() {
    unsigned long long a = __rdtsc();
    unsigned aux;
    unsigned long long b = __rdtscp(&aux);
    printf("%d\n", b >= a);
    uint64_t c = rd();
    printf("%d\n", c >= b);
    _mm_lfence();
    _mm_mfence();
    unsigned long long z = __builtin_ia32_rdtsc();
    printf("%d\n", z >= c);
}
