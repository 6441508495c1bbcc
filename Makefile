# make run   - the whole service on a virtual table
# make test  - everything that proves it
PORT ?= 8000
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
APT := simavr libsimavr-dev libelf-dev gcc-avr avr-libc arduino-core-avr arduino-mk chromium

.PHONY: run test check packages firmware clean

run: $(VENV)/.run
	$(BIN)/companion demo --port $(PORT)

test: $(VENV)/.test packages firmware check
	$(BIN)/python -m pytest

check: $(VENV)/.test
	$(BIN)/ruff check companion tests hardware bench docs
	$(BIN)/ruff format --check companion tests hardware bench docs
	$(BIN)/mypy

packages:
	@sh tests/packages.sh $(APT)

firmware:
	@if command -v avr-gcc >/dev/null; then $(MAKE) -s -C firmware all >/dev/null && ($(MAKE) -s -C firmware sim host || echo "The simulator is not built: its tests are skipped"); else echo "avr-gcc is missing: the firmware is not built, its tests are skipped"; fi

$(VENV)/.venv:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	touch $@

$(VENV)/.run: $(VENV)/.venv pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(VENV)/.test: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info firmware/build
