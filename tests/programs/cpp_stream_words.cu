#include <iostream>
#include <sstream>

int idx()
{
    static int i = std::ios_base::xalloc();
    return i;
}

std::ostream &wide(std::ostream &o)
{
    o.iword(idx()) = 1;
    return o;
}

struct P {
    int x;
};

std::ostream &operator<<(std::ostream &o, P p)
{
    return o.iword(idx()) ? o << "wide " << p.x : o << p.x;
}

int main()
{
    std::cout << P{3} << wide << ' ' << P{4} << '\n';
    std::ostringstream s;
    s << P{5};
    std::cout << s.str() << '\n';
    static int z;
    s.pword(idx()) = &z;
    std::cout << (s.pword(idx()) == &z) << (std::ios::xalloc() != idx()) << '\n';
    s.copyfmt(std::cout);
    s << P{6};
    std::cout << s.str() << '\n';
}
