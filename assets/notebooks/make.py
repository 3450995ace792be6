"""Make and execute the notebook of the worked experiments: `python assets/notebooks/make.py` (extra `notebooks`).

Its cells are the files in `assets/manual/examples/experiments`, called with fewer battles. It takes some minutes.
"""

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

HERE = Path(__file__).parent
EXPERIMENTS = HERE.parent / "manual" / "examples" / "experiments"
NOTEBOOK = HERE / "experiments.ipynb"
CALLS = {
    "share_against_tilt": "main(battles=400)",
    "residence_times": "print(*main(battles=960), sep='\\n')",
    "what_matters": "print(*main(samples=6, battles=120), sep='\\n')",
    "map_of_towers": "main(candidates=48, battles=240)",
    "tuned_to_counts": "main(counts=COUNTS, candidates=20)",
}
FIRST = """%matplotlib inline
import os
from pathlib import Path
from tempfile import mkdtemp

COUNTS = str(Path("../../tower_geometry/counts.csv").resolve())
os.chdir(mkdtemp())  # where pictures and pages are written"""


def main() -> None:
    """Execute the notebook and write it with its outputs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, default=NOTEBOOK)
    options = parser.parse_args()
    notebook = executed()
    nbformat.write(notebook, options.output)
    print(f"{options.output}: {options.output.stat().st_size / 1e3:.0f} kB")


def executed() -> nbformat.NotebookNode:
    """Return the notebook after all its cells have run. Raises CellExecutionError."""
    notebook: nbformat.NotebookNode = new_notebook(
        cells=list(cells()), metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    )
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
    NotebookClient(notebook, timeout=3600, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # when it ran
    return notebook


def cells() -> Iterator[nbformat.NotebookNode]:
    """Yield the cells: of each experiment what it is about, its code, and a call."""
    yield new_markdown_cell(
        "# Five experiments on towers\n\nAs in the manual (*Build towers*, *Five experiments*), with fewer "
        "battles. Made and executed by `python assets/notebooks/make.py`."
    )
    yield new_code_cell(FIRST)
    for name, call in CALLS.items():
        source = (EXPERIMENTS / f"{name}.py").read_text("utf-8")
        about = ast.get_docstring(ast.parse(source)) or ""
        code = source.partition('"""\n')[2].partition("\n\n\nif __name__")[0]
        yield new_markdown_cell(f"## {name.replace('_', ' ').capitalize()}\n\n{about}")
        yield new_code_cell(code.strip())
        yield new_code_cell(call)


if __name__ == "__main__":
    main()
