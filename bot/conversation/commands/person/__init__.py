"""What belongs to one user: settings, own data, the first contact."""
