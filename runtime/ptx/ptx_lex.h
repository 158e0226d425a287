/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* PTX text to tokens (PTX ISA 4). A name holds its dots and '::', so "ld.global.L2::128B" and "%tid.x" are one;
 * of directives ".reg.b32" is two.
 * Tokens are views of the text, which must outlive them. Thread-safety: safe; a lexer belongs to one thread. */

enum ptx_token_kind {
    PTX_T_END,
    PTX_T_NAME,   /* identifier, register, mnemonic or .directive */
    PTX_T_INT,    /* bits */
    PTX_T_F32,    /* bits, 0f... */
    PTX_T_F64,    /* bits, 0d... or decimal */
    PTX_T_STRING, /* text without its quotes */
    PTX_T_PUNCT,  /* one character: text.p[0] */
    PTX_T_BAD,
};

struct ptx_token {
    enum ptx_token_kind kind;
    struct str text;
    uint64_t bits;
    uint32_t line;
};

struct ptx_lexer {
    const char *p, *end;
    uint32_t line;
};

struct ptx_token ptx_lex(struct ptx_lexer *x);
