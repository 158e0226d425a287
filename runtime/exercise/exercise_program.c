/* SPDX-License-Identifier: Apache-2.0 */
/* The programs that judge an answer, as text of the cell language. They need an exercise that was read, and the header
 * lang/include/detail/__exercise.h. Next: magic/magic_exercise.c, which runs them. */
#include <inttypes.h>

#include "exercise/exercise.h"

#define SV(s) (int) (s).n, (s).p

/* NAME__want holds the input, and after the reference what NAME must be; NAME is the array on the device. */
static void put_array(const struct exercise_datum *d, struct buf *out)
{
    buf_printf(out, "const long %.*s__count = (long) (%.*s);\n", SV(d->name), SV(d->count));
    buf_printf(out, "std::vector<%.*s> %.*s__want(%.*s__count);\n", SV(d->type), SV(d->name),
               SV(d->name));
    buf_printf(out, "for (int i = 0; i < %.*s__count; i++) %.*s__want[i] = (%.*s) (%.*s);\n",
               SV(d->name), SV(d->name), SV(d->type), SV(d->value));
    buf_printf(out, "device %.*s %.*s[%.*s__count];\n", SV(d->type), SV(d->name), SV(d->name));
    buf_printf(out,
               "if (%.*s__count) cudaMemcpy(%.*s, %.*s__want.data(), %.*s__count * "
               "sizeof(%.*s), cudaMemcpyHostToDevice);\n",
               SV(d->name), SV(d->name), SV(d->name), SV(d->name), SV(d->type));
}

static void put_data(const struct exercise *e, struct buf *out)
{
    VEC_EACH (d, &e->data) {
        if (d->count.n)
            put_array(d, out);
        else
            buf_printf(out, "%.*s %.*s = %.*s;\n", SV(d->type), SV(d->name), SV(d->value));
    }
}

static void put_comparison(const struct exercise *e, const struct exercise_datum *d,
                           struct buf *out)
{
    buf_printf(out,
               "{\nstd::vector<%.*s> got(%.*s__count);\nif (%.*s__count) cudaMemcpy(got.data(), "
               "%.*s, %.*s__count * sizeof(%.*s), cudaMemcpyDeviceToHost);\n",
               SV(d->type), SV(d->name), SV(d->name), SV(d->name), SV(d->name), SV(d->type));
    buf_printf(out,
               "__exercise_compare(\"%.*s\", got.data(), %.*s__want.data(), %.*s__count, %g, "
               "(unsigned long long) (%.*s *) %.*s);\n}\n",
               SV(d->name), SV(d->name), SV(d->name), e->tolerance, SV(d->type), SV(d->name));
}

void exercise_program(const struct exercise *e, long n, struct buf *out)
{
    buf_printf(
        out, "#include <__exercise.h>\n__exercise = __exercise_report();\n{\nconst int n = %ld;\n",
        n);
    put_data(e, out);
    buf_printf(out, "{\n%.*s}\ncudaDeviceSynchronize();\n{\n", SV(e->launch));
    VEC_EACH (d, &e->data)
        if (d->count.n)
            buf_printf(out, "%.*s *%.*s = %.*s__want.data();\n", SV(d->type), SV(d->name),
                       SV(d->name));
    buf_printf(out, "%.*s}\n", SV(e->reference));
    VEC_EACH (d, &e->data)
        if (d->count.n)
            put_comparison(e, d, out);
    buf_puts(out, "}\n");
}

void exercise_limits_program(const struct exercise *e, long n, const struct exercise_work *work,
                             struct buf *out)
{
    buf_printf(out, "{\nconst long n = %ld;\n", n);
#define COUNT(field) buf_printf(out, "const long " #field " = %" PRIu64 ";\n", work->field)
    COUNT(launches);
    COUNT(instructions);
    COUNT(loads);
    COUNT(stores);
    COUNT(atomics);
    COUNT(barriers);
    COUNT(global_bytes);
    COUNT(shared_bytes);
#undef COUNT
    VEC_EACH (l, &e->limits) {
        buf_printf(out, "if (!__exercise.wrong && !(%.*s)) __exercise.wrong = %td;\n",
                   SV(l->condition), l - e->limits.at + 1);
    }
    buf_puts(out, "}\n");
}
