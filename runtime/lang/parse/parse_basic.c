/* SPDX-License-Identifier: Apache-2.0 */
/* The keywords of the basic types, in any order (C11 6.7.2p2): each combination is a row of a table. Next: parse_decl.c. */
#include "lang/parse/parse_impl.h"

/* A set of keywords counts each of them in four bits of its own. */
enum word {
    WORD_VOID,
    WORD_BOOL,
    WORD_CHAR,
    WORD_SHORT,
    WORD_INT,
    WORD_LONG,
    WORD_FLOAT,
    WORD_DOUBLE,
    WORD_SIGNED,
    WORD_UNSIGNED,
    WORD_ANY,
    WORD_COMPLEX,
    WORD_INT128,
    WORD_INT128_T,
    WORD_UINT128_T
};

#define W(name) ((uint64_t) 1 << 4 * WORD_##name)

static const struct {
    enum token_kind token;
    uint64_t word;
} words[] = {
    {TOKEN_VOID,      W(VOID)     },
    {TOKEN_BOOL,      W(BOOL)     },
    {TOKEN_C_BOOL,    W(BOOL)     },
    {TOKEN_CHAR_TYPE, W(CHAR)     },
    {TOKEN_SHORT,     W(SHORT)    },
    {TOKEN_INT,       W(INT)      },
    {TOKEN_LONG,      W(LONG)     },
    {TOKEN_FLOAT,     W(FLOAT)    },
    {TOKEN_DOUBLE,    W(DOUBLE)   },
    {TOKEN_SIGNED,    W(SIGNED)   },
    {TOKEN_UNSIGNED,  W(UNSIGNED) },
    {TOKEN_ANY,       W(ANY)      },
    {TOKEN_COMPLEX,   W(COMPLEX)  },
    {TOKEN_INT128,    W(INT128)   },
    {TOKEN_INT128_T,  W(INT128_T) },
    {TOKEN_UINT128_T, W(UINT128_T)},
};

static const struct {
    uint64_t words;
    enum type_kind kind;
} combinations[] = {
    {W(VOID),                            TYPE_VOID   },
    {W(BOOL),                            TYPE_BOOL   },
    {W(CHAR),                            TYPE_CHAR   },
    {W(SIGNED) + W(CHAR),                TYPE_SCHAR  },
    {W(UNSIGNED) + W(CHAR),              TYPE_UCHAR  },
    {W(SHORT),                           TYPE_SHORT  },
    {W(SHORT) + W(INT),                  TYPE_SHORT  },
    {W(SIGNED) + W(SHORT),               TYPE_SHORT  },
    {W(SIGNED) + W(SHORT) + W(INT),      TYPE_SHORT  },
    {W(UNSIGNED) + W(SHORT),             TYPE_USHORT },
    {W(UNSIGNED) + W(SHORT) + W(INT),    TYPE_USHORT },
    {W(INT),                             TYPE_INT    },
    {W(SIGNED),                          TYPE_INT    },
    {W(SIGNED) + W(INT),                 TYPE_INT    },
    {W(UNSIGNED),                        TYPE_UINT   },
    {W(UNSIGNED) + W(INT),               TYPE_UINT   },
    {W(LONG),                            TYPE_LONG   },
    {W(LONG) + W(INT),                   TYPE_LONG   },
    {W(SIGNED) + W(LONG),                TYPE_LONG   },
    {W(SIGNED) + W(LONG) + W(INT),       TYPE_LONG   },
    {W(UNSIGNED) + W(LONG),              TYPE_ULONG  },
    {W(UNSIGNED) + W(LONG) + W(INT),     TYPE_ULONG  },
    {2 * W(LONG),                        TYPE_LLONG  },
    {2 * W(LONG) + W(INT),               TYPE_LLONG  },
    {W(SIGNED) + 2 * W(LONG),            TYPE_LLONG  },
    {W(SIGNED) + 2 * W(LONG) + W(INT),   TYPE_LLONG  },
    {W(UNSIGNED) + 2 * W(LONG),          TYPE_ULLONG },
    {W(UNSIGNED) + 2 * W(LONG) + W(INT), TYPE_ULLONG },
    {W(INT128),                          TYPE_INT128 },
    {W(SIGNED) + W(INT128),              TYPE_INT128 },
    {W(INT128_T),                        TYPE_INT128 },
    {W(UNSIGNED) + W(INT128),            TYPE_UINT128},
    {W(UINT128_T),                       TYPE_UINT128},
    {W(FLOAT),                           TYPE_FLOAT  },
    {W(DOUBLE),                          TYPE_DOUBLE },
    {W(LONG) + W(DOUBLE),                TYPE_LDOUBLE},
    {W(ANY),                             TYPE_ANY    },
};

static const uint64_t COMPLEX = W(COMPLEX), DOUBLE = W(DOUBLE);
#undef W

bool parse_basic_word(struct parser *p, uint64_t *set)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (parse_take(p, words[i].token)) {
            uint64_t most = 15 * words[i].word;
            *set += (*set & most) != most ? words[i].word : 0;
            return true;
        }
    return false;
}

bool parse_basic_kind(uint64_t set, enum type_kind *out, bool *out_complex)
{
    *out_complex = set & COMPLEX;
    set = set == COMPLEX ? DOUBLE : set & ~COMPLEX; /* GNU: _Complex alone is double */
    for (size_t i = 0; i < sizeof combinations / sizeof *combinations; i++)
        if (combinations[i].words == set) {
            *out = combinations[i].kind;
            return !*out_complex || (*out > TYPE_BOOL && *out <= TYPE_ULLONG) ||
                   (*out >= TYPE_FLOAT && *out <= TYPE_LDOUBLE);
        }
    return false;
}
