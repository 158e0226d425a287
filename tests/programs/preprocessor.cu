// Directives and literals that are rare: as g++ has them.
#include <cstdio>
#include <cwchar>
#define X 1
#pragma push_macro("X")
#undef X
#define X 2
int a = X;
__global__ void kx(int *p) { p[0] = X; }
#pragma pop_macro("X")
int b = X;
__global__ void ky(int *p) { p[0] = X; }
#line 100 "foo.c"
int main() { printf("%d %d %d %s %d\n", a, b, __LINE__, __FILE__, (int)L'x');
 const wchar_t *w = L"h\u00e9\x1f600"; wchar_t v[] = L"ab" "c", z[2] = {L'1', L'2'}; printf("%d %d %d %zu %zu %zu\n", (int)w[1], (int) w[2], v[2], sizeof v, sizeof(wchar_t), wcslen(w)); printf("%zu %zu\n", sizeof __DATE__, sizeof __TIME__); 
 const auto *u8 = u8"é"; const auto *u = u"\U0001F600"; printf("%d %x %x %zu %zu\n", (unsigned char) u8[1], u[0], u[1], sizeof U"ab", sizeof u"ab");
 printf("%zu %zu %d\n", sizeof L'a', sizeof 'a', sizeof(u'a') == 2);
#line 7
 printf("%d %s\n", __LINE__, __FILE__);
printf("%d %d %d\n", __GNUC__ >= 4, __INT_MAX__, __SIZEOF_LONG__); 
 int *d, h; cudaMallocManaged(&d, 4); kx<<<1,1>>>(d); cudaDeviceSynchronize(); h = *d; ky<<<1,1>>>(d); cudaDeviceSynchronize(); printf("%d %d\n", h, *d); }
