"""How long cubes stay: by the ledge on which they came to rest, with the cubes that never came out."""

from shogun.lab import residence


def main(battles: int = 2000) -> list[str]:
    found = residence("classic", battles=battles)
    told = []
    for place in found.places:
        later = place.share(3)  # of the cubes that came to rest there, with its interval
        told.append(f"{place.place}: {place.mean.mean:.1f} battles; after 3 {later.mean:.2f} are still inside")
    curves = found.to_columns("curves")  # place, battles, share_inside, low, high
    told.append(f"{len(curves['place'])} points of {1 + len(found.places)} survival curves")
    return told


if __name__ == "__main__":
    print(*main(), sep="\n")
