"""The library's requests over aiohttp, which needs a third of the CPU time of its own client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any
from urllib.request import getproxies

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.chats.telegram.api.library import light_answer
from bot.operations.events import NO_WATCH, Watch

CONNECTIONS = 64
CONNECT = 10.0  # seconds
READ = 20.0
UPLOAD = 40.0  # with files
IN_A_PIECE = 1_000_000  # bytes of files; aiohttp warns of a larger body
File = tuple[str, bytes | IO[bytes], str]  # name, content and type


async def body_of(fields: Mapping[str, str], files: Mapping[str, File]) -> aiohttp.FormData | aiohttp.Payload:
    """The body of a request; in one piece unless it is long: a form is written to the socket line by line."""
    form = aiohttp.FormData(fields)
    for name, (file_name, content, mime) in files.items():
        form.add_field(name, content, filename=file_name, content_type=mime)
    sizes = [len(content) if isinstance(content, bytes) else IN_A_PIECE for _, content, _ in files.values()]
    if not 0 < sum(sizes) < IN_A_PIECE:
        return form
    parts = form()
    return aiohttp.BytesPayload(await parts.as_bytes(), content_type=parts.content_type)


class Wire(BaseRequest):
    """Sends requests and reads answers; the address, which holds the token, is in no error."""

    def __init__(self, connections: int = CONNECTIONS, watch: Watch = NO_WATCH) -> None:
        self.well = True  # whether the last request was answered
        self._connections = connections
        self._watch = watch
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        """Seconds that an answer may take."""
        return READ

    async def initialize(self) -> None:
        """Open the session."""
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=self._connections)
            # Else the environment and .netrc are read anew for every request.
            self._session = aiohttp.ClientSession(connector=connector, trust_env=bool(getproxies()))

    async def shutdown(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """What an answer says; raises TelegramError if it is no JSON."""
        return light_answer(BaseRequest.parse_json_payload(payload))

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Send one request; the status and content of the answer. Raises NetworkError and TimedOut."""
        if self._session is None:
            raise RuntimeError("the connection is not open")
        files = request_data.multipart_data if request_data else {}
        fields = request_data.json_parameters if request_data else {}
        seconds = [
            usual if given is BaseRequest.DEFAULT_NONE else given
            for usual, given in (
                (READ, read_timeout),
                (UPLOAD if files else READ, write_timeout),
                (CONNECT, connect_timeout),
                (READ, pool_timeout),
            )
        ]
        timeout = aiohttp.ClientTimeout(
            total=None if None in seconds else sum(seconds), sock_connect=seconds[2]
        )
        body = await body_of(fields, files)
        try:
            async with self._session.request(method, url, data=body, timeout=timeout) as answer:
                content = await answer.read()
        except TimeoutError:
            self.well = False
            raise TimedOut from None
        except (aiohttp.ClientError, OSError) as error:
            self.well = False
            raise NetworkError(type(error).__name__) from None
        self.well = answer.status < 500
        self._watch.answered("telegram", answer.status)
        return answer.status, content
