# Every target works from a fresh clone: .venv is made, and what a target needs is installed when it changed.
.PHONY: help install install-dev run test check types check-long bench chaos fuzz mutants scoreboard backup restore format lock
.DEFAULT_GOAL := help

PY := .venv/bin/python
# Many processes are started here; each begins sooner when modules stay compiled, whatever the shell says.
export PYTHONDONTWRITEBYTECODE =
# Production settings, whatever .env says, for the checks that look at them.
PRODUCTION = DOTENV=/dev/null DEBUG=0 SECRET_KEY=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(60))') \
	ALLOWED_HOSTS=example.org DATA_DIR=var/test

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile

install:
	@scripts/install.sh

install-dev:
	@scripts/install.sh dev

# `exec`, so that a signal to make's child is a signal to the supervisor, and `&` is never used: a child started so
# ignores SIGINT.
run: install  ## start everything: PostgreSQL, web, worker; Ctrl-C stops it
	@exec $(PY) -m config.supervisor

test: install-dev  ## every test but the long ones; PYTEST="-k name" narrows it
	@$(PY) -m scripts.browser
	@$(PY) -m tests.run $(PYTEST)

check: install-dev  ## format, lint, types, migrations, deployment settings, tests
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PRODUCTION) $(PY) manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(PY) manage.py check --deploy --fail-level WARNING
	@$(MAKE) --no-print-directory --jobs=2 types test

# A minute of one core in a fresh clone, so `check` has it beside the tests, which begin with processes that wait.
types: install-dev  ## what mypy says
	$(PRODUCTION) $(PY) -m mypy .

check-long: install-dev  ## the evaluations on large sets, with their thresholds
	@$(PY) -m tests.run -m long

bench: install-dev  ## the benchmarks, with a table at the end
	@$(PY) -m benchmarks

chaos: install-dev  ## kills, floods, a full disk, a lying model while ten clients talk; then the accounts: CHAOS="--seed 2"
	@$(PY) -m benchmarks.chaos $(CHAOS)

fuzz: install-dev  ## 20,000 made calls of the API; FUZZ_CALLS=n makes n
	@FUZZ_CALLS=$${FUZZ_CALLS:-20000} $(PY) -m tests.run -m long tests/test_openapi.py

mutants: install-dev  ## which changes of a module no test notices: make mutants MODULE=wording/stems.py TESTS=wording/tests SAMPLE=50
	@$(PY) -W ignore -m benchmarks.mutants $(MODULE) $(if $(TESTS),--tests $(TESTS)) $(if $(SAMPLE),--sample $(SAMPLE))

scoreboard: install-dev  ## every conversation with a model: make scoreboard MODEL=openai:gpt-4.1-mini PRICE=0.40,1.60
	@$(PY) manage.py scoreboard --model "$(MODEL)" $(if $(PRICE),--price $(PRICE)) $(if $(ASSISTANT),--assistant $(ASSISTANT))

backup: install  ## the database and the artifacts into backups/; OUT=FILE names another file
	@$(PY) -m config.backup backup $(if $(OUT),--out $(OUT))

restore: install  ## put a backup into an empty database: make restore FILE=backups/....tar
	@$(PY) -m config.backup restore $(FILE)

format: install-dev  ## format and fix what ruff can
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

lock: install  ## pin requirements.in and requirements-dev.in, for Python 3.11 to 3.13
	@scripts/lock.sh
