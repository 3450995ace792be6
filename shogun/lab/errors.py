"""What can go wrong in the lab, each told in one sentence."""


class LabError(ValueError):
    """An experiment that can't be done as asked; the message is one sentence."""
