"""The files by which Bastide is put to work: image, compose file, locks, settings. It needs no Docker."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram, generate_latest

from bot import settings
from bot.operations import health, healthcheck
from bot.operations.metrics import Metrics
from tests.support.paths import ROOT

CADDYFILE = (ROOT / "tools" / "deploy" / "Caddyfile").read_text("utf-8")
DOCKERFILE = "\n" + (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
BOTS = ["bot", "discord-1", "discord-2", "telegram-1", "telegram-2"]
REDIS = ["redis", "redis-1", "redis-2", "redis-3"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


# -- the compose file -------------------------------------------------------------------------------


def test_compose_file_is_valid() -> None:
    """By its own schema; and by Compose itself where that is installed."""
    tool = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    checked = subprocess.run(
        [*tool, "docker-compose.yml"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout
    for profile in ([], ["--profile", "cluster"]) if has_compose() else ():
        command = ["docker", "compose", *profile, "config", "--quiet"]
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stderr


def has_compose() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("name", list(SERVICES))
def test_services_have_no_more_rights_than_needed(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("user", "root") not in ("root", "0") or service["cap_add"] == ["NET_BIND_SERVICE"]
    assert "healthcheck" in service
    assert service["restart"] == ("no" if name == "redis-create" else "unless-stopped")
    assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
    for volume in service.get("volumes", ()):
        source, _, target = volume.partition(":")
        assert source in COMPOSE["volumes"] or ((ROOT / source).is_file() and target.endswith(":ro"))
    for other in service.get("depends_on", {}):
        assert set(SERVICES[other].get("profiles", [])) <= set(service.get("profiles", []))


def test_redis_saves_to_disk() -> None:
    for name in REDIS:
        command = " ".join(SERVICES[name]["command"])
        assert "--appendonly yes --appendfsync always --maxmemory-policy noeviction" in command
        assert "--protected-mode no" in command
        assert SERVICES[name]["volumes"]
        assert SERVICES[name]["healthcheck"]["test"] == ["CMD", "redis-cli", "-e", "ping"]


def test_only_room_and_proxy_publish_ports() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published == {
        "bot": ["${BASTIDE_PUBLISH:-127.0.0.1:8080}:8080"],
        "proxy": ["80:80", "443:443"],
    }


def test_dotenv_cannot_break_what_compose_needs() -> None:
    """A Redis of the operator's own counts; what makes no sense in a container does not."""
    fixed = SERVICES["bot"]["environment"]
    assert fixed["REDIS_URL"] == "${REDIS_URL:-redis://redis:6379/0}"
    assert {"BASTIDE_WEB_HOST", "BASTIDE_WEB_PORT", "BASTIDE_DATA", "BASTIDE_METRICS_PORT"} <= set(fixed)
    assert fixed["BASTIDE_WEB_HOST"] == "0.0.0.0"  # noqa: S104  # of the container


def test_bots_get_signals_from_the_start() -> None:
    assert all(SERVICES[name]["init"] is True for name in BOTS)


def test_images_are_pinned() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    others = {SERVICES[name]["image"] for name in SERVICES if name not in BOTS}
    assert len(set(bases)) == 1
    for image in (*bases, *others):
        assert re.fullmatch(r"[a-z]+:\d+\.\d+\.\d+(-[a-z-]+)?", image), image
    assert "syntax=" not in DOCKERFILE  # it would need a registry for nothing


def test_without_a_profile_the_bot_waits_for_its_redis() -> None:
    assert [name for name in SERVICES if "profiles" not in SERVICES[name]] == ["redis", "bot"]
    assert SERVICES["bot"]["depends_on"] == {"redis": {"condition": "service_healthy"}}


