"""Which numbers of a tower matter: two of the ledges, and one that cannot matter, the width of the tray."""

from shogun.lab import sensitivity

NUMBERS = "ledges.tilt=15:21,ledges.length=28:36,tray.width"


def main(samples: int = 10, battles: int = 240) -> list[str]:
    found = sensitivity("classic", NUMBERS, samples=samples, battles=battles)
    told = []
    for one in found.of("stock"):
        change = one.total  # from the low to the high end of the range; its interval holds the noise
        sure = "" if one.is_sure else ", nothing for certain"
        told.append(f"{one.parameter}: {change.mean:.1f} cubes ({change.low:.1f} to {change.high:.1f}){sure}")
    return told


if __name__ == "__main__":
    print(*main(), sep="\n")
