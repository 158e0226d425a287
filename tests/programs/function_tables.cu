// Pointers to functions: tables, arguments, results, qsort and bsearch.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double (*binary)(double, double);

static double add(double a, double b) { return a + b; }
static double subtract(double a, double b) { return a - b; }
static double multiply(double a, double b) { return a * b; }

static const struct operation {
    char sign;
    binary run;
} operations[] = {{'+', add}, {'-', subtract}, {'*', multiply}};

static binary find(char sign)
{
    for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++)
        if (operations[i].sign == sign)
            return operations[i].run;
    return NULL;
}

static double fold(const double *x, int n, double start, binary f)
{
    for (int i = 0; i < n; i++)
        start = f(start, x[i]);
    return start;
}

struct word {
    const char *text;
    int length;
};

static int by_length(const void *a, const void *b)
{
    const struct word *x = (const struct word *) a, *y = (const struct word *) b;
    return x->length != y->length ? x->length - y->length : strcmp(x->text, y->text);
}

static int calls;

static int by_value(const void *a, const void *b)
{
    calls++;
    return *(const int *) a - *(const int *) b;
}

int main()
{
    double x[] = {1, 2, 3, 4};
    for (const char *s = "+-*/"; *s; s++) {
        binary f = find(*s);
        if (f)
            printf("%c %g\n", *s, fold(x, 4, *s == '*' ? 1 : 0, f));
        else
            printf("%c is unknown\n", *s);
    }
    struct word words[] = {{"thread", 6}, {"warp", 4}, {"grid", 4}, {"block", 5}, {"lane", 4}};
    qsort(words, 5, sizeof(words[0]), by_length);
    for (int i = 0; i < 5; i++)
        printf("%s ", words[i].text);
    printf("\n");
    int primes[] = {2, 3, 5, 7, 11, 13, 17, 19}, key = 13, absent = 12;
    int *hit = (int *) bsearch(&key, primes, 8, sizeof(int), by_value);
    printf("%d at %ld, 12 %s\n", *hit, (long) (hit - primes), bsearch(&absent, primes, 8, sizeof(int), by_value) ? "found" : "not found");
    binary (*choose)(char) = find;
    printf("%g %d\n", choose('-')(5, 3), calls > 0 && calls < 9);
    return 0;
}
