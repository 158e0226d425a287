#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

int main()
{
    std::cout << std::hex << 255 << std::showbase << 255 << std::uppercase << 255
              << std::nouppercase << std::oct << 8 << std::dec << std::noshowbase << '\n';
    std::cout << std::setw(6) << 42 << '|' << std::left << std::setw(6) << 42 << '|'
              << std::internal << std::setw(6) << -42 << '|' << std::right << std::setfill('*')
              << std::setw(6) << 42 << std::setfill(' ') << '\n';
    std::cout << std::fixed << std::setprecision(2) << 3.14159 << ' ' << std::scientific << 3.14159
              << ' ' << std::defaultfloat << 3.14159 << ' ' << std::hexfloat << 1.5
              << std::defaultfloat << '\n';
    std::cout << std::boolalpha << true << std::noboolalpha << true << std::showpos << 5
              << std::noshowpos << std::showpoint << 2.0 << std::noshowpoint << '\n';
    std::cout.width(5);
    std::cout.fill('-');
    std::cout << 7 << std::cout.fill() << std::cout.precision() << '\n';
    std::cout.setf(std::ios::hex, std::ios::basefield);
    std::cout << 255;
    std::cout.unsetf(std::ios::hex);
    std::cout.setf(std::ios::dec, std::ios::basefield);
    auto f = std::cout.flags();
    std::cout << std::hex << 16;
    std::cout.flags(f);
    std::cout << 16 << '\n';
    std::cout << std::quoted("a \"q\" b") << '\n';
    std::string q;
    std::istringstream("\"x y\" z") >> std::quoted(q);
    std::cout << q << '\n';
    std::istringstream in("12 0x1f 3.5 abc\n next");
    int a;
    in >> a;
    int h;
    in >> std::hex >> h >> std::dec;
    double d;
    std::string s;
    in >> d >> s;
    std::cout << a << h << d << s;
    in.ignore(100, '\n');
    std::getline(in >> std::ws, s);
    std::cout << s << in.eof() << '\n';
    std::istringstream bad("x");
    int n = 5;
    bad >> n;
    std::cout << n << bad.fail() << bad.good() << bad.bad() << bad.rdstate() << '\n';
    bad.clear();
    char c;
    bad >> c;
    std::cout << c << '\n';
    std::stringstream ss;
    ss << 1 << ' ' << 2.5 << " x";
    int i;
    double e;
    char z;
    ss >> i >> e >> z;
    std::cout << i << e << z << '\n';
    ss.str("new");
    ss.clear();
    std::cout << ss.str() << '\n';
    std::ostringstream o;
    o << std::setw(4) << 'x' << std::endl << std::ends;
    std::cout << o.str().size() << o.tellp() << '\n';
    std::cout.put('P').write("write", 3) << std::flush << '\n';
    std::istringstream sk("a b");
    char x1, x2;
    sk >> std::noskipws >> x1 >> x2;
    std::cout << x1 << '[' << x2 << "]\n";
    std::istringstream bo("true 0");
    bool b1, b2;
    bo >> std::boolalpha >> b1 >> std::noboolalpha >> b2;
    std::cout << b1 << b2 << '\n';
    while (std::getline(bo, s))
        ;
    std::istringstream csv("a,b,c");
    while (std::getline(csv, s, ','))
        std::cout << s << ';';
    std::cout << '\n';
    void *p = nullptr;
    std::cout << p << ' ' << (void *) 16 << '\n';
    std::cout << 1e10 << ' ' << 1e-5 << ' ' << 123456789.0 << ' ' << 100000.0 << ' ' << 1e6 << ' '
              << 0.1f << '\n';
    auto st = std::cout.rdbuf(o.rdbuf());
    std::cout << "redirect";
    std::cout.rdbuf(st);
    std::cout << o.str() << '\n';
    std::ostringstream ap("ab", std::ios::ate);
    ap << "c";
    std::cout << ap.str() << '\n';
    std::cout << std::setbase(16) << 31 << std::resetiosflags(std::ios::basefield) << 31
              << std::setiosflags(std::ios::showpos) << 1 << '\n';
}
