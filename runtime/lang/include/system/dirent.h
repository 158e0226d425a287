/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <dirent.h>. A folder is read whole when it is opened. */
#ifndef WARPCELL_DIRENT_H
#define WARPCELL_DIRENT_H
enum { DT_UNKNOWN = 0, DT_DIR = 4, DT_REG = 8, DT_LNK = 10 };
struct dirent { unsigned long d_ino; unsigned char d_type; char d_name[256]; };
struct __folder { char *names; const char *at; struct dirent entry; };
typedef struct __folder DIR;
inline DIR *opendir(const char *path) {
    char *names = __folder_names(path);
    if (!names) return 0;
    DIR *d = (DIR *) malloc(sizeof(DIR));
    d->names = names;
    d->at = names;
    return d;
}
inline struct dirent *readdir(DIR *d) {
    if (!d->at[0] && !d->at[1]) return 0;
    d->entry.d_ino = 1;
    d->entry.d_type = d->at[0];
    snprintf(d->entry.d_name, sizeof d->entry.d_name, "%s", d->at + 1);
    d->at += strlen(d->at + 1) + 2;
    return &d->entry;
}
inline void rewinddir(DIR *d) { d->at = d->names; }
inline int closedir(DIR *d) { free(d->names); free(d); return 0; }
#endif
