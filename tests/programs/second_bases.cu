// Polymorphic classes with several bases: each base has a table of its own, and calls by way of any base find the final
// overrider. second_bases.out is what g++ makes of it.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct drawable {
    int layer = 1;
    drawable() { printf("+drawable %s\n", kind()); }
    virtual const char *kind() const { return "drawable"; }
    virtual int draw(int x) { return x + layer; }
    virtual ~drawable() { printf("-drawable %s\n", kind()); }
};

struct named {
    std::string name;
    explicit named(const char *n) : name(n) { printf("+named %s\n", title().c_str()); }
    virtual std::string title() const { return "named " + name; }
    virtual int length() const { return (int) name.size(); }
    virtual ~named() { printf("-named %s\n", title().c_str()); }
};

struct counted {
    short count = 3;
    virtual int next() = 0;
    virtual int twice() { return next() + next(); }
    virtual ~counted() { printf("-counted %d\n", count); }
};

struct plain {
    int p = 40;
    int get() const { return p; }
};

struct shape : drawable, named {
    int sides;
    shape(const char *n, int s) : named(n), sides(s) { printf("+shape %s\n", title().c_str()); }
    std::string title() const override { return "shape " + name; }
    int draw(int x) override { return drawable::draw(x) * sides; }
    ~shape() override { printf("-shape %s\n", title().c_str()); }
};

struct widget : plain, shape, counted {
    char tag = 'w';
    widget() : shape("widget", 4) { printf("+widget %s %d\n", kind(), twice()); }
    const char *kind() const override { return "widget"; }
    int length() const override { return 100 + named::length(); }
    int next() override { return ++count + p; }
    virtual char mark() { return tag; }
    ~widget() { printf("-widget %s\n", title().c_str()); }
};

struct button : widget {
    std::unique_ptr<int> clicks{new int(7)};
    std::string title() const override { return "button"; }
    int next() override { return widget::next() + *clicks; }
    char mark() override { return 'b'; }
};

struct left { int l = 1; virtual int f() { return l; } virtual ~left() { printf("-left\n"); } };
struct right { int r = 2; virtual int f() { return r; } virtual int g() { return 10 * f(); } virtual ~right() { printf("-right\n"); } };
struct third { double d = 3; virtual int f() { return (int) d; } virtual ~third() { printf("-third\n"); } };
struct all_three : left, right, third { int own = 9; int f() override { return own + l + r + (int) d; } };
struct two_of_them : left, right { char c = 'c'; };
struct outer : third, two_of_them { int f() override { return 1000; } char after = 'a'; };

struct implicit_end : right { std::string text = "a text that is longer than a small string holds"; };
struct by_second : left, implicit_end { int value = 5; int g() override { return value; } };

struct fault : left, std::runtime_error {
    fault() : std::runtime_error("fault") {}
    const char *what() const noexcept override { return "second base"; }
};

struct listener { virtual void on(int) = 0; };
struct source { virtual int ask() const = 0; virtual ~source() = default; };
struct both : source, listener {
    int sum = 0;
    int ask() const override { return sum; }
    void on(int n) override { sum += n; }
};

struct sink { virtual int take(const std::string &s, double d, int i) { return (int) s.size(); } };
template <typename T> struct holder { T value{}; virtual T read() const { return value; } virtual ~holder() {} };
template <typename A, typename B> struct pair_of : holder<A>, holder<B>, sink {
    A read_a() const { return holder<A>::value; }
    int take(const std::string &s, double d, int i) override { return (int) (s.size() + d) + i + (int) holder<B>::value; }
};

static void sizes()
{
    printf("%zu %zu %zu %zu %zu\n", sizeof(drawable), sizeof(named), sizeof(counted), sizeof(shape), sizeof(widget));
    printf("%zu %zu %zu %zu %zu\n", sizeof(all_three), sizeof(two_of_them), sizeof(outer), sizeof(by_second), sizeof(both));
    widget w;
    auto at = [&](const void *p) { return (int) ((const char *) p - (const char *) &w); };
    printf("%d %d %d %d %d %d\n", at(static_cast<plain *>(&w)), at(static_cast<shape *>(&w)), at(static_cast<named *>(&w)),
           at(static_cast<counted *>(&w)), at(&w.count), at(&w.tag));
    outer o;
    auto in = [&](const void *p) { return (int) ((const char *) p - (const char *) &o); };
    printf("%d %d %d %d %d %d %d\n", in(static_cast<third *>(&o)), in(static_cast<left *>(&o)), in(static_cast<right *>(&o)),
           in(&o.l), in(&o.r), in(&o.c), in(&o.after));
}

