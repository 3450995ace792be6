"""Shogun's past: its events in words, with their marks in the log, and its seasons."""

from collections.abc import Sequence
from typing import Any

from shogun.base.language import _
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.screen.play.view_after import seat_of
from shogun.table.course import PastAnswer
from shogun.window.generic.telling import GenericTelling
from shogun.window.play.model import StoryPart

HEADINGS = (ev.YearBegan, ev.SeasonBegan, ev.WinterBegan, ev.ActionBegan, ev.GameEnded)


class ShogunTelling(GenericTelling):
    """Begins the log's parts with seasons and actions."""

    headings = HEADINGS

    def seat_of(self, event: Any) -> int | None:
        """Return the seat that caused an event, None if nobody did."""
        return seat_of(event)

    def hidden(self) -> str:
        """Return a sentence on hidden information, which is drawn again in a branch."""
        return _("So are the face-down cards and the plans that others were making.")

    def parts(self, steps: Sequence[PastAnswer]) -> Sequence[StoryPart]:
        """Return the setup, the seasons and the winters of a game; a setup without choices takes one step."""
        found = {0: StoryPart(0)}
        for place, step in enumerate(steps, 1):
            for event in step.events:
                if isinstance(event, ev.SeasonBegan):
                    found[place] = StoryPart(place, event.season)
                elif isinstance(event, ev.WinterBegan):
                    found[place] = StoryPart(place, "winter")
        return list(found.values())
