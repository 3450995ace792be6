"""Detection of errors caused by lack of memory, as Python, the system and libraries report them."""

import errno

_SIGNS = (
    "failed to map segment",  # a library that is loaded, by Linux
    "cannot allocate memory",
    "out of memory",  # pygame
    "can't start new thread",
    "bad_alloc",  # C++
    "memoryerror",  # by name, from a worker process
    "without setting an exception",  # Python itself, which had no memory left for the exception
    "without exception set",
)
"""Parts of the messages of other errors that report a lack of memory."""


def is_out_of_memory(error: BaseException | None) -> bool:
    """Return whether an error, or one of its causes, is a lack of memory."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
            return True
        message = str(error).lower() if isinstance(error, ImportError | RuntimeError | SystemError) else ""
        if any(sign in message for sign in _SIGNS):
            return True
        error = error.__cause__ or error.__context__
    return False
