"""A port of its own for the operator: /metrics and /healthz, apart from the room."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client.exposition import choose_encoder

from bot.operations.health import Health
from bot.operations.metrics import Metrics


@asynccontextmanager
async def observation(host: str, port: int, metrics: Metrics, health: Health) -> AsyncIterator[None]:
    """Serve both until the block ends; raises OSError if the port is taken."""

    async def show(request: web.Request) -> web.StreamResponse:
        encode, kind = choose_encoder(request.headers.get("Accept", ""))
        return web.Response(body=encode(metrics.registry), headers={"Content-Type": kind})

    app = web.Application()
    app.add_routes([web.get("/metrics", show), web.get("/healthz", health.answer)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        await runner.cleanup()
