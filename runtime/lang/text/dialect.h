/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Which language a translation unit is written in. Warpcell's own language is C++17 with CUDA and our additions, which takes most
 * of C. A unit of C has C's rules where both languages give a text different meanings, or C alone accepts it. Dialects are
 * constants: reading them is safe from any thread. */

enum language { LANGUAGE_CPP = 1, LANGUAGE_C = 2, LANGUAGE_ANY = LANGUAGE_CPP | LANGUAGE_C };

struct dialect {
    const char *standard;   /* as -std= names it: "c++17", "c11" */
    enum language language; /* chooses keywords (token.def) and macros (predefined.def) */
    long version;           /* __cplusplus or __STDC_VERSION__ */
    /* C11 6.2.3: a tag is a name only behind struct, union or enum. */
    bool separate_tags;
    /* Functions without a prototype and parameters declared behind them (C11 6.7.6.3p14, 6.9.1p6); C90's declarations without a
     * type and calls of undeclared functions, which compilers accept with a warning. */
    bool old_declarations;
    /* T(x) and T{x} make values, and [x] begins a lambda: C++17 8.2.3, 8.1.5. */
    bool functional_casts;
    /* Pointers convert to other pointers and to integers with a warning; void * to any pointer without one: C11 6.3.2.3. */
    bool loose_pointers;
    /* C11 6.9.2p2: a variable may be declared again. */
    bool tentative_definitions;
    /* C11 6.5.2.5p5: an unnamed object of a function lives until its block ends. */
    bool literals_are_objects;
    /* GNU C: a struct without members has no size; in C++ it has size 1. */
    bool empty_structs;
    /* C11 6.4.4.4p10, 6.5.8p6, 6.7.2.2p3: characters, comparisons and enumerators are int. */
    bool int_truths;
    /* GCC: a bit-field that int cannot hold has a type of its own width; in C++ it has the declared one. */
    bool own_widths;
};

extern const struct dialect dialect_cpp;

/* Our headers are written in C++, in units of C too. */
const struct dialect *dialect_of_text(const struct dialect *unit, bool ours);
/* The dialect that -std= names: "c11", "gnu++17". NULL: there is none of that name. */
const struct dialect *dialect_named(const char *standard);
/* The one that -x names: "c", "c++", "cu", "cuda". NULL: there is none. */
const struct dialect *dialect_of_language(const char *language);
/* The dialect of a file by the end of its name. */
const struct dialect *dialect_of_file(const char *name);
