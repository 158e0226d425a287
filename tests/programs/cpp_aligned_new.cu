#include <cstdint>
#include <cstdio>
#include <memory>

struct alignas(64) line {
    double v[8];
};

struct holder {
    char c;
    line l;

    holder() : c(1)
    {
    }
};

template <typename T> void show(T *p)
{
    printf("%zu %d\n", alignof(T), (int) ((std::uintptr_t) p % alignof(T)));
}

int main()
{
    int *odd[40];
    for (int i = 0; i < 40; i++) {
        odd[i] = new int(i);
        line *one = new line, *many = new line[3];
        holder *h = new holder();
        if (i % 13 == 0) {
            show(one);
            show(many);
            show(h);
        }
        if ((std::uintptr_t) one % 64 || (std::uintptr_t) many % 64 || (std::uintptr_t) h % 64)
            printf("%d is not aligned\n", i);
        delete one;
        delete[] many;
        delete h;
    }
    for (int *p : odd)
        delete p;
    auto u = std::make_unique<line>();
    show(u.get());
}
