// Static objects end in the reverse order of their construction, after exit() as well, and may use each other until then.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

std::map<std::string, int> counts;
struct Probe {
    const char *name;
    Probe(const char *n) : name(n) { counts[name]++; printf("+%s\n", name); }
    ~Probe() { printf("-%s %d of %d\n", name, counts[name], (int) counts.size()); }
};
Probe first("first"), second("second");
Probe table[2] = {Probe("table 0"), Probe("table 1")};
struct Holder {
    static Probe shared;
    ~Holder() { printf("holder sees %s\n", first.name); }
};
Probe Holder::shared("shared");
Holder holder;

Probe &lazy(int n)
{
    if (n) {
        static Probe one("one");
        return one;
    }
    static Probe zero("zero");
    return zero;
}

int main()
{
    static Probe never_twice("inside");
    lazy(1);
    lazy(0);
    lazy(1);
    Probe local("local");
    Probe *r = new Probe("heap");
    std::vector<int> v = {1, 2};
    printf("%d %s\n", v[0], r->name);
    if (v[1] == 2)
        exit(0);
}
