/* SPDX-License-Identifier: Apache-2.0 */
/* GNU's ranges of cases, of any extent. */
#include <limits.h>
#include <stdio.h>

static int digits(long n)
{
    switch (n) {
    case 0: return 0;
    case 1 ... 9: return 1;
    case 10 ... 99: return 2;
    case 100 ... 999999999: return 9;
    case 1000000000 ... LONG_MAX: return 10;
    case LONG_MIN ... -1: return -1;
    }
    return -2;
}

static int half(unsigned long n)
{
    switch (n) {
    case 0 ... 7ul: return 0;
    default: return 3;
    case 8 ... 0x8000000000000007: return 1;
    case 0x8000000000000009 ... ULONG_MAX: return 2;
    }
}

static const char *kind(unsigned char c)
{
    switch (c) {
    case 'a' ... 'z':
    case 'A' ... 'Z': return "letter";
    case '0' ... '9': return "digit";
    case 128 ... 255: return "high";
    }
    return "other";
}

static int falls(int x)
{
    int sum = 0;
    for (int i = 0; i < 100; i++)
        switch (x + i) {
        case -5 ... 3: sum += 1;
        case 4 ... 5: sum += 10; break;
        case 7: sum += 100; break;
        case 8 ... 70000: sum += 1000;
        }
    return sum;
}

int main(void)
{
    const long some[] = {0, 1, 9, 10, 99, 100, 999999999, 1000000000, LONG_MAX, -1, LONG_MIN};
    for (unsigned i = 0; i < sizeof some / sizeof *some; i++)
        printf("%d ", digits(some[i]));
    puts("");
    const unsigned long large[] = {0, 7, 8, 0x7ffffffffffffffful, 0x8000000000000000ul, 0x8000000000000007ul, 0x8000000000000008ul, 0x8000000000000009ul, ULONG_MAX};
    for (unsigned i = 0; i < sizeof large / sizeof *large; i++)
        printf("%d ", half(large[i]));
    puts("");
    for (const char *p = "a7 Z\xe4"; *p; p++)
        printf("%s ", kind((unsigned char) *p));
    puts("");
    printf("%d %d %d\n", falls(-10), falls(3), falls(69990));
    return 0;
}
