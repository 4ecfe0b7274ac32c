# Two commands matter: `make play` and `make test`. Both set up everything they need.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: play test lint format bench load nightly locks clean

$(READY): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bastide needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes -r requirements-dev.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

play: $(READY)
	@$(BIN)/bastide play

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Many tests wait for other processes, so there are more workers than cores; lint runs beside them.
WORKERS := $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')
test: $(READY)
	@$(MAKE) --silent lint > .venv/lint.log 2>&1 & lint=$$!; \
	$(BIN)/pytest -n $(WORKERS) --dist worksteal; tests=$$?; \
	wait $$lint && clean=0 || clean=1; cat .venv/lint.log; exit $$((tests | clean))

bench: $(READY)
	$(BIN)/python -m tools.bench

load: $(READY)
	$(BIN)/python -m tools.load --write

nightly: $(READY)
	$(BIN)/python -m tools.nightly
	$(BIN)/python -m tests.fuzz all --seconds 60
	$(BIN)/python -m tools.bench.players --soak 200
	BASTIDE_HOSTILE=20000 $(BIN)/pytest -o faulthandler_timeout=3600 tests/bot/chats -k hostile_input
	$(BIN)/python -m tools.load --soak
	$(BIN)/python -m tools.result_kills --games 200
	$(BIN)/python -m tools.linked
	$(BIN)/python -m tools.board games
	$(BIN)/python -m tools.board frames
	$(BIN)/python -m tools.board weights

# What is installed, to the byte; needs uv on the PATH. A version changes when its line is deleted first.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url
locks:
	$(LOCK) pyproject.toml --extra dev -o requirements-dev.lock
	$(LOCK) pyproject.toml -c requirements-dev.lock -o requirements.lock
	echo 'setuptools>=77' | $(LOCK) - -c requirements-dev.lock -o requirements-build.lock

clean:
	rm -rf .venv build *.egg-info
