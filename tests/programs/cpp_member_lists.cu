// Several member functions in one declaration, and an ellipsis without a comma before it.
#include <cstdarg>
#include <cstdio>

struct timer {
    double time;
    void start(), stop();
    int get() const, set(int x), again;
    static int ticks(), *last, first(const char *format...);
    __host__ __device__ double twice() const { return 2 * time; }
};
void timer::start() { time = 1; }
void timer::stop() { time = 2; }
int timer::get() const { return (int) time; }
int timer::set(int x)
{
    time = x;
    return x + 1;
}
int timer::ticks() { return 7; }
int *timer::last = nullptr;
int timer::first(const char *format...)
{
    va_list list;
    va_start(list, format);
    int n = va_arg(list, int);
    va_end(list);
    return n;
}
struct counter {
    int n;
    void up(), down();
    __host__ __device__ int get() const { return n; }
};
void counter::up() { n++; }
void counter::down() { n--; }
static int sum_of(int count...)
{
    va_list list;
    va_start(list, count);
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}
template <typename... T> int number(T... x) { return sizeof...(x); }
__global__ void show(counter c) { printf("%d on the device\n", c.get()); }

int main()
{
    timer t;
    t.start();
    printf("%d\n", t.get());
    t.stop();
    t.again = 5;
    printf("%d\n", t.get());
    printf("%d\n", t.set(5));
    printf("%g %d %d %d\n", t.twice(), t.ticks(), t.again, timer::first("%d", 9));
    counter c{3};
    c.up();
    c.up();
    c.down();
    show<<<1, 1>>>(c);
    cudaDeviceSynchronize();
    printf("%d %d\n", sum_of(3, 1, 2, 3), number(1, 'a'));
}
