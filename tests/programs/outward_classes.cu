// `struct s *` before the struct: it is a class of the namespace or block around, not of the parameters or of the class.
#include <cstdio>

void fill(struct list *out, int n);

struct node {
    struct edge *first;
    int degree(const struct graph *g) const;
    struct label *name();
    node() : first(nullptr) {}
};

struct list {
    int items[4];
    int n;
};
struct edge {
    int to;
    struct edge *next;
};
struct graph {
    int bonus;
};
struct label {
    const char *text;
};

namespace shapes {
void grow(struct circle *c, struct list *l);
struct circle {
    int radius;
};
void grow(circle *c, ::list *l) { c->radius += l->n; }
}

static label plain = {"plain"};

label *node::name() { return &plain; }

int node::degree(const graph *g) const
{
    int n = g->bonus;
    for (edge *e = first; e; e = e->next)
        n++;
    return n;
}

int main()
{
    list l;
    fill(&l, 3);
    edge two = {2, nullptr}, one = {1, &two};
    graph g = {10};
    node n;
    n.first = &one;
    shapes::circle c = {5};
    shapes::grow(&c, &l);
    printf("%d %d %d %s\n", l.n, n.degree(&g), c.radius, n.name()->text);
    struct inside *p;
    struct inside {
        int x;
    } in = {7};
    p = &in;
    printf("%d\n", p->x);
}

void fill(list *out, int n)
{
    for (int i = 0; i < n; i++)
        out->items[i] = i;
    out->n = n;
}
