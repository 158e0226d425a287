/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* The checker: syntax tree to typed tree. What a front end calls; private to lang/.
 *
 * The folder has layers. core/ is the base: the state (checker.h), the typed tree's nodes, symbols, scopes,
 * conversions, and the table of rules through which checking recurses (rules.h: read it next). Above it are device/
 * (text for NVRTC), template/ (instances and deduction) and class/ (construction, overloads, members), and this folder
 * on top: expressions, statements, declarations, arrays, launches. A file directly calls only the layers below it;
 * recursion goes through the table.
 *
 * All of it lives in the arena of the cell's unit. Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/rules.h"

extern const struct check_rules check_rules; /* for struct lang */
