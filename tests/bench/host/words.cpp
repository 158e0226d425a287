// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string>
#include <unordered_map>
int main()
{
    std::unordered_map<std::string, int> count;
    unsigned seed = 1;
    for (int i = 0; i < 200000; i++) {
        seed = seed * 1103515245 + 12345;
        std::string word = "w" + std::to_string(seed / 65536 % 5000);
        count[word]++;
    }
    int most = 0;
    for (auto &entry : count)
        if (entry.second > most)
            most = entry.second;
    printf("%d %d\n", (int) count.size(), most);
    return 0;
}
