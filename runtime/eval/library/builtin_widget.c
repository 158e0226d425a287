/* SPDX-License-Identifier: Apache-2.0 */
/* Widgets: the arguments of their calls. The session implements them (session_widget.c). */
#include <math.h>

#include "base/check.h"
#include "eval/library/builtin.h"

/* Asks the session for the widget labelled by argument 0. The value comes back in w. */
static bool ask(struct vm *vm, const struct call_site *call, const union value *at,
                struct wc_widget *w)
{
    size_t n;
    w->label = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    if (!w->label)
        return false;
    if (w->high < w->low) {
        vm_error(vm, DIAG_RUNTIME, builtin_call_of(call)->spans[2],
                 "the range of '%s' ends at %g, below its start at %g", w->label, w->high, w->low);
        return false;
    }
    return vm->hooks.widget(vm->hooks.user, w);
}

static bool slider_int(struct vm *vm, const struct call_site *call, union value *at, double value)
{
    struct wc_widget w = {.kind = WC_INT_SLIDER,
                          .value = value,
                          .low = (double) at[1].i,
                          .high = (double) at[2].i,
                          .step = 1};
    bool ok = ask(vm, call, at, &w);
    at[0].i = (int64_t) w.value;
    return ok;
}

static bool slider_float(struct vm *vm, const struct call_site *call, union value *at, double value,
                         double step)
{
    struct wc_widget w = {.kind = WC_FLOAT_SLIDER,
                          .value = value,
                          .low = at[1].d,
                          .high = at[2].d,
                          .step = step > 0 ? step : (at[2].d - at[1].d) / 100};
    bool ok = isfinite(w.low) && isfinite(w.high);
    if (!ok)
        vm_error(vm, DIAG_RUNTIME, call->at, "the range of a slider must be finite");
    ok = ok && ask(vm, call, at, &w);
    at[0].d = w.value;
    return ok;
}

BUILTIN(slider)
{
    return slider_int(vm, call, at, (double) (at[1].i + (at[2].i - at[1].i) / 2));
}

BUILTIN(slider_at)
{
    return slider_int(vm, call, at, (double) at[3].i);
}

BUILTIN(slider_d)
{
    return slider_float(vm, call, at, at[1].d + (at[2].d - at[1].d) / 2, 0);
}

BUILTIN(slider_d_at)
{
    return slider_float(vm, call, at, at[3].d, 0);
}

BUILTIN(slider_d_step)
{
    return slider_float(vm, call, at, at[3].d, at[4].d);
}

BUILTIN(checkbox)
{
    struct wc_widget w = {.kind = WC_CHECKBOX, .value = at[1].i != 0, .high = 1};
    bool ok = ask(vm, call, at, &w);
    at[0].i = w.value != 0;
    return ok;
}

BUILTIN(button)
{
    struct wc_widget w = {.kind = WC_BUTTON, .high = INFINITY};
    bool ok = ask(vm, call, at, &w);
    at[0].i = (int64_t) w.value;
    return ok;
}

BUILTIN(dropdown)
{
    const struct builtin_call *s = builtin_call_of(call);
    uint32_t count = s->count - 1;
    const char **options = xcalloc(count, sizeof *options);
    struct wc_widget w = {
        .kind = WC_DROPDOWN, .high = count - 1, .options = options, .option_count = count};
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        const struct type *t = s->types[i + 1];
        size_t n;
        if (t->kind == TYPE_POINTER && t->base->kind == TYPE_CHAR)
            options[i] = vm_string(vm, at[i + 1].u, s->spans[i + 1], &n);
        else
            vm_error(vm, DIAG_TYPE, s->spans[i + 1], "an option of a dropdown must be a string");
        ok = options[i];
    }
    ok = ok && ask(vm, call, at, &w);
    free(options);
    at[0].i = (int64_t) w.value;
    return ok;
}

BUILTIN(progress_bar)
{
    struct wc_widget w = {.kind = WC_PROGRESS, .value = at[1].d, .high = 1};
    return ask(vm, call, at, &w);
}

BUILTIN(html)
{
    size_t n;
    struct wc_widget w = {.kind = WC_HTML};
    w.text = vm_string(vm, at[1].u, builtin_call_of(call)->spans[1], &n);
    return w.text && ask(vm, call, at, &w);
}
