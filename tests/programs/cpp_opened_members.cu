// using Base::name gives a member of a base the access of the declaration.
#include <cstdio>

template <typename T, int L> class Base {
  public:
    Base() {}
    explicit Base(int first) { values[0] = first; }
  protected:
    T *data() { return values; }
    template <typename U> U first_as() const { return static_cast<U>(values[0]); }
    T values[L] = {};
    int length = L;
};
template <typename T, int L> class Open : public Base<T, L> {
  public:
    using Base<T, L>::Base;
    using Base<T, L>::data;
    using Base<T, L>::length;
    using Base<T, L>::first_as;
};
class Counted {
  protected:
    int count() const { return 3; }
    int count(int more) const { return 3 + more; }
    Counted operator+(int) const { return *this; }
    int extra = 4;
};
class Shown : public Counted {
  public:
    using Counted::count;
    using Counted::extra;
    using Counted::operator+;
};
class Kept : private Counted {
  public:
    using Counted::count;
};
class Below : public Shown {
};

int main()
{
    Open<float, 3> open(7);
    open.data()[1] = 2;
    printf("%g %g %d %d\n", open.data()[0], open.data()[1], open.length, open.first_as<int>());
    Shown shown;
    printf("%d %d %d\n", shown.count(), shown.count(5), shown.extra);
    (void) (shown + 1);
    Kept kept;
    Below below;
    printf("%d %d %d\n", kept.count(8), below.count(), below.extra);
}
