"""The connection to the Bot API: requests go out over HTTP, updates come by long polling or a webhook."""
