# Everything one does with Usher has a line here; `make help` lists them.

SWIFT ?= swift
BUILD_FLAGS := --explicit-target-dependency-import-check error
# How many tests run at a time: with all of them at once they would keep each other waiting beyond their limits.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 8

.DEFAULT_GOAL := help
.PHONY: help run test browser check bench fuzz format packages

help: ## Show what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: packages ## Build, and run the sample bot with a simulated Apple
	@$(SWIFT) build --product usher $(BUILD_FLAGS)
	@exec "$$($(SWIFT) build --show-bin-path)/usher" dev

test: test-packages ## Build, and run all tests
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@$(SWIFT) test --skip-build --skip '^EndToEndTests\.'
	@$(SWIFT) test --skip-build --no-parallel --filter '^EndToEndTests\.'

browser: browser-packages ## Build, and walk all pages in a real browser
	@$(SWIFT) build --product usher $(BUILD_FLAGS)
	@USHER="$$($(SWIFT) build --show-bin-path)/usher" timeout 900 /usr/bin/python3 -m unittest discover -s Tests/Browser -p '*_test.py'

check: ## Check format, imports, the sample flows and their transcripts
	@$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Docs/Examples
	@$(SWIFT) build --product usher $(BUILD_FLAGS)
	@"$$($(SWIFT) build --show-bin-path)/usher" check
	@"$$($(SWIFT) build --show-bin-path)/usher" test

bench: packages ## Measure speed and memory, in release
	@Benchmarks/run

fuzz: ## Throw random text at all that reads what authors write and Apple posts
	@Tests/Fuzzing/run

format: ## Lay out all Swift files as `check` wants them
	@$(SWIFT) format --in-place --recursive Package.swift Sources Tests Docs/Examples

packages: ## Install the system packages that a build needs
	@.ci/install-packages build

.PHONY: test-packages browser-packages
test-packages:
	@.ci/install-packages test

browser-packages:
	@.ci/install-packages browser
