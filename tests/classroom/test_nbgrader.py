# SPDX-License-Identifier: Apache-2.0
"""An assignment goes through nbgrader: released, answered rightly and wrongly, graded. %test gives the points."""

import os
import re
import subprocess
import sys

import nbformat
import pytest
from paths import ROOT

PAGE = (ROOT / "docs/teachers.md").read_text()
CONFIG = re.search(r"^```python\n(c\.ClearSolutions.*?)^```$", PAGE, re.MULTILINE | re.DOTALL).group(1)
EXERCISE = re.search(r"^```\n(// %% task Double.*?)^```$", PAGE, re.MULTILINE | re.DOTALL).group(1)
RIGHT = "__global__ void twice(float *x)\n{\n    x[threadIdx.x] *= 2;\n}\n"
WRONG = {"races": RIGHT.replace("threadIdx.x", "0"), "adds": RIGHT.replace("*= 2", "+= 2"), "omits": RIGHT.replace("    x[threadIdx.x] *= 2;\n", "")}
SOURCE = RIGHT.replace("    x[threadIdx.x] *= 2;\n", "    // BEGIN SOLUTION\n    x[threadIdx.x] *= 2;\n    // END SOLUTION\n")


def cell(text, name, **roles):
    """A code cell as nbgrader's toolbar marks it."""
    marks = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3, "grade_id": name} | roles
    return nbformat.v4.new_code_cell(text, metadata={"nbgrader": marks})


def write(path, cells):
    path.parent.mkdir(parents=True)
    spec = {"name": "warpcell", "display_name": "CUDA C (Warpcell)", "language": "cuda"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": spec}), path)
    (path.parent / "double.cu").write_text(EXERCISE)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The teacher's folder, with an assignment that has been released."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "nbgrader_config.py").write_text(f'c = get_config()\nc.CourseDirectory.course_id = "cuda"\n{CONFIG}')
    test = cell("%test ./double.cu", "test_double", grade=True, locked=True, points=3)
    write(folder / "source/week1/double.ipynb", [cell(SOURCE, "double", solution=True), test])
    nbgrader(folder, "generate_assignment", "week1")
    return folder


def nbgrader(folder, *arguments):
    """It is installed beside .venv and not in it: its extensions would be in every JupyterLab there."""
    installed = list((ROOT / "build/nbgrader").glob("lib/python3*/site-packages"))
    assert installed, "nbgrader is not installed; ./test does that"
    site = str(installed[0])
    ended = subprocess.run([sys.executable, "-m", "nbgrader", *arguments], cwd=folder, env=os.environ | {"PYTHONPATH": site, "HOME": str(folder)},
                           capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def answer(course, student, text):
    """The released notebook as the student hands it in."""
    notebook = nbformat.read(course / "release/week1/double.ipynb", as_version=4)
    notebook.cells[0].source = text
    write(course / f"submitted/{student}/week1/double.ipynb", notebook.cells)


def test_the_release_has_no_solution(course):
    notebook = nbformat.read(course / "release/week1/double.ipynb", as_version=4)
    assert notebook.cells[0].source == "__global__ void twice(float *x)\n{\n    // your code\n}\n"
    assert notebook.cells[1].source == "%test ./double.cu"
    assert (course / "release/week1/double.cu").exists()


def test_right_answers_get_all_points_and_wrong_ones_none(course):
    answers = {"right": RIGHT, **WRONG}
    for student, text in answers.items():
        answer(course, student, text)
    nbgrader(course, "autograde", "week1")
    nbgrader(course, "export", "--to=grades.csv")
    header, *rows = [line.split(",") for line in (course / "grades.csv").read_text().splitlines()]
    grades = {row[header.index("student_id")]: (row[header.index("score")], row[header.index("max_score")]) for row in rows}
    assert grades == {student: ("3.0" if student == "right" else "0.0", "3.0") for student in answers}


def test_the_feedback_says_why(course):
    notebook = nbformat.read(course / "autograded/adds/week1/double.ipynb", as_version=4)
    error = notebook.cells[1].outputs[-1]
    assert error.output_type == "error" and "thread" in "\n".join(error.traceback), error
