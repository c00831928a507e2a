# Every development task of Usher; `make help` lists them.

SWIFT ?= swift
# Every build of ours can use PostgreSQL. `make plain` builds without it, and needs no libpq.
BUILD_FLAGS := --traits PostgreSQL --explicit-target-dependency-import-check error

.DEFAULT_GOAL := help
.PHONY: help plain run test browser pictures editors api-fuzz check bench soak chaos nodes cuts mutations replays fuzz slips flow-mutations prefixes sanitize format packages packages-release packages-test pin renew

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: packages editor ## Build, and run the sample bot with a simulated Apple
	@$(SWIFT) build --product usher $(BUILD_FLAGS)
	@exec "$$($(SWIFT) build --show-bin-path)/usher" dev

test: test-packages editor ## Build, and run all tests
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@.ci/with-postgresql .ci/tests --skip '^(EndToEnd|Chaos)Tests\.'
	@# The end-to-end tests run one by one and leave a processor idle; the chaos tests have simulated clocks and open no port.
	@.ci/beside ".ci/tests --ignore-lock --filter '^ChaosTests\.'" .ci/with-postgresql .ci/tests --ignore-lock --no-parallel --filter '^EndToEndTests\.'

browser: browser-packages editor ## Build, and test all pages in a real browser
	@$(SWIFT) build --product usher $(BUILD_FLAGS)
	@USHER="$$($(SWIFT) build --show-bin-path)/usher" .ci/walks

pictures: browser-packages editor ## Make the pictures of the studio in Docs again, with a real browser
	@$(SWIFT) build --product usher $(BUILD_FLAGS)
	@USHER="$$($(SWIFT) build --show-bin-path)/usher" .ci/pictures

editors: editor-packages ## Build, and test the language server with real editors
	@$(SWIFT) build --product usher $(BUILD_FLAGS)
	@[ -x .build/editors/bin/python ] || python3 -m venv .build/editors
	@.build/editors/bin/pip install -q -r Tests/Editors/requirements.txt || true
	@USHER="$$($(SWIFT) build --show-bin-path)/usher" PYTHON="$$PWD/.build/editors/bin/python" Tests/Editors/run

EXAMPLES ?= 100
api-fuzz: packages ## Send requests made from the OpenAPI document of the admin API to a server (EXAMPLES of each, from SEED)
	@$(SWIFT) build --product usher $(BUILD_FLAGS)
	@[ -x .build/api-fuzz/bin/python ] || python3 -m venv .build/api-fuzz
	@.build/api-fuzz/bin/pip install -q -r Tests/AdminAPI/requirements.txt
	@USHER="$$($(SWIFT) build --show-bin-path)/usher" PYTHON="$$PWD/.build/api-fuzz/bin/python" Tests/AdminAPI/run $(EXAMPLES) $(SEED)

check: lint samples ## Check format, imports, package versions, the sample flows and their transcripts

.PHONY: lint samples
lint:
	@$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Docs/Examples

samples:
	@.ci/packages check
	@$(SWIFT) build --product usher $(BUILD_FLAGS)
	@"$$($(SWIFT) build --show-bin-path)/usher" check
	@"$$($(SWIFT) build --show-bin-path)/usher" test

plain: ## Build without PostgreSQL, as it is built for those who lack libpq
	@$(SWIFT) build --product usher --scratch-path .build-plain

bench: packages ## Measure speed and memory, in release
	@Benchmarks/run

bench-check: packages ## Count the instructions of an event in release, and compare them with the committed table
	@.ci/install-packages measure
	@Benchmarks/instructions --check

soak: packages ## Run ten minutes of mixed traffic on both wires, with kills (SOAK_MINUTES=1 for less), in release
	@usher="$$(.ci/release usher)" && soak="$$(.ci/release Soak)" && "$$soak" "$$usher" Tests/Soak/Project

# Tests that run for long are optimized, in a folder of their own: they then take a tenth of the time.
optimized := -c release -Xswiftc -enable-testing --scratch-path .build-long

