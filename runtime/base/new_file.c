/* SPDX-License-Identifier: Apache-2.0 */
/* Files that appear complete or not at all. */
#include "base/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/str.h"

/* A name in the same folder as the file itself. */
static char *name_aside(const char *path)
{
    struct buf name = {0};
    buf_printf(&name, "%s.XXXXXX", path);
    return buf_take(&name);
}

/* The mode that fopen would give it, or that of the file it replaces. */
static void set_mode(int fd, const struct stat *old)
{
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, old ? old->st_mode & 07777 : 0666 & ~mask);
}

bool new_file_open(struct new_file *n, const char *path)
{
    struct stat old;
    bool there = !stat(path, &old);
    char *real = there ? realpath(path, NULL) : NULL;
    *n = (struct new_file){.path = real ? real : xstrdup(path)};
    int fd;
    if (there && (!S_ISREG(old.st_mode) ||
                  access(path, W_OK))) { /* a read-only file is not replaced either */
        fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    } else {
        n->aside = name_aside(n->path);
        fd = mkostemp(n->aside, O_CLOEXEC);
        if (fd < 0 && there && errno == EACCES) { /* no new file may be created in the folder */
            free(n->aside);
            n->aside = NULL;
            fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
        }
    }
    if (fd >= 0 && n->aside)
        set_mode(fd, there ? &old : NULL);
    n->f = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (n->f)
        return true;
    int why = errno;
    if (fd >= 0)
        close(fd);
    free(n->path);
    free(n->aside);
    errno = why;
    return false;
}

bool new_file_close(struct new_file *n, bool good)
{
    int why = errno;
    bool asked = good;
    good = good && !ferror(n->f) && !fflush(n->f) && (!n->aside || !fsync(fileno(n->f)));
    if (asked && !good)
        why = errno;
    if (fclose(n->f) && good) {
        why = errno;
        good = false;
    }
    if (n->aside && good && rename(n->aside, n->path)) {
        why = errno;
        good = false;
    }
    if (n->aside && !good)
        unlink(n->aside);
    free(n->path);
    free(n->aside);
    *n = (struct new_file){0};
    errno = why;
    return good;
}
