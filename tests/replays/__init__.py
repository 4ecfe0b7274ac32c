"""Games written by hand, one for each rule, and records of another program."""
