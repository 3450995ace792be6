"""The bar on top: the season, one sentence that says what is asked, and the buttons that answer it."""

from functools import partial

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.games.shogun.rules.moves import Move, Stay
from shogun.games.shogun.rules.questions import Choice, MarchQuestion, PlanQuestion, Topic
from shogun.games.shogun.rules.references import FIELD_RULE, question_rule, stage_rule
from shogun.games.shogun.screen.card import PALE
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.choice_words import (
    chance_words,
    consequence,
    march_refusal,
    next_words,
    weighed_words,
)
from shogun.games.shogun.screen.play.drafts import MarchDraft, PlanDraft
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words.wording import SEASON_NAMES, move_text
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.icons import PRINTED
from shogun.window.kit.panel import Panel
from shogun.window.kit.text import width
from shogun.window.kit.theme import GOLD, INDIGO_DEEP, PAPER_BRIGHT, PAPER_SHADE, SMALL, Weight, mix
from shogun.window.kit.widgets.button import ButtonLook, Style, button, face
from shogun.window.kit.widgets.icon import put_icon
from shogun.window.kit.widgets.stepper import Number, stepper

SEASON_EM = 8.5
BUTTON_EM = 2.0
CONFIRM_EM = 9.0
"""Width of what answers the question."""
ARMIES_EM = 8.0
SENTENCE_EM = 26.0
"""Width that the sentence keeps: buttons that would take of it have their words in two lines."""
TWO_LINES = 0.62
"""Width of such a button, as a share of the one with its words in one line."""
LEAST_WORD = 0.8
"""Size of the words of such a button, em: it is as wide as its longest word in any case."""
ON_CARDS: tuple[Topic, ...] = ("special", "draft_card", "draft_group")
"""What is chosen by clicking the cards and groups themselves, below."""
LEAST_ASKED = 0.85
"""Size of the question, em, down to which it leaves room for a second line; a longer one takes both."""


ANSWER = "answer-"
"""How the names of the buttons begin that answer a choice."""


def whole_sentences(text: str, size: int, room: int) -> str:
    """Return a text without the last sentences for which there is no room; the first one stays in any case."""
    while width(text, size) > room and ". " in text:
        text = text[: text.rindex(". ") + 1]
    return text


class Offer(Struct):
    """One button of the bar."""

    name: str
    label: str
    act: Act | None
    tooltip: str = ""
    style: Style = "plain"
    why: str = ""
    """The number of the rule that explains it."""


