"""Which part of the map is seen, and how large: zoom at the pointer, and pan."""

from msgspec import Struct

from shogun.window.kit.drawing.projection import Point, Projection


class Viewport(Struct, frozen=True):
    """A part of the whole map's picture: enlarged by `zoom`, with its corner at (left, top) px of that picture."""

    zoom: float = 1.0
    left: float = 0.0
    top: float = 0.0

    def projection(self, whole: Projection) -> Projection:
        """Return how this part is drawn, if `whole` shows the whole map."""
        return whole.enlarged(self.zoom, self.left, self.top)

    def zoomed(self, times: float, at: Point, size: tuple[int, int], most: float) -> "Viewport":
        """Return the part enlarged `times` more, to `most` at most, that keeps the point `at` (px) in its place."""
        zoom = min(max(self.zoom * times, 1.0), most)
        x, y = self.whole(at)
        return Viewport(zoom, x - at[0] / zoom, y - at[1] / zoom)._inside(size)

    def moved(self, x: float, y: float, size: tuple[int, int]) -> "Viewport":
        """Return the part after its picture was drawn along by (x, y) px."""
        return Viewport(self.zoom, self.left - x / self.zoom, self.top - y / self.zoom)._inside(size)

    def _inside(self, size: tuple[int, int]) -> "Viewport":
        """Return the part pushed back so that nothing beyond the whole picture is seen."""
        most = [length - length / self.zoom for length in size]
        return Viewport(self.zoom, min(max(self.left, 0.0), most[0]), min(max(self.top, 0.0), most[1]))

    def whole(self, point: Point) -> Point:
        """Return the px of the whole picture that is seen at a point of the window."""
        return self.left + point[0] / self.zoom, self.top + point[1] / self.zoom

    def window(self, point: Point) -> Point:
        """Return where in the window a px of the whole picture is seen."""
        return (point[0] - self.left) * self.zoom, (point[1] - self.top) * self.zoom
