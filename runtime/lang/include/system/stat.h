/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <sys/stat.h>. */
#ifndef WARPCELL_STAT_H
#define WARPCELL_STAT_H
#include <fcntl.h>
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_IFLNK 0120000
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
#define S_IRGRP 040
#define S_IWGRP 020
#define S_IXGRP 010
#define S_IRWXG 070
#define S_IROTH 04
#define S_IWOTH 02
#define S_IXOTH 01
#define S_IRWXO 07
typedef unsigned mode_t;
typedef long off_t;
struct stat { unsigned long st_dev, st_ino, st_nlink; mode_t st_mode; off_t st_size; time_t st_atime, st_mtime, st_ctime; };
inline int stat(const char *path, struct stat *out) {
    long fields[8];
    if (__file_status(path, fields)) return -1;
    out->st_mode = fields[0]; out->st_size = fields[1]; out->st_atime = fields[2]; out->st_mtime = fields[3]; out->st_ctime = fields[4];
    out->st_dev = fields[5]; out->st_ino = fields[6]; out->st_nlink = fields[7];
    return 0;
}
inline int lstat(const char *path, struct stat *out) { return stat(path, out); }
/* Of a file that open() returned. */
inline int fstat(int fd, struct stat *out) {
    long at = lseek(fd, 0, SEEK_CUR), size = at < 0 ? -1 : lseek(fd, 0, SEEK_END);
    if (size < 0) return -1;
    lseek(fd, at, SEEK_SET);
    *out = {};
    out->st_mode = S_IFREG | 0644; out->st_size = size; out->st_nlink = 1;
    return 0;
}
#endif
