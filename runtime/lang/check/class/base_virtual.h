/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Virtual bases. Typed trees are in the checker's arena. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

typedef VEC(struct field) field_vec;

/* Takes the virtual bases out of the fields read so far, which are bases, and adds those of the bases themselves: in the order in which
 * they are made. VEC_FREE(out). */
void virtual_bases_take(struct type *t, field_vec *out);
/* Puts them behind all other fields. */
void virtual_bases_append(struct checker *c, struct type *t, const field_vec *list);
/* Makes the tables of its parts, once its own are complete. */
void virtual_parts(struct checker *c, struct type *t);

/* In a constructor or destructor: declares the variable that is null for a complete object, and sets the object's tables. NULL: the
 * class has no virtual bases, and nothing is done. */
struct symbol *put_part(struct checker *c, const struct type *class, struct span at);
/* Sets the object's tables once more. */
void put_part_tables(struct checker *c, const struct type *class, struct symbol *part,
                     struct span at);

/* Statements for complete objects alone. */
struct whole_only {
    stmt_vec list, *out;
};

void whole_only_begin(struct checker *c, struct whole_only *w);
void whole_only_end(struct checker *c, struct whole_only *w, struct symbol *part, struct span at);
/* What a guard destroys: that place, or nothing, at null, if the object is a part. */
struct expr *whole_place(struct checker *c, struct expr *place, struct symbol *part,
                         struct span at);
