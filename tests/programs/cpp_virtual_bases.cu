// Virtual bases: order of construction, access, casts, virtual functions, copies, exceptions.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

struct Top {
    int x;
    Top(int v = 1) : x(v) { printf("Top(%d) ", x); }
    Top(const Top &o) : x(o.x) { printf("Top(copy %d) ", x); }
    Top &operator=(const Top &o) { x = o.x; printf("Top= "); return *this; }
    virtual ~Top() { printf("~Top(%d) ", x); }
    virtual const char *name() const { return "Top"; }
    virtual int value() const { return x; }
};

struct Left : virtual Top {
    int l = 10;
    Left() : Top(2) { printf("Left sees %s %d ", name(), x); }
    ~Left() { printf("~Left sees %s ", name()); }
    const char *name() const override { return "Left"; }
    int sum() const { return x + l; }
};

struct Right : public virtual Top {
    int r = 20;
    Right(int v) : Top(v) { printf("Right sees %s %d ", name(), x); }
    ~Right() { printf("~Right "); }
    int value() const override { return x * 100 + r; }
};

struct Bottom : Left, Right {
    int b;
    Bottom(int v) : Top(v + 1), Left(), Right(v + 2), b(v) { printf("Bottom sees %s %d\n", name(), value()); }
    Bottom() : Bottom(5) {}
    ~Bottom() { printf("~Bottom sees %s ", name()); }
    const char *name() const override { return "Bottom"; }
};

struct Lower : Bottom {
    Lower() : Top(70), Bottom(3) { printf("Lower %d\n", x); }
    ~Lower() { printf("~Lower "); }
    int value() const override { return Bottom::value() + 1; }
};

static void show(const Top &t) { printf("%s %d\n", t.name(), t.value()); }

static void orders()
{
    Bottom b(7);
    printf("%d %d %d %d %d\n", b.x, b.l, b.r, b.b, b.sum());
    show(b);
    Left &l = b;
    Right *r = &b;
    l.x = 44;
    printf("%d %d %s %s\n", r->x, r->value(), l.name(), r->name());
    printf("%d\n", static_cast<Top *>(&b) == static_cast<Top *>(&l) && static_cast<Top *>(r) == static_cast<Top *>(&l));
    Top *t = r;
    printf("%s %d %d %d\n", typeid(*t).name(), dynamic_cast<Left *>(t) == &l, dynamic_cast<Right *>(t) == r, dynamic_cast<Bottom *>(t) == &b);
    printf("%d %d\n", dynamic_cast<Lower *>(t) == nullptr, dynamic_cast<void *>(t) == (void *) &b);
    Bottom *none = nullptr;
    printf("%d\n", static_cast<Top *>(none) == nullptr);
}

static void copies()
{
    Bottom a(1);
    Bottom b = a;
    printf("| %d %d %d\n", b.x, b.b, b.value());
    b.x = 9;
    b.r = 8;
    a = b;
    printf("| %d %d\n", a.x, a.r);
    std::vector<Left> v;
    v.reserve(3);
    v.resize(2);
    v[1].x = 6;
    printf("\n");
    v.push_back(v[1]);
    printf("| %d %d %zu\n", v[2].x, v[2].sum(), v.size());
    Left many[2];
    printf("| %d\n", many[1].sum());
}

struct Failing : Left {
    Failing() : Top(33) { printf("Failing\n"); throw std::runtime_error("no"); }
};

struct FailingPart : Right {
    std::string text = "abc";
    FailingPart(bool fail) : Top(50), Right(51) { if (fail) throw 5; }
};

struct Outer : FailingPart, Left {
    Outer(bool fail) : Top(60), FailingPart(fail) {}
};

static void failures()
{
    try { Failing f; } catch (const std::exception &e) { printf("caught %s\n", e.what()); }
    try { FailingPart f(true); } catch (int n) { printf("caught %d\n", n); }
    try { Outer f(true); } catch (int n) { printf("caught %d\n", n); }
    Outer good(false);
    printf("%d %s\n", good.x, good.text.c_str());
}

// an interface that is shared, and mixed with other bases
struct Shape { virtual double area() const = 0; virtual ~Shape() {} };
struct Named { std::string name; Named(const char *n) : name(n) {} virtual std::string title() const { return "<" + name + ">"; } };
struct Scaled : virtual Shape { double scale; Scaled(double s) : scale(s) {} };
struct Coloured : virtual Shape, Named { int colour; Coloured(int c) : Named("coloured"), colour(c) {} std::string title() const override { return "c" + Named::title(); } };
struct Square : Scaled, Coloured {
    double side;
    Square(double s) : Scaled(2), Coloured(3), side(s) {}
    double area() const override { return side * side * scale * scale; }
};

// a virtual base of a virtual base
struct A { int a = 1; };
struct B : virtual A { int b = 2; virtual int f() { return a + b; } };
struct C : virtual B { int c = 3; };
struct D : virtual B, virtual A { int d = 4; int f() override { return B::f() * 10 + d; } };
struct E : C, D { int e = 5; int g() { return a + b + c + d + e; } };

template <class T> struct Holder : virtual T { T &part() { return *this; } };
struct Error : virtual std::exception { const char *what() const noexcept override { return "an error"; } };
struct Disk : virtual Error {};
struct Net : virtual Error {};
struct Both : Disk, Net {};

int main()
{
    orders();
    printf("\n--\n");
    { Lower l; show(l); }
    printf("\n--\n");
    { Bottom b; printf("%d\n", b.x); }
    printf("\n--\n");
    copies();
    printf("\n--\n");
    failures();
    printf("\n--\n");
    { std::unique_ptr<Top> p(new Bottom(2)); show(*p); }
    printf("\n--\n");
    { std::shared_ptr<Top> p = std::make_shared<Lower>(); std::vector<std::shared_ptr<Top>> v{p}; show(*v[0]); }
    printf("\n--\n");
    Square s(3);
    Shape &shape = s;
    Coloured &coloured = s;
    printf("%g %g %s %d\n", shape.area(), coloured.area(), coloured.title().c_str(), dynamic_cast<Scaled &>(shape).scale == 2);
    E e;
    B *b = &e;
    printf("%d %d %d %d\n", b->f(), e.g(), b->a, static_cast<A &>(e).a);
    int E::*member = &E::e;
    printf("%d\n", e.*member);
    Holder<A> h;
    h.part().a = 12;
    printf("%d\n", h.a);
    try { throw Both(); } catch (const std::exception &x) { printf("%s\n", x.what()); }
    try { throw Both(); } catch (Error &x) { printf("%s\n", x.what()); }
}
