/* SPDX-License-Identifier: Apache-2.0 */
/* GNU's extensions of C, and _Generic. */
#include <stdio.h>
#include <stdlib.h>

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define KIND(x) _Generic((x), int: "int", unsigned: "unsigned", double: "double", char *: "string", default: "other")

struct point { int x, y; };

static int calls;
static int next(void) { return ++calls; }

static const char *grade(int n)
{
    switch (n) {
    case 0 ... 4: return "low";
    case 5 ... 9: return "high";
    default: return "none";
    }
}

/* An interpreter with a table of labels. */
static int interpret(const unsigned char *code)
{
    static const void *const table[] = {&&push, &&add, &&mul, &&stop};
    int stack[8], n = 0;
    goto *table[*code++];
push:
    stack[n++] = *code++;
    goto *table[*code++];
add:
    n--;
    stack[n - 1] += stack[n];
    goto *table[*code++];
mul:
    n--;
    stack[n - 1] *= stack[n];
    goto *table[*code++];
stop:
    return stack[0];
}

static int search(int wanted)
{
    for (int i = 0; i < 10; i++) {
        int found = ({
            if (i * i > 50)
                return -1;
            if (i % 2)
                continue;
            i * 3;
        });
        if (found == wanted)
            return i;
    }
    return -2;
}

int main(void)
{
    int numbers[] = {[0 ... 2] = 7, [3] = 1, [4 ... 5] = next()};
    struct point old = {y: 2, x: 1};
    struct point made = ({ struct point p = {3, 4}; p.x++; p; });
    printf("%d %g\n", MAX(3, 5), MAX(2.5, 1));
    printf("%d %d\n", next() ?: -1, 0 ?: 9);
    printf("%d %d %d %d\n", numbers[2], numbers[3], numbers[5], calls);
    printf("%d %d %d %d\n", old.x, old.y, made.x, made.y);
    printf("%s %s %s\n", grade(4), grade(9), grade(10));
    printf("%s %s %s %s %s\n", KIND(1), KIND(1u), KIND('a' * 1.0), KIND("text"), KIND(&calls));
    printf("%d\n", interpret((unsigned char[]){0, 3, 0, 4, 1, 0, 5, 2, 3}));
    printf("%d %d %d\n", search(12), search(3), search(99));
    printf("%d %d\n", __builtin_types_compatible_p(int, const int), __builtin_choose_expr(1, 5, "x"));
    int x = 5, y;
    asm volatile("" : "=r"(y) : "0"(x) : "memory");
    __asm__("" ::: "memory");
    printf("%d %d\n", y, abs(-__builtin_abs(-6)));
    return 0;
}
