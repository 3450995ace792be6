"""The log of Shogun: a line under the pointer highlights its province on the map, or all of its clan's."""

from collections.abc import Sequence

from shogun.base.language import _
from shogun.games.shogun.rules.references import log_rule
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.view_after import place_of
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import GOLD, PAPER, SMALL
from shogun.window.kit.layout import column, part, row
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import button
from shogun.window.panels.log_panel import LogActs, LogPanel
from shogun.window.play.model import LogLine


def game_log(model: Model, controls: Controls, lines: Sequence[LogLine] | None = None) -> LogPanel:
    """Return the panel of the model's log, or of these `lines`."""

    def point_at(line: LogLine | None) -> None:
        province = place_of(line.event) if line and line.event else None
        controls.point_at(province)
        controls.point_at_clan(line.seat if line and province is None else None)

    return LogPanel(model, LogActs(look_back=controls.look_back, point_at=point_at, rule=_rule), lines)


def _rule(line: LogLine) -> str:
    return log_rule(line.event) if line.event is not None else ""


# Digest of the events since the player's last turn, above the log, with a button that replays them

DIGEST = column(
    part("sentence"),
    row(part("show", wide=7.0), part("close", wide=2.0), high=2.0, gap=0.4, justify="end"),
    padding=(0.4, 0.2),
)


class DigestPanel(Panel):
    """A sentence and two buttons; takes no room without a digest."""

    name = "digest"

    def __init__(self, model: Model, controls: Controls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls

    def shows(self) -> tuple[object, ...]:
        """Return the digest."""
        return (self.model.digest,)

    def draw(self, canvas: Canvas) -> None:
        """Draw the sentence, and below it the buttons."""
        digest = self.model.digest
        if digest is None or not self.rect:
            return
        canvas.plate(self.rect, PAPER, GOLD, 0.3, 0.14)
        places = canvas.places(DIGEST, self.rect)
        canvas.paragraph(digest.sentence, places["sentence"], size=SMALL)
        show, why = places["show"], _("Replay it step by step")
        act = self.controls.replay_digest
        button(canvas, "replay-digest", show, _("Show me"), act, tooltip=why, style="primary", main=False)
        close, why = places["close"], _("Close (it also closes on its own)")
        button(canvas, "close-digest", close, "×", self.controls.close_digest, tooltip=why)
