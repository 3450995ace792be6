"""A saved game, to be played on."""

from shogun.table.errors import OnlyToLookAt
from shogun.table.past.replay import Replay
from shogun.table.running.session import Session
from shogun.table.storage.journal import Contents, taken_over


def resume(contents: Contents) -> Session:
    """Return the game of a journal, to be played on; only a cut-off last line is lost. Raises TableError.

    What was written to its file after it was read belongs to it: nothing else can be written once this has begun.
    """
    if contents.header.is_excerpt:
        raise OnlyToLookAt.at(contents.path)
    with taken_over(contents) as (whole, writer):
        replay = Replay(whole)
        course = replay.run()
        writer.mend()
        session = Session(course, whole.header, writer)
        if not whole.is_finished:
            session.write_endings(replay.untold)
    return session
