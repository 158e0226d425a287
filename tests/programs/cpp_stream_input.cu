#include <iostream>
#include <sstream>

int main()
{
    std::istringstream in("hello world\nline two\nthird;x");
    char b[6];
    in.get(b, 6);
    std::cout << b << '|' << in.gcount() << '|' << (char) in.peek() << '\n';
    char c[40];
    in.getline(c, 40);
    std::cout << c << '|' << in.gcount() << '\n';
    in.get(c, 40);
    std::cout << c << '\n';
    in.get();
    in.getline(c, 40, ';');
    std::cout << c << '\n';
    in.get(c[0]);
    std::cout << c[0] << '\n';
    std::istringstream s("abcdefghij");
    char d[4];
    s.getline(d, 4);
    std::cout << d << ' ' << s.fail() << ' ' << s.gcount() << '\n';
    s.clear();
    s.ignore(2);
    s.read(d, 3);
    d[3] = 0;
    std::cout << d << '\n';
    s.unget();
    std::cout << (char) s.get() << '\n';
    s.putback('z');
    std::istringstream e("");
    e.get(d, 4);
    std::cout << e.fail() << e.eof() << '\n';
    std::istringstream q("a\n\nb");
    while (q.getline(d, 4))
        std::cout << '[' << d << ']';
    std::cout << '\n';
    std::ostringstream o;
    std::istringstream t("stream buf;rest");
    t.get(*o.rdbuf(), ';');
    std::cout << o.str() << '\n';
    std::istringstream r("abc def");
    char w[10];
    r >> w;
    std::cout << w << '\n';
    std::cout << r.tellg() << '\n';
    r.seekg(0);
    std::string x;
    r >> x;
    std::cout << x << '\n';
    r >> std::ws;
    std::cout << r.readsome(w, 2) << '\n';
}
