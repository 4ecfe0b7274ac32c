"""The local room in the browser: translates commands in and messages out, and decides nothing."""
