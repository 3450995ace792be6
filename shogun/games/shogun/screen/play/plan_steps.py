"""The steps in which a plan is laid, to be taken back and made again one by one before it is committed."""

from shogun.games.shogun.screen.play.half_made_answers import Fields, PlanDraft


class Steps:
    """Remembers how the fields of one plan lay after each step."""

    def __init__(self) -> None:
        self._plan: PlanDraft | None = None
        self._before: list[Fields] = []
        self._now: Fields = ()
        self._after: list[Fields] = []

    def look(self, plan: PlanDraft | None) -> bool:
        """Note what has changed since the last look; return whether anything has."""
        if plan is not self._plan:
            self._plan = plan
            self._before, self._after = [], []
            self._now = tuple(plan.fields) if plan else ()
            return True
        if plan is None or tuple(plan.fields) == self._now:
            return False
        self._before.append(self._now)
        self._after.clear()
        self._now = tuple(plan.fields)
        return True

    @property
    def can_go_back(self) -> bool:
        """Whether a step can be taken back."""
        return bool(self._before)

    @property
    def can_go_forth(self) -> bool:
        """Whether a step that was taken back can be made again."""
        return bool(self._after)

    def back(self) -> None:
        """Take the last step back."""
        self._go(self._before, self._after)

    def forth(self) -> None:
        """Make the last step again that was taken back."""
        self._go(self._after, self._before)

    def _go(self, source: list[Fields], target: list[Fields]) -> None:
        if self._plan is not None and source:
            target.append(self._now)
            self._now = source.pop()
            self._plan.lay_all(self._now)
