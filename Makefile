# Everything that is done to this project. Each target prepares what it needs: see tools/setup.sh.

.DEFAULT_GOAL := help
.PHONY: help install play test check soak bench docs clean

bin := .venv/bin
code := src tests $(shell find bench tools -name '*.py' 2>/dev/null)

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST)
	@echo '  Arguments for the command: make play ARGS="--rulebook tranca"; for pytest: make test ARGS="-k cards"'

install: ## make .venv with the package and its development tools
	@tools/setup.sh

play: install ## play a match in this terminal
	@$(bin)/canastra play $(ARGS)

test: install ## run all tests, but for the long ones
	@$(bin)/python -m pytest $(ARGS)

check: install ## lint, formatting and types
	$(bin)/ruff check
	$(bin)/ruff format --check
	$(bin)/mypy --strict $(code)

soak: install ## the long tests: many random matches
	@$(bin)/python -m pytest -m soak --hypothesis-profile=soak $(ARGS)

bench: install ## measure speed
	@$(bin)/python -m bench $(ARGS)

docs: install ## write the generated pages again
	@$(bin)/python -m tools.docs $(ARGS)

clean: ## remove everything that was made here
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
