// In which order operands and arguments are evaluated, as g++ has it.
#include <cstdio>
#include <string>
#include <vector>

struct S {
    int v;

    S(int v) : v(v)
    {
    }

    S operator+(const S &o)
    {
        return S(v + o.v);
    }

    S &operator+=(const S &o)
    {
        v += o.v;
        return *this;
    }

    S &operator=(const S &o)
    {
        v = o.v;
        return *this;
    }

    int operator[](int i)
    {
        return i;
    }

    int operator()(int a, int b)
    {
        return a + b;
    }

    int m(int a, int b)
    {
        return a * b;
    }

    S operator<<(const S &o)
    {
        return *this;
    }

    bool operator==(const S &o)
    {
        return v == o.v;
    }
};

S operator-(const S &a, const S &b)
{
    return S(a.v - b.v);
}

S operator>>(const S &a, const S &b)
{
    return a;
}

bool operator<(const S &a, const S &b)
{
    return a.v < b.v;
}

S t(int i)
{
    printf("%d", i);
    return S(i);
}

int k(int i)
{
    printf("%d", i);
    return i;
}

S &r(int i)
{
    static S x[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    printf("%d", i);
    return x[i];
}

struct P {
    int a, b;

    P(int a, int b) : a(a), b(b)
    {
    }
};

struct G {
    int a, b;
};

int f3(int a, int b, int c)
{
    return 0;
}

int (*fp(int i))(int, int, int)
{
    printf("%d", i);
    return f3;
}

template <class... A> int va(A... a)
{
    return sizeof...(a);
}

int main()
{
    int arr[9] = {0};
    int *pa = arr;
#define X(e)                                                                                       \
    printf("%-30s ", #e);                                                                          \
    (void) (e);                                                                                    \
    puts("");
    X(t(1) + t(2))
    X(t(1) - t(2)) X(r(1) += t(2)) X(r(1) = t(2)) X(t(1)[k(2)]) X(t(1)(k(2), k(3)))
        X(t(1).m(k(2), k(3))) X(t(1) << t(2)) X(t(1) >> t(2)) X(t(1) < t(2)) X(t(1) == t(2))
            X(P(k(1), k(2))) X((P{k(1), k(2)})) X((G{k(1), k(2)})) X(f3(k(1), k(2), k(3)))
                X(fp(0)(k(1), k(2), k(3))) X(va(k(1), k(2), k(3))) X(new P(k(1), k(2)))
                    X((new P{k(1), k(2)})) X(k(1) + k(2)) X(k(1) < k(2)) X(arr[k(1)] = k(2))
                        X(arr[k(1)] += k(2)) X(*(pa + k(1)) = k(2)) X(k(1) - k(2) * k(3))
                            X(printf("", k(1), k(2))) X(k(1) == k(2)) X(arr[k(1)] + arr[k(2)])
                                X(std::string("a") + (k(1) ? "b" : "c") + (k(2) ? "d" : "e"))
                                    X(std::max(k(1), k(2))) X(pa[k(1)] - k(2)) P p(k(1), k(2));
    puts("");
    P q{k(1), k(2)};
    puts("");
    P z = P(k(1), k(2));
    puts("");
    std::vector<int> v{k(1), k(2)};
    puts("");

    int i = 1;
    printf("%d %d\n", i, i++);
    i = 1;
    printf("%d %d\n", i++, i);
}
