"""Story of River of Gold: its events in words, and its parts: setup, rounds, the Emperor's visit and the end."""

from shogun.base.language import _
from shogun.games.river_of_gold.rules import events as ev
from shogun.window.generic.telling import GenericTelling
from shogun.window.play.model import LogLine


class RiverTelling(GenericTelling):
    """Story with headings for its parts."""

    headings = (ev.TurnBegan, ev.EmperorCame, ev.LastTileLaid, ev.GameEnded)

    def hidden(self) -> str:
        """Return a sentence about what is hidden in play, and so is redrawn in a branch."""
        return _("So are the tiles and customers that nobody has seen.")


def rule_of(line: LogLine) -> str:
    """Return the number of the rule that explains a line of the log; empty if there is none."""
    return _RULES.get(type(line.event), "")


_RULES: dict[type, str] = {
    ev.FirstSeatDrawn: "2.8", ev.BoardLaid: "2.2", ev.PatronsLaid: "13.1", ev.ClanTaken: "2.8", ev.ShipsPlaced: "2.10",
    ev.DieRolled: "4.5", ev.DieSet: "13.5", ev.FavorSpent: "4.2", ev.GoodsExchanged: "3.3", ev.FavorBought: "3.3",
    ev.Built: "5.3", ev.Sailed: "6.1", ev.Delivered: "7.2", ev.Gained: "3.1", ev.InfluenceGained: "9.2",
    ev.GoodSold: "8.5", ev.MarkerPlaced: "8.6", ev.ShipReplaced: "8.9", ev.CustomersDrawn: "7.4",
    ev.CustomerDiscarded: "7.4", ev.CustomersShuffled: "7.5", ev.TileGone: "6.7", ev.TileLaid: "11.1",
    ev.EmperorCame: "11.2", ev.LastTileLaid: "11.4", ev.MarkerPassed: "13.5", ev.MasteryClaimed: "10.1",
    ev.TurnBegan: "4.1", ev.RegionScored: "12.1", ev.Scored: "12", ev.GameEnded: "12.7",
}  # fmt: skip
