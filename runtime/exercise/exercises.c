/* SPDX-License-Identifier: Apache-2.0 */
/* The exercises that come with Warpcell: the files of notebooks/exercises, in the order of meson.build, as text in the program. */
#include <string.h>

#include "exercise/exercise.h"
#include <exercise/exercise_files.h> /* made of notebooks/exercises: the table of {name, text} */

bool exercise_at(uint32_t i, struct exercise_text *out)
{
    if (i >= sizeof exercise_files / sizeof *exercise_files)
        return false;
    *out = (struct exercise_text){exercise_files[i].name, exercise_files[i].text};
    return true;
}

bool exercise_find(struct str name, struct exercise_text *out, uint32_t *out_index)
{
    for (*out_index = 0; exercise_at(*out_index, out); ++*out_index)
        if (str_eq(name, out->name))
            return true;
    return false;
}

struct str exercise_title(const struct exercise_text *t)
{
    static const char task[] = "// %% task ";
    const char *at = strstr(t->text, task);
    at = at ? at + sizeof task - 1 : t->name;
    return (struct str){at, strcspn(at, "\n")};
}
