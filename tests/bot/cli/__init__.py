"""The command line, and backups of earlier versions."""
