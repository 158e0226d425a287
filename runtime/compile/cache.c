/* SPDX-License-Identifier: Apache-2.0 */
/* The on-disk cache of compiled code: one file per key, and the key is a hash of all inputs. Processes share it
 * without locks: a file is renamed into place when it is complete, never changes afterwards, and contains a hash of
 * its own contents, so damaged or foreign files are ignored. When the cache is full, the least recently used files
 * are deleted. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/machine/machine_limits.h"
#include "compile/nvrtc.h"

enum { MAGIC_SIZE = 8, HASH = 32, FILE_MOST = 256 << 20 };

static const char magic[MAGIC_SIZE + 1] = "warpc02\n";

static const double ROOM = 256; /* MiB of all files; WARPCELL_CACHE_SIZE overrides it */

static const char suffix[] = ".code";

struct header {
    char magic[MAGIC_SIZE];
    uint64_t image, lowered, log, places; /* bytes of each; they follow the header in this order */
    unsigned char hash[HASH];             /* of what follows the header */
};

static uint64_t room(void)
{
    double set = machine_setting("WARPCELL_CACHE_SIZE");
    return (uint64_t) ((set > 0 ? set : ROOM) * 1048576);
}

static void sha256(unsigned char out[HASH], const void *bytes, size_t n)
{
    unsigned size = HASH;
    CHECK(EVP_Digest(bytes, n, out, &size, EVP_sha256(), NULL));
}

void cache_key(char hex[65], const char *const *parts, size_t count)
{
    struct buf all = {0};
    unsigned char hash[HASH];
    for (size_t i = 0; i < count; i++) {
        buf_printf(&all, "%zu:", strlen(parts[i]));
        buf_puts(&all, parts[i]);
    }
    sha256(hash, all.p, all.n);
    buf_free(&all);
    for (int i = 0; i < HASH; i++)
        snprintf(hex + 2 * i, 3, "%02x", hash[i]);
}

static bool make_folders(char *path)
{
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    return !mkdir(path, 0700) || errno == EEXIST;
}

bool cache_folder(struct buf *out)
{
    const char *own = getenv("WARPCELL_CACHE_DIR"), *xdg = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    if (own && *own)
        buf_puts(out, own);
    else if (xdg && *xdg == '/')
        buf_printf(out, "%s/warpcell", xdg);
    else if (home && *home == '/')
        buf_printf(out, "%s/.cache/warpcell", home);
    else
        return false;
    return make_folders(out->p);
}

static bool is_off(void)
{
    const char *on = getenv("WARPCELL_CACHE");
    return on && !strcmp(on, "0");
}

/* "…/warpcell/<key>.code" */
static bool path_of(const char *key, struct buf *out)
{
    if (is_off() || !cache_folder(out))
        return false;
    buf_printf(out, "/%s%s", key, suffix);
    return true;
}

/* The same file of a cache that many share and that is only read. */
static bool shared_path_of(const char *key, struct buf *out)
{
    const char *shared = getenv("WARPCELL_CACHE_SHARED");
    if (is_off() || !shared || !*shared)
        return false;
    buf_printf(out, "%s/%s%s", shared, key, suffix);
    return true;
}

static char *read_all(const char *path, size_t *out_size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* it may be a FIFO */
    struct stat st;
    if (fd < 0)
        return NULL;
    char *bytes = NULL;
    size_t n = 0;
    if (!fstat(fd, &st) && S_ISREG(st.st_mode) && (uint64_t) st.st_size <= FILE_MOST) {
        bytes = xmalloc((size_t) st.st_size + 1);
        for (ssize_t got;
             n < (size_t) st.st_size && (got = read(fd, bytes + n, (size_t) st.st_size - n)) > 0;)
            n += (size_t) got;
    }
    futimens(fd, NULL); /* used now */
    close(fd);
    *out_size = n;
    return bytes;
}

static bool intact(const char *bytes, size_t n, struct header *h)
{
    unsigned char hash[HASH];
    if (n < sizeof *h)
        return false;
    memcpy(h, bytes, sizeof *h);
    size_t body = n - sizeof *h;
    if (memcmp(h->magic, magic, MAGIC_SIZE) || h->image > body || h->lowered > body - h->image ||
        h->log > body - h->image - h->lowered || h->places != body - h->image - h->lowered - h->log)
        return false;
    sha256(hash, bytes + sizeof *h, body);
    return !memcmp(hash, h->hash, HASH);
}

