# Two commands matter: `make play` and `make test`. Both set up everything they need.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: play test lint format bench load nightly clean

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bastide needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
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

test: lint
	$(BIN)/pytest -n 2

bench: $(READY)
	$(BIN)/python -m tests.bench

load: $(READY)
	$(BIN)/python -m tests.load --write

nightly: $(READY)
	$(BIN)/python -m tests.nightly
	$(BIN)/python -m tests.bench.players --soak 200
	$(BIN)/python -m tests.load --soak

clean:
	rm -rf .venv build *.egg-info
