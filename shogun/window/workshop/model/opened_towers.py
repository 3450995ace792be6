"""Towers as they come onto the bench: one's own, a copy of one that came with the program, or what was being drawn."""

from pathlib import Path

import msgspec

from shogun.base.language import _, shown
from shogun.tower.file.reader import parse_geometry, parse_unchecked
from shogun.tower.file.toml_editing import without_schema
from shogun.tower.file.toml_values import STARTER, starter, title_of
from shogun.tower.storage import unsaved_towers, user_towers
from shogun.tower.storage.tower_lookup import tower_text
from shogun.tower.storage.unsaved_towers import Claim, Draft, decoded
from shogun.window.workshop.model.drawn_tower import DrawnTower
from shogun.window.workshop.model.saving import Opened


def opened(name: str) -> Opened:
    """Return a tower by name or path, as it was being drawn last; of a shipped one a copy. Raises GeometryError."""
    told = list(unsaved_towers.put_unreadable_aside())
    tower = _opened(name)
    return msgspec.structs.replace(tower, note=" ".join(filter(None, (*told, tower.note))))


def _opened(name: str) -> Opened:
    if draft := user_towers.unsaved(name):
        return _from_draft(draft)
    found = user_towers.found(name)
    text, source = tower_text(name)
    if found is None or user_towers.is_own(found):
        return _own(text, Path(source), is_known=found is not None)
    note = _("{name} came with the program and can't be changed; this is a copy.").format(name=name)
    return msgspec.structs.replace(copy_of(text, source), note=note)


def _own(text: str, path: Path, *, is_known: bool) -> Opened:
    """Return one of the player's own towers, as it was being drawn last unless another window draws on it."""
    geometry = parse_geometry(text, str(path))
    plan, draft = DrawnTower.of(geometry), unsaved_towers.found_draft(geometry.name)
    claim = unsaved_towers.claim(geometry.name)
    if claim is None:
        note = _("Another window is editing {name}, too: your changes are kept separately.").format(name=geometry.name)
        return Opened(geometry.name, plan, text, user_towers.claimed(geometry.name), path, text, note=note)
    if draft is None:
        return Opened(geometry.name, plan, text, claim, path, text)
    if is_known or draft.base == text:
        return _as_drawn(draft, claim, path)
    claim.release()  # that draft is of another file of this name
    return Opened(geometry.name, plan, text, user_towers.claimed(geometry.name), path, text)


def empty_frame() -> Opened:
    """Return a tower without a piece, not saved yet."""
    whole = parse_geometry(starter(), STARTER)
    claim = user_towers.claimed(_("tower"))
    frame = msgspec.structs.replace(
        whole, name=claim.name, title=title_of(Path(claim.name)), description="", baffles=(), pins=(), walls=()
    )
    note = _("An empty frame: add ledges, pins and walls, and drag its corners.")
    return Opened(claim.name, DrawnTower.of(frame), "", claim, note=note)


def taken_in(path: Path) -> Opened:
    """Return a stranger's tower under a free name, not saved yet. Raises GeometryError."""
    text, name = user_towers.take_in(path)
    note = _("This is a copy of {file}; save it to add it to your towers.").format(file=shown(path.name))
    return msgspec.structs.replace(copy_of(text, str(path), name), note=note)


def copy_of(text: str, source: str, name: str = "") -> Opened:
    """Return a copy of a tower under a free name, not saved yet; one that is given a name keeps its title.

    Raises GeometryError.
    """
    geometry = parse_geometry(text, source)
    claim = user_towers.claimed(name or geometry.name)
    title, description = (geometry.title, geometry.description) if name else (title_of(Path(claim.name)), "")
    copied = msgspec.structs.replace(geometry, name=claim.name, title=title, description=description)
    return Opened(claim.name, DrawnTower.of(copied), without_schema(text), claim)


def _from_draft(draft: Draft) -> Opened:
    """Return what was being drawn and has no file; a copy of it if another window draws on it. Raises GeometryError."""
    claim = unsaved_towers.claim(draft.name)
    if claim is not None:
        return _as_drawn(draft, claim, None)
    note = _("Another window is editing {name}: this is a copy.").format(name=draft.name)
    claim = user_towers.claimed(draft.name)
    return msgspec.structs.replace(_as_drawn(draft, claim, None), name=claim.name, is_draft=False, note=note)


def _as_drawn(draft: Draft, claim: Claim, path: Path | None) -> Opened:
    """Return a draft as it comes onto the bench; `path` is the file of which it is one. Raises GeometryError."""
    geometry = parse_unchecked(draft.text, f"{draft.name}.toml")
    plan = DrawnTower(geometry, draft.origins) if draft.base else DrawnTower.of(geometry)
    base, there = draft.base or draft.text, draft.there or draft.base
    note = _("This is your last unsaved drawing.")
    past, future = _plans(draft.past), _plans(draft.future)
    return Opened(draft.name, plan, base, claim, path, there, is_draft=True, note=note, past=past, future=future)


def _plans(steps: msgspec.Raw) -> tuple[DrawnTower, ...]:
    return tuple(DrawnTower(one.geometry, one.origins) for one in decoded(steps))
