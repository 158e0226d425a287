/* SPDX-License-Identifier: Apache-2.0 */
/* eval/: the bytecode of functions, calls from builtins, host memory. What programs print is tests/cells and tests/cross. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "session/cell/session_state.h"

static void on_stream(void *user, int fd, const char *text, size_t n)
{
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
}

static void on_error(void *user, const struct wc_error *e)
{
    print_message("%s", e->plain);
}

static int set_up(void **state)
{
    struct wc_options o = {
        .on = {.stream = on_stream, .output = on_output, .error = on_error},
          .device = "cpu"
    };
    *state = wc_open(&o);
    return 0;
}

static int tear_down(void **state)
{
    wc_close(*state);
    return 0;
}

static enum wc_status run(struct wc_session *s, const char *code)
{
    struct wc_cell cell = {.name = "In[1]", .code = code, .size = strlen(code)};
    return wc_run(s, &cell);
}

static struct symbol *find(struct wc_session *s, const char *name)
{
    struct symbol *found = lang_find(s->lang, name, strlen(name));
    assert_non_null(found);
    return found;
}

/* Names of the instructions between the first jump target and the jump back: what a turn of the loop costs. */
static uint32_t loop_length(const struct code *c)
{
    for (uint32_t i = 0; i < c->insns.n; i++) {
        const struct insn *n = c->insns.at + i;
        bool jumps = n->op >= OP_JT_LT_I32 && n->op <= OP_JFALSE;
        if (jumps && n->target <= (int32_t) i)
            return i - (uint32_t) n->target + 1;
    }
    return 0;
}

static void a_turn_of_a_loop_is_short(void **state)
{
    struct wc_session *s = *state;
    assert_int_equal(
        run(s, "int sum(int n) { int t = 0; for (int i = 0; i < n; i++) t += i; return t; }\n"
               "double dot(double *a, double *b, int n) { double t = 0; for (int i = 0; i < n; "
               "i++) t += a[i] * b[i]; return t; }\n"
               "double v[3] = {1, 2, 3};\nsum(4); dot(v, v, 3);"),
        WC_OK);
    const struct code *sum = find(s, "sum")->function->code, *dot = find(s, "dot")->function->code;
    assert_int_equal(loop_length(sum), 3); /* add, step, compare and jump */
    assert_true(loop_length(dot) <=
                8); /* two widened indices, two loads, multiply, add, step, compare and jump */
}

static void builtins_can_call_back(void **state)
{
    struct wc_session *s = *state;
    assert_int_equal(run(s, "int twice(int x) { return 2 * x; }\nint (*f)(int) = twice;"), WC_OK);
    struct diags diags = {0};
    s->vm->diags = &diags;
    union value arg = {.i = 21}, out = {0};
    assert_true(vm_call(s->vm, vm_handle(s->vm, "function", find(s, "twice")), &arg, 1, &out,
                        (struct span){0}));
    assert_int_equal(out.i, 42);
    assert_false(vm_call(s->vm, 12345, &arg, 1, &out, (struct span){0}));
    assert_string_equal(diags.last->text,
                        "this function pointer does not point to a host function");
    diags_free(&diags);
}

static void memory_is_found_by_address(void **state)
{
    struct wc_session *s = *state;
    struct vm *vm = s->vm;
    struct diags diags = {0};
    vm->diags = &diags;
    struct object *o = vm_new_object(vm, 12, HOST_HEAP, NULL, (struct span){0});
    assert_ptr_equal(vm_memory(vm, o->start + 4, 8, VM_WRITE, (struct span){0}),
                     (void *) (uintptr_t) (o->start + 4));
    assert_null(vm_memory(vm, o->start + 8, 8, VM_READ, (struct span){0}));
    assert_string_equal(
        diags.last->text,
        "cannot read 8 bytes at offset 8 of the block of 12 bytes, which ends at 12");
    assert_null(vm_memory(vm, 8, 4, VM_READ, (struct span){0}));
    assert_string_equal(diags.last->text, "cannot read through a null pointer (plus an offset)");
    uint64_t text = vm_literal(vm, STR("abc\0"));
    assert_int_equal(vm_literal(vm, STR("abc\0")), text); /* one object for one text */
    assert_null(vm_memory(vm, text, 1, VM_WRITE, (struct span){0}));
    assert_string_equal(diags.last->text,
                        "cannot write to a string literal: its characters are constant");
    int thing;
    uint64_t handle = vm_handle(vm, "thing", &thing);
    assert_ptr_equal(vm_handle_of(vm, "thing", handle), &thing);
    assert_null(vm_handle_of(vm, "function", handle));
    assert_null(vm_memory(vm, handle, 1, VM_READ,
                          (struct span){0})); /* a handle is opaque to the program */
    diags_free(&diags);
}

static void errors_name_the_callers(void **state)
{
    struct wc_session *s = *state;
    assert_int_equal(run(s, "int inner(int *p) { return p[7]; }\nint outer(int n) { int a[3]; "
                            "return inner(a) + n; }"),
                     WC_OK);
    assert_int_equal(run(s, "outer(1)"), WC_ERROR);
    assert_int_equal(space_used(s->vm->host) < 4096, true); /* outer's array went with its frame */
    assert_int_equal(s->vm->frames.n, 0);
    assert_int_equal(s->vm->cleanups.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_turn_of_a_loop_is_short, set_up, tear_down),
        cmocka_unit_test_setup_teardown(builtins_can_call_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory_is_found_by_address, set_up, tear_down),
        cmocka_unit_test_setup_teardown(errors_name_the_callers, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
