"""The command line's own error."""


class WrongInput(Exception):
    """Arguments that make no sense together; the message is one sentence."""
