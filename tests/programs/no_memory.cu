// What happens when memory runs out, and how deep calls may go.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <vector>

long down(int n)
{
    return n ? 1 + down(n - 1) : 0;
}

int main()
{
    char *p = (char *) malloc((size_t) 1 << 46), *q = (char *) calloc((size_t) 1 << 40, 1 << 20);
    printf("%d %d\n", p == NULL, q == NULL);
    char *r = (char *) malloc(10);
    printf("%d\n", realloc(r, (size_t) 1 << 46) == NULL);
    free(r);
    try {
        double *d = new double[(size_t) 1 << 43];
        printf("%p\n", (void *) d);
    } catch (const std::bad_alloc &e) {
        printf("%s\n", e.what());
    }
    try {
        std::vector<double> v((size_t) 1 << 43);
    } catch (std::exception &e) {
        printf("%s\n", e.what());
    }
    try {
        struct T {
            int n[100];

            T()
            {
            }
        };

        T *d = new T[(size_t) 1 << 40];
        delete[] d;
    } catch (std::exception &e) {
        printf("%s\n", e.what());
    }
    printf("%ld\n", down(200000));
}
