// A class whose base is copied from an object that may be modified has no copy for constants, and needs none.
#include <cstdio>
#include <string>

struct Group {
    std::string name;
    int copies = 0, options;
    Group(const std::string &name_ = std::string(), int options_ = 1) : name(name_), options(options_) {}
    Group(Group &other, const std::string &name_ = std::string()) : name(name_), options(2) { other.copies++; }
    Group &operator=(Group &other)
    {
        other.copies += 10;
        return *this;
    }
    virtual ~Group() {}
};
struct Named : Group {
    Named() : Group("named") {}
};
struct Chosen : public Group {
    int x;
    Chosen() : Group({}, 3), x(1) {}
    Chosen(Group &g) : Group(g), x(2) {}
};
struct Holder {
    Named part;
    int y = 5;
};

int main()
{
    Group g;
    Chosen first, second(g);
    Group third(g), fourth(g, "fourth");
    printf("%d %d %d %s %d\n", first.x, second.x, g.copies, fourth.name.c_str(), first.options);
    Named named, copy(named);
    copy = named;
    printf("%d %d [%s] %s\n", named.copies, copy.options, copy.name.c_str(), named.name.c_str());
    Holder holder, other(holder);
    printf("%d %d %d\n", holder.part.copies, other.y, other.part.options);
}
