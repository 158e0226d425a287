/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes from a terminal to keys. Pasted text arrives bracketed (xterm's mode 2004), so that none of it is a command:
 * neither a newline that would run half a cell, nor a tab that would complete. */
#include "keys.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { ESCAPE_MS = 50, SEQUENCE_MOST = 16 };

static const struct {
    const char *sequence;
    enum key key;
} rows[] = {

#define KEY(sequence, key) {sequence, KEY_##key},
#include "keys.def"
#undef KEY
};

bool keys_begin(struct repl *r)
{
    static const char on[] = "\033[?2004h";
    if (!r->raw && tcgetattr(STDIN_FILENO, &r->cooked))
        return false;
    struct termios raw = r->cooked;
    raw.c_iflag &= ~(tcflag_t) (ICRNL | INLCR | IGNCR | IXON | ISTRIP);
    raw.c_lflag &= ~(tcflag_t) (ICANON | ECHO | IEXTEN);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = raw.c_cc[VQUIT] = _POSIX_VDISABLE;
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &raw))
        return false;
    print_write(STDOUT_FILENO, on, sizeof on - 1);
    r->raw = true;
    return true;
}

void keys_end(struct repl *r)
{
    static const char off[] = "\033[?2004l";
    print_write(STDOUT_FILENO, off, sizeof off - 1);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &r->cooked);
    r->raw = false;
}

/* One byte. wait: ms, -1 for ever. KEY_TEXT: there is one; KEY_UNKNOWN: none came in time. */
static enum key next_byte(struct repl *r, char *out, int wait)
{
    struct pollfd on[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = r->wake[0],   .events = POLLIN}
    };
    for (;;) {
        char why;
        if (ahead_byte(r, out))
            return KEY_TEXT;
        int ready = poll(on, 2, wait);
        if (ready == 0)
            return KEY_UNKNOWN;
        if (ready < 0 && errno != EINTR)
            return KEY_HANG_UP;
        if (ready > 0 && on[1].revents & POLLIN && read(r->wake[0], &why, 1) == 1)
            return why == 'i' ? KEY_INTERRUPT : KEY_RESIZE;
        if (ready > 0 && on[0].revents) {
            ssize_t n = read(STDIN_FILENO, out, 1);
            if (n == 1)
                return KEY_TEXT;
            if (n == 0 || errno != EINTR)
                return KEY_HANG_UP;
        }
    }
}

/* The rest of a character whose first byte is in text. */
static enum key read_character(struct repl *r, struct text *text)
{
    unsigned char first = (unsigned char) text->p[0];
    size_t wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    char byte;
    while (text->n < wanted && next_byte(r, &byte, ESCAPE_MS) == KEY_TEXT)
        text_insert(text, &byte, 1);
    return KEY_TEXT;
}

static enum key read_paste(struct repl *r, struct text *text)
{
    static const char end[] = "\033[201~";
    size_t length = sizeof end - 1;
    text_set(text, "", 0);
    for (;;) {
        char byte;
        enum key got = next_byte(r, &byte, -1);
        if (got == KEY_RESIZE)
            continue;
        if (got != KEY_TEXT)
            return got;
        if (byte == '\n' && text->n && text->p[text->n - 1] == '\n' && r->pasted_return)
            continue; /* the second half of CR LF */
        r->pasted_return = byte == '\r';
        text_insert(text, byte == '\r' ? "\n" : &byte, 1);
        if (text->n >= length && !memcmp(text->p + text->n - length, end, length)) {
            text_delete(text, text->n - length, text->n);
            return KEY_PASTE;
        }
    }
}

/* Whether a row begins with the bytes read so far; *out: the row that equals them. */
static bool begins_key(const char *bytes, size_t n, enum key *out)
{
    bool begins = false;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strncmp(rows[i].sequence, bytes, n))
            continue;
        begins = true;
        if (!rows[i].sequence[n])
            *out = rows[i].key;
    }
    return begins;
}

/* Skips a control sequence that is in no row, up to its final byte (ECMA-48 5.4). */
static void skip_sequence(struct repl *r, const char *bytes, size_t n)
{
    char byte = bytes[n - 1];
    if (n < 2 || bytes[1] != '[')
        return;
    while ((n <= 2 || byte < 0x40 || byte > 0x7e) && next_byte(r, &byte, ESCAPE_MS) == KEY_TEXT)
        n++;
}

enum key keys_next(struct repl *r, struct text *text)
{
    char bytes[SEQUENCE_MOST + 1];
    size_t n = 0;
    enum key found = KEY_UNKNOWN, got = next_byte(r, bytes, -1);
    if (got != KEY_TEXT)
        return got;
    text_set(text, bytes, 1);
    if ((unsigned char) bytes[0] >= 0x20 && bytes[0] != 0x7f)
        return read_character(r, text);
    for (n = 1; n < SEQUENCE_MOST && begins_key(bytes, n, &found) && found == KEY_UNKNOWN; n++)
        if (next_byte(r, bytes + n, ESCAPE_MS) != KEY_TEXT)
            return KEY_UNKNOWN;
    if (found == KEY_UNKNOWN)
        skip_sequence(r, bytes, n);
    return found == KEY_PASTE ? read_paste(r, text) : found;
}

bool keys_wait(struct repl *r, int milliseconds)
{
    struct pollfd on[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = r->wake[0],   .events = POLLIN}
    };
    return r->ahead_count || poll(on, 2, milliseconds) != 0;
}

bool keys_ahead(struct repl *r, const char *word)
{
    struct pollfd on = {.fd = STDIN_FILENO, .events = POLLIN};
    size_t i = 0;
    while (r->ahead_count < sizeof r->ahead && poll(&on, 1, 0) > 0 && on.revents & POLLIN) {
        ssize_t got = read(STDIN_FILENO, r->ahead + r->ahead_count, 1);
        if (got != 1)
            break;
        r->ahead_count++;
    }
    while (i < r->ahead_count && strchr(" \t\r\n", r->ahead[i]))
        i++;
    return r->ahead_count - i >= strlen(word) && !memcmp(r->ahead + i, word, strlen(word));
}
