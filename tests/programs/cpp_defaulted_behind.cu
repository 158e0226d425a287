// SPDX-License-Identifier: Apache-2.0
// Members of a class that are defaulted behind it, as for a pointer to an implementation.
#include <iostream>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

class widget {
    class body;
    std::unique_ptr<body> p;

public:
    explicit widget(int);
    widget();
    ~widget();
    widget(widget &&) noexcept;
    widget &operator=(widget &&) noexcept;
    int get() const;
};

class widget::body {
public:
    int n;
    ~body() { std::cout << "end of " << n << '\n'; }
};

widget::widget() = default;
widget::widget(int n) : p(new body{n}) {}
widget::~widget() = default;
widget::widget(widget &&) noexcept = default;
widget &widget::operator=(widget &&) noexcept = default;
int widget::get() const { return p ? p->n : -1; }

struct plain {
    int n = 1;
    std::string text = "new";
    plain();
    plain(const plain &);
    plain &operator=(const plain &);
};
plain::plain() = default;
plain::plain(const plain &) = default;
plain &plain::operator=(const plain &) = default;

int main()
{
    widget a(4), b(std::move(a)), c;
    std::cout << a.get() << b.get() << c.get() << '\n';
    c = std::move(b);
    std::cout << b.get() << c.get() << std::is_nothrow_move_constructible_v<widget> << std::is_copy_constructible_v<widget> << '\n';
    plain p;
    p.n = 7;
    p.text = "copied";
    plain q(p), r;
    std::cout << q.n << q.text << r.n << r.text;
    r = q;
    std::cout << r.n << r.text << '\n';
}
