"""The names of the towers that come with the program, sorted."""

from shogun.base.resources import shipped

SHIPPED = sorted(path.stem for path in shipped("tower_geometry").glob("*.toml"))
