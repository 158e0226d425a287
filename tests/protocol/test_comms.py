# SPDX-License-Identifier: Apache-2.0
"""Comms and ipywidgets' protocol 2.1 (S-7, S-8): the messages that a widget manager and the kernel exchange."""

import time

import pytest

from client import text_of, types_of

MODELS = [("IntSlider", "value", 8), ("FloatSlider", "value", 0.5), ("Checkbox", "value", True), ("Dropdown", "index", 0),
          ("Button", None, None), ("FloatProgress", "value", 0.25), ("HTML", "value", "<b>bold</b>")]
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def opened(outputs):
    """The comms that messages opened: {model name: (comm_id, state)}"""
    comms = {}
    for m in outputs:
        if m.type == "comm_open":
            assert m.content["target_name"] == "jupyter.widget" and m.metadata == {"version": "2.1.0"}
            assert m.content["data"]["buffer_paths"] == []
            state = m.content["data"]["state"]
            comms[state["_model_name"]] = (m.content["comm_id"], state)
    return comms


def views(outputs):
    return [m.content["data"][WIDGET_VIEW]["model_id"] for m in outputs
            if m.type == "display_data" and WIDGET_VIEW in m.content["data"]]


def say(kernel, comm_id, **data):
    """One comm_msg: what the kernel published for it."""
    return kernel.until_idle(kernel.send("shell", "comm_msg", {"comm_id": comm_id, "data": data}))


def update(kernel, comm_id, **state):
    return say(kernel, comm_id, method="update", state=state, buffer_paths=[])


def texts(outputs):
    return [m.content for m in outputs if m.type == "comm_msg"]


@pytest.mark.parametrize("number", range(1, 8))
def test_s8_each_widget_is_a_model_with_a_view(kernel, number):
    name, key, value = MODELS[number - 1]
    _, outputs = kernel.execute(f"widget {number}")
    comms = opened(outputs)
    comm_id, state = comms[f"{name}Model"]
    assert state["_model_module"] == state["_view_module"] == "@jupyter-widgets/controls"
    assert state["_model_module_version"] == state["_view_module_version"] == "2.0.0"
    assert state["_view_name"] == ("ProgressView" if name == "FloatProgress" else f"{name}View")
    assert key is None or (state[key] == value and type(state[key]) is type(value))
    assert state["layout"] == "IPY_MODEL_" + comms["LayoutModel"][0]
    assert state["style"].removeprefix("IPY_MODEL_") in {comm for comm, _ in comms.values()}
    assert views(outputs) == [comm_id]
    display = next(m for m in outputs if m.type == "display_data")
    assert display.content["data"]["text/plain"] and display.content["metadata"] == {}
    order = [m.content["comm_id"] for m in outputs if m.type == "comm_open"]
    assert order[-1] == comm_id, "what a model refers to must be open before it"


def test_s8_shown_again_it_is_the_same_model(kernel):
    first = opened(kernel.execute("widget 1")[1])["IntSliderModel"][0]
    _, outputs = kernel.execute("widget 1")
    assert opened(outputs) == {} and views(outputs) == [first]


def test_s7_open_comms_are_listed_by_target(kernel):
    first = opened(kernel.execute("widget 1")[1])
    comms = kernel.ask("comm_info_request", {"target_name": "jupyter.widget"})[0].content["comms"]
    assert comms == {comm: {"target_name": "jupyter.widget"} for comm, _ in first.values()}
    assert kernel.ask("comm_info_request", {"target_name": "other"})[0].content["comms"] == {}
    assert kernel.ask("comm_info_request")[0].content["comms"] == comms


def test_a14_a_moved_slider_is_echoed_and_the_program_sees_it(kernel):
    """Acceptance test 14: busy, echo_update with the same state, idle."""
    comm_id = opened(kernel.execute("widget 1")[1])["IntSliderModel"][0]
    outputs = update(kernel, comm_id, value=11)
    assert types_of(outputs) == ["status", "comm_msg", "status"]
    assert outputs[1].content == {"comm_id": comm_id, "data": {"method": "echo_update", "state": {"value": 11},
                                                               "buffer_paths": []}}
    assert text_of(kernel.execute("value 1")[1]) == "11\n"