static bool read_file(const char *path, struct nvrtc_result *out)
{
    struct header h;
    size_t n = 0;
    char *bytes = read_all(path, &n);
    bool ok = bytes && intact(bytes, n, &h);
    if (ok) {
        const char *body = bytes + sizeof h;
        out->image = xcalloc(1, h.image + 1);
        memcpy(out->image, body, h.image);
        out->size = h.image;
        out->lowered = xstrndup(body + h.image, h.lowered);
        out->log = h.log ? xstrndup(body + h.image + h.lowered, h.log) : NULL;
        out->places = xstrndup(body + h.image + h.lowered + h.log, h.places);
    }
    free(bytes);
    return ok;
}

bool cache_read(const char *key, struct nvrtc_result *out)
{
    struct buf own = {0}, shared = {0};
    *out = (struct nvrtc_result){0};
    bool ok = (path_of(key, &own) && read_file(own.p, out)) ||
              (shared_path_of(key, &shared) && read_file(shared.p, out));
    buf_free(&own);
    buf_free(&shared);
    return ok;
}

struct cache_entry {
    char name[96];
    uint64_t size;
    struct timespec used;
};

static int by_age(const void *a, const void *b)
{
    const struct timespec *s = &((const struct cache_entry *) a)->used,
                          *t = &((const struct cache_entry *) b)->used;
    if (s->tv_sec != t->tv_sec)
        return s->tv_sec < t->tv_sec ? -1 : 1;
    return (s->tv_nsec > t->tv_nsec) - (s->tv_nsec < t->tv_nsec);
}

/* Removes the least recently used files until the rest fits. Left-over unfinished files are among them. */
static void trim(const char *folder)
{
    VEC(struct cache_entry) all = {0};
    uint64_t sum = 0, most = room();
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    for (struct dirent *e; (e = readdir(dir));) {
        struct stat st;
        struct cache_entry new = {0};
        if (!strstr(e->d_name, suffix) || strlen(e->d_name) >= sizeof new.name ||
            fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
            continue;
        strcpy(new.name, e->d_name);
        new.size = (uint64_t) st.st_size;
        new.used = st.st_mtim;
        sum += new.size;
        VEC_PUSH(&all, new);
    }
    if (sum > most)
        qsort(all.at, all.n, sizeof *all.at, by_age);
    for (size_t i = 0; i < all.n && sum > most; i++) {
        unlinkat(dirfd(dir), all.at[i].name, 0);
        sum -= all.at[i].size;
    }
    closedir(dir);
    VEC_FREE(&all);
}

static bool write_all(int fd, const char *bytes, size_t n)
{
    for (ssize_t done; n; bytes += done, n -= (size_t) done)
        if ((done = write(fd, bytes, n)) <= 0)
            return false;
    return true;
}

static void write_file(const char *path, const struct buf *body, const struct header *h)
{
    struct buf temporary = {0};
    buf_printf(&temporary, "%s.XXXXXX", path);
    int fd = mkostemp(temporary.p, O_CLOEXEC);
    if (fd >= 0) {
        bool ok = write_all(fd, (const char *) h, sizeof *h) && write_all(fd, body->p, body->n);
        ok = !close(fd) && ok;
        if (!ok || rename(temporary.p, path))
            unlink(temporary.p);
    }
    buf_free(&temporary);
}

void cache_write(const char *key, const struct nvrtc_result *r)
{
    struct buf path = {0}, body = {0};
    if (path_of(key, &path)) {
        const char *log = r->log ? r->log : "", *places = r->places ? r->places : "";
        struct header h = {.image = r->size,
                           .lowered = strlen(r->lowered),
                           .log = strlen(log),
                           .places = strlen(places)};
        memcpy(h.magic, magic, MAGIC_SIZE);
        buf_put(&body, r->image, r->size);
        buf_puts(&body, r->lowered);
        buf_puts(&body, log);
        buf_puts(&body, places);
        sha256(h.hash, body.p, body.n);
        write_file(path.p, &body, &h);
        *strrchr(path.p, '/') = 0;
        trim(path.p);
    }
    buf_free(&path);
    buf_free(&body);
}
