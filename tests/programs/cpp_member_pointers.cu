// SPDX-License-Identifier: Apache-2.0
// Pointers to members: data, functions, virtual functions, bases, tables and templates.
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include <map>
struct Point { int x, y; double w; };
struct Shape { virtual ~Shape() {} virtual int area() const { return 0; } int twice() { return 2 * area(); } int id = 7; };
struct Square : Shape { int s; Square(int s) : s(s) {} int area() const override { return s * s; } int scaled(int f, int g = 1) { return s * f + g; } };
struct Left { int l = 1; virtual int side() { return l; } };
struct Right { int r = 2; virtual int other() { return r; } int plain(int n) { return r + n; } };
struct Both : Left, Right { int b = 3; int other() override { return 30; } };
struct Machine {
    typedef void (Machine::*State)();
    State state = &Machine::start;
    int steps = 0;
    std::string log;
    void start() { log += "start "; state = &Machine::run; }
    void run() { log += "run "; if (++steps == 2) state = &Machine::stop; }
    void stop() { log += "stop "; state = nullptr; }
    void go() { while (state) (this->*state)(); }
};
struct Command { const char *name; int (Square::*call)(int, int); };
template <typename T, typename M> M &get(T &t, M T::*member) { return t.*member; }
template <typename C, typename R, typename... A> R invoke_on(C &c, R (C::*f)(A...), A... args) { return (c.*f)(args...); }
template <int Point::*member> int sum(const std::vector<Point> &v) { return 0; }
int total(const std::vector<Point> &v, int Point::*field) { int t = 0; for (const Point &p : v) t += p.*field; return t; }
struct Operations { int add(int a, int b) { return a + b; } int subtract(int a, int b) { return a - b; } int multiply(int a, int b) const { return a * b; } };
std::string &named(std::string &s) { return s; }
struct Holder { std::string text = "held"; std::string &ref() { return text; } std::string copy() const { return text + "!"; } int (*function)(int) = [](int n) { return n + 1; }; };
int main() {
    Point p = {1, 2, 3.5}, *q = &p; const Point cp = {5, 6, 7};
    int Point::*px = &Point::x, Point::*py = &Point::y; double Point::*pw = &Point::w;
    p.*px = 10; q->*py += 5; printf("%d %d %g %d\n", p.x, p.*py, q->*pw, cp.*px);
    printf("%d %d %d %d\n", px == &Point::x, px == py, px != nullptr, !px);
    int Point::*none = nullptr; printf("%d %zu\n", none == 0, sizeof px);
    std::vector<Point> v = {{1, 2, 0}, {3, 4, 0}}; printf("%d %d\n", total(v, px), total(v, &Point::y));
    get(p, &Point::w) = 9; printf("%g\n", p.w);
    Square s(3); Shape *shape = &s; int (Shape::*area)() const = &Shape::area; int (Shape::*twice)() = &Shape::twice;
    printf("%d %d %d\n", (shape->*area)(), (s.*area)(), (shape->*twice)());
    int (Square::*scaled)(int, int) = &Square::scaled; printf("%d\n", (s.*scaled)(2, 5));
    int Square::*inherited = &Shape::id; printf("%d\n", s.*inherited);
    int (Square::*from_base)() = &Shape::twice; printf("%d\n", (s.*from_base)());
    Both b; int Both::*br = &Right::r; int Right::*r = &Right::r; b.*br = 20; printf("%d %d %d\n", b.*r, b.*br, b.*(&Both::b));
    int (Right::*other)() = &Right::other; int (Right::*plain)(int) = &Right::plain; int (Left::*side)() = &Left::side;
    printf("%d %d %d\n", (b.*other)(), (b.*plain)(1), (b.*side)());
    Machine m; m.go(); printf("%s\n", m.log.c_str());
    Command commands[] = {{"scale", &Square::scaled}, {"none", nullptr}};
    for (const Command &c : commands) printf("%s %d\n", c.name, c.call ? (s.*c.call)(4, 1) : -1);
    Operations o; int (Operations::*table[])(int, int) = {&Operations::add, &Operations::subtract}; for (auto f : table) printf("%d ", (o.*f)(7, 3)); puts("");
    printf("%d\n", invoke_on(o, &Operations::add, 20, 3));
    auto f = &Operations::multiply; printf("%d\n", (o.*f)(6, 7));
    std::map<char, int (Operations::*)(int, int)> by = {{'+', &Operations::add}, {'-', &Operations::subtract}}; printf("%d %d\n", (o.*by['+'])(1, 2), (o.*by.at('-'))(1, 2));
    Holder h; auto ref = &Holder::ref; (h.*ref)() += " here"; printf("%s %s %d\n", h.text.c_str(), (h.*&Holder::copy)().c_str(), (h.*&Holder::function)(4));
    auto unique = std::make_unique<Holder>(); printf("%s\n", ((*unique).*ref)().c_str());
    printf("%d\n", (&Shape::area) == area);
}
