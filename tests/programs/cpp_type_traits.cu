#include <iostream>
#include <string>
#include <type_traits>
#include <vector>

struct A {
    int x;
};

struct B {
    B() noexcept
    {
    }

    B(const B &)
    {
    }

    B(B &&) noexcept
    {
    }

    B &operator=(const B &) = default;

    int f() const
    {
        return 1;
    }

    int m;
};

struct D {
    ~D()
    {
    }

  private:
    int p;
};

int g(int) noexcept;
int h(int);

int main()
{
    std::cout
        << std::is_aggregate_v<
               A> << std::is_aggregate_v<B> << std::is_aggregate_v<D> << std::is_aggregate_v<int[3]> << std::is_aggregate_v<int> << '\n';
    std::cout
        << std::is_nothrow_default_constructible_v<
               B> << std::is_nothrow_copy_constructible_v<B> << std::is_nothrow_move_constructible_v<B> << std::is_nothrow_constructible_v<A> << std::is_nothrow_move_constructible_v<std::string> << std::is_nothrow_move_constructible_v<std::vector<int>> << '\n';
    std::cout
        << std::is_nothrow_copy_assignable_v<
               A> << std::is_nothrow_move_assignable_v<int> << std::is_destructible_v<D> << std::is_swappable_v<A> << std::is_nothrow_swappable_v<int> << '\n';
    std::cout << std::is_invocable_r_v<
                     double, int (*)(int),
                     int> << std::is_invocable_r_v<std::string, int (*)(int), int> << '\n';
    std::cout
        << std::is_member_pointer_v<
               int B::
                   *> << std::is_member_object_pointer_v<int B::*> << std::is_member_function_pointer_v<int (B::*)() const> << std::is_member_function_pointer_v<int B::*> << std::is_member_pointer_v<int *> << '\n';
    std::cout << std::is_array_v<
                     int[2]> << std::is_same_v<std::decay_t<const char[3]>, const char *> << '\n';
}
