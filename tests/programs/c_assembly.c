/* SPDX-License-Identifier: Apache-2.0 */
/* Inline assembly: moves, arithmetic, addresses, registers, jumps of asm goto. */
#include <stdio.h>
#include <stdint.h>
static int sign(int x) {
    asm goto("test %0, %0\n\tjl %l[negative]\n\tjz %l[zero]" : : "r"(x) : "cc" : negative, zero);
    return 1;
negative: return -1;
zero: return 0;
}
static unsigned below(unsigned a, unsigned b) { __asm__ goto("cmpl %1, %0; jb %l2" : : "r"(a), "r"(b) : : yes); return 0; yes: return 1; }
struct pair { int a, b; };
static int calls, place[2];
static int *once(void) { calls++; return place + 1; }
int main(void) {
    int a = 5, b = 7, sum = 0;
    __asm__("add %2, %1\n\tmov %1, %0" : "=r"(sum), "+r"(a) : "r"(b));
    printf("%d %d %d\n", sum, a, b);
    __asm__ volatile("movl $3, %[t]  \n imul $5, %[t]; dec %[t]" : [t] "=rm"(a) : : "cc");
    printf("%d\n", a);
    uint64_t wide = 0xffffffffffffffffull; uint32_t low;
    __asm__("mov %q1, %%rax \n movl $1, %%eax \n mov %%rax, %1 \n mov %%eax, %0" : "=r"(low), "+r"(wide) : : "rax");
    printf("%u %llx\n", low, (unsigned long long) wide);
    int array[4] = {1, 2, 3, 4}, got; long index = 2;
    __asm__("movl (%1, %2, 4), %0" : "=r"(got) : "r"(array), "r"(index) : "memory"); printf("%d\n", got);
    __asm__("leaq 4(%1), %%r10; movl (%%r10), %0; addl $10, (%%r10)" : "=r"(got) : "r"(array) : "r10", "memory"); printf("%d %d\n", got, array[1]);
    struct pair p = {1, 2}; __asm__("incl %0; negl %1" : "+m"(p.a), "+m"(p.b)); printf("%d %d\n", p.a, p.b);
    unsigned x = 0xf0, y = 0x3c; __asm__("and %1, %0" : "+r"(x) : "r"(y)); printf("%x\n", x); __asm__("or $1, %0; xor $0xff, %0; not %0" : "+r"(x)); printf("%x\n", x);
    int lo, hi; __asm__ volatile("movl %%eax, %%edx; shl $4, %%eax" : "=a"(lo), "=d"(hi) : "a"(0x123)); printf("%x %x\n", lo, hi);
    long u = 1, v = 2; __asm__("xchg %0, %1" : "+r"(u), "+r"(v)); printf("%ld %ld\n", u, v);
    unsigned char byte = 200; __asm__("addb $100, %0" : "+q"(byte)); printf("%d\n", byte);
    short s = -5; __asm__("addw %1, %0" : "+r"(s) : "r"((short) 3)); printf("%d\n", s);
    float f = 2.5f, g; __asm__("mov %1, %0" : "=r"(g) : "r"(f)); printf("%g\n", g);
    const char *text = "abc"; __asm__("add $1, %0" : "+r"(text)); printf("%s\n", text);
    int tied; __asm__("add %2, %0" : "=r"(tied) : "0"(40), "r"(2)); printf("%d\n", tied);
    __asm__ volatile("nop; pause /* nothing */ \n mfence" ::: "memory"); asm("nop"); __asm__ volatile("lock; addl $1, %0" : "+m"(tied)); printf("%d\n", tied);
    printf("%d %d %d %u %u\n", sign(-3), sign(0), sign(9), below(1, 0xffffffffu), below(5, 5));
    int *walk = place; __asm__("addl $4, %0; incl %1" : "+r"(*once()), "+m"(*walk++)); printf("%d %d %d %d\n", calls, place[0], place[1], (int) (walk - place));
    printf("%d\n", __builtin_classify_type(1.0L));
}