@pytest.mark.parametrize("number, state, value", [(2, {"value": 0.75}, "0.75"), (3, {"value": False}, "0"),
                                                  (4, {"index": 1}, "1")])
def test_every_input_sets_its_value(kernel, number, state, value):
    comm_id = opened(kernel.execute(f"widget {number}")[1])[MODELS[number - 1][0] + "Model"][0]
    update(kernel, comm_id, **state)
    assert text_of(kernel.execute(f"value {number}")[1]) == value + "\n"


def test_a_button_counts_its_clicks(kernel):
    comm_id = opened(kernel.execute("widget 5")[1])["ButtonModel"][0]
    for _ in range(3):
        assert types_of(say(kernel, comm_id, method="custom", content={"event": "click"})) == ["status", "status"]
    assert text_of(kernel.execute("value 5")[1]) == "3\n"


def test_the_program_moves_a_progress_bar(kernel):
    comm_id = opened(kernel.execute("widget 6")[1])["FloatProgressModel"][0]
    _, outputs = kernel.execute("set 6 0.75")
    assert texts(outputs) == [{"comm_id": comm_id, "data": {"method": "update", "buffer_paths": [],
                                                            "state": {"value": 0.75, "min": 0.0, "max": 1.0}}}]


def test_a14_request_state(kernel):
    comm_id, state = opened(kernel.execute("widget 1")[1])["IntSliderModel"]
    update(kernel, comm_id, value=3)
    msg_id = kernel.send("shell", "comm_msg", {"comm_id": comm_id, "data": {"method": "request_state"}})
    answer = kernel.until_idle(msg_id)[1]
    assert answer.parent["msg_id"] == msg_id
    assert answer.content["data"] == {"method": "update", "state": {**state, "value": 3}, "buffer_paths": []}


def test_a14_a_page_that_is_loaded_again_gets_all_states(kernel):
    comms = opened(kernel.execute("widget 1\nwidget 4")[1])
    kernel.until_idle(kernel.send("shell", "comm_open", {"comm_id": "control", "target_name": "jupyter.widget.control",
                                                         "data": {}}, metadata={"version": "1.0.0"}))
    answer = say(kernel, "control", method="request_states")[1]
    data = answer.content["data"]
    assert answer.content["comm_id"] == "control" and data["method"] == "update_states" and data["buffer_paths"] == []
    comm_id, state = comms["IntSliderModel"]
    assert data["states"][comm_id] == {"model_name": "IntSliderModel", "model_module": "@jupyter-widgets/controls",
                                       "model_module_version": "2.0.0", "state": state}
    assert {comm for comm, _ in comms.values()} <= set(data["states"])


def test_s8_a_closed_comm_is_forgotten(kernel):
    comm_id = opened(kernel.execute("widget 1")[1])["IntSliderModel"][0]
    kernel.until_idle(kernel.send("shell", "comm_close", {"comm_id": comm_id, "data": {}}))
    assert types_of(update(kernel, comm_id, value=2)) == ["status", "status"]
    assert text_of(kernel.execute("value 1")[1]) == "8\n"
    assert opened(kernel.execute("widget 1")[1])["IntSliderModel"][0] != comm_id


def test_s8_state_that_the_model_does_not_have_is_not_taken(kernel):
    comm_id, state = opened(kernel.execute("widget 1")[1])["IntSliderModel"]
    update(kernel, comm_id, invented=1, value="not a number")
    after = say(kernel, comm_id, method="request_state")[1].content["data"]["state"]
    assert set(after) == set(state) and text_of(kernel.execute("value 1")[1]) == "8\n"


@pytest.mark.parametrize("data", [None, 3, [], {}, {"method": 5}, {"method": "update"}, {"method": "update", "state": []},
                                  {"method": "custom"}, {"method": "nonsense"}])
def test_s8_comm_messages_of_odd_shapes_do_no_harm(kernel, data):
    comm_id = opened(kernel.execute("widget 1\nwidget 5")[1])["ButtonModel"][0]
    for content in ({"comm_id": comm_id, "data": data}, {"comm_id": 4, "data": data}, {"data": data}):
        outputs = kernel.until_idle(kernel.send("shell", "comm_msg", content))
        assert types_of(outputs) == ["status", "status"]
    assert kernel.alive()


