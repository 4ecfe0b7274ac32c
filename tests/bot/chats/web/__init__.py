"""The room: sockets, pages in a real browser, hostile input."""
