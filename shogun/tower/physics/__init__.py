"""The physics of a throw: bodies, steps, the drop, and what decides that a cube is out."""
