"""The bar at the top: the season, a one-sentence prompt, and the buttons that answer it."""

from collections.abc import Sequence
from functools import partial

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.games.shogun.rules.questions import Choice, MarchQuestion, Move, PlanQuestion, Stay, Topic
from shogun.games.shogun.rules.references import FIELD_RULE, question_rule, stage_rule
from shogun.games.shogun.screen.card import PALE
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.choice_words import (
    chance_words,
    consequence,
    main_answer,
    march_refusal,
    next_words,
    weighed_words,
)
from shogun.games.shogun.screen.play.half_made_answers import MarchDraft, PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import SEASON_NAMES, move_text
from shogun.window.generic.panels import undo_buttons
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import PRINTED, banner
from shogun.window.kit.drawing.text import width
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, INDIGO_DEEP, PAPER_BRIGHT, PAPER_SHADE, SMALL, Weight, mix
from shogun.window.kit.layout import Box, Part, Places, between, column, part, row, share, shrinks
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import ButtonLook, Style, button, countdown, face, put_icon
from shogun.window.kit.widgets.stepper import Number, stepper
from shogun.window.play.branches import branch_tooltip

BUTTON_EM = 2.0
CONFIRM_EM = 9.0
"""Width of the button that answers the prompt, the same for every label."""
SENTENCE_EM, LEAST_SENTENCE_EM = 26.0, 12.0
"""Least width of the sentence before buttons wrap their labels to two lines, and its least width after that."""
TWO_LINES = 0.62
"""Width of a wrapped button, as a share of its width with one line."""
LEAST_WORD = 0.8
"""Text size of a wrapped button, em: it is at least as wide as its longest word."""
SEASON = column(
    part("season", high=share(0.56)), part("year", high=share(0.44)),
    name="phase", wide=8.5, padding=(0.0, 0.3),
)  # fmt: skip
BRANCH = column(
    part("season", high=share(0.49)), part("branch-of", high=share(0.51)),
    name="phase", wide=13.0,
)  # fmt: skip
"""The same for a game that is a branch, with the branch's name."""
BRANCH_SIZE = 0.72
ARMIES = part("armies", wide=8.0, high=BUTTON_EM)
ON_CARDS: tuple[Topic, ...] = ("special", "draft_card", "draft_group")
"""Questions that are answered by clicking the cards and groups themselves, below."""
PROMPT_SIZE = 1.22
"""Usual text size of the prompt, em."""
LEAST_ASKED = 0.85
"""Least text size of the prompt, em, for keeping room for a second line; a longer prompt takes both."""


ANSWER = "answer-"
"""Prefix of the names of the buttons that answer a choice."""


def whole_sentences(text: str, size: int, room: int) -> str:
    """Return a text without the last sentences that don't fit; the first one always stays."""
    while width(text, size) > room and ". " in text:
        text = text[: text.rindex(". ") + 1]
    return text


class Offer(Struct):
    """A button of the bar."""

    name: str
    label: str
    act: Act | None
    tooltip: str = ""
    style: Style = "plain"
    why: str = ""
    """Number of the rule that explains it."""
    wide: float = 0.0
    """Width, em; 0: as wide as its label."""
    is_sign: bool = False
    """True if its label is the name of an icon."""

    def part(self, canvas: Canvas) -> Part:
        """Return its room in the bar, which may shrink until its label takes two lines."""
        if self.wide or self.is_sign:
            return part(self.name, self.wide or BUTTON_EM, BUTTON_EM)
        weight: Weight = "Bold" if self.style == "gold" else "Regular"
        whole = max(BUTTON_EM, width(self.label, canvas.em, weight) / canvas.em + 1.6)
        longest = max(width(word, canvas.px(LEAST_WORD), weight) for word in self.label.split()) / canvas.em
        least = max(BUTTON_EM, TWO_LINES * whole, longest + 0.8)
        return part(self.name, between(min(whole, least), whole), BUTTON_EM)


