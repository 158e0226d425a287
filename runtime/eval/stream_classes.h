/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What both kinds of streams have of std::ios. `class` and `id`: strings, the name of the class and of the member with the number. */
#define IOS_MEMBERS(class, id)                                                                     \
    "static const int app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32, beg = 0, cur = " \
    "1, end = 2; static const int goodbit = 0, badbit = 1, eofbit = 2, failbit = 4;\n"             \
    "static const int boolalpha = 1, dec = 2, fixed = 4, hex = 8, internal = 16, left = 32, oct "  \
    "= 64, right = 128, scientific = 256, showbase = 512,\n"                                       \
    "  showpoint = 1024, showpos = 2048, skipws = 4096, unitbuf = 8192, uppercase = 16384, "       \
    "adjustfield = 176, basefield = 74, floatfield = 260;\n"                                       \
    "typedef int fmtflags; typedef int iostate; typedef int openmode; typedef int seekdir; "       \
    "typedef std::__ios_failure failure;\n"                                                        \
    "template <typename L> L imbue(const L &to) { return L(); }\n"                                 \
    "static int xalloc() { static int next = 4; return next++; }\n"                                \
    "int rdstate() const { return (int) __stream_state(" id ", 0, 0); }\n"                         \
    "void clear(int state = 0) { __stream_state(" id ", 1, state); }\n"                            \
    "void setstate(int state) { __stream_state(" id ", 1, rdstate() | state); }\n"                 \
    "int exceptions() const { return (int) __stream_state(" id ", 2, 0); }\n"                      \
    "void exceptions(int states) { __stream_state(" id ", 3, states); }\n"                         \
    "bool good() const { return rdstate() == 0; }\n"                                               \
    "bool fail() const { return (rdstate() & 5) != 0; }\n"                                         \
    "bool bad() const { return (rdstate() & 1) != 0; }\n"                                          \
    "bool eof() const { return (rdstate() & 2) != 0; }\n"                                          \
    "explicit operator bool() const { return (rdstate() & 5) == 0; }\n"                            \
    "bool operator!() const { return (rdstate() & 5) != 0; }\n"                                    \
    "long precision() const { return __format_of(" id ", 0, -1); }\n"                              \
    "long precision(long n) { return __format_of(" id ", 0, n); }\n"                               \
    "long width() const { return __format_of(" id ", 1, -1); }\n"                                  \
    "long width(long n) { return __format_of(" id ", 1, n); }\n"                                   \
    "char fill() const { return (char) __format_of(" id ", 2, -1); }\n"                            \
    "char fill(char c) { return (char) __format_of(" id ", 2, (unsigned char) c); }\n"             \
    "int flags() const { return (int) __format_of(" id ", 3, -1); }\n"                             \
    "int flags(int f) { return (int) __format_of(" id ", 3, f); }\n"                               \
    "int setf(int f) { return flags(flags() | f); }\n"                                             \
    "int setf(int f, int mask) { return flags(flags() & ~mask | f & mask); }\n"                    \
    "void unsetf(int f) { flags(flags() & ~f); }\n"                                                \
    "long &iword(int place) { return *(long *) __stream_word(" id ", place); }\n"                  \
    "void *&pword(int place) { return *(void **) ((char *) __stream_word(" id ", place) + 8); }\n" \
    "__ostream *tie(__ostream *) { return nullptr; }\n"                                            \
    "__ostream *tie() const { return nullptr; }\n"                                                 \
    "__streambuf *rdbuf() const { return (__streambuf *) __stream_buffer((void *) this, "          \
    "nullptr); }\n"                                                                                \
    "__streambuf *rdbuf(__streambuf *to) { return (__streambuf *) __stream_buffer((void *) this, " \
    "to); }\n"                                                                                     \
    "template <typename S> " class " &copyfmt(const S &o) { __stream_copy_format(" id ", "         \
                                   "o.__number()); return *this; }\n"                              \
                                   "long __number() const { return " id "; }\n"

/* The classes of <iostream>, which every session has (C++17 30.5 to 30.7). Both kinds of streams have the members of std::ios themselves,
 * and static members for its constants. An object holds its stream's number: builtin_stream.c. */
