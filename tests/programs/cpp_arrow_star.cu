// operator->* of a class, beside ->* of pointers.
#include <cstdio>

struct text { int s; text operator->*(int n) const { return {s + n}; } };
struct point { int x; int twice() const { return 2 * x; } };
struct handle {
    point *p;
    point *operator->() { return p; }
    template <class M> M &operator->*(M point::*m) { return p->*m; }
};
struct bound { const point *p; int (point::*f)() const; int operator()() const { return (p->*f)(); } };
struct caller { point p; bound operator->*(int (point::*f)() const) const { return {&p, f}; } };

int main()
{
    text s{1};
    printf("%d %d\n", (s->*3).s, (s->*3->*4).s);
    point p{4};
    handle h{&p};
    h->*(&point::x) = 9;
    int point::*m = &point::x;
    h->*m += 1;
    printf("%d %d %d\n", p.x, h->twice(), (&p)->*m);
    caller c{{21}};
    printf("%d\n", (c->*&point::twice)());
}
