// SPDX-License-Identifier: Apache-2.0
// std::endl as the function that it is: for parameters, pointers and classes with an operator for manipulators and a template.
#include <iostream>
#include <sstream>

struct logger {
    std::ostringstream text;
    template <class T> logger &operator<<(const T &t) { text << t << ';'; return *this; }
    logger &operator<<(std::ostream &(*f)(std::ostream &)) { f(text); text << "manipulator "; return *this; }
};

struct forwarding {
    template <class T> forwarding &operator<<(T &&t) { std::cout << "[value]" << t; return *this; }
    forwarding &operator<<(std::ostream &(*f)(std::ostream &)) { std::cout << "[function]" << f; return *this; }
};

struct plain {
    plain &operator<<(int n) { std::cout << n; return *this; }
    plain &operator<<(std::ostream &(*f)(std::ostream &)) { f(std::cout); return *this; }
};

int main()
{
    logger l;
    l << 1 << "two" << std::endl << std::flush;
    std::cout << l.text.str() << '\n';
    forwarding() << 5 << std::endl;
    plain() << 3 << std::endl << 4 << std::endl;
    std::ostream &(*p)(std::ostream &) = std::endl;
    std::cout << "through a pointer" << p;
    p(std::cout);
}
