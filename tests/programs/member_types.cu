// Types that are members of a class, in functions that are defined outside of it: in casts, in parameters, as results.
#include <cstdio>
#include <cstdlib>

typedef double number; // another one

class cache {
public:
    explicit cache(int n);
    ~cache();
    int run();
    typedef int number;
    number half(number x);

private:
    int n;
    struct entry { entry *previous, *next; int length; };
    entry *head;
    entry recent;
    void drop(entry *e);
};

cache::cache(int size) : n(size) {
    head = (entry *) calloc(n, sizeof(entry));
    recent.next = recent.previous = &recent;
}
cache::~cache() {
    for (entry *e = recent.next; e != &recent; e = e->next)
        free(e);
    free(head);
}
void cache::drop(entry *e) { e->length = 0; }
int cache::run() {
    entry *e = (entry *) head;
    e->length = 3;
    int before = e->length;
    drop(e);
    return before + e->length + n;
}
cache::number cache::half(number x) { return (number) 2.5 + number(x / 2) + sizeof(number); }

template <typename T> struct list {
    typedef T *place;
    T *data;
    int distance(T *from, T *to);
};
template <typename T> int list<T>::distance(T *from, T *to) { return (place) to - (place) from; }

number plain(number x) { return (number) 0.5 + x; }

int main() {
    cache c(4);
    list<short> l;
    short s[4];
    printf("%d %d %d %g\n", c.run(), c.half(5), l.distance(s, s + 3), plain(1));
    return 0;
}
