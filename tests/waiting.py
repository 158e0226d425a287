# SPDX-License-Identifier: Apache-2.0
"""How tests wait: for a condition, up to a limit that only ends a run that has failed."""

import time

LIMIT = 60  # seconds


def wait_until(condition):
    """Whether the condition came true before the limit."""
    end = time.monotonic() + LIMIT
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)  # time is the subject: how often the condition is looked at
    return condition()
