"""Things as keys that count as themselves, however alike others are."""

from shogun.base.by_identity import IdentityKey


def test_a_thing_is_equal_to_itself_alone() -> None:
    thing, alike = [1], [1]
    assert IdentityKey(thing) == IdentityKey(thing)
    assert IdentityKey(thing) != IdentityKey(alike)
    assert IdentityKey(thing) != thing
    assert {IdentityKey(thing): "one", IdentityKey(alike): "other"}[IdentityKey(thing)] == "one"
