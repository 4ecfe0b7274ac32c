"""Stand-ins, servers and people that many tests share."""
