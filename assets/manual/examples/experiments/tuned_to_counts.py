"""A tower tuned to what was counted by hand: first the friction of one's own cubes, then the tilt that suits them."""

from shogun.lab import match, tune
from shogun.lab.searching.tune import Tuned
from shogun.tower import load_tower, set_parameter


def main(counts: str = "tower_geometry/counts.csv", candidates: int = 60) -> Tuned:
    fitted = match("classic", counts)  # a file with thrown, out and resting of each throw
    print(
        f"friction of the cubes: {fitted.interval.mean:.3f} ({fitted.interval.low:.3f} to {fitted.interval.high:.3f})"
    )
    mine = set_parameter(load_tower("classic"), "grain.friction", fitted.best.value)
    found = tune(mine, "p_out_thrown=0.75", "ledges.tilt=14:24", candidates=candidates)
    print(f"with a tilt of {found.values['ledges.tilt']} degrees {found.figures.p_out_thrown.mean:.3f} come out")
    return found


if __name__ == "__main__":
    main()
