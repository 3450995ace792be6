"""The log of Shogun: a line under the pointer lights its province on the map, or all that its clan owns."""

from collections.abc import Sequence

from shogun.games.shogun.rules.references import told_rule
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.screen.play.view_after import place_of
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
    return told_rule(line.event) if line.event is not None else ""
