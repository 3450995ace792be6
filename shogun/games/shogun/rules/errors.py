"""What goes wrong when somebody breaks a rule; `rule` is its number in `assets/shogun/rules/en.md`."""


class RuleError(ValueError):
    """Something the rules forbid; `sentence` says what, without the number of the rule."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} (rule {rule})")
        self.rule = rule
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["RuleError"], tuple[str, str]]:
        return type(self), (self.rule, self.sentence)


class IllegalMove(RuleError):
    """A move that the rules forbid at this moment."""


class IllegalSetup(RuleError):
    """A game that the rules don't know."""
