"""The physics of a throw: outlines, bodies, time steps, and the simulation of a drop."""
