// std::istream_iterator.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

int main()
{
    std::istringstream in("3 1 2 x 5");
    std::vector<int> v{std::istream_iterator<int>(in), std::istream_iterator<int>()};
    std::istringstream words("to be or not to be");
    std::vector<std::string> w;
    std::copy(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>(),
              std::back_inserter(w));
    std::istringstream sums("1.5 2.5 3");
    double s =
        std::accumulate(std::istream_iterator<double>(sums), std::istream_iterator<double>(), 0.0);
    std::istringstream line("a bc");
    std::istream_iterator<std::string> it(line), end;
    printf("%zu ", it->size());
    ++it;
    printf("%s ", (*it).c_str());
    it++;
    printf("%d\n", it == end);
    std::vector<std::string> moved(std::make_move_iterator(w.begin()),
                                   std::make_move_iterator(w.end()));
    printf("%zu %d %zu %s %g\n", v.size(), v[2], moved.size(), moved[3].c_str(), s);
    std::vector<std::string> t{std::istream_iterator<std::string>{line}, {}};
    printf("%zu\n", t.size());
}