static void calls()
{
    all_three a;
    left *l = &a;
    right &r = a;
    third *t = &a;
    printf("%d %d %d %d\n", l->f(), r.f(), t->f(), r.g());
    a.own = 100;
    printf("%d %d %d\n", l->f(), r.right::f(), t->third::f());
    outer o;
    two_of_them *two = &o;
    right *second = two;
    printf("%d %d %d\n", two->left::f(), second->g(), static_cast<third &>(o).f());
    all_three copy = a;
    copy.own = 0;
    right *of_copy = &copy;
    printf("%d %d\n", of_copy->f(), r.f());
    copy = a;
    printf("%d\n", of_copy->f());
    right sliced = a;
    printf("%d %d\n", sliced.f(), sliced.g());
    both b;
    listener *heard = &b;
    heard->on(4);
    heard->on(5);
    const source &asked = b;
    printf("%d\n", asked.ask());
    pair_of<int, double> p;
    sink *s = &p;
    static_cast<holder<double> &>(p).value = 2.5;
    printf("%d %d %.1f\n", s->take("abc", 1.5, 10), static_cast<holder<int> &>(p).read(), static_cast<holder<double> *>(&p)->read());
}

static void casts()
{
    button b;
    named *n = &b;
    counted *c = &b;
    drawable *d = &b;
    printf("%d %d\n", dynamic_cast<widget *>(n) == &b, dynamic_cast<button *>(c) == &b);
    printf("%d %d %d\n", dynamic_cast<counted *>(n) == c, dynamic_cast<named *>(d) == n, dynamic_cast<drawable *>(c) == d);
    printf("%d %d\n", dynamic_cast<left *>(n) == nullptr, dynamic_cast<plain *>(c)->get());
    printf("%d %d\n", static_cast<widget *>(n) == &b, &static_cast<button &>(*c) == &b);
    printf("%d %c\n", dynamic_cast<void *>(c) == (void *) &b, dynamic_cast<widget &>(*n).mark());
    named *none = nullptr;
    counted *still = dynamic_cast<counted *>(none);
    printf("%d %d %d %d\n", c == &b, &b != n, static_cast<void *>(n) == &b, d == dynamic_cast<widget *>(c));
    printf("%d %d %d\n", b.shape::sides, b.counted::count, b.plain::p);
    printf("%d %d %s\n", still == nullptr, c->twice(), n->title().c_str());
}

static void ends()
{
    right *r = new all_three;
    delete r;
    third *t = new outer;
    delete t;
    right *by = new by_second;
    printf("%d\n", by->g());
    delete by;
    by = nullptr;
    delete by;
    std::unique_ptr<counted> c(new button);
    printf("%d %d\n", c->next(), c->twice());
    c.reset();
    std::shared_ptr<named> n = std::make_shared<button>();
    printf("%s %d\n", n->title().c_str(), n->length());
    n = nullptr;
    std::vector<std::unique_ptr<right>> list;
    list.push_back(std::make_unique<all_three>());
    list.push_back(std::make_unique<right>());
    list.emplace_back(new two_of_them);
    for (const auto &p : list)
        printf("%d %d\n", p->f(), p->g());
}

static void exceptions()
{
    try {
        throw fault();
    } catch (const std::exception &e) {
        printf("%s\n", e.what());
    }
    try {
        try {
            throw fault();
        } catch (left &l) {
            printf("left %d\n", l.f());
            throw;
        }
    } catch (std::runtime_error &e) {
        printf("again %s\n", e.what());
    }
}

struct fails : left, named {
    fails() : named("fails") { throw 1; }
    std::string title() const override { return "fails"; }
    ~fails() { printf("-fails\n"); }
};

int main()
{
    sizes();
    calls();
    casts();
    ends();
    exceptions();
    try {
        fails f;
    } catch (int) {
        printf("not made\n");
    }
}
