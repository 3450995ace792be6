"""Pieces of a tower, and numbers of theirs, in plain words."""

import math
import re

from shogun.base.language import _, marked
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_summary import Grown, Jam
from shogun.tower.diagnostics.finding import Finding
from shogun.window.workshop.model.drawn_tower import Ref

PIECES = {"baffle": marked("Ledge {n}"), "pin": marked("Pin {n}"), "wall": marked("Wall {n}")}
TABLES = {
    "funnel": marked("Funnel"),
    "shaft": marked("Shaft"),
    "exit": marked("Exit"),
    "tray": marked("Tray"),
    "grain": marked("Cubes"),
    "tap": marked("Tap"),
}
GROUPS = {"ledges": marked("Ledges"), "pins": marked("Pins"), "walls": marked("Walls")}
_PIECE = re.compile(r"(baffle|pin|wall)\[(\d+)\]")


def piece_words(ref: Ref) -> str:
    """Return a piece in words; people count from 1."""
    return _(PIECES[ref[0]]).format(n=ref[1] + 1)


def place_words(found: Finding) -> str:
    """Return in words which pieces or parts a finding is about: the first three."""
    words = list(dict.fromkeys(_in_words(place) for place in found.places))
    return ", ".join(words[:3]) + (" ..." if len(words) > 3 else "")


def finding_words(found: Finding) -> str:
    """Return a finding as a sentence that begins with where it is; each piece has one name in it."""
    text = _PIECE.sub(lambda piece: piece_words((piece[1], int(piece[2]))), found.text)
    return f"{place_words(found)}: {text}." if found.places else f"{text}."


def jam_words(jam: Jam) -> str:
    """Return in sentences that a tower clogs for good, and where."""
    told = _("It clogs for good: not even tapping brings anything out.")
    if jam.chains < jam.runs:
        told = _("It clogged for good in {n} of {count} runs.").format(n=jam.chains, count=jam.runs)
    place = _("Cubes pile up {height:.0f} mm above the exit; widen the path to it.").format(height=jam.height)
    if jam.places:
        text = _("Cubes pile up {height:.0f} mm above the exit, at {places}; widen the way there.")
        place = text.format(height=jam.height, places=", ".join(map(_in_words, jam.places)))
    return f"{told} {place}"


def _in_words(place: str) -> str:
    owner = place.partition(".")[0]
    if found := _PIECE.fullmatch(owner):
        return piece_words((found[1], int(found[2])))
    return _(TABLES[owner]) if owner in TABLES else place


def figures_words(figures: Grown) -> str:
    """Return what a tower does in a line: early figures as intervals, so that nobody takes them for settled ones."""
    out, stock = figures.p_out_thrown, figures.stock
    if figures.jam is not None:
        return _("clogs for good")
    if not figures.is_early:
        return _("{share:.0%} out, {stock:.0f} inside").format(share=out.mean, stock=stock.mean)
    if not math.isfinite(out.low) or not math.isfinite(stock.low):
        return _("measuring…")
    share = _span(f"{out.low:.0%}", f"{out.high:.0%}")
    rest = _span(f"{max(0.0, stock.low):.0f}", f"{stock.high:.0f}")
    return _("so far {share} out, {stock} inside").format(share=share, stock=rest)


def _span(low: str, high: str) -> str:
    return low if low == high else f"{low}–{high}"


def figure_words(figure: Interval, digits: int, *, is_early: bool) -> str:
    """Return a figure, an early one with its interval."""
    if math.isnan(figure.mean):
        return "–"
    if not is_early or not math.isfinite(figure.low):
        return f"{figure.mean:.{digits}f}"
    return f"{figure.mean:.{digits}f} ({max(0.0, figure.low):.{digits}f}–{figure.high:.{digits}f})"
