"""One table: its model, its log, its state in memory, its transactions."""
