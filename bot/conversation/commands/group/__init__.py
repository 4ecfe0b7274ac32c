"""What a group shares: bans, its ladder and results, tables in several channels."""
