/* SPDX-License-Identifier: Apache-2.0 */
/* C11 7.29: wide strings in memory. Wide streams and conversions by locale are not here. */
#ifndef WARPCELL_WCHAR_H
#define WARPCELL_WCHAR_H
typedef unsigned int wint_t;
#define WEOF ((wint_t) -1)
#ifndef WCHAR_MAX
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN (-WCHAR_MAX - 1)
#endif

inline size_t wcslen(const wchar_t *s) { size_t n = 0; while (s[n]) n++; return n; }
inline wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) { for (size_t i = 0; i < n; i++) to[i] = from[i]; return to; }
inline wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) { for (size_t i = 0; i < n; i++) to[i] = c; return to; }
inline int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) { for (size_t i = 0; i < n; i++) if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1; return 0; }
inline wchar_t *wcscpy(wchar_t *to, const wchar_t *from) { return wmemcpy(to, from, wcslen(from) + 1); }
inline wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) { size_t i = 0; for (; i < n && from[i]; i++) to[i] = from[i]; for (; i < n; i++) to[i] = 0; return to; }
inline wchar_t *wcscat(wchar_t *to, const wchar_t *from) { wcscpy(to + wcslen(to), from); return to; }
inline int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
        if (!a[i]) break;
    }
    return 0;
}
inline int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, (size_t) -1); }
inline wchar_t *wcschr(const wchar_t *s, wchar_t c) { for (;; s++) { if (*s == c) return (wchar_t *) s; if (!*s) return 0; } }
inline wchar_t *wcsrchr(const wchar_t *s, wchar_t c) { wchar_t *found = 0; for (;; s++) { if (*s == c) found = (wchar_t *) s; if (!*s) return found; } }
inline wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
    size_t n = wcslen(part);
    for (;; s++) { if (!wcsncmp(s, part, n)) return (wchar_t *) s; if (!*s) return 0; }
}
#endif