def test_the_ids_of_comms_that_a_client_opens_may_be_long(kernel):
    msg_id = kernel.send("shell", "comm_open", {"comm_id": "x" * 500, "target_name": "jupyter.widget.control", "data": {}})
    assert types_of(kernel.until_idle(msg_id)) == ["status", "comm_close", "status"]


# ---- while a cell runs ----


def test_c8_a_slider_moves_while_a_cell_runs(kernel, gate):
    """Over a subshell, as JupyterLab does it; the running program sees the new value."""
    subshell = kernel.subshell()
    comm_id = opened(kernel.execute("widget 1")[1])["IntSliderModel"][0]
    running = kernel.begin(f"print on\n{gate.code}\nvalue 1")
    msg_id = kernel.on(subshell, "comm_msg", {"comm_id": comm_id, "data": {"method": "update", "state": {"value": 13}}})
    assert types_of(kernel.until_idle(msg_id)) == ["status", "comm_msg", "status"]
    gate.open()
    assert text_of(kernel.until_idle(running)) == "13\n"


# ---- cells that run again ----


def shown(outputs):
    """Of the displays that messages show or update: their ids and plain texts, in the order in which they stand in the cell."""
    found = [(m.type, m.content["transient"]["display_id"], m.content["data"]["text/plain"]) for m in outputs
            if "display_data" in m.type and WIDGET_VIEW not in m.content["data"]]
    return sorted(found, key=lambda display: int(display[1].rsplit("-")[-1]))


def test_an_interactive_cell_shows_its_outputs_and_the_values_of_its_widgets(kernel):
    _, outputs = kernel.execute("interactive")
    comms = opened(outputs)
    assert views(outputs) == [comms["IntSliderModel"][0]]
    assert [(kind, text) for kind, _, text in shown(outputs)] == [("display_data", "8\n"), ("display_data", "radius = 8")]
    assert "stream" not in types_of(outputs)


def test_a_moved_slider_runs_its_cell_again(kernel):
    outputs = kernel.execute("interactive")[1]
    comms, ids = opened(outputs), [id for _, id, _ in shown(outputs)]
    for value in (5, 6):
        outputs = update(kernel, comms["IntSliderModel"][0], value=value)
        assert shown(outputs) == [("update_display_data", ids[0], f"{value}\n"),
                                  ("update_display_data", ids[1], f"radius = {value}")]


def test_a_run_with_other_outputs_fills_the_same_places(kernel):
    """Above 10 the cell shows two pictures, between texts; then none again."""
    outputs = kernel.execute("interactive pictures")[1]
    comms, ids = opened(outputs), [id for _, id, _ in shown(outputs)]
    assert len(ids) == 2
    more = shown(update(kernel, comms["IntSliderModel"][0], value=12))
    assert [(kind, text) for kind, _, text in more] == [
        ("update_display_data", "12\n"), ("update_display_data", "a picture"), ("display_data", "between\n"),
        ("display_data", "a picture"), ("display_data", "radius = 12")]
    fewer = shown(update(kernel, comms["IntSliderModel"][0], value=2))
    assert [text for _, _, text in fewer] == ["2\n", "radius = 2", "", "", ""]
    assert {id for _, id, _ in fewer} == {id for _, id, _ in more}


def test_an_interactive_cell_that_prints_much_is_cut(kernel):
    outputs = kernel.execute("interactive\nlines 100000")[1]
    text = shown(outputs)[-2][2]
    assert len(text) <= 64 << 10 and text.startswith("8\nline 0\n") and text.endswith("[...]\n")


def test_while_a_cell_runs_an_interactive_one_waits_for_it(kernel, gate):
    """The value is set at once; the run, and the idle status that lets the slider send more, come after the cell."""
    subshell = kernel.subshell()
    comms = opened(kernel.execute("interactive")[1])
    running = kernel.begin(f"print on\n{gate.code}\nvalue 1")
    msg_id = kernel.on(subshell, "comm_msg", {"comm_id": comms["IntSliderModel"][0],
                                              "data": {"method": "update", "state": {"value": 4}}})
    kernel.wait_for(msg_id, "comm_msg")  # the slider's value is confirmed
    gate.open()
    seen = {running: [], msg_id: []}
    while not any(m.content.get("execution_state") == "idle" for m in seen[msg_id]):
        m = kernel.recv("iopub")
        seen[m.parent["msg_id"]].append(m)
    assert text_of(seen[running]) == "4\n" and shown(seen[msg_id])[0][2] == "4\n"
    assert seen[running][-1].content == {"execution_state": "idle"}


