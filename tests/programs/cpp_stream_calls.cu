// Manipulators called with their stream; signs of truth values, and of NaN as std::numeric_limits has it.
#include <cmath>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
using namespace std;
int main()
{
    flush(cout);
    std::hex(std::cout);
    cout << 255;
    dec(cout);
    std::endl(std::cout << 255);
    std::boolalpha(cout);
    cout << true << noboolalpha;
    endl(cout);
    istringstream in("  a b");
    char c;
    noskipws(in);
    in >> c;
    cout << '[' << c << ']';
    skipws(in);
    ws(in) >> c;
    cout << c << '\n';
    ostringstream o;
    fixed(o);
    o << 1.5;
    endl(endl(o));
    cout << o.str();
    stringstream s("12");
    std::hex(s);
    int x;
    s >> x;
    cout << x << '\n';
    cout << showpos << true << false << ' ' << 3 << 3u << noshowpos << '\n';
    using L = numeric_limits<double>;
    constexpr double q = L::quiet_NaN();
    cout << q << ' ' << -L::quiet_NaN() << ' ' << numeric_limits<float>::quiet_NaN() << ' ' << numeric_limits<long double>::quiet_NaN() << ' '
         << L::signaling_NaN() << ' ' << signbit(L::quiet_NaN()) << '\n';
    constexpr double far = std::fabs(-L::infinity());
    cout << far << '\n';
}
