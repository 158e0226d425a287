// thrust::distance and its like; new (std::nothrow); the text of ctime, which a program may change.
#include <cstdio>
#include <cstring>
#include <ctime>
#include <new>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/iterator/transform_iterator.h>
using namespace std;

template <typename I> struct pairs {
    typedef typename thrust::iterator_difference<I>::type difference_type;
    difference_type n;
};

int main()
{
    int values[] = {3, 1, 4, 1, 5, 9, 2, 6};
    thrust::device_vector<int> d(values, values + 8);
    auto most = thrust::max_element(d.begin(), d.end());
    auto at = d.begin();
    thrust::advance(at, 2);
    pairs<thrust::device_vector<int>::iterator> p{thrust::distance(d.begin(), most)};
    printf("%ld %d %d %d\n", p.n, (int) *at, (int) *thrust::next(at), (int) *thrust::prev(d.end(), 2));

    int *q = new (std::nothrow) int[4], *r = new (nothrow) int(3);
    struct part { int n = 7; } *s = new (nothrow) part;
    char *none = new (nothrow) char[1ul << 60];
    q[0] = 1;
    printf("%d %d %d\n", q[0] + *r, s->n, none == nullptr);
    delete[] q;
    delete r;
    delete s;

    time_t now = 86400;
    char *text = asctime(gmtime(&now));
    text[strlen(text) - 1] = 0;
    printf("%s\n", text);
    printf("%d\n", ctime(&now) == text);
    return 0;
}
