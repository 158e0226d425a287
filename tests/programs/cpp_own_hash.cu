// Functors of the program that containers call, with names of std that a using-directive brings.
#include <cstdio>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <vector>
using namespace std;

struct pair_hash {
    template <class T1, class T2> size_t operator()(const pair<T1, T2> &p) const
    {
        auto first = hash<T1>{}(p.first);
        return first ^ hash<T2>{}(p.second);
    }
};
struct nearer {
    template <typename T> bool operator()(const pair<T, int> &a, const pair<T, int> &b) const { return max(a.first, b.first) == a.first; }
};
class roads {
    unordered_map<pair<int, int>, int, pair_hash> lengths;
  public:
    int add(int from, int to, int length)
    {
        lengths[{from, to}] = length;
        lengths[make_pair(to, from)] = length;
        return lengths.size();
    }
    bool has(int from, int to) const { return lengths.find({from, to}) != lengths.end(); }
};

int main()
{
    roads r;
    int first = r.add(1, 2, 30), second = r.add(2, 3, 40);
    printf("%d %d %d %d\n", first, second, r.has(3, 2), r.has(1, 3));
    unordered_set<pair<char, long>, pair_hash> seen;
    seen.insert({'a', 1});
    seen.insert({'a', 1});
    printf("%d\n", (int) seen.size());
    priority_queue<pair<float, int>, vector<pair<float, int>>, nearer> queue;
    queue.push({2.5f, 1});
    queue.push({1.5f, 2});
    queue.push({3.5f, 3});
    for (; !queue.empty(); queue.pop())
        printf("%d ", queue.top().second);
    printf("\n");
}