def test_the_cluster_has_workers_of_both_platforms_behind_one_address() -> None:
    told = {name: settings.read(SERVICES[name]["environment"]) for name in BOTS[1:]}
    assert {one.redis_url for one in told.values()} == {
        "redis+cluster://redis-1:6379,redis-2:6379,redis-3:6379"
    }
    assert not any(one.room for one in told.values())
    shards = [SERVICES[name]["environment"]["DISCORD_SHARDS"] for name in ("discord-1", "discord-2")]
    found = [re.fullmatch(r"(\d+)-(\d+)/(\d+)", shard) for shard in shards]
    numbers = [tuple(map(int, match.groups())) for match in found if match]
    assert [number for first, last, _ in numbers for number in range(first, last + 1)] == [0, 1, 2, 3]
    assert {all_ for *_, all_ in numbers} == {4}
    for name in ("telegram-1", "telegram-2"):
        assert f"{name}:{told[name].telegram_webhook_port}" in CADDYFILE
        assert told[name].telegram_webhook_host == "0.0.0.0"  # noqa: S104
    assert set(SERVICES["proxy"]["depends_on"]) == set(BOTS[1:])  # `up proxy` starts all


def test_proxy_logs_no_secrets_and_alternates_workers() -> None:
    """One failure must not put a worker aside: then a dead one would take the living one along."""
    assert "request>headers delete" in CADDYFILE
    assert "fail_duration" not in CADDYFILE
    assert {"health_uri", "health_status", "lb_try_duration"} <= set(CADDYFILE.split())
    assert "{$PUBLIC_HOST:localhost} {" in CADDYFILE
    assert SERVICES["proxy"]["environment"] == {"PUBLIC_HOST": "${PUBLIC_HOST:-localhost}"}


def test_cluster_script_names_every_node() -> None:
    script = SERVICES["redis-create"]["command"][-1].replace("$$", "$")
    addresses = [SERVICES[name]["networks"]["cluster"]["ipv4_address"] for name in REDIS[1:]]
    assert f"--cluster create {' '.join(f'{address}:6379' for address in addresses)} --cluster-yes" in script
    assert f'nodes="{" ".join(addresses)}"' in script
    assert subprocess.run(["sh", "-n"], input=script, text=True, check=False).returncode == 0


# -- the image --------------------------------------------------------------------------------------


def test_dockerfile_passes_hadolint() -> None:
    hadolint = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    assert hadolint is not None
    said = subprocess.run([hadolint, "-"], input=DOCKERFILE, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (0, "")


def test_the_image_holds_the_program_and_nothing_else() -> None:
    _, build, final = DOCKERFILE.split("\nFROM ")
    assert "requirements-dev" not in DOCKERFILE
    assert "org.opencontainers.image.version" in final
    assert build.count("--require-hashes") == 2
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", build, re.MULTILINE)
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name
    assert re.findall(r"^COPY .*$", final, re.MULTILINE) == ["COPY --from=build /venv /venv"]
    user = re.findall(r"^USER (\S+)$", final, re.MULTILINE)
    assert user == ["10001"] == [SERVICES["bot"]["user"]]
    check = re.search(r"^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$", final, re.MULTILINE)
    assert check is not None
    assert {json.dumps(SERVICES[name]["healthcheck"]["test"][1:]) for name in BOTS} == {check[1]}
    known = set(settings.NAMES) | {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}
    assert set(re.findall(r"\b([A-Z_]+)=", final.partition("\nENV ")[2].partition("\nEXPOSE")[0])) <= known


def test_healthcheck_asks_the_right_port_and_waits_long_enough() -> None:
    text = DOCKERFILE.partition("\nENV ")[2].partition("\nEXPOSE")[0]
    image = dict(re.findall(r"\b([A-Z_]+)=(\S+)", text))
    assert "EXPOSE 8080\n" in DOCKERFILE
    for name in BOTS:
        told = settings.read({**image, **SERVICES[name]["environment"]})
        assert healthcheck.address(told) == "http://127.0.0.1:9464/healthz", name
        assert told.web_port == 8080
        assert told.data_folder == Path("/data")
        assert SERVICES[name]["healthcheck"]["timeout"] == "5s"
    assert "--timeout=5s" in DOCKERFILE
    assert health.PATIENCE < healthcheck.PATIENCE < 5  # so that the answer says which part is away


def test_build_context_holds_only_what_is_copied() -> None:
    """Later lines win: all is left out, but what is copied, but what lies hidden in that."""
    first, *lines = [line for line in (ROOT / ".dockerignore").read_text("utf-8").split() if line[0] in "*!"]
    assert first == "*"
    copied = " ".join(re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)).split()
    assert [line[1:] for line in lines if line.startswith("!")] == copied
    assert lines[len(copied) :] == ["**/.*", "**/__pycache__"]


