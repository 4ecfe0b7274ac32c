"""The same people at the same table on every platform: what the contract suite is written in."""
