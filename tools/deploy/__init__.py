"""Files for operators: the proxies of compose and of the room, a unit for systemd."""
