#include <string>
#include <stdexcept>
// names: locale
// SPDX-License-Identifier: Apache-2.0
/* C++17 25.3: the locale "C" is the only one, as in <locale.h>. A name of another one is that of a locale which is not installed. */
namespace std {
class locale {
    string name_ = "C";
public:
    typedef int category;
    static const category none = 0, collate = 1, ctype = 2, monetary = 4, numeric = 8, time = 16, messages = 32, all = 63;
    locale() noexcept {}
    explicit locale(const char *name)
    {
        if (!name)
            throw runtime_error("locale::facet::_S_create_c_locale null not valid");
        string given = name;
        if (!given.empty() && given != "C" && given != "POSIX")
            throw runtime_error("locale::facet::_S_create_c_locale name not valid");
    }
    explicit locale(const string &name) : locale(name.c_str()) {}
    string name() const { return name_; }
    bool operator==(const locale &) const { return true; }
    bool operator!=(const locale &) const { return false; }
    static locale global(const locale &) { return locale(); }
    static const locale &classic()
    {
        static const locale c;
        return c;
    }
};
}
