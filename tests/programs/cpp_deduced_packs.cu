#include <cstdio>

template <typename... T> struct tup {
};

template <typename... T> int f(const tup<T...> &, const tup<T...> &)
{
    return sizeof...(T);
}

template <typename... T> bool operator<(const tup<T...> &, const tup<T...> &)
{
    return true;
}

template <int N> struct L {
    template <typename T> static bool less(const T &, const T &)
    {
        return N;
    }
};

template <typename... T> bool operator>(const tup<T...> &a, const tup<T...> &b)
{
    return L<sizeof...(T)>::less(b, a);
}

template <int... N> struct num {
};

template <int... N> int g(num<N...>, num<N...>)
{
    return sizeof...(N);
}

int g(...)
{
    return -1;
}

template <typename... T> int h(int (*)(T...), void (*)(T...))
{
    return sizeof...(T);
}

int two(int, double)
{
    return 0;
}

void other(int, double)
{
}

int main()
{
    printf("%d %d %d %d\n", g(num<1, 2>(), num<1, 2>()), g(num<1, 2>(), num<1, 3>()),
           g(num<1, 2>(), num<1>()), h(two, other));
    tup<int, float> a, b;
    printf("%d %d\n", f(a, b), f(tup<int>(), tup<int>()));
    printf("%d\n", a < b);
    printf("%d\n", a > b);
}
