// Lambdas without captures as function pointers: tables, arguments, assignments, comparison functions.
#include <cstdio>
#include <cstdlib>
typedef int (*op_t)(int, int);
struct item { const char *n; op_t f; };
static item items[] = {{"add", [](int a, int b) { return a + b; }}, {"mul", [](int a, int b) -> int { return a * b; }}};
int twice(op_t f) { return 2 * f(3, 4); }
int main() {
    for (auto &i : items) printf("%s %d\n", i.n, i.f(5, 6));
    int v[] = {3, 1, 2};
    qsort(v, 3, sizeof *v, [](const void *a, const void *b) { return *(const int *) a - *(const int *) b; });
    printf("%d %d %d\n", v[0], v[1], v[2]);
    printf("%d\n", twice([](int a, int b) { static int calls; calls++; return a - b + calls; }));
    op_t f = nullptr; f = [](int a, int b) { return a % b; }; printf("%d\n", f(7, 4));
    op_t t[2] = {[](int a, int b) { return a; }, f}; printf("%d %d\n", t[0](1, 2), t[1](9, 5));
    int k = 3; auto g = [k](int a, int b) { return a + k; }; printf("%d\n", g(1, 2));
}
