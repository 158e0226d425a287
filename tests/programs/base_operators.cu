// Operators of a base class called by their names, as assignment operators of derived classes do.
#include <cstdio>
#include <string>
#include <vector>

struct B {
    int x;

    B &operator=(const B &o)
    {
        x = o.x;
        printf("B= ");
        return *this;
    }

    B &operator+=(const B &o)
    {
        x += o.x;
        return *this;
    }

    void operator()(int k)
    {
        x = k;
    }

    int operator[](int i) const
    {
        return x + i;
    }

    operator double() const
    {
        return x / 2.0;
    }
};

struct P {
    int x, y;
};

struct D : B, P {
    std::string name;

    D(int v, const char *n) : name(n)
    {
        B::x = v;
        P::x = v;
        y = v;
    }

    D(const D &o) : B(o), P(o), name(o.name)
    {
    }

    D &operator=(const D &o)
    {
        B::operator=(o);
        P::operator=(o);
        name = o.name;
        return *this;
    }

    D &operator+=(const D &o)
    {
        B::operator+=(o);
        P::x += o.P::x;
        return *this;
    }

    void call()
    {
        B::operator()(9);
    }

    int at(int i) const
    {
        return B::operator[](i);
    }

    double half() const
    {
        return *this;
    }
};

struct V : std::vector<int> {
    using std::vector<int>::vector;

    V &operator=(const V &o)
    {
        std::vector<int>::operator=(o);
        return *this;
    }

    V &operator=(int n)
    {
        std::vector<int>::operator=({n, n});
        return *this;
    }
};

int main()
{
    D a(1, "a"), b(2, "b");
    a = b;
    printf("%d %d %d %s\n", a.B::x, a.P::x, a.y, a.name.c_str());
    a += b;
    printf("%d %d\n", a.B::x, a.P::x);
    a.call();
    printf("%d %d %g\n", a.B::x, a.at(3), a.half());
    a.B::operator=(b);
    a.P::x = 7;
    printf("%d\n", a.B::x);
    B *p = &a;
    p->operator+=(b);
    (*p).B::operator()(5);
    printf("%d\n", p->x);
    V v, w;
    v.push_back(4);
    w = v;
    printf("%zu %d\n", w.size(), w[0]);
    w = 3;
    printf("%zu %d\n", w.size(), w[1]);
}
