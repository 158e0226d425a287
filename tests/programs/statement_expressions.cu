// GNU's statement expressions in kernels, macros and device functions.
#include <cstdio>
#define MAXX(a, b) ({ auto _a = (a); auto _b = (b); _a > _b ? _a : _b; })
#define SWAP(T, x, y) ({ T t_ = x; x = y; y = t_; })
#define CHECK(x) ({ if (!(x)) printf("no\n"); })
struct pair { int a, b; };
__device__ int first(pair p) { return p.a; }
__device__ int sq(int x) { return ({ int y = x * x; y; }); }
template <typename T> __device__ T clamp3(T x) { return MAXX(MAXX(x, (T) 1), ({ T z = 2; for (int i = 0; i < 1; i++) { z += 1; } z; })); }
__global__ void k(int n)
{
    __shared__ int s[4];
    int x = 1, y = 2;
    SWAP(int, x, y);
    CHECK(x == 1);
    s[0] = ({ int w = 0; for (int i = 0; i < n; i++) w += i; w; });
    printf("%d %d %d %d %d %d %g\n", MAXX(n, 3), sq(n), x, y, s[0], first({7, 8}), clamp3(2.5f));
    int z = ({ struct pair p = {1, 2}; p.b; }) + ({ n++; n; });
    printf("%d %d\n", z, n);
}
int main() { k<<<1, 1>>>(5); cudaDeviceSynchronize(); printf("%d\n", MAXX(4, 6)); }
