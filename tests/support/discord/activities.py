"""Activities on the stand-in: instances with users, codes that work once, a client that shows the page."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from aiohttp import web

from tests.support.discord.world import APPLICATION, World, snowflake

SECRET = "the-secret-of-no-client"  # noqa: S105  # it opens nothing
CLIENT = """<!doctype html>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0 }</style>
<iframe src="@page@"></iframe><script>
addEventListener("message", async ({ data: [kind, frame], source }) => {
  const say = (what) => source.postMessage([1, what], "*");
  if (kind === 0) say({ cmd: "DISPATCH", evt: "READY", data: { v: 1 } });
  else if (frame.cmd === "AUTHORIZE") {
    const code = await (await fetch("/grant?user=@user@&client=" + frame.args.client_id)).text();
    say({ cmd: "AUTHORIZE", nonce: frame.nonce, evt: null, data: { code } });
  }
});
</script>"""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Activities:
    """What Discord knows of the Activities that run."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.users: dict[str, dict[str, Any]] = {}
        self._instances: dict[str, tuple[str, set[str]]] = {}  # channel and users
        self._codes: dict[str, str] = {}  # code -> user
        self._granted: dict[str, str] = {}  # token -> user

    def add_routes(self, app: web.Application, rest: Handler) -> None:
        """`rest` answers everything else."""
        self._rest = rest
        app.router.add_post("/api/v10/oauth2/token", self._exchange)
        app.router.add_get("/api/v10/{tail:users/@me}", self._me)
        instances = f"/api/v10/applications/{APPLICATION}/activity-instances/{{id}}"
        app.router.add_get(instances, self._instance)
        app.router.add_get("/client", self._client)
        app.router.add_get("/grant", self._grant)

    def launch(self, channel: str, id_: str, name: str) -> str:
        """A user opens the Activity in a channel; the instance."""
        self.users[id_] = {"id": id_, "username": name.lower(), "global_name": name, "locale": "en-US"}
        instance = f"i-{channel}"
        self._instances.setdefault(instance, (channel, set()))[1].add(id_)
        return instance

    def code(self, user: str) -> str:
        """A code that says who a user is, once."""
        code = f"code{snowflake()}"
        self._codes[code] = user
        return code

    async def _instance(self, request: web.Request) -> web.StreamResponse:
        id_ = request.match_info["id"]
        if id_ not in self._instances or not request.headers.get("Authorization", "").startswith("Bot "):
            return web.json_response({"code": 0, "message": "404: Not Found"}, status=404)
        channel, users = self._instances[id_]
        guild = self._world.channels[channel].guild
        location = {"id": f"gc-{guild}-{channel}", "kind": "gc", "channel_id": channel, "guild_id": guild}
        about = {"application_id": str(APPLICATION), "instance_id": id_, "launch_id": "1"}
        return web.json_response({**about, "location": location, "users": sorted(users)})

    async def _exchange(self, request: web.Request) -> web.StreamResponse:
        form = {name: values[0] for name, values in parse_qs(await request.text()).items()}
        user = self._codes.pop(form.get("code", ""), "")
        known = form.get("client_id") == str(APPLICATION) and form.get("client_secret") == SECRET
        if not user or not known or form.get("grant_type") != "authorization_code":
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = f"access{snowflake()}"
        self._granted[token] = user
        return web.json_response({"access_token": token, "token_type": "Bearer", "scope": "identify"})

    async def _me(self, request: web.Request) -> web.StreamResponse:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind == "Bearer" and token in self._granted:
            return web.json_response(self.users[self._granted[token]])
        return await self._rest(request)

    async def _client(self, request: web.Request) -> web.StreamResponse:
        """Discord's own page, with the Activity in a frame."""
        text = CLIENT.replace("@page@", request.query["page"]).replace("@user@", request.query["user"])
        return web.Response(text=text, content_type="text/html")

    async def _grant(self, request: web.Request) -> web.StreamResponse:
        assert request.query["client"] == str(APPLICATION), json.dumps(dict(request.query))
        return web.Response(text=self.code(request.query["user"]))