# -- the locks --------------------------------------------------------------------------------------


def locked(name: str) -> dict[str, str]:
    """Names and versions; every one has hashes, and nothing says where it came from."""
    text = (ROOT / name).read_text("utf-8")
    assert not re.search(r"https?:|file:|--index|--find-links", text)
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert all("--hash=sha256:" in block for block in blocks)
    found = [re.match(r"([\w.-]+)==([^\s;]+)", block) for block in blocks]
    return {match[1]: match[2] for match in found if match}


def test_the_locks_agree_and_the_program_runs_on_its_own() -> None:
    runtime, dev, build = (locked(f"requirements{kind}.lock") for kind in ("", "-dev", "-build"))
    assert runtime.items() | build.items() <= dev.items()
    assert list(build) == ["setuptools"]
    assert "valkey" not in dev  # a client that nobody uses

    def names(wanted: list[str]) -> set[str]:
        return {re.split(r"[\[<>=; ]", one)[0].replace(".", "-").replace("_", "-").lower() for one in wanted}

    only_dev = names(PROJECT["optional-dependencies"]["dev"])
    assert names(PROJECT["dependencies"]) <= set(runtime)
    assert only_dev <= set(dev)
    assert not only_dev & set(runtime)


# -- the settings -----------------------------------------------------------------------------------


def example() -> dict[str, str]:
    """What .env.example names, with values as if every line counted."""
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    return dict(line.lstrip("#").split("=", 1) for line in lines if re.match(r"#?[A-Z_]+=", line))


def test_every_setting_is_documented() -> None:
    known = settings.NAMES
    assert len(known) >= 24
    assert len(known) == len(set(known))
    assert set(example()) - {"PUBLIC_HOST", "BASTIDE_PUBLISH", "BASTIDE_IMAGE"} == set(known)
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    table = re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE)
    composed = {name for service in BOTS for name in SERVICES[service]["environment"]}
    assert (set(known) | composed) - set(table) == set()
    assert len(table) == len(set(table))


def test_example_settings_are_valid_and_show_the_defaults() -> None:
    read, usual = settings.read(example()), settings.Settings()
    for name in ("web_port", "web_host", "log_level", "log_format", "tables_per_user", "computers", "room"):
        assert getattr(read, name) == getattr(usual, name), name


def test_every_query_asks_for_figures_that_are_there() -> None:
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    published = generate_latest(Metrics().registry).decode()
    for name in set(re.findall(r"\b(?:bastide|process)_\w+", page)):
        assert f"# TYPE {name.removesuffix('_bucket')} " in published, name


def test_every_figure_is_in_the_table() -> None:
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    explained = dict(re.findall(r"^\| `(bastide_\w+)` \| ([\w, ]*?) ?\|", page, re.MULTILINE))
    found = {}
    for figure in vars(Metrics()).values():
        if isinstance(figure, Counter | Gauge | Histogram):
            name = figure.describe()[0].name
            labels = figure._labelnames  # private: prometheus_client tells it nowhere else
            found[f"{name}_total" if isinstance(figure, Counter) else name] = ", ".join(labels)
    assert len(found) > 10
    assert explained == found
