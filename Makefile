# `make demo` plays a fight, `make test` runs the tests; both set up everything they need in .venv.

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.installed
NEWER := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
            $$p -c '$(NEWER)' 2>/dev/null && echo $$p && break; done)

.PHONY: demo test soak lint bench clean

demo: $(STAMP)
	$(BIN)/encounter run scenarios/ambush.yaml --seed 7 --force

test: $(STAMP)
	$(BIN)/python -m pytest -n 2 --dist loadgroup

soak: $(STAMP)
	$(BIN)/python -m pytest -m soak -s

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/python -m tests.benchmarks

clean:
	rm -rf $(VENV) .venvs build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

$(STAMP): pyproject.toml
	@$(or $(PYTHON),false) -c '$(NEWER)' || { \
	  echo "encounter-sim needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
