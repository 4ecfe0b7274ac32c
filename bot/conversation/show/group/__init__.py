"""What a group keeps of its games: ladders, profiles, cards."""
