"""Games that begin at a position: what it says, whether it can be, the state it is, and the position of a state."""
