/* SPDX-License-Identifier: Apache-2.0 */
/* The session's widgets as ipywidgets' models (widget protocol 2.1.0, controls 2.0.0): a table of what each kind is
 * called there, and which part of its state is the value. Front ends need no more of us than these messages. */
#include "messages/widget.h"

#include <string.h>

#include "messages/run.h"
#include "wire/json.h"

#define CONTROLS "@jupyter-widgets/controls"
#define BASE     "@jupyter-widgets/base"

static json_t *whole(const struct wc_widget *w)
{
    return json_integer((json_int_t) w->value);
}

static json_t *real(const struct wc_widget *w)
{
    return json_real(w->value);
}

static json_t *truth(const struct wc_widget *w)
{
    return json_boolean(w->value != 0);
}

static json_t *text(const struct wc_widget *w)
{
    return json_text(w->text, strlen(w->text));
}

static const struct {
    const char *model, *view, *style; /* style: NULL for none */
    const char *key;                  /* of the value in the state; NULL: it has none */
    json_t *(*value)(const struct wc_widget *w);
} kinds[] = {
    [WC_INT_SLIDER] = {"IntSliderModel",     "IntSliderView",   "SliderStyleModel",      "value", whole},
    [WC_FLOAT_SLIDER] = {"FloatSliderModel",   "FloatSliderView", "SliderStyleModel",      "value", real },
    [WC_CHECKBOX] = {"CheckboxModel",      "CheckboxView",    "CheckboxStyleModel",    "value", truth},
    [WC_DROPDOWN] = {"DropdownModel",      "DropdownView",    "DescriptionStyleModel", "index", whole},
    [WC_BUTTON] = {"ButtonModel",        "ButtonView",      "ButtonStyleModel",      NULL,    NULL },
    [WC_PROGRESS] = {"FloatProgressModel", "ProgressView",    "ProgressStyleModel",    "value", real },
    [WC_HTML] = {"HTMLModel",          "HTMLView",        "HTMLStyleModel",        "value", text },
};

static json_t *model(const char *module, const char *version, const char *name,
                     const char *view_module, const char *view_version, const char *view)
{
    return json_pack("{ss ss ss ss ss ss}", "_model_module", module, "_model_module_version",
                     version, "_model_name", name, "_view_module", view_module,
                     "_view_module_version", view_version, "_view_name", view);
}

/* What the program may change of a widget after it was made. */
static json_t *changing_state(const struct wc_widget *w)
{
    json_t *state = json_object();
    if (kinds[w->kind].key)
        json_object_set_new(state, kinds[w->kind].key, kinds[w->kind].value(w));
    if (w->kind == WC_INT_SLIDER) {
        json_object_set_new(state, "min", json_integer((json_int_t) w->low));
        json_object_set_new(state, "max", json_integer((json_int_t) w->high));
        json_object_set_new(state, "step", json_integer((json_int_t) w->step));
    } else if (w->kind == WC_FLOAT_SLIDER || w->kind == WC_PROGRESS) {
        json_object_set_new(state, "min", json_real(w->low));
        json_object_set_new(state, "max", json_real(w->high));
    }
    if (w->kind == WC_FLOAT_SLIDER)
        json_object_set_new(state, "step", json_real(w->step));
    if (w->kind == WC_DROPDOWN) {
        json_t *labels = json_array();
        for (size_t i = 0; i < w->option_count; i++)
            json_array_append_new(labels, json_text(w->options[i], strlen(w->options[i])));
        json_object_set_new(state, "_options_labels", labels);
    }
    return state;
}

/* Models that a widget refers to, by "IPY_MODEL_" and their comm's id. */
static json_t *refer(struct jupyter_kernel *k, unsigned number, json_t *state)
{
    return json_sprintf("IPY_MODEL_%s", comm_open(k, COMM_STYLE, number, state)->id);
}

static struct comm *make(struct jupyter_kernel *k, const struct wc_widget *w)
{
    json_t *style = model(CONTROLS, "2.0.0", kinds[w->kind].style, BASE, "2.0.0", "StyleView");
    json_t *layout = model(BASE, "2.0.0", "LayoutModel", BASE, "2.0.0", "LayoutView");
    if (w->kind == WC_BUTTON) /* below the controls, which begin behind the labels */
        json_object_set_new(layout, "margin", json_string("2px 2px 2px 138px"));
    else
        json_object_set_new(style, "description_width", json_string("130px"));
    if (w->kind != WC_BUTTON && w->kind != WC_HTML)
        json_object_set_new(layout, "width", json_string("440px"));
    json_t *state =
        model(CONTROLS, "2.0.0", kinds[w->kind].model, CONTROLS, "2.0.0", kinds[w->kind].view);
    json_object_set_new(state, "style", refer(k, w->id, style));
    json_object_set_new(state, "layout", refer(k, w->id, layout));
    json_object_set_new(state, "description", json_text(w->label, strlen(w->label)));
    json_t *more = changing_state(w);
    json_object_update(state, more);
    json_decref(more);
    return comm_open(k, COMM_WIDGET, w->id, state);
}

/* ---- from the session ---- */

static void view(struct jupyter_kernel *k, const struct comm *c, const char *plain)
{
    json_t *model =
        json_pack("{si si ss}", "version_major", 2, "version_minor", 0, "model_id", c->id);
    iopub_publish(kernel_iopub(k), "display_data", request_header(kernel_current(k)),
                  json_pack("{s{so so} s{} s{}}", "data",
                            "application/vnd.jupyter.widget-view+json", model, "text/plain",
                            json_text(plain, strlen(plain)), "metadata", "transient"));
}

void widget_callback(void *kernel, const struct wc_widget *w, bool show)
{
    struct jupyter_kernel *k = kernel;
    struct comm *c = comm_find(k, COMM_WIDGET, w->id);
    if (!run_output(k))
        return;
    if (c && !show)
        comm_update(k, c, changing_state(w));
    if (!c)
        c = make(k, w);
    if (!show)
        return;
    if (w->kind <= WC_DROPDOWN)
        run_widget(k, w->id);
    view(k, c, w->label);
}

/* ---- from a front end ---- */

void widget_changed(struct jupyter_kernel *k, struct comm *c, const json_t *state)
{
    static const char *const keys[] = {"value", "index"};
    for (size_t i = 0; c->role == COMM_WIDGET && i < 2; i++) {
        const json_t *v = json_object_get(state, keys[i]);
        if (json_is_number(v) || json_is_boolean(v))
            wc_widget_set(kernel_session(k), c->number,
                          json_is_boolean(v) ? json_is_true(v) : json_number_value(v));
    }
}

void widget_custom(struct jupyter_kernel *k, struct comm *c, const json_t *content)
{
    if (c->role == COMM_WIDGET && strcmp(json_get_text(content, "event", ""), "click") == 0)
        wc_widget_set(kernel_session(k), c->number, ++c->presses);
}
