# Each verb makes the virtual environments it needs. Reference programs (pywb, Scrapy) live in their own.
PYTHON ?= python3
PIP_INSTALL = -m pip install --quiet --disable-pip-version-check
BIN = .venv/bin
MAKEFLAGS += --jobs=2  # environments are made side by side
unexport PYTHONDONTWRITEBYTECODE  # the tests start many processes, which start faster with it

.PHONY: demo test check bench fuzz docs oracle install clean

install: .venv/ready
oracle: .venv-oracle/ready

demo: .venv/ready  ## collect one event out of a generated news web, offline
	$(BIN)/tidings demo

check: .venv/ready  ## format, lint, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: check .venv-oracle/ready  ## everything that must hold
	$(BIN)/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder

bench: .venv/ready .venv-bench/ready  ## speed and memory against peers, in one run
	$(BIN)/python -m benchmarks

fuzz: .venv/ready  ## ten minutes of bad input for the reader
	$(BIN)/python -m tests.fuzz --minutes 10

docs: .venv/ready  ## write the generated parts of the documentation
	$(BIN)/python docs/generate.py

.venv/ready: requirements/dev.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tidings needs Python 3.11 or newer; try make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	$(BIN)/python $(PIP_INSTALL) -r requirements/dev.txt
	$(BIN)/python $(PIP_INSTALL) --no-deps --editable .
	touch $@

.venv-%/ready: requirements/%.txt
	$(PYTHON) -m venv .venv-$*
	.venv-$*/bin/python $(PIP_INSTALL) -r $<
	touch $@

clean:
	rm -rf .venv .venv-oracle .venv-bench demo build dist
