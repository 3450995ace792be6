"""What goes wrong when somebody breaks a rule, or asks for a game that isn't there."""


class RuleError(ValueError):
    """Something the rules forbid; `rule` is its number in the rules, `sentence` says what, without it."""

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


class UnknownOpponent(ValueError):
    """There is no opponent of this code, or its file describes none."""


class OpponentFailed(Exception):
    """An opponent in somebody's own code has no answer: the kind of its error, and what that says."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(kind, words)
        self.kind = kind

    def __str__(self) -> str:
        return ": ".join(filter(None, self.args))


class ComponentsError(ValueError):
    """A data file doesn't describe its game; the message is one sentence, with what is expected."""


class UnknownGame(ValueError):
    """There is no game of this code; the message is one sentence."""


class UnknownOption(ValueError):
    """A game has no option of this name; the message is one sentence."""


class NoPosition(ValueError):
    """A moment of a game, or a game, from which no position can be made; the message is one sentence."""
