"""Requests over aiohttp: what reaches Telegram."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web
from telegram.request import RequestData

from bot.chats.telegram.api.http import IN_A_PIECE, Wire, body_of

SHORT, LONG = b"\x89PNG\r\n--x\r\n\x00", b"\x00" * (IN_A_PIECE + 1)


class Form(RequestData):
    """A request with these fields and files, as the library would make it."""

    def __init__(self, fields: dict[str, str], files: dict[str, tuple[str, bytes, str]]) -> None:
        self._fields, self._files = fields, files

    @property
    def json_parameters(self) -> dict[str, str]:
        return self._fields

    @property
    def multipart_data(self) -> dict[str, tuple[str, bytes, str]]:  # type: ignore[override]
        return self._files


@pytest.mark.parametrize("content", [SHORT, LONG, b"", None], ids=["short", "long", "empty", "none"])
async def test_fields_and_files_arrive_as_they_are(content: bytes | None) -> None:
    got: dict[str, object] = {}

    async def take(request: web.Request) -> web.Response:
        for name, value in (await request.post()).items():
            got[name] = value
            if isinstance(value, web.FileField):
                got[name] = (value.filename, value.file.read(), value.content_type)
        return web.json_response({"ok": True, "result": True})

    app = web.Application(client_max_size=1 << 26)
    app.router.add_post("/x", take)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    wire = Wire()
    await wire.initialize()
    files = {} if content is None else {"photo": ("board.png", content, "image/png")}
    fields = {"chat_id": "-100", "caption": "Ход: <b>A</b> & 🟥\n2"}
    try:
        status, _ = await wire.do_request(f"http://127.0.0.1:{port}/x", "POST", Form(fields, files))
    finally:
        await wire.shutdown()
        await runner.cleanup()
    assert status == 200
    assert got.keys() == {**fields, **files}.keys()
    assert all(got[name] == value for name, value in {**fields, **files}.items()), "no bytes in the report"


async def test_a_picture_is_written_in_one_piece() -> None:
    photo = {"photo": ("board.png", SHORT, "image/png")}
    assert isinstance(await body_of({"chat_id": "1"}, photo), aiohttp.BytesPayload)
    long = {"photo": ("board.png", LONG, "image/png")}
    assert isinstance(await body_of({"chat_id": "1"}, long), aiohttp.FormData), "aiohttp warns of a long one"
