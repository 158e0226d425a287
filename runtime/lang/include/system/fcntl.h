/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <fcntl.h>, and the calls of <unistd.h> on what open() returns: a number that stands for a stream. */
#ifndef WARPCELL_FCNTL_H
#define WARPCELL_FCNTL_H
#include <errno.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_ACCMODE 3
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_SYNC 04010000
#define O_CLOEXEC 02000000
#define O_LARGEFILE 0
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

enum { __OPEN_MOST = 1024 };
static FILE *__open_files[__OPEN_MOST];

inline FILE *__open_file(int fd) {
    if (fd == 0) return stdin;
    if (fd == 1) return stdout;
    if (fd == 2) return stderr;
    FILE *f = fd > 0 && fd < __OPEN_MOST ? __open_files[fd] : 0;
    if (!f) errno = EBADF;
    return f;
}
inline int open(const char *path, int flags, int mode = 0) {
    bool there = access(path, 0) == 0;
    int fd = 3;
    while (fd < __OPEN_MOST && __open_files[fd]) fd++;
    if (fd == __OPEN_MOST) { errno = EMFILE; return -1; }
    if (there && flags & O_CREAT && flags & O_EXCL) { errno = EEXIST; return -1; }
    if (!there && !(flags & O_CREAT)) { errno = ENOENT; return -1; }
    bool reads = (flags & O_ACCMODE) != O_WRONLY, writes = (flags & O_ACCMODE) != O_RDONLY;
    const char *how = !writes ? "rb" : flags & O_APPEND ? reads ? "a+b" : "ab" : flags & O_TRUNC || !there ? reads ? "w+b" : "wb" : "r+b";
    if (!writes && !there) { FILE *made = fopen(path, "wb"); if (!made) return -1; fclose(made); }
    __open_files[fd] = fopen(path, how);
    return __open_files[fd] ? fd : -1;
}
inline int creat(const char *path, int mode) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode); }
inline long read(int fd, void *to, size_t n) { FILE *f = __open_file(fd); return f ? (long) fread(to, 1, n, f) : -1; }
inline long write(int fd, const void *from, size_t n) {
    FILE *f = __open_file(fd);
    if (!f) return -1;
    long written = fwrite(from, 1, n, f);
    fflush(f);
    return written;
}
inline long lseek(int fd, long offset, int whence) { FILE *f = __open_file(fd); return f && !fseek(f, offset, whence) ? ftell(f) : -1; }
inline int close(int fd) {
    FILE *f = __open_file(fd);
    if (!f) return -1;
    if (fd > 2) { fclose(f); __open_files[fd] = 0; }
    return 0;
}
inline int fsync(int fd) { FILE *f = __open_file(fd); return f ? fflush(f) : -1; }
#endif