class PromptPanel(Panel):
    """Shows the prompt, and offers the answers that aren't on the board."""

    name = "prompt"

    def __init__(self, model: Model, controls: Controls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self._asked_at = pygame.Rect()
        """Place of the prompt."""

    def needed(self) -> Sequence[pygame.Rect]:
        """Return the place of the prompt."""
        return [self._asked_at]

    def rule(self) -> str:
        """Return the rule of the question, or of the phase."""
        question = self.model.question
        return question_rule(question) if question is not None else stage_rule(self.model.view.stage)

    def shows(self) -> tuple[object, ...]:
        """Return the prompt, the answers, and the messages about them."""
        model = self.model
        told = (model.prompt, model.refusal, model.trouble, model.undo_refusal, model.hint, model.has_adviser)
        may = (model.can_undo, model.can_redo, model.undo_left)
        return model.asked(), model.branch, told, may, model.hovered, model.chances, model.is_seen

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar."""
        canvas.fill(self.rect, INDIGO_DEEP)
        answers = [*self._try_again(), *self._why(), *self._answers()]
        corner = [*self._hint(), *self._corner()]
        places = canvas.places(self._layout(canvas, answers, corner), self.rect)
        self._asked_at = places["sentence"]
        self._season(canvas, places)
        self._sentence(canvas, places)
        for offer in (*answers, *corner):
            self._offer(canvas, places[offer.name], offer)
        countdown(canvas, places["undo"], self.model.undo_left)
        self._armies(canvas, places)

    def _layout(self, canvas: Canvas, answers: list[Offer], corner: list[Offer]) -> Box:
        """Return the layout of the season, the sentence, the answers and the permanent buttons."""
        parts = [offer.part(canvas) for offer in answers]
        if self._marches():
            parts.insert(len(parts) - 1, ARMIES)
        flag = (part("flag", wide=2.2),) if self.model.question is not None else ()
        return row(
            BRANCH if self.model.branch else SEASON,
            row(*flag, part("sentence"), wide=between(LEAST_SENTENCE_EM, SENTENCE_EM, weight=1.0)),
            row(*parts, name="answers", gap=0.4, align="middle"),
            row(*(offer.part(canvas) for offer in corner), name="corner", gap=0.35, align="middle"),
            gap=0.6, padding=(0.7, 0.0), gives_way=(shrinks("answers"), shrinks("corner")),
        )  # fmt: skip

    def _season(self, canvas: Canvas, places: Places) -> None:
        view = self.model.view
        season = _("Draft") if self.model.is_drafting else _(SEASON_NAMES[view.season])
        canvas.line(season, places["season"], size=1.3, colour=PAPER_BRIGHT, weight="Bold")
        year = _("Year {year} of 2").format(year=view.year)
        if branch := self.model.branch:
            canvas.paragraph(f"{year}. {branch}", places["branch-of"], size=BRANCH_SIZE, colour=GOLD_PALE)
            canvas.target("branch-of", places["branch-of"], None, branch_tooltip(branch))
        else:
            canvas.small(year, places["year"], colour=PAPER_SHADE)
        told = _("A year has three seasons with ten actions each, then winter; the game lasts two years.")
        canvas.target("phase", places["phase"], None, told, stage_rule(view.stage))

    def _offer(self, canvas: Canvas, place: pygame.Rect, offer: Offer) -> None:
        if not offer.is_sign:
            look: ButtonLook = {"style": offer.style, "tooltip": offer.tooltip, "why": offer.why}
            button(canvas, offer.name, place, offer.label, offer.act, **look)
            return
        face(canvas, place, offer.act, offer.style)
        put_icon(canvas, offer.label, canvas.within(place, 0.3), PRINTED if offer.act else PRINTED.faded(PALE))
        canvas.target(offer.name, place, offer.act, offer.tooltip)

    # Permanent buttons

    def _corner(self) -> list[Offer]:
        controls = self.controls
        rules, why = partial(controls.open_rule, self.rule()), _("The rules, opened at the current step (F1)")
        return [
            Offer("history", "«", controls.look_back, _("Replay any moment of the game (H)")),
            Offer("rules", "?", rules, why),
            *(
                Offer(sign.replace("_", "-"), sign, act, told, is_sign=True)
                for sign, act, told in reversed(undo_buttons(self.model, controls))
            ),
            Offer("menu", _("Menu"), controls.open_menu, _("Settings, rules, other games, or leave (Esc)")),
        ]

    def _hint(self) -> list[Offer]:
        """Return the adviser's button, which keeps its place even without a question."""
        model = self.model
        if not model.has_adviser:
            return []
        told = "\n".join(model.hint.reasons) if model.hint else ""
        told = told or _("Ask for a hint (A)")
        act = self.controls.ask_hint if model.question is not None else None
        return [Offer("hint", _("Hint"), act, told if act else _("There is nothing for you to decide right now."))]

    # The answers

    def _why(self) -> list[Offer]:
        """Return the button that opens the rule behind a refusal."""
        rule = self.model.refusal_rule if self.model.refusal else ""
        if not rule:
            return []
        told = _("Open rule {number}").format(number=rule)
        return [Offer("why", _("Why?"), partial(self.controls.open_rule, rule), told, why=rule)]

    def _try_again(self) -> list[Offer]:
        """Return the button that tries again when the game can't be saved."""
        if not self.model.trouble:
            return []
        return [Offer("try-again", _("Try again"), self.controls.try_again, _("Try saving again now"))]

    def _answers(self) -> list[Offer]:
        model = self.model
        if not model.is_seen:
            told = _("The year is over (Enter)")
            return [Offer("go-on-year", _("Continue"), self.controls.go_on, told, "gold", wide=CONFIRM_EM)]
        if model.undo_left:
            told = _("Continue (Space)")
            return [Offer("let-go-on", _("Continue"), self.controls.let_go_on, told, wide=CONFIRM_EM)]
        if isinstance(model.question, Choice):
            return [] if model.question.topic in ON_CARDS else [self._answer(move) for move in model.question.moves]
        if self._marches() and model.march:
            return self._march(model.march)
        if isinstance(model.question, PlanQuestion) and model.plan:
            return self._plan(model.plan)
        return []

    def _marches(self) -> bool:
        model = self.model
        return model.is_seen and isinstance(model.question, MarchQuestion) and model.march is not None

    def _answer(self, move: Move) -> Offer:
        label, act = move_text(move), partial(self.controls.answer, move)
        style: Style = "gold" if move == main_answer(self.model.question) else "plain"
        return Offer(ANSWER + label, label, act, self._effects(move), style, self.rule(), CONFIRM_EM)

    def _effects(self, move: Move) -> str:
        """Return the effects of an answer."""
        model = self.model
        if model.question is None:
            return ""
        chance = model.chances.get(move)
        told = chance_words(model.question, chance) if chance else ""
        return f"{told} {consequence(model.view, model.question, move, model.names)}".strip()

    def _march(self, march: MarchDraft) -> list[Offer]:
        move = march.move()
        label = move_text(move) if move else _("March")
        act = partial(self.controls.answer, move) if move else None
        why = self._effects(move) if move else _("First choose a highlighted province on the map.")
        go = Offer("march", label, act, why, "gold", self.rule(), CONFIRM_EM)
        if not march.question.may_stay:
            return [go]
        stay = partial(self.controls.answer, Stay())
        told = f"{self._effects(Stay())} (0)" if march.stays_by_zero else self._effects(Stay())
        return [Offer("stay", _("Stay"), stay, told, why=self.rule()), go]

    def _armies(self, canvas: Canvas, places: Places) -> None:
        """Draw the number of marching armies, once the target is chosen."""
        march = self.model.march
        if "armies" in places and march is not None and march.move() is not None:
            number = Number(march.armies, 1, march.question.most, self.controls.set_armies)
            stepper(canvas, "armies", places["armies"], number)

    def _plan(self, plan: PlanDraft) -> list[Offer]:
        refusal, controls = plan.refusal(), self.controls
        act = None if refusal else (lambda: controls.answer(plan.plan()))
        why = plan.refusal_rule() or FIELD_RULE
        laid = any(card is not None for card in plan.fields)
        clear = partial(controls.alter_plan, plan.clear) if laid else None
        copy = partial(controls.alter_plan, plan.copy_before) if plan.before else None
        told = (
            _("Place the cards as you did last season, as far as possible") if copy else _("This is your first season.")
        )
        return [
            Offer("copy-plan", _("Same as last season"), copy, told),
            Offer("clear", _("Clear"), clear, _("Take back all cards") if laid else _("No cards are placed.")),
            Offer("commit", _("Commit the plan"), act, refusal, "gold", why, CONFIRM_EM),
        ]

    # The sentence

    def _sentence(self, canvas: Canvas, places: Places) -> None:
        if self.model.question is not None:
            flag = banner(self.model.seats[self.model.question.seat].clan, canvas.px(2.2))
            canvas.image(flag, places["flag"], "left")
        refusal = self.model.refusal or self.model.trouble
        text = refusal or self._advice() or self._all_laid() or self.model.prompt
        box = canvas.within(places["sentence"], 0.0, 0.25)
        colour = mix(GOLD if refusal else PAPER_BRIGHT, PAPER_BRIGHT, 0.3)
        detail = self._detail()
        if detail and width(text, canvas.px(LEAST_ASKED)) <= box.width:
            upper, lower = canvas.down(box, share(1.3), share(1.0))
            canvas.line(text, upper, size=PROMPT_SIZE, colour=colour)
            detail = whole_sentences(detail, canvas.px(SMALL * LEAST_ASKED), lower.width)
            canvas.line(detail, lower, size=SMALL, colour=PAPER_SHADE)
        else:
            self._centred(canvas, text, box, colour)

    def _all_laid(self) -> str:
        """Return the next step for a plan with all cards placed; empty if there are cards left."""
        question, plan = self.model.question, self.model.plan
        if not isinstance(question, PlanQuestion) or plan is None or plan.refusal():
            return ""
        return _("{who}: your plan is complete. Commit it, or change it.").format(who=self.model.names[question.seat])

    def _advice(self) -> str:
        """Return the adviser's answer to a question other than a plan."""
        hint = self.model.hint
        if hint is None or isinstance(self.model.question, PlanQuestion):
            return ""
        if hint.move is None:
            return hint.reasons[0] if hint.reasons else _("Looking for a hint …")
        told = _("Hint: {what}.").format(what=move_text(hint.move))
        return " ".join((told, *hint.reasons[-1:]))

    def _detail(self) -> str:
        """Return the effects of the answer under the pointer, the reason why it is refused, or who is next."""
        model, question = self.model, self.model.question
        if question is None or isinstance(question, PlanQuestion):
            return ""
        if isinstance(question, MarchQuestion) and model.march:
            if model.hovered and (refusal := march_refusal(model.view, question, model.hovered)):
                return refusal
            if move := model.march.move():
                return self._effects(move)
        elif isinstance(question, Choice) and model.hovered:
            moves = (move for move in question.moves if getattr(move, "province", None) == model.hovered)
            if pointed := next(moves, None):
                return self._effects(pointed)
        if model.chances:
            return weighed_words(question, model.chances)
        return next_words(model.view, question, model.names)

    def _centred(self, canvas: Canvas, text: str, box: pygame.Rect, colour: tuple[int, int, int]) -> None:
        if width(text, canvas.px(1.15)) <= box.width:
            canvas.line(text, box, size=1.15, colour=colour)
        else:
            canvas.paragraph(text, box, colour=colour)
