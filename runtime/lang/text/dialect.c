/* SPDX-License-Identifier: Apache-2.0 */
/* The dialects: each rule in which C and C++ differ is a column. */
#include "lang/text/dialect.h"

#include <string.h>

#define C_RULES                                                                                    \
    .language = LANGUAGE_C, .separate_tags = true, .old_declarations = true,                       \
    .loose_pointers = true, .tentative_definitions = true, .literals_are_objects = true,           \
    .int_truths = true, .empty_structs = true, .own_widths = true

const struct dialect dialect_cpp = {
    .standard = "c++17", .language = LANGUAGE_CPP, .functional_casts = true, .version = 201703};

static const struct dialect c11 = {.standard = "c11", .version = 201112, C_RULES};
static const struct dialect c17 = {.standard = "c17", .version = 201710, C_RULES};
static const struct dialect c99 = {.standard = "c99", .version = 199901, C_RULES};
static const struct dialect c90 = {.standard = "c90", .version = 199409, C_RULES};
static const struct dialect cpp11 = {
    .standard = "c++11", .language = LANGUAGE_CPP, .functional_casts = true, .version = 201103};
static const struct dialect cpp14 = {
    .standard = "c++14", .language = LANGUAGE_CPP, .functional_casts = true, .version = 201402};
static const struct dialect cpp20 = {
    .standard = "c++20", .language = LANGUAGE_CPP, .functional_casts = true, .version = 202002};

#undef C_RULES

static const struct {
    const char *name;
    const struct dialect *dialect;
} standards[] = {
    {"89",   &c90        },
    {"90",   &c90        },
    {"99",   &c99        },
    {"9x",   &c99        },
    {"11",   &c11        },
    {"1x",   &c11        },
    {"17",   &c17        },
    {"18",   &c17        },
    {"2x",   &c17        },
    {"23",   &c17        },
    {"++98", &cpp11      },
    {"++03", &cpp11      },
    {"++11", &cpp11      },
    {"++0x", &cpp11      },
    {"++14", &cpp14      },
    {"++1y", &cpp14      },
    {"++17", &dialect_cpp},
    {"++1z", &dialect_cpp},
    {"++20", &cpp20      },
    {"++2a", &cpp20      },
    {"++23", &cpp20      },
};

const struct dialect *dialect_of_text(const struct dialect *unit, bool ours)
{
    return ours || !unit ? &dialect_cpp : unit;
}

const struct dialect *dialect_named(const char *standard)
{
    bool gnu = !strncmp(standard, "gnu", 3);
    if (!strcmp(standard, "ansi"))
        return &c90;
    if (!gnu && *standard != 'c')
        return NULL;
    standard += gnu ? 3 : 1;
    for (size_t i = 0; i < sizeof standards / sizeof *standards; i++)
        if (!strcmp(standards[i].name, standard))
            return standards[i].dialect;
    return NULL;
}

const struct dialect *dialect_of_language(const char *language)
{
    static const char *const cpp[] = {"c++", "cu", "cuda"};
    for (size_t i = 0; i < sizeof cpp / sizeof *cpp; i++)
        if (!strcmp(language, cpp[i]))
            return &dialect_cpp;
    return strcmp(language, "c") ? NULL : &c11;
}

const struct dialect *dialect_of_file(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && !strcmp(dot, ".c") ? &c11 : &dialect_cpp;
}
