# Two commands do everything on a fresh machine (Python 3.11 or newer, git, make):
#   make build    sets up .venv and prints every bundled sheet into output/
#   make test     sets up .venv with the test tools and runs the tests (make check: the slow ones too)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests are compiled once, not by every worker of every run.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help build test test-all check types compile wheel test-compiled fuzz mutants bench pictures docs clean

help: ## List these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

build: $(VENV)/.installed ## Print every bundled sheet, for A4 and Letter, into output/
	$(BIN)/gatepress build cards/* --paper a4 --paper letter

test: $(VENV)/.installed-test ## Run the tests, all but the slow ones
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow"

# Many of the slow tests wait for other programs: one worker more than cores has something to do meanwhile.
test-all: $(VENV)/.installed-test ## Run all tests
	$(BIN)/python -m pytest -n $$(( $$($(BIN)/python -c 'import os; print(os.cpu_count())') + 1 )) --dist worksteal

check: $(VENV)/.installed-test ## Lint, types and all tests, as the continuous integration does
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(MAKE) -j 2 types test-all

types: $(VENV)/.installed-test ## Check the types
	$(BIN)/mypy

compile: $(VENV)/.installed-compile ## Compile what the wheel brings compiled into build/compiled (needs a C compiler)
	$(BIN)/python -m tests.compiled.build

test-compiled: $(VENV)/.installed-test ## Compile that and run the tests of it: rules, layout, wrong input
	$(BIN)/python -m tests.compiled.build
	PYTHONPATH=build/compiled:. $(BIN)/python -P -m pytest -o pythonpath= -p tests.compiled.only \
		-n auto --dist worksteal tests/rules tests/layout tests/press tests/bad_input

fuzz: $(VENV)/.installed-test ## Try thousands of spoilt fonts, pictures and positions: none may crash, hang or flood the memory (half an hour)
	$(BIN)/python -m tests.fuzz
	$(BIN)/python -m tests.fuzz.positions

mutants: $(VENV)/.installed-test ## Change the code in 400 small ways: the fast tests must notice (Linux; a quarter of an hour)
	$(BIN)/python -m tests.mutants

bench: $(VENV)/.installed-bench ## Time the press and the rules beside other tools, and the everyday commands (some minutes), and add a line to docs/speed.md
	$(BIN)/python -m tests.benchmarks

pictures: $(VENV)/.installed-test ## Renew the pictures and schemas of the documentation and the expected page images
	$(BIN)/python -m generator.catalog.schema docs/schema
	$(BIN)/python -m tests.docs_pictures
	$(BIN)/python -m tests.figure_sheets
	$(BIN)/python -m tests.tables
	$(BIN)/python -m tests.gallery.picture
	$(BIN)/python -m tests.balance_picture
	$(BIN)/python -m tests.calibration_picture
	$(BIN)/python -m tests.languages_picture
	$(BIN)/python -m tests.cutters_picture
	$(BIN)/python -m tests.studio.screenshots
	$(BIN)/python -m tests.studio.moving_picture
	$(BIN)/python -m tests.images.renew

docs: $(VENV)/.installed-docs ## Make one site of the documentation, with a search, in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo "The documentation: build/site/index.html"

clean: ## Remove the environment and everything that was built
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find output -mindepth 1 ! -name README.md -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Gatepress needs Python 3.11 or newer; try: make PYTHON=python3.11 build"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[exports,studies,translations]'
	@touch $@

# Modules are compiled as they are imported: three quarters of those that the tools bring never are.
$(VENV)/.installed-test: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --no-compile --editable '.[test]'
	@touch $(VENV)/.installed $@

$(VENV)/.installed-compile: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable '.[compile]'
	@touch $@

$(VENV)/.installed-bench: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@touch $@
