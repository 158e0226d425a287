# SPDX-License-Identifier: Apache-2.0
"""Bad input of every kind ends, and is answered briefly: bad_inputs.py has the kinds."""

from bad_inputs import KINDS, PRINTED_MOST, Run

ENDLESS = {"an endless loop", "an endless kernel", "questions"}


def test_bad_input_ends_or_is_interrupted(cuda):
    """All of it in one session, which stays usable. What never ends says that it was interrupted."""
    assert len(KINDS) >= 60
    for name, code in KINDS.items():
        run = Run(cuda, code)
        assert run.bytes <= PRINTED_MOST, f"{name}: {run.bytes} bytes of output"
        assert run.stopped is not None or run.error != "KeyboardInterrupt", name
        assert run.error == "KeyboardInterrupt" or name not in ENDLESS, f"{name}: {run.error}"
        reply, outputs = cuda.execute("6 * 7")
        assert reply.content["status"] == "ok" and outputs[2].content["data"]["text/plain"] == "42", name
