"""Towers to print in 3D: solid parts that fit a printer's bed, as STL or 3MF.

The printed tower is the simulated one, a drawing with a depth:

- Walls, ledges, inner walls and pins stand on a back plate, with the simulated outlines and walls of the wanted
  thickness. It lies on the bed with its back down, so nothing needs supports.
- Parts larger than the bed are cut where they cut through least, with dovetails in the plate.
- The lower end slides into posts on a tray. The front is a sheet of acrylic, screwed on, with a printed lip; or open.

Needs the libraries of the extra `lab`. `solid_parts.plan_print` returns the parts, `solid_files.build_solids` writes
them.
"""
