# The two commands are `make site` and `make test`; `make help` lists the others.
# `make bench N=1000 RUNS=3` runs one size of the benchmarks, three rounds; `make fuzz DAMAGES=100000` takes an hour or two.

SCRATCH ?= .build
# What is built is what is packed: one program for any Linux of this processor, with glibc inside. It starts in two
# thirds of the time, since no library has to be found. Nothing in it may ask who owns a file or for the address of a
# host, because glibc would load libraries of the machine for that. It still stands at other addresses in each process
# (-static-pie), since pictures of strangers go through C libraries; the usual linker cannot do that, and Swift brings
# one that can.
SWIFT_RELEASE = swift build --configuration release --product kairan --static-swift-stdlib --disable-local-rpath \
	-Xswiftc -static-executable $(foreach option,-fuse-ld=lld -static-pie,-Xswiftc -Xclang-linker -Xswiftc $(option)) \
	--scratch-path $(SCRATCH)
SWIFT_TEST = swift test --scratch-path $(SCRATCH)

# Where Scripts/setup puts what only the tests need; see there.
TEST_TOOLS = $(SCRATCH)/test-tools
BENCH = $(SCRATCH)/bench
PREFIX = /usr/local
N = 1000 10000
RUNS = 5
DAMAGES = 20000
export PATH := $(abspath $(TEST_TOOLS))/venv/bin:$(PATH)

.DEFAULT_GOAL := site
.PHONY: site build install dist test check portable fuzz bench clean help

# public/ is committed: it is what clients see, the golden result of the showcase, and worth reading in a review.
site: build ## Install what is missing, build Kairan, and build the site in this folder into public/
	$(SCRATCH)/release/kairan build

build: ## Install what is missing, and build Kairan alone
	@Scripts/setup site
	$(SWIFT_RELEASE)

install: build ## The program, manual pages and shell completions below PREFIX (/usr/local); DESTDIR goes before it
	Scripts/install $(SCRATCH)/release/kairan $(DESTDIR)$(PREFIX)

dist: build ## The same, packed for any Linux of this processor: .build/dist/kairan-….tar.gz
	Scripts/dist $(SCRATCH)/release/kairan $(SCRATCH)/dist

test: site ## The same, then do what README and guide say, and run every test
	@Scripts/setup test $(TEST_TOOLS)
	Scripts/try-guide $(SCRATCH)/release/kairan README.md content/guide/*.md
	Scripts/judge public Tests/Sites/places/expected Tests/Sites/maps/expected Tests/Sites/contracts/expected/api
	check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(SWIFT_TEST)

check: ## The formatter's rules, the house rules, and a build that allows only declared imports
	@Scripts/setup site
	@Scripts/check $(SCRATCH)

portable: ## Build what stands on POSIX alone, and run every test on it; see Package.swift
	@Scripts/setup site
	@Scripts/setup test $(TEST_TOOLS)
	KAIRAN_PORTABLE=1 swift test --scratch-path $(SCRATCH)-portable

fuzz: build ## Damage files of sites DAMAGES times: no crash, nothing half done, and no other result with the cache
	KAIRAN=$(abspath $(SCRATCH)/release/kairan) KAIRAN_FUZZ=$(DAMAGES) $(SWIFT_TEST) --filter FuzzTests

bench: build ## Kairan, Hugo and the floors over the same content, in one table a size; see Benchmarks/README.md
	@Scripts/setup bench $(BENCH)
	KAIRAN=$(SCRATCH)/release/kairan $(BENCH)/venv/bin/python3 Benchmarks/run.py --n $(N) --runs $(RUNS) --work $(BENCH)

clean: ## Remove what was compiled; public/ stays
	rm -rf $(SCRATCH)

help: ## This list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
