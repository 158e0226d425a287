// SPDX-License-Identifier: Apache-2.0
// What an assignment and ++ give is the object itself, which can be changed, referred to and asked for its address.
#include <cstdio>

struct V {
    float x[2];
    void grow() { x[0] += 100; }
};

struct Node {
    Node *next;
    int value;
};

int &set(int &a) { return a = 3; }
int &more(int &a) { return ++a; }
V &copy(V &a, V b) { return a = b; }
V &operator+=(V &a, V b)
{
    a.x[0] += b.x[0];
    return a;
}

int main()
{
    int a = 0, n = 1, m[3] = {1, 2, 3};
    set(a)++;
    more(more(a)) += 10;
    printf("%d\n", a);
    (a = n) += 5;
    ++(a *= 2);
    printf("%d %d\n", a, n);
    int &r = m[1] = 8;
    r++;
    int *p = m, *q = &(*p = 4);
    *q += 1;
    printf("%d %d %d\n", m[0], m[1], m[2]);

    V v = {{1, 2}}, w = {{3, 4}};
    copy(v, w).x[1] = 7;
    printf("%g %g\n", v.x[0], v.x[1]);
    (v = w).x[0] = 9;
    (v = v).grow();
    printf("%g %g\n", v.x[0], v.x[1]);
    (v += w) = w;
    V *at = &(v = w);
    printf("%g %d\n", v.x[0], at == &v);

    Node b = {nullptr, 2}, head = {&b, 1}, *walk = &head;
    (walk = walk->next)->value = 5;
    (*walk = head).value += 10;
    printf("%d %d\n", b.value, head.value);
}
