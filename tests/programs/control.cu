// goto, switch with falling through, do, nested breaks, the comma, and C's conversions.
#include <limits.h>
#include <stdio.h>

static int classify(int c)
{
    switch (c) {
    case 'a':
    case 'e': return 1;
    case '7': return 2;
    case '\n':
        c++;
    default: return c;
    }
}

static int days(int month, int leap)
{
    int n;
    switch (month) {
    case 2: n = 28 + (leap ? 1 : 0); break;
    case 4:
    case 6:
    case 9:
    case 11: n = 30; break;
    default: n = 31;
    }
    return n;
}

int main()
{
    printf("%d %d %d %d\n", classify('e'), classify('7'), classify('\n'), classify('z'));
    int total = 0;
    for (int m = 1; m <= 12; m++)
        total += days(m, 1);
    printf("%d days\n", total);
    int i, j, found_i = -1, found_j = -1;
    for (i = 0; i < 10; i++)
        for (j = 0; j < 10; j++)
            if (i * j == 42) {
                found_i = i, found_j = j;
                goto out;
            }
out:
    printf("%d x %d = 42\n", found_i, found_j);
    int steps = 0, n = 27;
    do {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    } while (n != 1);
    printf("%d steps\n", steps);
    unsigned u = 1;
    int negative = -1;
    char c = (char) 200;
    printf("%d %d %u %d %d\n", negative < (int) u, negative > u, (unsigned) negative, c < 0, (unsigned char) c);
    printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 >> 1, (int) 3.99);
    printf("%d %ld %llu\n", INT_MAX, LONG_MAX, ULLONG_MAX);
    short s = (short) 70000;
    float f = 16777217;
    printf("%d %.1f %d %g\n", s, f, 5 == 5.0, 7 / 2 * 2.0);
    int count = 0;
again:
    if (count++ < 3) {
        if (count == 2)
            goto again;
        printf("pass %d\n", count);
        goto again;
    }
    int x = (count++, count * 2);
    printf("%d %d %d\n", x, count ^ 5, ~count & 0xff);
    return 0;
}
