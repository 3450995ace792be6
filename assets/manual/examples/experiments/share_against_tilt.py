"""The share of thrown cubes that comes out, against the tilt of the ledges, with its band."""

from matplotlib.figure import Figure

from shogun.lab import sweep


def main(battles: int = 1000, picture: str = "share_against_tilt.png") -> Figure:
    found = sweep("classic", "ledges.tilt=15:21:1", battles=battles).to_columns()
    tilt, share, error = (found[name] for name in ("ledges.tilt", "p_out_thrown", "p_out_thrown_error"))
    figure = Figure(figsize=(6, 4))
    axes = figure.add_subplot()
    axes.fill_between(tilt, share - 2 * error, share + 2 * error, alpha=0.3)
    axes.plot(tilt, share, "o-")
    axes.set(xlabel="tilt of the ledges, degrees", ylabel="share of thrown cubes that comes out")
    figure.savefig(picture)
    return figure


if __name__ == "__main__":
    main()
