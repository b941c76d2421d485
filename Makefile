# Everything that is done to this project. Each target prepares what it needs: see tools/setup.sh.

.DEFAULT_GOAL := help
.PHONY: help install play web programs test check soak bench bench-server dist docs lock sbom audit screenshots clean

# make test PYTHON=python3.13 makes an environment of its own for that Python, and leaves .venv as it is.
export VENV := .venv$(if $(PYTHON),-$(notdir $(PYTHON)))
export PYTHON
# Set in many containers: each process would compile all that it imports, and a run of the tests starts hundreds.
unexport PYTHONDONTWRITEBYTECODE
bin := $(VENV)/bin
code := src tests $(shell find bench tools -name '*.py' 2>/dev/null)

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST)
	@echo '  Arguments for the command: make play ARGS="--port 9000"; for pytest: make test ARGS="tests/test_cards.py"'
	@echo '  Another Python, in an environment of its own: make test PYTHON=python3.13'

install: ## make .venv with the package and all development tools
	@tools/setup.sh dev

web: ## make .venv with what playing needs, and build the browser client, if a source of it changed
	@tools/setup.sh play

play: web ## start the server and open the page to play on
	@$(bin)/canastra serve --open --log-level warning $(ARGS)

programs: install # the machine's own that tests need: browsers with a font, systemd's checks, nginx, Caddy, PostgreSQL, NATS
	@$(bin)/python -m tools.debian

# Slow tests run in CI (CI=1) or when named in ARGS.
test: programs ## run the tests on all cores; with CI=1 the slow ones too
	@$(bin)/python -m pytest -n auto --dist worksteal \
		$(if $(CI)$(findstring tests,$(ARGS)),,-m "not soak and not slow") $(ARGS)

check: install ## lint, formatting and types
	$(bin)/ruff check
	$(bin)/ruff format --check
	$(bin)/mypy --strict $(code)
	$(bin)/python -m tools.web_build node_modules/svelte-check/bin/svelte-check --fail-on-warnings
	$(bin)/python -m tools.web_build node_modules/oxlint/bin/oxlint --deny-warnings
	$(bin)/python -m tools.web_build node_modules/prettier/bin/prettier.cjs --check --log-level=warn .

# One of them takes more than the ten minutes after which a test is taken to hang.
soak: patience := -o faulthandler_timeout=7200
soak: programs ## the long tests: whole matrices, many random matches, ten minutes under attack
	@NUMBA_BOUNDSCHECK=1 $(bin)/python -m pytest -m "(soak or hypothesis) and not alone" --hypothesis-profile=soak \
		-n auto --dist worksteal $(patience) $(ARGS) || [ $$? -eq 5 ]
	@$(bin)/python -m pytest -m "soak and alone" $(patience) $(ARGS) || [ $$? -eq 5 ]

bench: install ## measure speed
	@$(bin)/python -m bench $(ARGS)

bench-server: install ## measure the server with a thousand tables
	@$(bin)/python -m bench.serving $(ARGS)

dist: install ## build a wheel and an sdist into dist/
	@$(bin)/python -m build --no-isolation $(ARGS)

docs: install ## write the generated pages again
	@$(bin)/python -m tools.docs $(ARGS)

lock sbom audit: install
	@$(bin)/python -c 'import cyclonedx_py, pip_audit, uv' 2>/dev/null \
		|| CANASTRA_WEB=later $(bin)/python -m pip install --quiet --disable-pip-version-check --editable '.[supply]'
	@$(bin)/python -m tools.supply $@
lock: ## write the locks of deployments anew, with the newest versions that pyproject.toml allows
sbom: ## write what a deployment consists of (CycloneDX) into dist/
audit: ## ask for known vulnerabilities of what is locked; needs a network

screenshots: programs ## pictures of every screen, into screenshots/
	@$(bin)/python -m tools.screenshots $(ARGS)

clean: ## remove everything that was made here
	rm -rf .venv .venv-* .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	rm -rf web/node_modules src/canastra/web screenshots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
