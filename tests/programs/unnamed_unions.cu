// Unions without a name outside of classes, and new auto(x).
#include <cstdio>
#include <string>

static union {
    int whole;
    unsigned char bytes[4];
};

int calls()
{
    static union { int counter; float unused; };
    return ++counter;
}

int main()
{
    whole = 0x01020304;
    printf("%d %d\n", bytes[0], bytes[3]);
    union {
        float real;
        unsigned bits;
    };
    real = 1.0f;
    printf("%x\n", bits);
    bits += 1 << 23;
    printf("%g %d\n", real, (void *) &real == (void *) &bits);
    for (int i = 0; i < 3; i++)
        printf("%d ", calls());
    {
        union { char whole; };
        whole = 'x';
        printf("%c ", whole);
    }
    printf("%x\n", whole);
    auto p = new auto(10);
    auto q = new auto(std::string("text"));
    auto r = new auto{2.5};
    printf("%d %s %g\n", *p, q->c_str(), *r);
    delete p;
    delete q;
    delete r;
}
