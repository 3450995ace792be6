"""Errors of rules, data files, positions and opponents, and of unknown games and options."""


class RuleError(ValueError):
    """Something the rules forbid; `rule` is the number of the rule, `sentence` the message without it."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} (rule {rule})")
        self.rule = rule
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["RuleError"], tuple[str, str]]:
        return type(self), (self.rule, self.sentence)


class IllegalMove(RuleError):
    """A move that the rules forbid at this moment."""


class IllegalSetup(RuleError):
    """A setup that the rules forbid."""


class UnknownOpponent(ValueError):
    """There is no opponent of this code, or its file doesn't describe one."""


class OpponentFailed(Exception):
    """An opponent written by a user failed: the type and the message of its error."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(kind, words)
        self.kind = kind

    def __str__(self) -> str:
        return ": ".join(filter(None, self.args))


class ComponentsError(ValueError):
    """A data file doesn't describe its game; the message is one sentence that says what is expected."""


class UnknownGame(ValueError):
    """There is no game of this code; the message is one sentence."""


class UnknownOption(ValueError):
    """A game has no option of this name; the message is one sentence."""


class NoPosition(ValueError):
    """No position can be made from a game, or from a moment of it; the message is one sentence."""
