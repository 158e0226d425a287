/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* The arguments behind a function's parameters: C11 6.5.2.2p7, 7.16. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* An argument after the default promotions. index counts from 1. objects: those of struct type may be passed. */
struct expr *promote_variadic(struct checker *c, struct expr *e, unsigned index, const char *name,
                              bool objects);
/* The address of an object that holds the arguments, each at a multiple of 8 bytes: what va_start gives. It lives until the end
 * of the full expression. */
struct expr *variadic_area(struct checker *c, struct expr *const *args, uint32_t count,
                           struct span at);
/* Binds the name by which va_start finds the area, as a parameter. */
struct symbol *declare_variadic_area(struct checker *c, struct span at);
