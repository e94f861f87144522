# The two commands are `make site` and `make test`; `make help` lists the others.
# `make bench N=1000 RUNS=3` runs one size of the benchmarks, three rounds; `make fuzz DAMAGES=100000` takes an hour or two.

SCRATCH ?= .build
# `make build` and `make dist` give the same program, which has glibc inside and runs on any Linux of this processor. It
# starts in two thirds of the time, since no library has to be found. It must not ask who owns a file or look up the
# address of a host, because glibc would load libraries of the machine for that. Its C libraries read pictures from
# strangers, so each process loads it at other addresses (-static-pie). The usual linker cannot; Swift's lld can. What
# has to be changed for that is listed in short (pack-relative-relocs), which saves 1.4 of 32 MB.
# Files have the same names in the program in whichever folder it is compiled. What only debuggers read is not made.
SWIFT_RELEASE = swift build --configuration release --product kairan --scratch-path $(SCRATCH) $(STATIC) \
	-debug-info-format none \
	$(foreach option,-file-prefix-map $(CURDIR)=.,-Xswiftc $(option)) -Xcc -ffile-prefix-map=$(CURDIR)=.
# Elsewhere than on Linux the program uses the libraries where they are.
STATIC.Linux = --static-swift-stdlib --disable-local-rpath -Xswiftc -static-executable \
	$(foreach option,-fuse-ld=lld -static-pie,-Xswiftc -Xclang-linker -Xswiftc $(option)) \
	$(foreach option,-z pack-relative-relocs,-Xlinker $(option))
STATIC = $(STATIC.$(shell uname))
DIST.Linux = Scripts/dist
DIST.Darwin = Scripts/packages/macos
# What is packed is compiled from a copy of the sources in this folder, since the compiler chooses some instructions by the
# length of paths. So the program is the same from whichever folder it is packed.
PACKED = /tmp/kairan-dist
SWIFT_TEST = Scripts/in-memory swift test --scratch-path $(SCRATCH)

# Scripts/setup installs here what only the tests need.
TEST_TOOLS = $(SCRATCH)/test-tools
BENCH = $(SCRATCH)/bench
PREFIX = /usr/local
# All scripts that a shell runs say so in their first line.
SHELL_SCRIPTS = $(shell grep -lE '^\#!.*sh$$' -r Scripts .ci)
N = 1000 10000
RUNS = 5
DAMAGES = 20000
export PATH := $(abspath $(TEST_TOOLS))/venv/bin:$(PATH)

.DEFAULT_GOAL := site
.PHONY: site build relink install dist test check near portable darwin fuzz bench clean help

# public/ is committed: it is what clients see, the golden result of the showcase, and worth reading in a review.
site: build ## 10 min | 5 min | Install what is missing, build Kairan, and build the site in this folder into public/
	$(SCRATCH)/release/kairan build

build: ## 10 min | 5 min | Install what is missing, and build only Kairan
	@Scripts/setup site
	$(SWIFT_RELEASE)

relink: build ## 10 min | 2 s | Link the program again with the libraries of the folder LIBRARIES, such as your own libnettle.a
	Scripts/relink $(SCRATCH) $(SCRATCH)/relinked $(LIBRARIES)

install: build ## 10 min | 5 min | Install the program, manual pages and shell completions below DESTDIR and PREFIX (/usr/local)
	Scripts/install $(SCRATCH)/release/kairan $(DESTDIR)$(PREFIX)

dist: ## 20 min | 15 min | Pack it as an archive, a Debian package, a wheel and container images in .build/dist, and try each
	@Scripts/setup dist $(TEST_TOOLS)
	rm -rf $(PACKED)/sources
	mkdir -p $(PACKED)/sources
	cp -pR Makefile Package.swift Scripts Sources Tests templates $(PACKED)/sources
	$(MAKE) -C $(PACKED)/sources build SCRATCH=$(PACKED)
	cp $(PACKED)/sources/Package.resolved .
	$(DIST.$(shell uname)) $(PACKED)/release/kairan $(SCRATCH)/dist $(PACKED)
	@# Packages of an earlier release, such as gh release download gives, show what an upgrade from it does.
	[ ! -d $(SCRATCH)/dist-before ] || Scripts/packages/upgrade $(SCRATCH)/dist-before $(SCRATCH)/dist

test: site ## 30 min | 16 min | Build the site, do what README and guide say, and run every test
	@Scripts/setup test $(TEST_TOOLS)
	Scripts/try-guide $(SCRATCH)/release/kairan README.md content/guide/*.md
	Scripts/judge public Tests/Sites/places/expected Tests/Sites/maps/expected Tests/Sites/contracts/expected/api
	check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml Scripts/packages/apt.yml
	check-jsonschema --builtin-schema vendor.github-actions action.yml
	check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	check-jsonschema --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	shellcheck $(SHELL_SCRIPTS)
	KAIRAN=$(abspath $(SCRATCH)/release/kairan) $(SWIFT_TEST)

check: ## 10 min | 2 min | Check the formatter's rules and the house rules, and build with declared imports only
	@Scripts/setup site
	@Scripts/check $(SCRATCH)

near: ## 10 min | 2 min | Build the tests, and run those nearest to what was changed since the last commit
	@Scripts/setup site
	@Scripts/in-memory Scripts/near

portable: ## 20 min | 12 min | Build for POSIX alone, and run every test on that; see Package.swift
	@Scripts/setup site
	@Scripts/setup test $(TEST_TOOLS)
	KAIRAN_PORTABLE=1 $(SWIFT_TEST)-portable

darwin: ## 12 min | 5 min | Build for POSIX alone, run the tests nearest to the system, and look for what a Mac may not have
	@Scripts/setup site
	KAIRAN_PORTABLE=1 swift build --build-tests --scratch-path $(SCRATCH)-portable
	Scripts/darwin $(SCRATCH)-portable
	KAIRAN_PORTABLE=1 $(SWIFT_TEST)-portable --skip-build --filter 'KairanSystemTests|KairanPublishTests|BuildCommandTests'

fuzz: build ## 35 min | 25 min | Damage files of sites DAMAGES times, and look for crashes, half-done work and stale results
	KAIRAN=$(abspath $(SCRATCH)/release/kairan) KAIRAN_FUZZ=$(DAMAGES) $(SWIFT_TEST) --filter FuzzTests

bench: build ## 40 min | 30 min | Measure Kairan, Hugo and the floors, with a table for each size; see Benchmarks/README.md
	@Scripts/setup bench $(BENCH)
	KAIRAN=$(SCRATCH)/release/kairan $(BENCH)/venv/bin/python3 Benchmarks/run.py --n $(N) --runs $(RUNS) --work $(BENCH)

clean: ## 1 s | 1 s | Remove what was compiled, but not public/
	rm -rf $(SCRATCH)

help: ## 1 s | 1 s | Print this list
	@echo "What can be made, and about how long it takes on two cores: the first time, and after a change."
	@awk -F ':.*## | [|] ' '/^[a-z]+:.*## / { printf "make %-8s %6s %7s  %s\n", $$1, $$2, $$3, $$4 }' $(MAKEFILE_LIST)
