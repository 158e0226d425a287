// Overloaded && and ||: both operands are evaluated, from left to right. A class that only converts to bool keeps the built-in ones.
#include <cstdio>

struct mask {
    int bits;
    mask operator&&(const mask &o) const { return {bits & o.bits}; }
    mask operator!() const { return {~bits & 15}; }
};
mask operator||(const mask &a, const mask &b) { return {a.bits | b.bits}; }
mask operator&&(const mask &a, int b) { return {b ? a.bits : 0}; }

mask said(const char *name, int bits)
{
    printf("%s ", name);
    return {bits};
}

struct truth {
    bool on;
    operator bool() const { return on; }
};

truth asked(const char *name, bool on)
{
    printf("%s ", name);
    return {on};
}

int main()
{
    printf("= %d\n", (said("a", 12) && said("b", 10)).bits);
    printf("= %d\n", (said("a", 12) || said("b", 10)).bits);
    printf("= %d\n", (said("a", 0) && said("b", 10) || !said("c", 3)).bits);
    printf("= %d\n", (said("a", 6) && 0).bits + (said("b", 6) && 1).bits);
    printf("= %d\n", asked("no", false) && asked("never", true));
    printf("= %d\n", asked("yes", true) || asked("never", true));
    return 0;
}