# ---- progress ----


def test_r7_progress_is_one_display_that_is_updated(kernel):
    shown = [m for step in range(3) for m in kernel.execute(f"progress {step}")[1] if "display_data" in m.type]
    assert [m.type for m in shown] == ["display_data", "update_display_data", "update_display_data"]
    assert len({m.content["transient"]["display_id"] for m in shown}) == 1
    plain = [m.content["data"]["text/plain"] for m in shown]
    assert plain == ["compiling k... 1.1 s", "compiling k [##########..........]  50 %, 1.1 s", "compiled k in 1.2 s"]
    html = [m.content["data"]["text/html"] for m in shown]
    assert html[0].startswith("<progress></progress>") and 'value="50.0" max="100"' in html[1] and "<" not in html[2]


# ---- many updates ----


def updates(outputs):
    """The values of the progress bar, and those of the display, that messages show."""
    bar = [m.content["data"]["state"]["value"] for m in outputs if m.type == "comm_msg"]
    return bar, [m.content["data"]["text/plain"] for m in outputs if m.type == "update_display_data"]


def test_of_many_updates_the_latest_arrives(kernel):
    _, outputs = kernel.execute("updates 1000")
    for values, last in zip(updates(outputs), (1.0, "1000")):
        assert values[-1] == last and len(values) < 100
    assert outputs[-1].content == {"execution_state": "idle"}


@pytest.mark.memory
def test_updates_are_spread_evenly_and_an_interrupt_ends_them_at_once(kernel):
    kernel.execute("print warm")
    before = kernel.resident()
    msg_id = kernel.send_execute("updates 1000000000")
    seen = []
    while len(seen) < 12:
        m = kernel.recv("iopub")
        if m.type == "update_display_data":
            seen.append(time.monotonic())
    kernel.interrupt()
    rest = kernel.until_idle(msg_id)
    assert len(updates(rest)[1]) <= 3  # one on its way, one that was due, the last
    gaps = [b - a for a, b in zip(seen[1:], seen[2:])]
    assert min(gaps) > 0.05 and sum(gaps) / len(gaps) > 0.09
    assert kernel.resident() - before < 16 << 20


@pytest.mark.memory
def test_displays_wait_for_a_slow_server(start):
    with start(env={"JPY_SESSION_NAME": "x.ipynb"}) as k:
        k.execute("print warm")
        before = k.resident()
        msg_id = k.send_execute("displays 100000000")
        arrived = []
        while len(arrived) < 1500:
            if k.recv("iopub").type == "display_data":
                arrived.append(time.monotonic())
        k.interrupt()
        k.until_idle(msg_id)
        assert max(b - a for a, b in zip(arrived, arrived[1:])) < 0.5  # spread, not in bursts
        assert k.resident() - before < 16 << 20


def test_what_a_front_end_says_comes_after_what_the_program_said(kernel, gate):
    """The program's update of a slider waits; the user's own move must not be undone by it."""
    comms = opened(kernel.execute("widget 1")[1])
    subshell = kernel.subshell()
    running = kernel.send_execute(f"set 1 3\nset 1 4\n{gate.code}")
    assert kernel.recv("iopub").content == {"execution_state": "busy"}
    msg_id = kernel.on(subshell, "comm_msg", {"comm_id": comms["IntSliderModel"][0],
                                              "data": {"method": "update", "state": {"value": 9}}})
    seen = []
    while not (seen and seen[-1].content.get("execution_state") == "idle" and seen[-1].parent["msg_id"] == msg_id):
        seen.append(kernel.recv("iopub"))
    kernel.interrupt()
    seen += kernel.until_idle(running)
    assert [m.content["data"]["state"]["value"] for m in seen if m.type == "comm_msg"] == [3, 4, 9]
