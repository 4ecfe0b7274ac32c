"""The chat side: wiring, the conversation, and one adapter a platform."""
