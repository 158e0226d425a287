/* SPDX-License-Identifier: Apache-2.0 */
/* Malformed files: each is refused with a message that names the fault. Reading a large file reports progress and can be stopped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "array/array_file.h"
#include "warpcell.h"

static char folder[] = "/tmp/warpcell-files-XXXXXX";

static int make_folder(void **state)
{
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    return rmdir(folder);
}

static void path_of(char *out, size_t room, const char *name)
{
    snprintf(out, room, "%s/%s", folder, name);
}

static void write_file(const char *name, const void *bytes, size_t n)
{
    char path[96];
    path_of(path, sizeof path, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void remove_file(const char *name)
{
    char path[96];
    path_of(path, sizeof path, name);
    assert_int_equal(unlink(path), 0);
}

/* A .npy file of this header and so many bytes of elements. */
static void write_npy(const char *name, const char *header, size_t elements)
{
    char bytes[512] = "\x93NUMPY\1\0";
    size_t n = strlen(header);
    bytes[8] = (char) n;
    memcpy(bytes + 10, header, n);
    write_file(name, bytes, 10 + n + elements);
}

/* ---- through a session ---- */

static void on_stream(void *user, int fd, const char *text, size_t n)
{
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
}

static void on_error(void *user, const struct wc_error *e)
{
    snprintf(user, 512, "%s", e->text);
}

/* The message of loading the file as an array of this declaration; {} stands for its path, "" for success. */
static void expect(struct wc_session *s, char error[512], const char *name, const char *type,
                   const char *wanted)
{
    char code[256], path[96], text[512];
    path_of(path, sizeof path, name);
    snprintf(code, sizeof code, "device %s = load(\"%s\");", type, path);
    struct wc_cell cell = {.name = "In[1]", .code = code, .size = strlen(code)};
    const char *mark = strstr(wanted, "{}");
    snprintf(text, sizeof text, "%.*s%s%s", mark ? (int) (mark - wanted) : 0, wanted,
             mark ? path : "", mark ? mark + 2 : wanted);
    *error = 0;
    wc_run(s, &cell);
    if (strcmp(error, text))
        fail_msg("%s:\n  %s\ninstead of\n  %s", name, error, text);
}

static const struct {
    const char *name, *header, *wanted;
    size_t elements;
} npy_files[] = {
    {"good.npy",     "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }\n",                     "",                                           16},
    {"short.npy",    "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }\n",
     "'{}' cannot be read: it has fewer elements than its shape requires",                                                                            15},
    {"large.npy",    "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,), }\n",
     "'{}' cannot be read: it has fewer elements than its shape requires",                                                                            16},
    {"huge.npy",     "{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999, 9999999999), }\n",
     "'{}' cannot be read: its shape is invalid",                                                                                                     16},
    {"negative.npy", "{'descr': '<f4', 'fortran_order': False, 'shape': (-4,), }\n",
     "'{}' cannot be read: its shape has more than 4 axes or is invalid",                                                                             16},
    {"axes.npy",     "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1), }\n",
     "'{}' cannot be read: its shape has more than 4 axes or is invalid",                                                                             4 },
    {"objects.npy",  "{'descr': '|O', 'fortran_order': False, 'shape': (4,), }\n",
     "'{}' holds elements of type '|O', which is not supported",                                                                                      32},
    {"network.npy",  "{'descr': '>f4', 'fortran_order': False, 'shape': (4,), }\n",
     "'{}' holds elements of type '>f4', which is not supported",                                                                                     16},
    {"rubbish.npy",  "nothing of this is a header\n",                                                   "'{}' cannot be read: its header is damaged",
     0                                                                                                                                                  },
};

#define PNG_HEAD "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"

