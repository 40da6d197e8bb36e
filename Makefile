# Two commands do all their own set-up: `make answer` and `make test`. Everything lives in .venv; nothing else is touched.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export Q ?= Which is better for web development, Python or Java?
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: answer test check test-llm test-spark screenshots serve clean help

help:            ## what there is to make
	@grep -hE '^[a-z-]+: .*##|^[a-z-]+:  +##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

answer: $(VENV)/.installed   ## answer a question in the terminal: make answer Q="Is tea healthier than coffee?"
	@$(BIN)/weigh "$$Q"

test: $(VENV)/.installed-test   ## run the whole test suite
	$(BIN)/python -m pytest --cov --cov-report=term:skip-covered -q

check: $(VENV)/.installed-test   ## lint, types and import order
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test-llm: $(VENV)/.installed-test   ## the tests with a real small language model (needs WEIGH_TEST_GGUF=model.gguf)
	$(BIN)/python -m pip install -q 'xllamacpp>=0.2'
	$(BIN)/python -m pytest -q -m llm

test-spark: $(VENV)/.installed-test   ## the tests of the Spark jobs (needs Java 17; installs half a gigabyte)
	$(BIN)/python -m pip install -q -e '.[spark]'
	$(BIN)/python -m pytest -q tests/ingest/test_spark.py tests/log/test_spark.py

screenshots: $(VENV)/.installed-test   ## pictures of the web app into docs/screenshots (needs Chromium)
	$(BIN)/python scripts/screenshots.py

serve: $(VENV)/.installed-test   ## the web app on http://127.0.0.1:8000
	$(BIN)/weigh serve

clean:           ## remove the environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage

# The environment. Debian's Python may come without ensurepip; then the system's pip fills the new environment.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Weigh needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); \
	  $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install -q pip; } || { rm -rf $(VENV); \
	  echo "No environment could be made. On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Installing Weigh into $(VENV) (once) …" >&2
	@$(BIN)/python -m pip install -q -e .
	@touch $@

$(VENV)/.installed-test: pyproject.toml | $(BIN)/python
	@echo "Installing what the tests need into $(VENV) (once) …" >&2
	@$(BIN)/python -m pip install -q -e '.[test]'
	@touch $@ $(VENV)/.installed
