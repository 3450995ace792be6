"""The adviser's panel, in place of the log: a move in words, its reasons, and a button to play it."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from shogun.base.language import _
from shogun.players.adviser import Hint
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import GOLD, INDIGO, INK_SOFT, PAPER_BRIGHT
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import button
from shogun.window.play.model import GameModel

SLIP = column(
    row(part("head"), part("close", wide=2.0), high=2.0),
    part(high=0.3),
    part("text"),
    part(high=0.2),
    part("take", high=2.3),
    padding=(0.7, 0.5),
)


class AdviceActs(Struct, frozen=True, eq=False):
    """Actions for a hint."""

    take: Act
    close: Act
    lines: Callable[[Hint], Sequence[str]]
    """Returns what is advised in words, some lines."""


class AdvicePanel(Panel):
    """A slip; hidden while nothing is advised."""

    name = "advice"

    def __init__(self, model: GameModel, acts: AdviceActs) -> None:
        super().__init__()
        self.model = model
        self.acts = acts
        self.is_hidden = True

    def shows(self) -> tuple[object, ...]:
        """Return the advice."""
        return (self.model.hint,)

    def draw(self, canvas: Canvas) -> None:
        """Draw the slip."""
        hint = self.model.hint
        if hint is None:
            return
        canvas.plate(self.rect, PAPER_BRIGHT, GOLD, 0.3, 0.18)
        places = canvas.places(SLIP, self.rect)
        button(canvas, "close-hint", places["close"], "×", self.acts.close, tooltip=_("Hide the hint"))
        canvas.line(_("Advice"), places["head"], size=1.2, weight="Bold", colour=INDIGO)
        rest = places["text"]
        if hint.move is not None:
            button(
                canvas, "take-hint", places["take"], _("Do it"), self.acts.take, style="primary",
                tooltip=_("Do what the hint says"),
            )  # fmt: skip
            upper, _lower = canvas.rows(rest, 2)
            words = "\n".join(self.acts.lines(hint))
            used = canvas.paragraph(words, upper, weight="Bold", colour=INDIGO)
            rest = canvas.down(rest, used / canvas.em, share(), gap=0.4)[1]
        canvas.paragraph("\n".join(hint.reasons) or _("Thinking about it …"), rest, colour=INK_SOFT)
