"""Fingerprint of this machine's physics: a digest of some reference drops, exact to the last bit.

The same sources and the same version of pymunk needn't give the same results: a build of pymunk with fused
multiply-adds rounds once where others round twice, and sine and cosine are the system's. The other results are just as
likely, but another sequence of chance. Machines with the same digest compute the same figures from the same seed.
"""

import struct
from functools import cache
from hashlib import sha256

from shogun.base.language import _, marked, shown
from shogun.tower.geometry import Baffle, Exit, Funnel, Geometry, Pin, Shaft, Tray, Wall
from shogun.tower.physics.throw import prepare, rest
from shogun.tower.resting_cubes import RestingCube

KNOWN = {
    "5a49b961d1c79b0f": marked("as on Linux"),
    "bf0c81a30ae30e8a": marked("fused multiply-adds, as GCC makes them for x86-64"),
}
"""Known digests and their machines: pymunk's wheels on x86-64 and (emulated) aarch64, and a build compiled with
`-march=x86-64-v3 -O3 -ffp-contract=fast`. That of Apple silicon, whose wheel is fused, is unknown."""
REFERENCE = Geometry(
    name="reference",
    funnel=Funnel(mouth=110, height=40),
    shaft=Shaft(width=70, height=160),
    exit=Exit(width=50, height=20),
    tray=Tray(width=120, depth=60),
    baffles=(
        Baffle(side="left", height=130, length=32, tilt=19),
        Baffle(side="right", height=95, length=34, tilt=16),
        Baffle(side="left", height=55, length=30, tilt=18),
    ),
    pins=(Pin(x=18, y=60, diameter=5),),
    walls=(Wall(start=(-4, 30), end=(5, 33)),),
)
"""Tower of the reference drops, independent of any file, with a piece of each kind."""
DROPS = ((12, 1), (5, 2))
"""Cubes and seed of each throw, onto the cubes that lie there."""


@cache
def fingerprint() -> str:
    """Return the digest of the reference drops as 16 hexadecimal digits; the first call takes some ms."""
    digest = sha256()
    lying: tuple[RestingCube, ...] = ()
    for thrown, seed in DROPS:
        colours, simulation = prepare(REFERENCE, lying, {"red": thrown}, seed)
        simulation.run()
        poses = [(body.position.x, body.position.y, body.angle) for body in simulation.inside]
        poses += [(crossing.pose.x, crossing.pose.y, crossing.pose.angle) for crossing in simulation.crossings]
        for pose in poses:
            digest.update(struct.pack("<3d", *pose))
        lying = rest(colours, simulation)
    return digest.hexdigest()[:16]


def described(digest: str) -> str:
    """Return the machine of a known digest in words; an unknown digest is quoted."""
    return _(KNOWN[digest]) if digest in KNOWN else _("unlike any known machine: {digest}").format(digest=shown(digest))
