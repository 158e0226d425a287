/* SPDX-License-Identifier: Apache-2.0 */
/* Variable arguments of the program's own functions. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct pair { int first; double second; };

static int sum(int count, ...)
{
    va_list ap;
    int total = 0;
    va_start(ap, count);
    while (count--)
        total += va_arg(ap, int);
    va_end(ap);
    return total;
}

static double mixed(const char *types, ...)
{
    va_list ap, copy;
    double total = 0;
    va_start(ap, types);
    va_copy(copy, ap);
    for (const char *p = types; *p; p++)
        switch (*p) {
        case 'c': total += va_arg(ap, int); break;
        case 'l': total += va_arg(ap, long); break;
        case 'f': total += va_arg(ap, double); break;
        case 's': total += strlen(va_arg(ap, char *)); break;
        case 'p': {
            struct pair x = va_arg(ap, struct pair);
            total += x.first * x.second;
            break;
        }
        }
    if (*types == 'c')
        printf("first again: %c\n", va_arg(copy, int));
    va_end(copy);
    va_end(ap);
    return total;
}

static int next(va_list *ap) { return va_arg(*ap, int); }

static void print(const char *format, ...)
{
    char text[64];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    va_start(ap, format);
    printf("[%s] ", text);
    vprintf(format, ap);
    va_end(ap);
}

static int by_pointer(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int a = next(&ap), b = next(&ap);
    va_end(ap);
    return n * 100 + a * 10 + b;
}

int main(void)
{
    int (*f)(int, ...) = by_pointer;
    printf("%d %d\n", sum(3, 1, 2, 3), sum(0));
    printf("%g\n", mixed("clfsp", 'a', 100000L, 2.5f, "four", (struct pair){3, 1.5}));
    print("%d %s %5.2f %c %lu %x\n", 42, "text", 3.14159, 'z', 123456789012ul, 255u);
    print("%*d|%-6s|%%|%p\n", 5, 42, "ab", (void *) 0);
    printf("%d\n", f(1, 2, 3));
    return 0;
}
