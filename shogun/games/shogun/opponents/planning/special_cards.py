"""What special cards are good for (6.2)."""

from collections.abc import Sequence

from shogun.games.shogun.rules.cards import Action, Special

HELPS: dict[Special, Sequence[Action]] = {
    "chest": ("taxes",),
    "rice": ("rice",),
    "armies": ("deploy5",),
    "attack": ("battle_a", "battle_b"),
    "defence": (),
}
"""The actions in which a special card brings something."""
