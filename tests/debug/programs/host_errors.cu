#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cassert>
#include <vector>
static int compare(const void *a, const void *b)
{
    int x = *(const int *) a, y = *(const int *) b;
    return 6 / (x - y);
}
int main(int argc, char **argv)
{
    std::vector<int> v(2);
    if (argc > 2)
        assert(v[1] == 1);
    if (argc > 1)
        return v.at(5);
    int data[3] = {1, 1, 2};
    qsort(data, 3, sizeof *data, compare);
}
