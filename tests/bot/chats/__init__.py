"""The adapters in front of stand-ins, and one contract for all platforms."""
