"""Keeps the drawings as they are now: `python -m tests.tower.drawings`."""

from tests.tower.drawings import FOLDER, drawings

for name, text in drawings():
    (FOLDER / name).write_text(text, "utf-8", newline="\n")
