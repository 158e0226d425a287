/* SPDX-License-Identifier: Apache-2.0 */
/* The debugger for clients of the Debug Adapter Protocol: wc_debug, and when cells are debugged for them. Next: debug/debug_dap.c. */
#include "debug/dap/debug_dap.h"
#include "debug/debug_host.h"
#include "display/display.h"
#include "magic/magic.h"
#include "session/session_internal.h"

static void send_event(void *user, const char *json)
{
    struct wc_session *s = user;
    if (s->options.on.debug_event)
        s->options.on.debug_event(s->options.on.user, json);
}

static void put_plain(struct display *d, struct buf *out)
{
    struct str plain = display_plain(d);
    buf_put(out, plain.p, plain.n);
    display_free(d);
}

static void put_smi(void *user, struct buf *out)
{
    struct display d = {0};
    magic_debug_smi(user, &d);
    put_plain(&d, out);
}

static void put_picture(void *user, const struct debug_picture *p, struct buf *out)
{
    struct display d = {0};
    magic_debug_picture(user, p, &d);
    put_plain(&d, out);
}

static char *picture_bundle(void *user, const struct debug_picture *p)
{
    struct display d = {0};
    struct wc_mime mimes[6];
    struct wc_bundle b;
    magic_debug_picture(user, p, &d);
    display_bundle(&d, mimes, &b);
    char *json = wc_bundle_json(&b);
    display_free(&d);
    return json;
}

void session_debug_open(struct wc_session *s)
{
    struct debug_dap_hooks hooks = {.user = s,
                                    .event = send_event,
                                    .smi = put_smi,
                                    .picture = put_picture,
                                    .bundle = picture_bundle,
                                    .poll = &s->poll,
                                    .interrupt = &s->interrupt};
    s->dap = debug_dap_new(&hooks);
}

void session_debug_cell(struct wc_session *s)
{
    bool wants = debug_dap_wants(s->dap);
    struct diags unheard = {0}; /* a GPU debugs nothing, and the cell runs as usual */
    struct span at = {0};
    if (wants && !launcher_debugs(s->launcher)) {
        struct debug_front front = debug_dap_front(s->dap);
        s->dap_debugs = launcher_debug(s->launcher, s->debugger, false, &unheard, at);
        debugger_set_front(s->debugger, &front);
        debugger_stop_at(s->debugger, false, false);
        vm_debug(s->vm, s->dap_debugs ? s->debugger : NULL);
        if (s->dap_debugs && debug_dap_takes_entry(s->dap))
            debugger_stop_at_host(s->debugger);
    } else if (!wants && s->dap_debugs) {
        launcher_debug(s->launcher, NULL, false, &unheard, at);
        vm_debug(s->vm, NULL);
        s->dap_debugs = false;
    }
    diags_free(&unheard);
}

void wc_debug_leave(struct wc_session *s, const char *why)
{
    struct buf text = {0};
    if (!debug_dap_leave(s->dap))
        return;
    buf_printf(&text, "the debugger is switched off, and what it had stopped runs on: %s\n", why);
    session_stream(s, 2, text.p, text.n);
    session_flush(s);
    buf_free(&text);
}

char *wc_debug(struct wc_session *s, const char *request)
{
    return debug_dap_request(s->dap, request);
}
