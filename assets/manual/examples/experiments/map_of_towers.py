"""A map of towers: how many cubes rest in them and how many fall through, the best tower of each cell."""

from shogun.lab import explore, save_page
from shogun.lab.searching.explore import TowerMap

NUMBERS = "ledges.tilt=8:30,ledges.length=15:40"


def main(candidates: int = 200, battles: int = 500, page: str = "map_of_towers.html") -> TowerMap:
    found = explore(
        "classic", NUMBERS, over="stock=0:40:6,p_out_thrown=0.4:1:6", candidates=candidates, battles=battles
    )
    save_page(found, page)  # each cell shows its tower and gives its file
    fullest = max(found.elites, key=lambda one: one.figures.stock.mean)
    print(found.file(fullest))
    return found


if __name__ == "__main__":
    main()
