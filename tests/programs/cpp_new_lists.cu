// Lists that give the values of new elements, `new T[]`, and `::new` and `::delete` past the operators of a class.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

struct T {
    int v;
    T(int v = -1) : v(v) { printf("T%d ", v); }
    T(const T &o) : v(o.v) { printf("c%d ", v); }
    ~T() { printf("~T%d ", v); }
};
struct P { int x = 7; std::string s = "d"; };
struct E {
    int i;
    E(int i) : i(i) { if (i == 3) throw "three"; printf("E%d ", i); }
    ~E() { printf("~E%d ", i); }
};
struct K {
    int v = 3;
    static void *operator new(size_t n) { printf("own new\n"); return malloc(n); }
    static void operator delete(void *p) { printf("own delete\n"); free(p); }
    ~K() { printf("~K%d\n", v); }
};
template <class... A> int *listed(A... a) { return new int[sizeof...(a) + 1]{a..., 9}; }
template <class... A> int *counted(A... a) { return new int[]{a..., 8}; }

int main()
{
    T *a = new T[4]{1, T(2)};
    puts("");
    for (int i = 0; i < 4; i++)
        printf("%d ", a[i].v);
    delete[] a;
    puts("");
    P *p = new P[3]{{1, "one"}, {2}};
    for (int i = 0; i < 3; i++)
        printf("%d%s ", p[i].x, p[i].s.c_str());
    delete[] p;
    std::string *s = new std::string[3]{"a", std::string(3, 'b')};
    printf("%s|%s|%s\n", s[0].c_str(), s[1].c_str(), s[2].c_str());
    delete[] s;
    const int n = 2;
    E *e = new E[n]{1, 2}; // no default constructor
    delete[] e;
    puts("");
    try {
        new E[4]{1, 2, 3, 4};
    } catch (const char *m) {
        puts(m);
    }
    int k = 3;
    T *b = new T[k]{5};
    printf("%d%d%d\n", b[0].v, b[1].v, b[2].v);
    delete[] b;
    puts("");
    T *u = new T[]{8, 9};
    delete[] u;
    puts("");
    T(*w)[2] = new T[2][2]{{1, 2}, {3}};
    delete[] w;
    puts("");
    K *own = new K, *global = ::new K{4};
    printf("%d%d\n", own->v, global->v);
    delete own;
    ::delete global;
    int *q = listed(1, 2);
    printf("%d%d%d\n", q[0], q[1], q[2]);
    ::delete[] q;
    q = counted(1, 2, 3);
    printf("%d%d\n", q[2], q[3]);
    delete[] q;
    char buffer[sizeof(K)];
    K *placed = ::new (static_cast<void *>(buffer)) K;
    placed->~K();
}