#define STREAM_CLASSES                                                                             \
    "struct __ostream; struct __istream;\n"                                                        \
    "namespace std { class __ios_failure; }\n"                                                     \
    "struct __streambuf { long __id; typedef __streambuf __held;\n"                                \
    "int sgetc() { return __get_byte(__id, 0); }\n"                                                \
    "int sbumpc() { return __get_byte(__id, 1); }\n"                                               \
    "int snextc() { __get_byte(__id, 1); return __get_byte(__id, 0); }\n"                          \
    "long in_avail() { return __read_ready(__id); }\n"                                             \
    "};\n"                                                                                         \
    "struct __ostream { long __id;\n"                                                              \
    "__ostream() {}\n"                                                                             \
    "template <typename B> explicit __ostream(B *to) { "                                           \
    "static_assert(__builtin_types_compatible_p("                                                  \
    "B, typename B::__held), \"a class derived from std::streambuf is not supported\"); __id = "   \
    "__stream_new(0); __stream_buffer((void *) this, to); }\n" IOS_MEMBERS(                        \
        "__ostream",                                                                               \
        "__id") "__ostream &write(const char *s, long n) { __put_bytes(this, s, n); return "       \
                "*this; }\n"                                                                       \
                "__ostream &put(char c) { __put_bytes(this, &c, 1); return *this; }\n"             \
                "__ostream &flush() { return *this; }\n"                                           \
                "__ostream &seekp(long at) { __stream_seek(__id, at, 4); return *this; }\n"        \
                "__ostream &seekp(long by, int from) { __stream_seek(__id, by, from + 4); return " \
                "*this; }\n"                                                                       \
                "long tellp() { return __stream_tell(__id, 1); }\n"                                \
                "};\n"                                                                             \
                "struct __istream { long __in;\n" IOS_MEMBERS(                                     \
                    "__istream",                                                                   \
                    "__in") "int get() { return __get_byte(__in, 1); }\n"                          \
                            "int peek() { return __get_byte(__in, 0); }\n"                         \
                            "__istream &get(char &c) { int v = __get_byte(__in, 1); if (v >= 0) "  \
                            "c = (char) v; return "                                                \
                            "*this; }\n"                                                           \
                            "__istream &get(char *s, long n, char end = '\\n') { "                 \
                            "__get_text(this, s, n, 256 + (unsigned "                              \
                            "char) end); return *this; }\n"                                        \
                            "__istream &get(__streambuf &to, char end = '\\n') { long n = 0; for " \
                            "(int c = peek(); c >= 0 "                                             \
                            "&& c != (unsigned char) end; c = peek(), n++) { char b = (char) "     \
                            "get(); "                                                              \
                            "__put_bytes((__ostream *) &to, &b, 1); } if (!n) setstate(4); "       \
                            "return *this; }\n"                                                    \
                            "__istream &getline(char *s, long n, char end = '\\n') { "             \
                            "__get_text(this, s, n, (unsigned "                                    \
                            "char) end); return *this; }\n"                                        \
                            "__istream &ignore(long n = 1, int end = -1) { __skip_bytes(__in, n, " \
                            "end); return *this; }\n"                                              \
                            "__istream &read(char *s, long n) { __read_bytes(__in, s, n); return " \
                            "*this; }\n"                                                           \
                            "long readsome(char *s, long n) { long left = __read_ready(__in); if " \
                            "(left < 0) { "                                                        \
                            "setstate(2); return 0; } if (left < n) n = left; __read_bytes(__in, " \
                            "s, n); return n; }\n"                                                 \
                            "__istream &putback(char c) { __unget_byte(__in, (unsigned char) c); " \
                            "return *this; }\n"                                                    \
                            "__istream &unget() { __unget_byte(__in, -1); return *this; }\n"       \
                            "int sync() { return 0; }\n"                                           \
                            "__istream &seekg(long at) { __stream_seek(__in, at, 0); return "      \
                            "*this; }\n"                                                           \
                            "__istream &seekg(long by, int from) { __stream_seek(__in, by, "       \
                            "from); return *this; }\n"                                             \
                            "long tellg() { return __stream_tell(__in, 0); }\n"                    \
                            "long gcount() const { return __read_count(__in); }\n"                 \
                            "};\n"                                                                 \
                            "namespace std { typedef __ostream ostream; typedef __istream "        \
                            "istream; typedef __streambuf "                                        \
                            "streambuf; typedef long streamsize; typedef decltype(nullptr) "       \
                            "nullptr_t;\n"                                                         \
                            "struct ios { static const int app = 1, ate = 2, binary = 4, in = 8, " \
                            "out = 16, trunc = 32, "                                               \
                            "beg = 0, cur = 1, end = 2; static const int goodbit = 0, badbit = "   \
                            "1, eofbit = 2, failbit = "                                            \
                            "4;\n"                                                                 \
                            "static const int boolalpha = 1, dec = 2, fixed = 4, hex = 8, "        \
                            "internal = 16, left = 32, oct "                                       \
                            "= 64, right = 128, scientific = 256, showbase = 512,\n"               \
                            "  showpoint = 1024, showpos = 2048, skipws = 4096, unitbuf = 8192, "  \
                            "uppercase = 16384, "                                                  \
                            "adjustfield = 176, basefield = 74, floatfield = 260;\n"               \
                            "typedef int fmtflags; typedef int iostate; typedef int openmode; "    \
                            "typedef int seekdir; "                                                \
                            "typedef std::__ios_failure failure;\n"                                \
                            "static int xalloc() { static int next = 4; return next++; }\n"        \
                            "static bool sync_with_stdio(bool = true) { return true; } };\n"       \
                            "typedef ios ios_base; typedef long streampos; typedef long "          \
                            "streamoff; }\n"                                                       \
                            "inline __ostream &__call_endl(__ostream &out) { return out << endl; " \
                            "}\n"                                                                  \
                            "inline __ostream &__call_flush(__ostream &out) { return out << "      \
                            "flush; }\n"                                                           \
                            "inline __ostream &__call_ends(__ostream &out) { return out << ends; " \
                            "}\n"                                                                  \
                            "inline __istream &__call_ws(__istream &in) { return in >> ws; }\n"    \
                            "inline __ostream &operator<<(__ostream &out, __streambuf *from) { "   \
                            "for (int c = "                                                        \
                            "from->sbumpc(); c >= 0; c = from->sbumpc()) out.put((char) c); "      \
                            "return out; }\n"                                                      \
                            "inline __ostream &operator<<(__ostream &out, __ostream "              \
                            "&(*f)(__ostream &)) { return f(out); "                                \
                            "}\n"                                                                  \
                            "inline __istream &operator>>(__istream &in, __istream "               \
                            "&(*f)(__istream &)) { return f(in); "                                 \
                            "}\n"
