// SPDX-License-Identifier: Apache-2.0
// operator new and delete of a class: objects in managed memory, a pool, arrays, bases.
#include <cstdio>
#include <cstdlib>

class Managed {
public:
    void *operator new(size_t size) { void *p; cudaMallocManaged(&p, size); cudaDeviceSynchronize(); return p; }
    void *operator new[](size_t size) { void *p; cudaMallocManaged(&p, size); return p; }
    void operator delete(void *p) { cudaDeviceSynchronize(); cudaFree(p); printf("freed\n"); }
    void operator delete[](void *p) { cudaDeviceSynchronize(); cudaFree(p); printf("array freed\n"); }
};
struct Element : public Managed {
    int n = 3;
    Element() { printf("made\n"); }
    ~Element() { printf("ended\n"); }
};
struct Point : public Managed { float x, y; };
__global__ void bump(Element *e, Point *p) { atomicAdd(&e->n, (int) threadIdx.x); p[threadIdx.x].x = threadIdx.x; }

struct Pooled {
    static char room[4][sizeof(long)];
    static int used;
    long value;
    static void *operator new(size_t size) { printf("%zu bytes\n", size); return room[used++]; }
    static void operator delete(void *, size_t size) { printf("%zu bytes back\n", size); used--; }
};
char Pooled::room[4][sizeof(long)];
int Pooled::used = 0;

struct Shape { virtual ~Shape() {} static void operator delete(void *p) { printf("shape's\n"); free(p); } static void *operator new(size_t n) { return malloc(n); } };
struct Circle : Shape { double r = 2; ~Circle() { printf("circle\n"); } };

int main()
{
    Element *e = new Element;
    Point *p = new Point[4];
    bump<<<1, 4>>>(e, p);
    cudaDeviceSynchronize();
    printf("%d %g\n", e->n, p[3].x);
    delete e;
    delete[] p;
    Pooled *a = new Pooled, *b = new Pooled{7};
    a->value = 5;
    printf("%ld %ld %d\n", a->value, b->value, Pooled::used);
    delete b;
    delete a;
    Pooled *none = nullptr;
    delete none;
    Shape *s = new Circle;
    delete s;
}
