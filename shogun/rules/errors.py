"""What goes wrong when somebody breaks a rule."""


class IllegalMove(ValueError):
    """A move that the rules forbid; `rule` is the number of the rule in `assets/rules/en.md`."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} (rule {rule})")
        self.rule = rule
        self.sentence = sentence
