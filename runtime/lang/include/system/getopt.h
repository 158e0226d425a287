/* SPDX-License-Identifier: Apache-2.0 */
/* Options of a program: POSIX getopt() and GNU's getopt_long(). Arguments are not reordered: reading stops at the first non-option. */
#ifndef WARPCELL_GETOPT_H
#define WARPCELL_GETOPT_H
char *optarg = 0;
int optind = 1, opterr = 1, optopt = 0, __optat = 0;
struct option { const char *name; int has_arg; int *flag; int val; };
enum { no_argument, required_argument, optional_argument };

inline int getopt(int argc, char *const *argv, const char *known) {
    optarg = 0;
    if (optind == 0) { optind = 1; __optat = 0; }
    if (!__optat) {
        if (optind >= argc || argv[optind][0] != '-' || !argv[optind][1]) return -1;
        if (argv[optind][1] == '-' && !argv[optind][2]) { optind++; return -1; }
        __optat = 1;
    }
    int c = argv[optind][__optat++];
    const char *k = c == ':' ? 0 : strchr(known, c);
    bool last = !argv[optind][__optat];
    optopt = c;
    if (!k) {
        if (opterr && known[0] != ':') fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
        c = '?';
    } else if (k[1] == ':') {
        if (!last) optarg = argv[optind] + __optat;
        else if (k[2] != ':' && optind + 1 < argc) optarg = argv[++optind];
        else if (k[2] != ':') {
            if (opterr && known[0] != ':') fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
            c = known[0] == ':' ? ':' : '?';
        }
        last = true;
    }
    if (last) { optind++; __optat = 0; }
    return c;
}

inline int getopt_long(int argc, char *const *argv, const char *known, const option *longs, int *index) {
    if (__optat || optind >= argc || argv[optind][0] != '-' || argv[optind][1] != '-' || !argv[optind][2]) return getopt(argc, argv, known);
    const char *name = argv[optind] + 2, *value = strchr(name, '=');
    size_t n = value ? (size_t) (value - name) : strlen(name);
    optarg = 0;
    optind++;
    for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, name, n) || strlen(longs[i].name) != n) continue;
        if (index) *index = i;
        if (value) optarg = (char *) value + 1;
        else if (longs[i].has_arg == required_argument) {
            if (optind >= argc) {
                if (opterr) fprintf(stderr, "%s: option '--%s' requires an argument\n", argv[0], longs[i].name);
                return '?';
            }
            optarg = argv[optind++];
        }
        if (!longs[i].flag) return longs[i].val;
        *longs[i].flag = longs[i].val;
        return 0;
    }
    if (opterr) fprintf(stderr, "%s: unrecognized option '--%s'\n", argv[0], name);
    return '?';
}
#endif
