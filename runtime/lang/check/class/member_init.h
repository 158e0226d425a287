/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* The parts of an object that a special member function makes. Appends to c->out. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* A part of the object: not through its type's constness, and a reference as the pointer that it is. */
struct expr *object_part(struct checker *c, struct expr *object, const struct field *f);
struct expr *this_object(struct checker *c, struct span at); /* *this, not const */
void put_object_init(struct checker *c, struct expr *place, struct expr *value);

/* C++17 15.7p3: from here on the object is one of this class, whatever it is a part of. part: see base_virtual.h */
void put_tables(struct checker *c, const struct type *class, struct symbol *part, struct span at);

/* What a constructor that was inherited gives to the base it is from. */
struct handed {
    const struct type *base;
    struct expr **args;
    uint32_t n;
};

/* constructor: its definition, or NULL; handed: or NULL */
void put_inits(struct checker *c, const struct node *constructor, const struct type *class,
               const struct handed *handed);
