// Pointers to const as constexpr: names of programs and tables of them.
#include <cstdio>
constexpr const char *kName = "abc";
namespace {
constexpr const char *const hidden = "def";
constexpr const char *names[] = {"x", "y"};
static int place;
constexpr const void *where = &place;
} // namespace
struct S {
    static constexpr const char *tag = "tag";
};
__global__ void k(int *p) { *p = sizeof(kName); }
int main() {
    puts(kName);
    puts(hidden);
    puts(names[1]);
    puts(S::tag);
    printf("%d\n", where == &place);
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d\n", *p);
}
