"""The workflow and the unit: they name what is there."""

from __future__ import annotations

import configparser
import re
import subprocess
import sys
from typing import Any

import yaml

from tests.support.paths import ROOT

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


def test_workflow_is_valid_and_runs_what_the_makefile_has() -> None:
    tool = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    checked = subprocess.run([*tool, str(WORKFLOW)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    jobs: dict[str, Any] = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]
    lines = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {line.removeprefix("make ") for line in lines if line.startswith("make ")} <= set(targets)
    assert jobs["publish"]["needs"] == ["test", "docker"]
    (build,) = [step for step in jobs["publish"]["steps"] if "build-push" in step.get("uses", "")]
    assert build["with"]["platforms"] == "linux/amd64,linux/arm64"


def test_unit_stops_the_program_in_order() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(ROOT / "tools" / "deploy" / "bastide.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith("bastide play --no-browser")
    assert service["Environment"] == f"BASTIDE_DATA=/var/lib/{service['StateDirectory']}"
    assert (service["KillMode"], service["TimeoutStopSec"]) == ("mixed", "30")
