"""Towers are drawn as they were when somebody last looked, and a file holds all pages."""

import io
import re

import pytest
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read

from shogun.tower.cardboard.build_options import BuildOptions
from shogun.tower.cardboard.drawn_sheets import DrawnPlan, as_pdf
from tests.tower.drawings import FOLDER, drawings, everything


def test_pictures_and_sheets_are_drawn_as_they_were() -> None:
    for name, text in drawings():
        kept = (FOLDER / name).read_text("utf-8")
        assert text.splitlines() == kept.splitlines(), f"{name} has changed: look at it, then keep it (see drawings)"


def test_dxf_holds_all_pages_side_by_side_and_pdf_one_after_the_other() -> None:
    drawn = DrawnPlan(everything(), BuildOptions(paper="a4"))
    whole = read(io.StringIO(drawn.dxf())).modelspace()
    pages = list(drawn.pages())
    assert len(whole) == sum(len(page.modelspace()) for page in pages)
    borders = [line for line in whole if isinstance(line, LWPolyline) and line.dxf.layer == "SHEET"]
    assert [line[0][0] for line in borders] == [number * (210 + 20) for number in range(len(pages))]
    pages = pages[-2:]
    pdf = as_pdf(pages, drawn.size)
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") == len(pages)
    sizes = [[float(part) for part in found.split()] for found in re.findall(rb"/MediaBox \[ ?([0-9. ]+)\]", pdf)]
    assert sizes == [pytest.approx([0, 0, 210 / 25.4 * 72, 297 / 25.4 * 72], abs=0.01)] * len(pages)
