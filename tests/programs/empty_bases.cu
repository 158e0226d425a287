// Two objects of one empty class have different places: a managed class with a member that is managed, too.
#include <cstddef>
#include <cstdio>

class managed {
public:
    void *operator new(size_t n)
    {
        void *p;
        cudaMallocManaged(&p, n);
        return p;
    }
    void operator delete(void *p)
    {
        cudaDeviceSynchronize();
        cudaFree(p);
    }
};
struct text : managed {
    int n = 0;
    char *at;
    text(const char *s)
    {
        while (s[n])
            n++;
        cudaMallocManaged(&at, n + 1);
        for (int i = 0; i <= n; i++)
            at[i] = s[i];
    }
    text(const text &o) : text(o.at) {}
    ~text() { cudaFree(at); }
};
struct element : managed {
    text key;
    int value;
    element(const char *k, int v) : key(k), value(v) {}
};
__global__ void change(element *e)
{
    if (threadIdx.x < e->key.n)
        e->key.at[threadIdx.x] -= 32;
    if (!threadIdx.x)
        e->value *= 2;
}
__global__ void show(element e) { printf("%s %d\n", e.key.at, e.value); }

struct M {};
struct O : M {};
struct A : M { int x; };
struct B : M { A a; int y; };
struct C : M { M m; int z; };
struct D : M { A a[2]; };
struct E : O { M m; char c; };
struct G { M m; A a; };
struct H : M { O o; int i; };
struct I : A { M m; int i; };
struct J : B { A q; };
struct K : M { int i; M m; };
struct P : O { B b; };
template <typename T> struct holder : M { T inner; T more[3]; };

__global__ void sizes(int *p)
{
    const int s[] = {sizeof(A), sizeof(B), sizeof(C), sizeof(D), sizeof(E), sizeof(G), sizeof(H),
                     sizeof(I), sizeof(J), sizeof(K), sizeof(P), sizeof(holder<A>), sizeof(holder<M>), sizeof(element)};
    for (int i = 0; i < 14; i++)
        p[i] = s[i];
}

int main()
{
    element *e = new element("hello", 21);
    change<<<1, 32>>>(e);
    cudaDeviceSynchronize();
    printf("%s %d\n", e->key.at, e->value);
    show<<<1, 1>>>(*e);
    delete e;

    const int s[] = {sizeof(A), sizeof(B), sizeof(C), sizeof(D), sizeof(E), sizeof(G), sizeof(H),
                     sizeof(I), sizeof(J), sizeof(K), sizeof(P), sizeof(holder<A>), sizeof(holder<M>), sizeof(element)};
    int *d;
    cudaMallocManaged(&d, sizeof s);
    sizes<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    for (int i = 0; i < 14; i++)
        printf("%d%s ", s[i], s[i] == d[i] ? "" : "!");
    printf("\n%zu %zu %zu %zu %zu %zu %zu %zu\n", offsetof(B, a), offsetof(B, y), offsetof(C, m), offsetof(C, z),
           offsetof(D, a), offsetof(E, m), offsetof(H, o), offsetof(P, b));
}