SEEDS ?= 300
FIRST ?= 0
chaos: test-packages ## Kill the server and make its disk fail at every point of a conversation
	@USHER_TESTS=ChaosTests $(SWIFT) build --build-tests $(optimized) $(BUILD_FLAGS)
	@USHER_TESTS=ChaosTests CHAOS_SEEDS=$(SEEDS) CHAOS_FIRST_SEED=$(FIRST) .ci/tests $(optimized) --filter '^ChaosTests\.'

NODES ?= 100
nodes: test-packages ## Harm servers, network, clocks and databases while customers write, by NODES seeds from FIRST
	@$(SWIFT) build --build-tests $(BUILD_FLAGS)
	@NODES_SEEDS=$(NODES) NODES_FIRST_SEED=$(FIRST) .ci/tests --no-parallel --filter '^EndToEndTests\.NodeTests'

cuts: test-packages ## Cut, freeze and delay connections to PostgreSQL at every message of a story
	@USHER_TESTS=PostgreSQLStorageTests $(SWIFT) build --build-tests $(BUILD_FLAGS)
	@USHER_TESTS=PostgreSQLStorageTests CUTS_EVERY=1 .ci/with-postgresql .ci/tests --filter '^PostgreSQLStorageTests\.CutTests'

mutations: test-packages ## Break promises of several servers on purpose, in a copy, and check that the tests notice
	@Tests/Mutations/run

TIMES ?= 20
replays: test-packages ## Repeat seeded chaos runs TIMES times each, and check that they are identical
	@USHER_TESTS=ChaosTests $(SWIFT) build --build-tests $(optimized) $(BUILD_FLAGS)
	@USHER_TESTS=ChaosTests CHAOS_TIMES=$(TIMES) .ci/tests $(optimized) --filter '^ChaosTests\.ReplayTests'

fuzz: ## Feed random text to every parser of authors' files and untrusted input
	@Tests/Fuzzing/run

NUMBER ?= 300
SEED ?= 1
WORST ?= 0
slips: packages ## Make seeded single slips in every flow, and count the diagnostics of each (WORST=10 shows the worst)
	@program=$$(.ci/release SlipReport) && "$$program" --number $(NUMBER) --seed $(SEED) --worst $(WORST)

STATES ?= 5000
SECONDS ?= 30
MISSED ?= 0
FIGURES ?= 1
flow-mutations: NUMBER = 200
flow-mutations: packages ## Change the meaning of the sample flows, NUMBER times, and count what notices it (MISSED=1 shows what nothing does)
	@program=$$(.ci/release MutationReport) && "$$program" --number $(NUMBER) --seed $(SEED) --states $(STATES) --seconds $(SECONDS) --missed $(MISSED) --figures $(FIGURES)

prefixes: test-packages ## Type every line of the sample projects again, and check what is offered at every letter
	@USHER_TESTS=AuthoringTests $(SWIFT) build --build-tests $(optimized) $(BUILD_FLAGS)
	@USHER_TESTS=AuthoringTests EVERY_PREFIX=1 .ci/tests $(optimized) --filter '^AuthoringTests\.CompletionPropertyTests'

sanitize: ## Run tests under LLVM's address and thread sanitizers
	@Tests/Sanitizing/run

format: ## Format all Swift files as `check` requires
	@$(SWIFT) format --in-place --recursive Package.swift Sources Tests Docs/Examples

pin: ## Resolve the listed package versions, as shipped builds do
	@.ci/packages pin

renew: ## Write the resolved package versions to the list, after `swift package update`
	@.ci/packages renew

packages: ## Install the system packages that a build requires
	@.ci/install-packages build

packages-release: packages editor ## Build what is shipped: a Debian package, a tar.gz, a Python wheel and an OCI image
	@.ci/install-packages release
	@Config/packages/build

packages-test: ## Install each package in a bare Debian system, and walk through it (as root)
	@.ci/install-packages release
	@Config/packages/test

.PHONY: test-packages browser-packages editor-packages editor
editor:
	@.ci/fetch-editor

test-packages:
	@.ci/install-packages test

browser-packages:
	@.ci/install-packages browser

editor-packages:
	@.ci/install-packages editors || echo "Some editors could not be installed; they are left out." >&2
