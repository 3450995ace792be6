"""A tower with an exit of two cubes: what is poured in arches over it."""

JAMS = """
format = 1
[funnel]
mouth = 110
height = 40
[shaft]
width = 90
height = 160
[exit]
width = 14
height = 20
[tray]
width = 170
depth = 60
"""
