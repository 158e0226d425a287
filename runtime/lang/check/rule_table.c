/* SPDX-License-Identifier: Apache-2.0 */
/* The rules that checking recurses through, collected from all files of the checker. Read core/rules.h first. */
#include "lang/check/rule_table.h"

#include "lang/check/check_expression.h"
#include "lang/check/check_statement.h"
#include "lang/check/class/check_classes.h"

#define EXPRESSION(kind, function) +1
#define STATEMENT(kind, function)  +1
#define TYPE(kind, function)       +1
#define PART(kind)                 +1
_Static_assert(NODE_KIND_COUNT == 0
#include "lang/check/core/rules.def"
               ,
               "each kind of node has one row in rules.def");
#undef EXPRESSION
#undef STATEMENT
#undef TYPE
#undef PART

#define EXPRESSION(kind, function) [NODE_##kind] = {.expression = function},
#define STATEMENT(kind, function)  [NODE_##kind] = {.statement = function},
#define TYPE(kind, function)       [NODE_##kind] = {.type = function},
#define PART(kind)                 [NODE_##kind] = {NULL},

const struct check_rules check_rules = {
    .nodes =
        {
#include "lang/check/core/rules.def"
        },
    .init = init_written,
    .aggregate = init_aggregate,
    .list = init_list,
    .reference = bind_reference,
    .conversion = implicit_conversion,
    .constant = constant_value,
    .convert = class_converted,
    .class_body = read_class,
    .function_body = check_body,
};

#undef EXPRESSION
#undef STATEMENT
#undef TYPE
#undef PART
