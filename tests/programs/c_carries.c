/* SPDX-License-Identifier: Apache-2.0 */
/* Sums and differences of several words in inline assembly: adc, sbb. */
#include <stdio.h>
#include <stdint.h>
int main(void) {
    unsigned low = 1, high = 0, a = 0xffffffffu, b = 2;
    __asm__("addl %2, %0\n\tadcl %3, %1" : "+r"(low), "+r"(high) : "r"(a), "r"(b)); printf("%x %x\n", low, high);
    __asm__("subl $1, %0; sbbl $0, %1" : "+m"(low), "+m"(high)); printf("%x %x\n", low, high);
    uint64_t s[3] = {~0ull, ~0ull, 5}; __asm__("addq $1, %0; adcq $0, %1; adcq $0, %2" : "+r"(s[0]), "+r"(s[1]), "+r"(s[2])); printf("%llx %llx %llx\n", (unsigned long long) s[0], (unsigned long long) s[1], (unsigned long long) s[2]);
    __asm__("subq $1, %0; sbbq $0, %1; sbbq $0, %2" : "+r"(s[0]), "+r"(s[1]), "+r"(s[2])); printf("%llx %llx %llx\n", (unsigned long long) s[0], (unsigned long long) s[1], (unsigned long long) s[2]);
    uint64_t x = 3, y = 9, borrow; __asm__("subq %3, %1; movq $0, %0; adcq $0, %0" : "=&r"(borrow), "+r"(x), "+r"(y) : "r"(y)); printf("%lld %llu\n", (long long) x, (unsigned long long) borrow);
    unsigned char c = 200, d = 7; __asm__("addb $100, %0; adcb %0, %1" : "+q"(c), "+q"(d)); printf("%d %d\n", c, d);
}
