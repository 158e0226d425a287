// SPDX-License-Identifier: Apache-2.0
// Whether constructors and assignments that a class was given may throw.
#include <iostream>
#include <string>
#include <type_traits>

struct shape {
    virtual ~shape() {}
};
struct pair_of {
    shape first;
    int n;
};
struct loud {
    loud() {}
    loud(const loud &) {}
    loud &operator=(const loud &) { return *this; }
};

template <class T> void promises(const char *name)
{
    std::cout << name << ' ' << std::is_nothrow_default_constructible_v<T> << std::is_nothrow_copy_constructible_v<T>
              << std::is_nothrow_move_constructible_v<T> << std::is_nothrow_copy_assignable_v<T>
              << std::is_nothrow_move_assignable_v<T> << std::is_nothrow_swappable_v<T> << '\n';
}

int main()
{
    promises<int>("int");
    promises<shape>("shape");
    promises<pair_of>("pair_of");
    promises<loud>("loud");
    promises<std::string>("string");
    std::cout << noexcept(shape()) << noexcept(loud()) << '\n';
}
