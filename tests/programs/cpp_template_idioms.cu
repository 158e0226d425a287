#include <iostream>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

template <class D> struct Base {
    void call()
    {
        static_cast<D *>(this)->impl();
    }

    static void st()
    {
        D::sst();
    }

  protected:
    ~Base() = default;
};

struct D1 : Base<D1> {
    void impl()
    {
        std::cout << "D1\n";
    }

    static void sst()
    {
        std::cout << "s\n";
    }
};

template <class T> struct Counter {
    static inline int n = 0;

    Counter()
    {
        n++;
    }

    Counter(const Counter &)
    {
        n++;
    }

    ~Counter()
    {
        n--;
    }
};

struct X : Counter<X> {
};

struct Y : Counter<Y> {
};

template <class T> struct Eq {
    friend bool operator!=(const T &a, const T &b)
    {
        return !(a == b);
    }
};

struct P : Eq<P> {
    int x;

    P(int x) : x(x)
    {
    }

    friend bool operator==(const P &a, const P &b)
    {
        return a.x == b.x;
    }
};

template <class... M> struct Mix : M... {
    Mix(const M &...m) : M(m)...
    {
    }
};

struct M1 {
    int a = 1;
};

struct M2 {
    int b = 2;
};

template <template <class...> class C, class T> struct Wrap {
    C<T> c;
};

template <class T, int N = 3> struct Arr {
    T d[N];

    constexpr int size() const
    {
        return N;
    }
};

template <class T> struct is_vec : std::false_type {
};

template <class T> struct is_vec<std::vector<T>> : std::true_type {
};

template <int N> struct Fact {
    enum { v = N * Fact<N - 1>::v };
};

template <> struct Fact<0> {
    enum { v = 1 };
};
template <class... T> struct Tup;

template <> struct Tup<> {
};

template <class H, class... T> struct Tup<H, T...> : Tup<T...> {
    H h;

    Tup(H h, T... t) : Tup<T...>(t...), h(h)
    {
    }
};

template <class... A> auto sum(A... a)
{
    return (a + ...);
}

template <class... A> void pr(A &&...a)
{
    ((std::cout << a << ' '), ...);
    std::cout << '\n';
}

template <class... A> bool all(A... a)
{
    return (... && a);
}

template <class T, class... A> bool in(T t, A... a)
{
    return ((t == a) || ...);
}

template <auto V> struct C {
    static constexpr auto v = V;
};
template <class T> constexpr T pi = T(3.14159265);
template <class T> using Ptr = std::unique_ptr<T>;

template <class T> std::enable_if_t<std::is_integral_v<T>, const char *> kind(T)
{
    return "int";
}

template <class T> std::enable_if_t<std::is_floating_point_v<T>, const char *> kind(T)
{
    return "float";
}

template <class T> auto tag(T t, std::true_type)
{
    return t * 2;
}

template <class T> auto tag(T t, std::false_type)
{
    return t;
}

template <size_t... I> void idx(std::index_sequence<I...>)
{
    ((std::cout << I << ','), ...);
    std::cout << '\n';
}

template <class T> class Stack
{
    std::vector<T> v;

  public:
    void push(T t);
    T pop();

    bool empty() const
    {
        return v.empty();
    }

    template <class U> void pushAll(const U &u)
    {
        for (auto &x : u)
            push(x);
    }
};

template <class T> void Stack<T>::push(T t)
{
    v.push_back(t);
}

template <class T> T Stack<T>::pop()
{
    T t = v.back();
    v.pop_back();
    return t;
}

template <> class Stack<bool>
{
  public:
    const char *name()
    {
        return "bool stack";
    }
};

template <class T> class Stack<T *>
{
  public:
    const char *name()
    {
        return "ptr stack";
    }
};

int main()
{
    D1 d;
    d.call();
    D1::st();
    X x, x2;
    Y y;
    std::cout << X::n << Y::n << Counter<X>::n << '\n';
    std::cout << (P(1) != P(2)) << '\n';
    Mix<M1, M2> m(M1{}, M2{});
    std::cout << m.a << m.b << '\n';
    Wrap<std::vector, int> w;
    w.c.push_back(1);
    std::cout << w.c.size() << Arr<int>{}.size() << Arr<char, 7>{}.size()
              << is_vec<std::vector<int>>::value << is_vec<int>::value << Fact<5>::v << '\n';
    Tup<int, double, char> t(1, 2.5, 'c');
    std::cout << t.h << static_cast<Tup<double, char> &>(t).h << '\n';
    std::cout << sum(1, 2, 3.5) << all(true, false) << in(3, 1, 2, 3) << '\n';
    pr(1, "a", 2.5, 'c');
    std::cout << C<42>::v << C<'x'>::v << pi<float> << '\n';
    Ptr<int> p = std::make_unique<int>(3);
    std::cout << *p << kind(3) << kind(2.5) << tag(3, std::is_integral<int>{}) << '\n';
    idx(std::make_index_sequence<4>{});
    Stack<int> s;
    s.push(1);
    s.pushAll(std::vector<int>{2, 3});
    std::cout << s.pop() << Stack<bool>{}.name() << Stack<int *>{}.name() << '\n';
}
