"""A proxy before the room that can swallow everything, as a dead network does: no connection is closed."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

PATIENCE = 90.0  # seconds; generous, for machines with much else to do


class SilentProxy:
    """Passes bytes on; while `silent` is set they are lost, and so are those connections for good."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._passing: list[threading.Thread] = []
        self.silent = threading.Event()
        self._swallowed = threading.Event()
        self._accepting = threading.Thread(target=self._accept)
        self._accepting.start()

    @property
    def link(self) -> str:
        """Where pages connect."""
        return f"http://127.0.0.1:{self._server.getsockname()[1]}"

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            self._ends.append(client)
            upstream = socket.create_connection(("127.0.0.1", self._target))
            self._ends.append(upstream)
            lost = threading.Event()
            for one, other in ((client, upstream), (upstream, client)):
                self._passing.append(threading.Thread(target=self._pass, args=(one, other, lost)))
                self._passing[-1].start()

    def _pass(self, one: socket.socket, other: socket.socket, lost: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while chunk := one.recv(65536):
                if self.silent.is_set():
                    lost.set()
                    self._swallowed.set()
                if not lost.is_set():
                    other.sendall(chunk)
        if not lost.is_set():
            _hang_up(one, other)

    def swallowed(self) -> bool:
        """Wait until something was lost, and its connection with it."""
        return self._swallowed.wait(PATIENCE)

    def close(self) -> None:
        """Close everything; what waits for a byte is woken first."""
        _hang_up(self._server)
        self._accepting.join()
        _hang_up(*self._ends)
        for thread in self._passing:
            thread.join()
        for end in (self._server, *self._ends):
            end.close()


def _hang_up(*ends: socket.socket) -> None:
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def silent_proxy(port: int) -> Iterator[SilentProxy]:
    """A proxy before the room at a port."""
    proxy = SilentProxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
