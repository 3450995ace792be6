"""A plot of the towers that a search found, each where its figures are, colored by the tilt of its ledges."""

from matplotlib.figure import Figure

from shogun.lab import explore

NUMBERS = "ledges.tilt=8:30,ledges.length=15:40"


def main(candidates: int = 150, battles: int = 300, discard: int = 60, path: str = "map.png") -> int:
    """Draw into a file, and return how many towers it shows: the best of each cell of the map."""
    towers = explore("classic", NUMBERS, candidates=candidates, battles=battles, discard=discard).to_columns()
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.add_subplot()
    stock, out = towers["stock"], towers["p_out_thrown"]
    axes.errorbar(
        stock,
        out,
        xerr=2 * towers["stock_error"],
        yerr=2 * towers["p_out_thrown_error"],
        fmt="none",
        ecolor="0.8",
        zorder=0,
    )
    dots = axes.scatter(stock, out, c=towers["ledges.tilt"])
    axes.set(xlabel="cubes in the tower", ylabel="share of thrown cubes that comes out")
    figure.colorbar(dots, label="tilt of the ledges, degrees")
    figure.savefig(path)
    return len(stock)


if __name__ == "__main__":
    main()
