/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes through the lexer and the preprocessor, then every number, character and string of it through the reader of
 * literals. The macro changes are undone and redone. */
#include "fuzz.h"
#include "lang/text/preprocess.h"

static void read_literals(const struct tokens *tokens, struct diags *diags)
{
    for (size_t i = 0; i < tokens->n; i++) {
        struct buf bytes = {0};
        if (tokens->at[i].kind == TOKEN_NUMBER)
            number_read(tokens->at + i, diags);
        if (tokens->at[i].kind == TOKEN_CHAR)
            char_read(tokens->at + i, diags);
        if (tokens->at[i].kind == TOKEN_STRING)
            string_read(tokens->at + i, literal_width(tokens->at + i), &bytes, diags);
        buf_free(&bytes);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct diags diags = {0};
    struct arena arena = {0};
    struct names names;
    struct intern *texts = intern_new();
    struct sources *sources = sources_new();
    struct preprocessed out = {0};
    names_init(&names, texts);
    keywords_define(&names);
    macros_define_builtin(&names, &arena);
    const struct source *src =
        sources_add(sources, SOURCE_CELL, "In[1]", (const char *) data, size);
    struct preprocess_input in = {&names, sources, &arena, &diags, true};
    preprocess_text(&in, src, 0, (uint32_t) size, &out);
    read_literals(&out.tokens, &diags);
    macros_undo(&out);
    macros_redo(&out);
    macros_undo(&out);
    preprocessed_free(&out);
    struct buf text = {0};
    for (const struct diag *d = diags.first; d; d = d->next)
        diag_render(&text, sources, d, RENDER_ANSI);
    buf_free(&text);
    names_free(&names);
    sources_free(&sources);
    intern_free(&texts);
    arena_free(&arena);
    diags_free(&diags);
    return 0;
}