class PromptPanel(Panel):
    """Says what is asked of whom, and offers the answers that are not on the board."""

    name = "prompt"

    def __init__(self, model: Model, controls: Controls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls

    def rule(self) -> str:
        """Return the rule of what is asked, or of the phase."""
        question = self.model.question
        return question_rule(question) if question is not None else stage_rule(self.model.view.stage)

    def shows(self) -> tuple[object, ...]:
        """Return what is asked, what can be answered, and what is said to it."""
        model = self.model
        told = (model.prompt, model.refusal, model.trouble, model.undo_refusal, model.hint, model.has_adviser)
        may = (model.can_undo, model.can_redo)
        return model.asked(), told, may, model.hovered, model.chances, model.is_seen

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar."""
        canvas.fill(self.rect, INDIGO_DEEP)
        self._season(canvas)
        right = self._corner(canvas)
        right = self._answers(canvas, right)
        right = self._try_again(canvas, self._why(canvas, right))
        self._sentence(canvas, right)

    def _season(self, canvas: Canvas) -> None:
        view = self.model.view
        box = pygame.Rect(self.rect.left + canvas.px(0.8), self.rect.top, canvas.px(SEASON_EM), self.rect.height)
        season = _("Draft") if self.model.is_drafting else _(SEASON_NAMES[view.season])
        upper = pygame.Rect(box.left, box.top + canvas.px(0.3), box.width, box.height // 2)
        lower = pygame.Rect(box.left, upper.bottom - canvas.px(0.15), box.width, box.height // 2 - canvas.px(0.3))
        canvas.line(season, upper, size=1.3, colour=PAPER_BRIGHT, weight="Bold")
        canvas.small(_("Year {year} of 2").format(year=view.year), lower, colour=PAPER_SHADE)
        told = _("A year has three seasons with ten actions each, then winter; the game lasts two years.")
        canvas.target("phase", box, None, told, stage_rule(view.stage))

    def _corner(self, canvas: Canvas) -> int:
        """Draw the buttons that are always there and return where the room left of them ends."""
        right = self.rect.right - canvas.px(0.6)
        menu = Offer("menu", _("Menu"), self.controls.open_menu, _("Settings, rules, other games, or leave (Esc)"))
        right = self._button(canvas, menu, right)
        redo = self.controls.redo if self.model.can_redo else None
        told = _("Make the step again (Y)") if redo else _("Nothing was taken back.")
        right = self._sign(canvas, Offer("redo", "redo", redo, told), right)
        undo, undo_all = (self.controls.undo, self.controls.undo_all) if self.model.can_undo else (None, None)
        refusal = self.model.undo_refusal or _("There is nothing that can be taken back.")
        told = _("Take the last step back (Z)") if undo else refusal
        right = self._sign(canvas, Offer("undo", "undo", undo, told), right)
        told = _("Take back all that can be (Shift+Z)") if undo else refusal
        right = self._sign(canvas, Offer("undo-all", "undo_all", undo_all, told), right)
        told = _("The rules, open at what is due now (F1)")
        right = self._button(canvas, Offer("rules", "?", partial(self.controls.open_rule, self.rule()), told), right)
        past = Offer("history", "«", self.controls.look_back, _("Look back at any moment of the game (H)"))
        return self._hint(canvas, self._button(canvas, past, right)) - canvas.px(0.8)

    def _hint(self, canvas: Canvas, right: int) -> int:
        """Draw the adviser's button, which has its place also while nothing is asked."""
        model = self.model
        if not model.has_adviser:
            return right
        told = "\n".join(model.hint.reasons) if model.hint else ""
        told = told or _("Ask the Shogun what he would do (A)")
        act = self.controls.ask_hint if model.question is not None else None
        return self._button(canvas, Offer("hint", _("Hint"), act, told), right)

    def _why(self, canvas: Canvas, right: int) -> int:
        """Beside a refusal, draw the way to the rule that says why; return where the room left of it ends."""
        rule = self.model.refusal_rule if self.model.refusal else ""
        if not rule:
            return right
        told = _("Open rule {number}").format(number=rule)
        act = partial(self.controls.open_rule, rule)
        return self._button(canvas, Offer("why", _("Why?"), act, told, why=rule), right)

    def _try_again(self, canvas: Canvas, right: int) -> int:
        """Where nothing can be written, draw the way to try it again; return where the room left of it ends."""
        if not self.model.trouble:
            return right
        told = _("Try at once to write it")
        return self._button(canvas, Offer("try-again", _("Try again"), self.controls.try_again, told), right)

    def _button(self, canvas: Canvas, offer: Offer, right: int, em: float = 0.0) -> int:
        """Draw a button that ends at `right`, so wide or as its words need, and return where the next one ends."""
        weight: Weight = "Bold" if offer.style == "primary" else "Regular"
        needed = max(canvas.px(BUTTON_EM), width(offer.label, canvas.px(1), weight) + canvas.px(1.6))
        wide = canvas.px(em) if em else needed
        if not em and right - wide < self.rect.left + canvas.px(SEASON_EM + SENTENCE_EM):
            longest = max(width(word, canvas.px(LEAST_WORD), weight) for word in offer.label.split())
            wide = max(canvas.px(BUTTON_EM), round(wide * TWO_LINES), longest + canvas.px(0.8))
        high = canvas.px(BUTTON_EM)
        rect = pygame.Rect(right - wide, self.rect.centery - high // 2, wide, high)
        look: ButtonLook = {"style": offer.style, "tooltip": offer.tooltip, "why": offer.why}
        button(canvas, offer.name, rect, offer.label, offer.act, **look)
        return rect.left - canvas.px(0.4)

    def _sign(self, canvas: Canvas, offer: Offer, right: int) -> int:
        """Draw a button with a sign instead of a word and return where the next one ends."""
        side = canvas.px(BUTTON_EM)
        rect = pygame.Rect(right - side, self.rect.centery - side // 2, side, side)
        face(canvas, rect, offer.act, offer.style)
        look = PRINTED if offer.act else PRINTED.faded(PALE)
        put_icon(canvas, offer.label, rect.inflate(-canvas.px(0.6), -canvas.px(0.6)), look)
        canvas.target(offer.name, rect, offer.act, offer.tooltip)
        return rect.left - canvas.px(0.3)

    def _answers(self, canvas: Canvas, right: int) -> int:
        model = self.model
        if not model.is_seen:
            offer = Offer("go-on-year", _("Go on"), self.controls.go_on, _("The year is over (Enter)"), "primary")
            return self._confirm(canvas, offer, right)
        if isinstance(model.question, Choice):
            return self._choice(canvas, model.question, right)
        if isinstance(model.question, MarchQuestion) and model.march:
            return self._march(canvas, model.march, right)
        if isinstance(model.question, PlanQuestion) and model.plan:
            return self._plan(canvas, model.plan, right)
        return right

    def _choice(self, canvas: Canvas, question: Choice, right: int) -> int:
        if question.topic in ON_CARDS:
            return right
        for move in reversed(question.moves):
            right = self._answer(canvas, move, right)
        return right

    def _answer(self, canvas: Canvas, move: Move, right: int) -> int:
        label = move_text(move)
        act = partial(self.controls.answer, move)
        return self._confirm(canvas, Offer(ANSWER + label, label, act, self._brings(move), why=self.rule()), right)

    def _confirm(self, canvas: Canvas, offer: Offer, right: int) -> int:
        """Draw what answers the question: it has one place and one width, whatever it says."""
        return self._button(canvas, offer, right, CONFIRM_EM)

    def _brings(self, move: Move) -> str:
        """Return what an answer would bring."""
        model = self.model
        if model.question is None:
            return ""
        chance = model.chances.get(move)
        told = chance_words(model.question, chance) if chance else ""
        return f"{told} {consequence(model.view, model.question, move, model.names)}".strip()

    def _march(self, canvas: Canvas, march: MarchDraft, right: int) -> int:
        move = march.move()
        label = move_text(move) if move else _("March")
        act = partial(self.controls.answer, move) if move else None
        why = self._brings(move) if move else _("First click a lit province on the map.")
        right = self._confirm(canvas, Offer("march", label, act, why, "primary", self.rule()), right)
        wide, high = canvas.px(ARMIES_EM), canvas.px(BUTTON_EM)
        if move is not None:
            rect = pygame.Rect(right - wide, self.rect.centery - high // 2, wide, high)
            stepper(canvas, "armies", rect, Number(march.armies, 1, march.question.most, self.controls.set_armies))
        right -= wide + canvas.px(0.4)
        if not march.question.may_stay:
            return right
        act = partial(self.controls.answer, Stay())
        return self._button(canvas, Offer("stay", _("Stay"), act, self._brings(Stay()), why=self.rule()), right)

    def _plan(self, canvas: Canvas, plan: PlanDraft, right: int) -> int:
        refusal = plan.refusal()
        act = None if refusal else (lambda: self.controls.answer(plan.plan()))
        why = plan.refusal_rule() or FIELD_RULE
        right = self._confirm(canvas, Offer("commit", _("Commit the plan"), act, refusal, "primary", why), right)
        laid = any(card is not None for card in plan.fields)
        clear = partial(self.controls.alter_plan, plan.clear) if laid else None
        why = _("Take all cards back") if laid else _("No card is laid.")
        right = self._button(canvas, Offer("clear", _("Clear"), clear, why), right)
        copy = partial(self.controls.alter_plan, plan.copy_before) if plan.before else None
        why = _("Lay the cards as you did last season, as far as you can") if copy else _("This is your first season.")
        return self._button(canvas, Offer("copy-plan", _("As last season"), copy, why), right)

    def _sentence(self, canvas: Canvas, right: int) -> None:
        left = self.rect.left + canvas.px(SEASON_EM + 1.2)
        seat = self.model.question.seat if self.model.question else None
        if seat is not None:
            side = canvas.px(2.2)
            flag = banner(self.model.seats[seat].clan, side)
            canvas.surface.blit(flag, flag.get_rect(midleft=(left, self.rect.centery)))
            left += side
        refusal = self.model.refusal or self.model.trouble
        text = refusal or self._advice() or self._all_laid() or self.model.prompt
        box = pygame.Rect(left, self.rect.top + canvas.px(0.25), right - left, self.rect.height - canvas.px(0.5))
        colour = mix(GOLD if refusal else PAPER_BRIGHT, PAPER_BRIGHT, 0.3)
        detail = self._detail()
        if detail and width(text, canvas.px(LEAST_ASKED)) <= box.width:
            upper, lower = box.copy(), box.copy()
            upper.height = lower.height = box.height // 2
            lower.bottom = box.bottom
            canvas.line(text, upper, size=1.05, colour=colour)
            detail = whole_sentences(detail, canvas.px(SMALL * LEAST_ASKED), lower.width)
            canvas.line(detail, lower, size=SMALL, colour=PAPER_SHADE)
        else:
            self._centred(canvas, text, box, colour)

    def _all_laid(self) -> str:
        """Return what is left to be done with a plan in which every card lies; empty if it isn't that far."""
        question, plan = self.model.question, self.model.plan
        if not isinstance(question, PlanQuestion) or plan is None or plan.refusal():
            return ""
        return _("{who}: the plan is full. Commit it, or change it.").format(who=self.model.names[question.seat])

    def _advice(self) -> str:
        """Return what the adviser would do, if he was asked about anything but a plan."""
        hint = self.model.hint
        if hint is None or isinstance(self.model.question, PlanQuestion):
            return ""
        if hint.move is None:
            return hint.reasons[0] if hint.reasons else _("The Shogun is thinking …")
        told = _("The Shogun would say: {what}.").format(what=move_text(hint.move))
        return " ".join((told, *hint.reasons[-1:]))

    def _detail(self) -> str:
        """Return what the answer that is pointed at would bring, why it can't be given, or who is due next."""
        model, question = self.model, self.model.question
        if question is None or isinstance(question, PlanQuestion):
            return ""
        if isinstance(question, MarchQuestion) and model.march:
            if model.hovered and (refusal := march_refusal(model.view, question, model.hovered)):
                return refusal
            if move := model.march.move():
                return self._brings(move)
        elif isinstance(question, Choice) and model.hovered:
            moves = (move for move in question.moves if getattr(move, "province", None) == model.hovered)
            if pointed := next(moves, None):
                return self._brings(pointed)
        if model.chances:
            return weighed_words(question, model.chances)
        return next_words(model.view, question, model.names)

    def _centred(self, canvas: Canvas, text: str, box: pygame.Rect, colour: tuple[int, int, int]) -> None:
        if width(text, canvas.px(1.15)) <= box.width:
            canvas.line(text, box, size=1.15, colour=colour)
        else:
            canvas.paragraph(text, box, colour=colour)
