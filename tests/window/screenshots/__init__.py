"""Pictures of every scene, and what the tests remember of them."""
