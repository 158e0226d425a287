#include <cstdio>
#include <map>
#include <string>
#include <vector>
enum colour { RED, GREEN = 5 };
struct point {
    int x, y;
    int dot(const point &other) const
    {
        int sum = x * other.x;
        sum += y * other.y;
        return sum;
    }
};
struct shape {
    std::string name;
    point corner[2];
    colour fill;
    const shape *next;
};
template <typename T> T larger(T a, T b)
{
    return a < b ? b : a;
}
static int area(const shape &s)
{
    int width = s.corner[1].x - s.corner[0].x;
    int height = s.corner[1].y - s.corner[0].y;
    return width * height;
}
int main()
{
    shape first = {"first", {{0, 0}, {3, 4}}, GREEN, nullptr};
    shape second = {"second", {{1, 1}, {2, 6}}, RED, &first};
    std::vector<point> points(second.corner, second.corner + 2);
    std::map<std::string, int> areas;
    areas["first"] = area(first);
    areas[second.name] = area(second);
    int &best = areas["second"];
    best = larger(best, areas["first"]);
    char text[16] = "text";
    double real = 0.1;
    unsigned char byte = 200;
    printf("%d %d %s %g %d\n", best, first.corner[1].dot(points[1]), text, real, byte);
}
