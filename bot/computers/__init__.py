"""Computer players in processes of their own."""
