// The preprocessor: lists of names, pasting, variable arguments, conditions.
#include <stdio.h>

#define COLOURS(X) X(RED, 0xff0000) X(GREEN, 0x00ff00) X(BLUE, 0x0000ff)
#define AS_ENUM(name, value) name,
#define AS_NAME(name, value) #name,
#define AS_VALUE(name, value) value,
enum colour { COLOURS(AS_ENUM) COLOUR_COUNT };
static const char *const names[] = {COLOURS(AS_NAME)};
static const int values[] = {COLOURS(AS_VALUE)};

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#define TEXT(x) #x
#define SHOW(x) TEXT(x)
#define LOG(format, ...) printf("[%s] " format "\n", __func__, ##__VA_ARGS__)
#define SWAP(type, a, b)    \
    do {                    \
        type t_ = (a);      \
        (a) = (b);          \
        (b) = t_;           \
    } while (0)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define VERSION 12
#define CHECK(condition) ((condition) ? printf("%s holds\n", #condition) : printf("%s fails, line %d\n", #condition, __LINE__))

#if VERSION >= 11 && !defined(OLD)
#define KIND "new"
#elif defined(OLD)
#define KIND "old"
#else
#error "no kind"
#endif

#define square(x) ((x) * (x))
static int NAME(count_, VERSION) = 3;

static void greet(int n)
{
    LOG("hello");
    LOG("%d and %s", n, "more");
}

int main()
{
    for (int c = 0; c < COLOUR_COUNT; c++)
        printf("%d %s %06x\n", c, names[c], values[c]);
    greet(NAME(count_, VERSION));
    int a = 3, b = 8;
    SWAP(int, a, b);
    printf("%d %d %d %d %s %s\n", a, b, MAX(a, b), square(a - b), KIND, SHOW(VERSION));
    CHECK(a > b);
    CHECK(a + 1 == b);
#undef MAX
#ifdef MAX
    printf("MAX is there\n");
#else
    printf("MAX is gone\n");
#endif
    printf("%s" "%d\n", TEXT(a "b" \n), __LINE__ > 50);
    return 0;
}
