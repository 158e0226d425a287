// What `using namespace` brings, and where: in a block until its end, in a namespace for those who name that namespace; inline namespaces.
#include <algorithm>
#include <chrono>
#include <complex>
#include <iostream>
#include <string>
#include <vector>
namespace near {
int f(int) { return 1; }
struct T {
    int x = 5;
};
int z = 9;
template <class X> struct box {
    X v;
};
namespace deep {
int w = 77;
}
enum E { one = 1, two };
} // namespace near
int f(double) { return 2; }
namespace far {
struct T {
    int x = 6;
};
int z = 10;
struct fill {
    bool v;
};
template <class X> struct count {
    X v;
};
} // namespace far
void with_near()
{
    using namespace near;
    std::cout << f(1) << T().x << z << "\n";
}
void with_far()
{
    using namespace far;
    std::cout << f(1) << T().x << z << fill{true}.v << count<int>{5}.v << "\n";
}
void with_std()
{
    using namespace std;
    string s(3, 'a');
    fill(s.begin(), s.end(), 'b');
    cout << s << std::count(s.begin(), s.end(), 'b') << "\n";
}
int in_blocks(int x)
{
    switch (x) {
    case 1: {
        using namespace near;
        return z;
    }
    default: {
        using namespace far;
        return z + fill{true}.v;
    }
    }
}
namespace through {
using namespace near;
int g() { return z + f(1); }
template <class X> X h(X x) { return x + z + f(1); }
struct K {
    int m() { return z; }
};
} // namespace through
namespace twice {
using namespace through;
}
namespace v {
inline namespace v2 {
struct S {
    int a = 1;
};
int number(S s) { return 2 * s.a; }
enum class colour { red, green };
template <class X> struct holder {
    X t;
    holder(X t) : t(t) {}
};
namespace impl {
int hidden() { return 42; }
}
} // namespace v2
namespace v1 {
struct S {
    int a = 2;
};
int number(S s) { return 4 * s.a; }
} // namespace v1
int outer(S s) { return number(s); }
} // namespace v
namespace alias = v;
inline namespace everywhere {
int gg = 8;
inline namespace inner {
int hh = 9;
}
} // namespace everywhere
namespace literals_of {
inline namespace literals {
constexpr int operator""_ten(unsigned long long a) { return (int) a * 10; }
} // namespace literals
} // namespace literals_of
template <class X> struct maker {
    static int get()
    {
        using namespace v;
        return number(S());
    }
    int other() const;
};
template <class X> int maker<X>::other() const
{
    using namespace v::v1;
    return number(S());
}
namespace user {
using namespace std;
using namespace std::chrono;
string name() { return "n"; }
long ms() { return duration_cast<milliseconds>(seconds(2)).count(); }
template <class X> vector<X> repeat(X t, int n) { return vector<X>(n, t); }
} // namespace user
using namespace std;
complex<double> turned(complex<double> z) { return exp(-z); }
int main()
{
    with_near(), with_far(), with_std();
    cout << in_blocks(1) << in_blocks(2) << f(1) << "\n";
    cout << through::z << through::f(1) << through::g() << through::h(1) << through::K().m() << through::T().x << through::deep::w << "\n";
    cout << twice::z << twice::f(2) << twice::box<int>{3}.v << twice::two << "\n";
    cout << v::number(v::S()) << v::outer(v::S()) << (v::colour::red == v::v2::colour::red) << v::holder<int>(7).t << v::holder(2.5).t
         << v::impl::hidden() << v::v1::number(v::v1::S()) << alias::S().a << alias::v1::S().a << "\n";
    cout << gg << hh << everywhere::gg << everywhere::hh << ::gg << "\n";
    {
        using namespace literals_of;
        cout << 3_ten;
    }
    {
        using namespace literals_of::literals;
        cout << 4_ten << "\n";
    }
    cout << maker<int>::get() << maker<int>().other() << user::name() << user::ms() << user::repeat<string>("a", 2)[1] << "\n";
    {
        using namespace near;
        struct L {
            int k() { return z + T().x; }
        };
        auto generic = [](auto x) { return x + z; };
        cout << L().k() << generic(1) << "\n";
    }
    auto g = [](auto x) {
        using namespace v::v1;
        return number(S()) + x;
    };
    auto h = [](auto x) {
        using namespace v;
        return number(S()) + x;
    };
    cout << g(1) << h(1) << g(0.5) << "\n";
    cout << turned(complex<double>(0, 1)) << exp(complex<double>(1)) << log(complex<double>(1)) << "\n";
}
