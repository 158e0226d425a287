// The comma operator of a class.
#include <cstdio>
struct S { int v; S operator,(const S &o) const { return {v * 10 + o.v}; } };
struct list { int n = 0, sum = 0; list &operator,(int x) { n++; sum += x; return *this; } list &operator<<(int x) { return *this, x; } };
enum class E { a = 1, b };
E operator,(E l, E r) { return l; }
struct plain { int v; };
int main()
{
    S a{1}, b{2};
    printf("%d %d\n", (a, b).v, (a, b, a).v);
    list l;
    l << 1, 2, 3;
    printf("%d %d\n", l.n, l.sum);
    printf("%d %d\n", (int) (E::a, E::b), (plain{1}, plain{2}).v);
    for (int i = 0, k = 3; i < 2; l, i++, k--)
        printf("%d%d ", i, k);
    puts((a, "text"));
}
