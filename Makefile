# Each verb makes the virtual environments it needs. Reference programs (pywb, Scrapy) live in their own.
# uv makes them: the one on the PATH, else one installed here; where it fails, pip does the same more slowly.
PYTHON ?= python3
PYTHON_CHECK = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tidings needs Python 3.11 or newer; try make PYTHON=python3.11")'
BIN = .venv/bin
PIP_INSTALL = -m pip install --quiet --disable-pip-version-check
MAKEFLAGS += --jobs=4  # downloads, checks and the loading of the tests go side by side
unexport PYTHONDONTWRITEBYTECODE  # the tests start many processes, which start faster with it
# The cache may lie on another file system; trust the certificates that the machine trusts, as pip does.
export UV_LINK_MODE = copy
export UV_SYSTEM_CERTS = 1
ifdef PIP_INDEX_URL
export UV_DEFAULT_INDEX ?= $(PIP_INDEX_URL)
endif

UV = $$(command -v .venv-uv/bin/uv || echo uv)
# $(call environment,FOLDER,PACKAGES) makes a virtual environment with these packages.
environment = \
	{ $(UV) venv --quiet --clear --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(1) \
		&& $(UV) pip install --quiet --python $(1)/bin/python $(2); } \
	|| { echo "uv could not make $(1); pip takes a little longer" \
		&& $(PYTHON) -m venv --clear $(1) && $(1)/bin/python $(PIP_INSTALL) $(2); }

.PHONY: demo test check loaded fetched bench fuzz hostile docs vendor browser oracle install clean

install: .venv/ready
oracle: .venv-oracle/ready

demo: .venv/ready  ## collect one event out of a generated news web, offline
	$(BIN)/tidings demo

check: .venv/ready  ## format, lint, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: check loaded fetched .venv-oracle/ready .venv-docs/ready .venv-opensearch/ready  ## everything that must hold, in three processes as some tests mostly wait
	TIDINGS_CHROMIUM="$$($(BIN)/python tools/chromium.py)" $(BIN)/python -m pytest -q -n 3 --dist loadfile --no-loadscope-reorder --durations 20

loaded: .venv/ready  # once, so that the three processes need not all compile the same files
	@$(BIN)/python -m pytest -q --collect-only >/dev/null 2>&1 || true

fetched: .venv/ready  # a browser; without one its tests are skipped, which fails in CI
	@$(BIN)/python tools/chromium.py >/dev/null || true

bench: .venv/ready .venv-bench/ready  ## speed and memory against peers, in one run
	$(BIN)/python -m benchmarks

fuzz: .venv/ready  ## ten minutes of bad input for the reader
	$(BIN)/python -m tests.fuzz --minutes 10

hostile: .venv/ready  ## half an hour against a hostile web: kills, floods, simulated days, damaged files, shared crawls
	$(BIN)/python -m tests.fuzz.formats --inputs 100000
	$(BIN)/python -m tests.hostile --minutes 25

docs: .venv/ready .venv-docs/ready  ## write the generated parts of the documentation, build the site in site/
	$(BIN)/python docs/generate.py
	.venv-docs/bin/zensical build --strict

browser: .venv/ready  ## find a Chromium for the tests of the desk, or get one
	@$(BIN)/python tools/chromium.py

vendor: .venv/ready  ## fetch the libraries, fonts and map of the desk again, with npm
	$(BIN)/python tools/vendor.py

.venv/ready: requirements/dev.txt pyproject.toml | .venv-uv/ready
	@$(PYTHON_CHECK)
	@$(call environment,.venv,-r $< --editable .)
	@touch $@

.venv-%/ready: requirements/%.txt | .venv-uv/ready
	@$(call environment,.venv-$*,-r $<)
	@touch $@

# A search server from Maven; where Maven or Java is missing, its tests say that they measured nothing.
.venv-opensearch/ready: requirements/opensearch.xml
	@mkdir -p .venv-opensearch
	@if command -v mvn >/dev/null && command -v java >/dev/null; then \
		{ mvn -q -B -f $< org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies \
			-DexcludeTransitive=true -DoutputDirectory="$$PWD/.venv-opensearch" \
		&& $(PYTHON) -m zipfile -e .venv-opensearch/opensearch-*.zip .venv-opensearch \
		&& rm .venv-opensearch/opensearch-*.zip && touch $@; } \
		|| echo "Maven could not fetch OpenSearch, which is not tested"; \
	else echo "without Maven and Java, OpenSearch is not tested"; fi

.venv-uv/ready: requirements/uv.txt
	@$(PYTHON_CHECK)
	@uv --version >/dev/null 2>&1 || { $(PYTHON) -m venv .venv-uv && .venv-uv/bin/python $(PIP_INSTALL) -r $<; } || true
	@mkdir -p .venv-uv && touch $@

clean:
	rm -rf .venv .venv-* demo build dist
