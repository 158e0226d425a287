#include <array>
#include <cstdio>
#include <list>
#include <memory>
#include <utility>
namespace shapes {
struct base {
    int id = 1;
    virtual ~base() {}
    virtual int sides() const { return 0; }
};
struct square : base {
    double edge = 2.5;
    int sides() const override
    {
        int four = 4;
        return four;
    }
};
int count(const base &b)
{
    return b.sides();
}
} // namespace shapes
template <typename T, int N> struct stack {
    T items[N];
    int used = 0;
    void push(T v)
    {
        items[used++] = v;
    }
};
union word {
    unsigned bits;
    float real;
};
struct flags {
    unsigned low : 3, high : 5;
    int sign : 4;
};
static int next_id()
{
    static int last = 10;
    last++;
    return last;
}
static int kind(int v)
{
    switch (v % 3) {
    case 0:
        return 10;
    case 1: {
        int v = 7;
        v++;
        return v;
    }
    default:
        break;
    }
    return -1;
}
int main(int argc, char **argv)
{
    shapes::square s;
    int sides = shapes::count(s);
    stack<short, 4> st;
    st.push(3);
    word w;
    w.real = 1.0f;
    flags f = {5, 17, -3};
    int id = next_id() + next_id();
    int kinds = kind(3) + kind(4) + kind(5);
    int n = 3;
    float grid[2][3] = {{1, 2, 3}, {4, 5, 6}}, vla[n];
    for (int i = 0; i < n; i++)
        vla[i] = 0.5f * i;
    std::array<int, 3> fixed = {7, 8, 9};
    auto pair = std::make_pair(1, 'x');
    std::list<int> list = {1, 2};
    auto owner = std::make_unique<int>(5);
    int *p = &n, **pp = &p;
    int (*function)(int) = kind;
    bool yes = true;
    long long big = -1;
    try {
        throw 42;
    } catch (int e) {
        n += e;
    }
    do {
        n -= 20;
    } while (n > 0);
    printf("%d %d %d %d %g\n", sides, id, kinds, n, vla[2]);
}
