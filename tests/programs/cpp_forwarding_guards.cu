// SPDX-License-Identifier: Apache-2.0
// Constructor templates that exclude the class itself: template arguments that end with >>>.
#include <iostream>
#include <type_traits>
#include <utility>

template <class> class function;
template <class R, class... A> class function<R(A...)> {
public:
    int by_template = 0;
    function() = default;
    template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, function>>> function(F &&) : by_template(1) {}
};

template <class T> struct holder {
    int by_template = 0;
    holder() = default;
    template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, holder>>> holder(F &&) : by_template(1) {}
};

template <class T> constexpr bool small = sizeof(T) < 4;
template <class T, class = std::enable_if_t<small<std::decay_t<T>>>> int size_class(T) { return 1; }
template <class T, class = std::enable_if_t<!small<std::decay_t<T>>>, class = void> int size_class(T) { return 2; }

int main()
{
    function<int(int)> f([](int a) { return a; }), g(f);
    holder<int> h(3), i(h), j(std::move(h));
    std::cout << f.by_template << g.by_template << ' ' << i.by_template << j.by_template << ' ' << size_class('c') << size_class(1L) << '\n';
}
