# SPDX-License-Identifier: Apache-2.0
"""thirty.py [SESSIONS [LESSON ...]]: a class at work. Learners of one hub run lessons at once, cell by cell as Run All does, and what they take is
printed: seconds, memory, processor time. The status is 1 if a cell fails that should not, or if the slowest takes more than twice the mean.
docs/scale.md has its figures. It needs tests/ in PYTHONPATH."""

import json
import pathlib
import shutil
import statistics
import sys
import tempfile
import threading
import time

import psutil
from hub import Hub, Learner

ROOT = pathlib.Path(__file__).resolve().parents[2]
LESSONS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb") if path.stem < "19")  # the later ones want a machine each
SERVERS_AT_ONCE = 5  # that start; a server's start is Python's, and not what is measured here
EVERY = 2  # seconds between two looks at the memory


def cells_of(lesson):
    """[(code, whether it may fail)] of a lesson."""
    notebook = json.loads((ROOT / f"notebooks/{lesson}.ipynb").read_text())
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [("".join(cell["source"]), "raises-exception" in cell["metadata"].get("tags", [])) for cell in cells]


class Student(threading.Thread):
    def __init__(self, hub, name, lessons, starts, ready):
        super().__init__(name=name)
        self.learner, self.lessons, self.starts, self.ready = Learner(hub, name), lessons, starts, ready
        self.home = hub.folder / "class/home" / name
        self.done, self.failures, self.longest, self.seconds = 0, [], 0.0, None

    def run(self):
        try:
            with self.starts:
                shutil.copytree(ROOT / "notebooks", self.home / "course")
                self.learner.log_in()
                self.learner.start_server()
        except Exception as problem:
            self.failures.append(f"server: {problem!r}")
        self.ready.wait()
        start = time.monotonic()
        try:
            for lesson in self.lessons if not self.failures else []:
                self.take(lesson)
        except Exception as problem:
            self.failures.append(repr(problem))
        self.seconds = time.monotonic() - start

    def take(self, lesson):
        self.learner.start_kernel("course")
        for number, (code, may_fail) in enumerate(cells_of(lesson), 1):
            begun = time.monotonic()
            _, error = self.learner.run(code)
            self.longest = max(self.longest, time.monotonic() - begun)
            self.done += 1
            if error and not may_fail:
                self.failures.append(f"{lesson}, code cell {number}: {error}")
        self.learner.end_kernel()


class Memory(threading.Thread):
    """Looks at the hub's processes until it is stopped: the most memory that they had together. Pages that several share count once."""

    def __init__(self, hub):
        super().__init__(daemon=True)
        self.hub, self.over, self.most, self.kernels = psutil.Process(hub.process.pid), threading.Event(), 0, {}

    def run(self):
        while not self.over.wait(EVERY):
            total = 0
            for process in [self.hub, *self.hub.children(recursive=True)]:
                try:
                    memory = process.memory_full_info().pss
                    if process.name().startswith("warpcell"):
                        self.kernels[process.pid] = max(memory, self.kernels.get(process.pid, 0))
                    total += memory
                except psutil.Error:
                    continue
            self.most = max(self.most, total)


def class_at_work(hub, count, lessons):
    starts, ready = threading.Semaphore(SERVERS_AT_ONCE), threading.Barrier(count + 1)
    students = [Student(hub, f"student{n:02}", lessons, starts, ready) for n in range(1, count + 1)]
    for student in students:
        student.start()
    ready.wait()
    memory, start = Memory(hub), time.monotonic()
    memory.start()
    while all(student.seconds is None for student in students):
        time.sleep(0.1)  # time is the subject: until the first has ended
    behind = min(student.done for student in students)
    for student in students:
        student.join()
    memory.over.set()
    memory.join()
    return students, memory, behind, time.monotonic() - start


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    lessons = sys.argv[2:] or LESSONS
    total = sum(len(cells_of(lesson)) for lesson in lessons)
    with tempfile.TemporaryDirectory() as folder:
        hub = Hub(pathlib.Path(folder))
        try:
            students, memory, behind, seconds = class_at_work(hub, count, lessons)
        finally:
            hub.close()
    taken = [student.seconds for student in students]
    mean = statistics.mean(taken)
    print(f"{count} sessions, {len(lessons)} lessons, {total} code cells each, {psutil.cpu_count()} processors, {seconds:.0f} s")
    print(f"seconds of a session: mean {mean:.1f}, least {min(taken):.1f}, most {max(taken):.1f} ({max(taken) / mean:.2f} times the mean)")
    print(f"when the first had ended, the last had run {behind} of {total} cells; the longest cell took {max(student.longest for student in students):.1f} s")
    print(f"memory: {memory.most / 2**20:.0f} MiB at most, all processes together; a kernel: {statistics.mean(memory.kernels.values()) / 2**20:.0f} MiB")
    failures = [f"{student.name}: {failure}" for student in students for failure in student.failures]
    print("\n".join(failures) or "no cell failed that should not")
    return 1 if failures or max(taken) > 2 * mean else 0


if __name__ == "__main__":
    sys.exit(main())
