# The two commands are `make site` and `make test`; `make help` lists the others.
# `make bench N=1000 RUNS=3` runs one size of the benchmarks, three rounds.

SCRATCH ?= .build
# With Swift's libraries inside it starts in half the time, and builds take a sixteenth less.
SWIFT_RELEASE = swift build --configuration release --static-swift-stdlib --product kairan --scratch-path $(SCRATCH)
SWIFT_TEST = swift test --scratch-path $(SCRATCH)

# Where Scripts/setup puts what only the tests need; see there.
TEST_TOOLS = $(SCRATCH)/test-tools
BENCH = $(SCRATCH)/bench
N = 1000 10000
RUNS = 5
export PATH := $(abspath $(TEST_TOOLS))/venv/bin:$(PATH)

.DEFAULT_GOAL := site
.PHONY: site build test check bench clean help

site: build ## Install what is missing, build Kairan, and build the site in this folder into public/
	$(SCRATCH)/release/kairan build

build: ## Install what is missing, and build Kairan alone
	@Scripts/setup site
	$(SWIFT_RELEASE)

test: site ## The same, then do what README and guide say, and run every test
	@Scripts/setup test $(TEST_TOOLS)
	Scripts/try-guide $(SCRATCH)/release/kairan README.md content/guide/*.md
	Scripts/judge public Tests/Sites/places/expected Tests/Sites/maps/expected Tests/Sites/contracts/expected/api
	check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(SWIFT_TEST)

check: ## The formatter's rules, the house rules, and a build that allows only declared imports
	@Scripts/setup site
	@Scripts/check $(SCRATCH)

bench: build ## Kairan, Hugo and the floors over the same content, in one table a size; see Benchmarks/README.md
	@Scripts/setup bench $(BENCH)
	KAIRAN=$(SCRATCH)/release/kairan $(BENCH)/venv/bin/python3 Benchmarks/run.py --n $(N) --runs $(RUNS) --work $(BENCH)

clean: ## Remove what was compiled; public/ stays
	rm -rf $(SCRATCH)

help: ## This list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
