"""Things as keys that count as themselves, however alike others are."""

from shogun.base.by_identity import Itself


def test_a_thing_is_equal_to_itself_alone() -> None:
    thing, alike = [1], [1]
    assert Itself(thing) == Itself(thing)
    assert Itself(thing) != Itself(alike)
    assert Itself(thing) != thing
    assert {Itself(thing): "one", Itself(alike): "other"}[Itself(thing)] == "one"
