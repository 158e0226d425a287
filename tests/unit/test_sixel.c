/* SPDX-License-Identifier: Apache-2.0 */
/* Pictures in sixels, read back by a small terminal: every pixel has its colour again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "display/parts.h"

enum { WIDE = 700, HIGH = 700 };

struct screen { /* what has been drawn: percent of red, green, blue, and whether at all */
    uint8_t colour[HIGH][WIDE][3];
    bool drawn[HIGH][WIDE];
    unsigned width, height, twice; /* twice: pixels that were drawn more than once */
};

static void draw(struct screen *s, unsigned x, unsigned y, int bits, const uint8_t colour[3])
{
    for (unsigned r = 0; r < 6; r++) {
        if (!(bits >> r & 1))
            continue;
        assert_true(x < s->width && y + r < s->height);
        s->twice += s->drawn[y + r][x];
        s->drawn[y + r][x] = true;
        memcpy(s->colour[y + r][x], colour, 3);
    }
}

static unsigned number(const char **p)
{
    char *end;
    unsigned long n = strtoul(*p, &end, 10);
    assert_true(end != *p);
    *p = end;
    return (unsigned) n;
}

static void select_colour(const char **p, uint8_t registers[256][3], const uint8_t **out)
{
    unsigned k = number(p);
    assert_true(k < 256);
    *out = registers[k];
    if (**p != ';')
        return;
    ++*p;
    assert_int_equal(number(p), 2);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(*(*p)++, ';');
        registers[k][i] = (uint8_t) number(p);
        assert_true(registers[k][i] <= 100);
    }
}

static void play(struct screen *s, const char *p)
{
    static const char head[] = "\033P0;1;0q\"1;1;";
    uint8_t registers[256][3] = {{0}};
    const uint8_t *colour = registers[0];
    unsigned x = 0, y = 0;
    assert_memory_equal(p, head, sizeof head - 1);
    p += sizeof head - 1;
    s->width = number(&p);
    assert_int_equal(*p++, ';');
    s->height = number(&p);
    while (*p != '\033') {
        unsigned times = 1;
        char c = *p++;
        if (c == '#') {
            select_colour(&p, registers, &colour);
            continue;
        }
        if (c == '$' || c == '-') {
            x = 0;
            y += c == '-' ? 6 : 0;
            continue;
        }
        if (c == '!') {
            times = number(&p);
            c = *p++;
        }
        assert_true(c >= '?' && c <= '~');
        for (; times; times--)
            draw(s, x++, y, c - '?', colour);
    }
    assert_string_equal(p, "\033\\\n");
}

static struct screen *read_back(const struct picture *p)
{
    struct screen *s = calloc(1, sizeof *s);
    struct buf text = {0};
    picture_sixels(&text, p);
    play(s, text.p);
    assert_int_equal(s->width, p->width);
    assert_int_equal(s->height, p->height);
    assert_int_equal(s->twice, 0);
    buf_free(&text);
    return s;
}

static int percent(int byte)
{
    return (byte * 100 + 127) / 255;
}

static void expect_all(const struct picture *p)
{
    struct screen *s = read_back(p);
    for (uint32_t y = 0; y < p->height; y++)
        for (uint32_t x = 0; x < p->width; x++) {
            const uint8_t *pixel = p->pixels + (y * p->width + x) * p->channels;
            assert_true(s->drawn[y][x] == (p->channels < 4 || pixel[3] >= 128));
            for (uint32_t c = 0; c < 3 && s->drawn[y][x]; c++)
                assert_int_equal(s->colour[y][x][c], percent(pixel[p->channels > 1 ? c : 0]));
        }
    free(s);
}

static struct picture make(uint32_t width, uint32_t height, uint32_t channels)
{
    return (struct picture){calloc(1, (size_t) width * height * channels), width, height, channels};
}

