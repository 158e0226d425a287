// Friends that are instances of templates, and friends in namespaces.
#include <cstdio>
template <class T> class buffer;
template <class T> class cursor {
    const buffer<T> &b;

public:
    cursor(const buffer<T> &b) : b(b) {}
    int total() { return b.data + b.hidden(); }
};
template <class T> class buffer {
    T data = 3;
    int hidden() const { return 4; }
    friend class cursor<T>;

public:
    cursor<T> begin() { return cursor<T>(*this); }
};
namespace ns {
class A {
    friend class B;
    friend int peek(const A &);
    template <class T> friend class C;
    int x = 5;
};
class B {
public:
    int g(A a) { return a.x; }
};
int peek(const A &a) { return a.x + 1; }
template <class T> class C {
public:
    T g(A a) { return a.x + 2; }
};
} // namespace ns
int main()
{
    buffer<int> held;
    printf("%d%d%d%d\n", held.begin().total(), ns::B().g({}), ns::peek({}), ns::C<int>().g({}));
}
