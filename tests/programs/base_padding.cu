// Members of a derived class lie in the padding behind a base that is not POD (Itanium C++ ABI), on the host as in kernels.
#include <cstdio>
#include <string>
#include <utility>

struct constructed { constructed() : x(1), c('a') {} int x; char c; };
struct on_constructed : constructed { char d[3] = {'b', 'c', 'd'}; int e = 5; };
struct pod { int x; char c; };
struct on_pod : pod { char d; };
struct on_both : on_pod { char e; };
class hidden { int x; char c; };
struct on_hidden : hidden { char d; };
struct ended { ~ended() {} int x; char c; };
struct on_ended : ended { char d; };
struct given { int x; char c = 1; };
struct on_given : given { char d; };
struct holds_pod { pod p; char c; };
struct on_holds_pod : holds_pod { char d; };
struct holds { ended u; char c; };
struct on_holds : holds { char d; };
struct defaulted { int x; char c; defaulted() = default; defaulted(const defaulted &) = default; };
struct on_defaulted : defaulted { char d; };
struct assigned { int x; char c; assigned &operator=(const assigned &o) { x = o.x; return *this; } assigned &operator=(int) { return *this; } };
struct on_assigned : assigned { char d; };
struct assigned_number { int x; char c; assigned_number &operator=(int n) { x = n; return *this; } };
struct on_assigned_number : assigned_number { char d; };
struct functions { int x; char c; private: int f(); };
struct on_functions : functions { char d; };
struct both { __host__ __device__ both() : x(7), c('p') {} int x; char c; };
struct on_both_sides : both { char d[4] = {'q', 'r', 's', 't'}; };
template <class T> struct of { of(T v) : x(v), c('v') {} T x; char c; };
struct on_of : of<int> { on_of() : of<int>(9) {} char d = 'w'; };
template <typename... T> struct list;
template <> struct list<> {};
template <typename H, typename... T> class list<H, T...> : list<T...> { H head; public: list() {} };

template <class T> int at(const T &object) { return (int) ((const char *) &object.d - (const char *) &object); }

__global__ void look(on_constructed a, const on_constructed *p, on_both_sides b, on_of o)
{
    printf("%d %c %c %c %d %d\n", a.x, a.c, a.d[0], a.d[2], a.e, (int) sizeof a);
    printf("%d %c %c %c %d\n", p->x, p->c, p->d[0], p->d[2], p->e);
    printf("%d %c %c %c\n", b.x, b.c, b.d[0], b.d[3]);
    printf("%d %c %c %d\n", o.x, o.c, o.d, (int) sizeof o);
}

int main()
{
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(on_constructed), sizeof(on_pod), sizeof(on_both), sizeof(on_hidden), sizeof(on_ended), sizeof(on_given));
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(on_holds_pod), sizeof(on_holds), sizeof(on_defaulted), sizeof(on_assigned), sizeof(on_assigned_number), sizeof(on_functions));
    printf("%zu %zu %zu\n", sizeof(on_both_sides), sizeof(on_of), sizeof(list<int, char, short, double>));
    on_constructed a, b;
    on_ended e;
    on_assigned_number n;
    printf("%d %d %d\n", at(a), at(e), at(n));
    a.d[0] = 'x';
    a.c = 'y';
    static_cast<constructed &>(b) = a; // the members of b are not touched
    printf("%c %c %c\n", b.c, b.d[0], b.d[2]);
    b.d[0] = 'z';
    std::swap(static_cast<constructed &>(a), static_cast<constructed &>(b));
    printf("%c %c\n", a.d[0], b.d[0]);
    constructed copy = b;
    on_constructed *p;
    cudaMalloc(&p, sizeof a);
    cudaMemcpy(p, &a, sizeof a, cudaMemcpyHostToDevice);
    printf("%d %c\n", copy.x, copy.c);
    look<<<1, 1>>>(a, p, on_both_sides(), on_of());
    cudaDeviceSynchronize();
}