static void few_colours_are_exact(void **state)
{
    static const uint32_t sizes[][2] = {
        {1,   1  },
        {3,   2  },
        {5,   6  },
        {7,   7  },
        {64,  13 },
        {256, 3  },
        {300, 240}
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint32_t channels = 1; channels <= 4; channels += channels == 1 ? 2 : 1) {
            struct picture p = make(sizes[i][0], sizes[i][1], channels);
            for (uint32_t k = 0; k < p.width * p.height; k++)
                for (uint32_t c = 0; c < channels; c++)
                    p.pixels[k * channels + c] =
                        (uint8_t) (c == 3 ? k % 5 * 60 : (k * 37 % 256 / 51 * 51 + c * 51) % 256);
            expect_all(&p);
            picture_free(&p);
        }
}

/* All 256 greys have a register each. */
static void greys_are_exact(void **state)
{
    struct picture p = make(256, 9, 1);
    for (uint32_t k = 0; k < p.width * p.height; k++)
        p.pixels[k] = (uint8_t) (k + k / 256);
    expect_all(&p);
    picture_free(&p);
}

/* More colours than registers: pixels differ, the means of boxes of 8 by 8 do not. */
static void many_colours_are_right_on_average(void **state)
{
    enum { EDGE = 256, BOX = 8 };
    struct picture p = make(EDGE, EDGE, 3);
    for (uint32_t y = 0; y < EDGE; y++)
        for (uint32_t x = 0; x < EDGE; x++)
            memcpy(p.pixels + 3 * (y * EDGE + x),
                   (uint8_t[]){(uint8_t) x, (uint8_t) y, (uint8_t) ((x + y) / 2)}, 3);
    struct screen *s = read_back(&p);
    for (uint32_t y = BOX; y + 2 * BOX <= EDGE; y += BOX)
        for (uint32_t x = BOX; x + 2 * BOX <= EDGE; x += BOX)
            for (int c = 0; c < 3; c++) {
                int wanted = 0, drawn = 0;
                for (uint32_t k = 0; k < BOX * BOX; k++) {
                    uint32_t i = y + k / BOX, j = x + k % BOX;
                    assert_true(s->drawn[i][j]);
                    wanted += percent(p.pixels[3 * (i * EDGE + j) + (uint32_t) c]);
                    drawn += s->colour[i][j][c];
                }
                assert_in_range((drawn - wanted) / (BOX * BOX) + 100, 95, 105);
            }
    free(s);
    picture_free(&p);
}

static int wide(void *user)
{
    return *(int *) user;
}

/* What show prints where the terminal has sixels, and where it has none. */
static void a_terminal_gets_what_it_can_draw(void **state)
{
    static const uint8_t bytes[4] = {0, 255, 255, 0};
    struct picture p = {(uint8_t *) bytes, 2, 2, 1};
    int width = 640;
    struct display_style style = {.terminal = true, .columns = 80, .sixels = wide, .user = &width};
    struct buf text = {0};
    bool fine;
    assert_int_equal(picture_room(&style, &fine), 640);
    assert_true(fine);
    picture_text(&text, &p, &style);
    assert_string_equal(text.p, "\033P0;1;0q\"1;1;2;2#0;2;0;0;0#1;2;100;100;100"
                                "#0@A$#1A@-\033\\\n");
    buf_free(&text);
    width = 0;
    assert_int_equal(picture_room(&style, &fine), 80);
    assert_false(fine);
    picture_text(&text, &p, &style);
    assert_string_equal(text.p, "\033[38;2;0;0;0m\033[48;2;255;255;255m▀"
                                "\033[38;2;255;255;255m\033[48;2;0;0;0m▀\033[0m\n");
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_colours_are_exact),
        cmocka_unit_test(greys_are_exact),
        cmocka_unit_test(many_colours_are_right_on_average),
        cmocka_unit_test(a_terminal_gets_what_it_can_draw),
    };
    return cmocka_run_group_tests_name("sixel", tests, NULL, NULL);
}
