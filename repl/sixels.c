/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the terminal draws sixels: asked once, when the first picture comes, with the query for primary device attributes
 * (ECMA-48 8.3.24; attribute 4 is sixel graphics, VT340 and xterm's ctlseqs). A terminal that does not answer within half a second
 * has none. What the user typed meanwhile is kept and read first. --pictures and WARPCELL_PICTURES decide instead. */
#include <ctype.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "repl.h"

enum { WAIT_MS = 500, COLUMN_PIXELS = 8 };

bool pictures_word(const char *word, enum repl_pictures *out)
{
    static const char *const words[] = {
        [PICTURES_AUTO] = "auto", [PICTURES_SIXEL] = "sixel", [PICTURES_BLOCKS] = "blocks"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(word, words[i])) {
            *out = (enum repl_pictures) i;
            return true;
        }
    return false;
}

static long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* "\033[?62;4;22c" in the bytes: its length, where it begins, whether 4 is among its numbers. 0: not there, or not all. */
static size_t find_answer(const char *bytes, size_t n, size_t *out_start, bool *out_four)
{
    for (size_t i = 0; i + 3 < n; i++) {
        if (memcmp(bytes + i, "\033[?", 3))
            continue;
        size_t end = i + 3, number = 0, digits = 0;
        *out_four = false;
        for (; end < n && (isdigit((unsigned char) bytes[end]) || bytes[end] == ';'); end++) {
            if (bytes[end] == ';') {
                *out_four |= digits && number == 4;
                number = digits = 0;
            } else {
                number = number < 1000 ? 10 * number + (size_t) (bytes[end] - '0') : number;
                digits++;
            }
        }
        *out_four |= digits && number == 4;
        *out_start = i;
        if (end < n && bytes[end] == 'c')
            return end + 1 - i;
    }
    return 0;
}

static bool read_answer(struct repl *r)
{
    long end = now_ms() + WAIT_MS;
    bool four = false;
    while (r->ahead_count < sizeof r->ahead) {
        size_t start, n;
        long left = end - now_ms();
        struct pollfd on = {.fd = STDIN_FILENO, .events = POLLIN};
        if (left <= 0 || poll(&on, 1, (int) left) <= 0 ||
            read(STDIN_FILENO, r->ahead + r->ahead_count, 1) != 1)
            return false;
        r->ahead_count++;
        n = find_answer(r->ahead, r->ahead_count, &start, &four);
        if (n) {
            memmove(r->ahead + start, r->ahead + start + n, r->ahead_count - start - n);
            r->ahead_count -= n;
            return four;
        }
    }
    return false;
}

static bool ask(struct repl *r)
{
    static const char query[] = "\033[c";
    struct termios old, raw;
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &old))
        return false;
    raw = old;
    raw.c_lflag &= ~(tcflag_t) (ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw))
        return false;
    print_write(STDOUT_FILENO, query, sizeof query - 1);
    bool yes = read_answer(r);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &old);
    return yes;
}

int sixels_width(void *user)
{
    struct repl *r = user;
    struct winsize size;
    if (!r->colour_out && r->pictures == PICTURES_AUTO)
        return 0; /* no terminal, or a dumb one */
    if (r->pictures == PICTURES_AUTO)
        r->pictures = ask(r) ? PICTURES_SIXEL : PICTURES_BLOCKS;
    if (r->pictures == PICTURES_BLOCKS)
        return 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
        return 80 * COLUMN_PIXELS;
    return size.ws_xpixel ? size.ws_xpixel : (size.ws_col ? size.ws_col : 80) * COLUMN_PIXELS;
}

bool ahead_byte(struct repl *r, char *out)
{
    if (!r->ahead_count)
        return false;
    *out = r->ahead[0];
    memmove(r->ahead, r->ahead + 1, --r->ahead_count);
    return true;
}