static const struct {
    const char *name, *type, *wanted, *bytes;
    size_t n;
} files[] = {

#define ROW(name, type, bytes, wanted)                                                             \
    {                                                                                              \
        name, type, wanted, bytes, sizeof bytes - 1                                                \
    }
    ROW("empty.npy", "float a[]", "", "'{}' cannot be read: not a .npy file"),
    ROW("text.npy", "float a[]", "some other text", "'{}' cannot be read: not a .npy file"),
    ROW("cut.npy", "float a[]", "\x93NUMPY\1\0\x76\0{'descr'",
        "'{}' cannot be read: the file is truncated"),
    ROW("long.npy", "float a[]", "\x93NUMPY\2\0\xff\xff\xff\xff{}",
        "'{}' cannot be read: the file is truncated"),
    ROW("new.npy", "float a[]", "\x93NUMPY\7\0\2\0{}",
        "'{}' cannot be read: its format version is newer than 3.0"),
    ROW("type.npy", "float a[]", "\x93NUMPY\1\0\x0b\0{'descr': '",
        "'{}' holds elements of type ', which is not supported"),
    /* Two bytes that claim to become 4 GiB. */
    ROW("large.npz", "float a[]",
        "\120\113\003\004\024\000\000\000\010\000\000\000\041\000\000\000\000\000\002\000\000\000"
        "\360\377"
        "\377\377\005\000\000\000\141\056\156\160\171\003\000\120\113\001\002\024\000\024\000\000"
        "\000\010"
        "\000\000\000\041\000\000\000\000\000\002\000\000\000\360\377\377\377\005\000\000\000\000"
        "\000\000"
        "\000\000\000\000\000\000\000\000\000\000\000\141\056\156\160\171\120\113\005\006\000\000"
        "\000\000"
        "\001\000\001\000\063\000\000\000\045\000\000\000\000\000",
        "'{}' cannot be read: its zip archive is damaged or uses an unsupported feature"),
    ROW("text.npz", "float a[]", "no zip", "'{}' cannot be read: not a .npz file"),
    ROW("text.png", "unsigned char a[][]", "no picture",
        "'{}' cannot be read as an image: not a PNG or binary PGM or PPM file"),
    ROW("empty.png", "unsigned char a[][]", "",
        "'{}' cannot be read as an image: not a PNG or binary PGM or PPM file"),
    ROW("cut.png", "unsigned char a[][]", PNG_HEAD "\0\0\0\4",
        "'{}' cannot be read as an image: the file is truncated"),
    ROW("good.pgm", "unsigned char a[][]", "P5\n# two by two\n2 2\n255\n\1\2\3\4", ""),
    ROW("cut.pgm", "unsigned char a[][]", "P5\n4 4\n255\n\1\2\3",
        "'{}' cannot be read as an image: the file is truncated"),
    ROW("huge.pgm", "unsigned char a[][]", "P5\n99999999999 99999999999\n255\n",
        "'{}' cannot be read as an image: its header is damaged"),
    ROW("negative.pgm", "unsigned char a[][]", "P5\n-4 4\n255\n",
        "'{}' cannot be read as an image: its header is damaged"),
    ROW("deep.pgm", "unsigned char a[][]", "P5\n2 2\n65535\n\0\0\0\0\0\0\0\0",
        "'{}' cannot be read as an image: its samples have 16 bits; 8 are supported"),
    ROW("ascii.ppm", "unsigned char a[][][]", "P3\n1 1\n255\n1 2 3\n",
        "'{}' cannot be read as an image: not a PNG or binary PGM or PPM file"),
    ROW("grey.pgm", "unsigned char a[][][]", "P5\n1 1\n255\n\7",
        "an array of rank 3 cannot be initialised with one of rank 2"),
    ROW("empty.csv", "float a[][]", "", "'{}' is empty"),
    ROW("ragged.csv", "float a[][]", "1,2,3\n4,5\n",
        "row 2 of '{}' does not have 3 fields like the first row"),
    ROW("good.csv", "float a[][]", "a,b\r\n1,2\r\n,4\r\n", ""),
#undef ROW
};

static void refused_in_words(void **state)
{
    char error[512];
    struct wc_options o = {
        .on = {error, on_stream, on_output, on_error},
          .device = "cpu"
    };
    struct wc_session *s = wc_open(&o);
    for (size_t i = 0; i < sizeof npy_files / sizeof *npy_files; i++) {
        write_npy(npy_files[i].name, npy_files[i].header, npy_files[i].elements);
        expect(s, error, npy_files[i].name, "float a[]", npy_files[i].wanted);
        remove_file(npy_files[i].name);
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        write_file(files[i].name, files[i].bytes, files[i].n);
        expect(s, error, files[i].name, files[i].type, files[i].wanted);
        remove_file(files[i].name);
    }
    expect(s, error, "none.npy", "float a[]", "cannot read '{}': No such file or directory");
    wc_close(s);
}

/* ---- how far ---- */

struct seen {
    unsigned looks, ended;
    uint64_t done, total;
    char doing[16];
    atomic_bool *stop; /* to be set at the first look, or NULL */
};

static void on_look(void *user, const struct progress *p, bool ended)
{
    struct seen *s = user;
    assert_true(p->done >= s->done && p->done <= p->total);
    s->looks += !ended;
    s->ended += ended;
    s->done = p->done;
    s->total = p->total;
    snprintf(s->doing, sizeof s->doing, "%s", p->doing);
    if (s->stop)
        atomic_store(s->stop, true);
}

static void large_files_tell_how_far_they_are(void **state)
{
    enum { ELEMENTS = 10 << 20 };
    struct seen seen = {0};
    struct poll_hook poll = {&seen, on_look};
    atomic_bool stop = false;
    struct diags diags = {0};
    char path[96];
    path_of(path, sizeof path, "large.npy");
    struct file_work w = {path, &poll, &stop, &diags, {0}};
    struct array a = {
        .dtype = {DTYPE_F32, 4, "float"},
          .rank = 1, .shape = {ELEMENTS },
          .stride = {1 }
    };
    float *elements = calloc(ELEMENTS, sizeof *elements);
    elements[ELEMENTS - 1] = 7;
    assert_true(file_write(&w, &a, elements));
    assert_string_equal(seen.doing, "writing");
    assert_int_equal(seen.looks, 5); /* 40 MiB in pieces of 8 */
    assert_int_equal(seen.ended, 1);
    assert_int_equal(seen.done, seen.total);
    seen = (struct seen){0};
    struct file_array f;
    assert_true(npy_read(&w, &f));
    assert_string_equal(seen.doing, "reading");
    assert_true(seen.looks >= 5 && seen.ended == 1 && seen.done == seen.total);
    assert_memory_equal(f.bytes, elements, f.size);
    free(f.bytes);
    free(elements);
    seen = (struct seen){.stop = &stop};
    assert_false(npy_read(&w, &f));
    assert_int_equal(seen.looks, 1);
    assert_string_equal(diags.first->text, "stopped by the user");
    diags_free(&diags);
    remove_file("large.npy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_in_words),
        cmocka_unit_test(large_files_tell_how_far_they_are),
    };
    return cmocka_run_group_tests_name("files", tests, make_folder, remove_folder);
}
