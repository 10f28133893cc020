# Targets for people who use and change gridmill. `make` lists them.

GO      ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null)
LDFLAGS := -X github.com/gridmill/gridmill/cmd/internal/build.release=$(VERSION)

# Tools have fixed versions, so that their output is the same everywhere.
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

FUZZTIME ?= 20s
ROWS     ?= 20000000
KILLS    ?= 500

# The benchmarks that `make bench` runs, and the directory of its results.
BENCH      ?= .
COUNT      ?= 5
CORPORA    ?=
BENCHFLAGS ?= --solver all --kernel all
PROCESSOR  := $(shell { sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo; sysctl -n machdep.cpu.brand_string; uname -m; } 2>/dev/null | head -n 1 | tr -cs 'A-Za-z0-9\n' -)
RUN        ?= benchmarks/runs/$(shell date +%Y-%m-%d)-$(PROCESSOR)

# `make against` compares the current tree with the commit BASE. `make against AGAINSTFLAGS=-h`
# explains the flags of the comparison.
BASE         ?=
AGAINSTFLAGS ?=

DEMO := $(addprefix benchmarks/corpora/,hard.txt many-solutions.txt no-solution.txt)

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## build bin/gridmill
	$(GO) build -ldflags '$(LDFLAGS)' -o bin/gridmill ./cmd/gridmill

# The systems for which `make release` builds gridmill, and the directory to which it writes.
SYSTEMS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
RELEASE ?= release

.PHONY: release
release: ## build gridmill for Linux, macOS and Windows in release/, with checksums
	@rm -rf '$(RELEASE)' && mkdir -p '$(RELEASE)'
	@for system in $(SYSTEMS); do \
		os=$${system%/*} arch=$${system#*/} suffix=; \
		if [ $$os = windows ]; then suffix=.exe; fi; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -trimpath -ldflags '-s -w $(LDFLAGS)' \
			-o '$(RELEASE)'/gridmill-$(VERSION)-$$os-$$arch$$suffix ./cmd/gridmill || exit 1; \
	done
	@cd '$(RELEASE)' && if command -v sha256sum > /dev/null; then sha256sum gridmill-*; else shasum -a 256 gridmill-*; fi > SHA256SUMS
	@echo "the programs and their checksums are in $(RELEASE)/"

# The Python interpreter (3.11 or later) that builds the wheel, and the directory of the wheel.
PYTHON ?= python3
DIST   ?= dist

.PHONY: wheel
wheel: ## build a Python package with the library and the program, in dist/ (needs gcc)
	VERSION='$(VERSION)' $(PYTHON) cmd/libgridmill/python/backend.py '$(DIST)'

.PHONY: man
man: ## write the manual pages to man/
	@$(GO) test -ldflags '$(LDFLAGS)' ./cmd/gridmill -count=1 -run TestManualPages -args -man $(CURDIR)/man
	@echo "see, for example: man -l man/gridmill-solve.1"

.PHONY: demo
demo: build ## solve the included puzzles, make and check new puzzles, and show the results
	@rm -rf out && mkdir -p out
	bin/gridmill inspect benchmarks/corpora/easy.csv
	bin/gridmill solve benchmarks/corpora/easy.csv -o out/easy.parquet --summary out/easy.json
	bin/gridmill solve $(DEMO) -o out/mixed.csv --keep none --stats guesses,max_depth
	bin/gridmill generate --count 5000 -o out/made.csv
	bin/gridmill solve out/made.csv -o out/made.parquet --keep none
	bin/gridmill verify out/made.csv out/made.parquet --prove
	@echo; echo "Some rows of out/mixed.csv:"; awk 'NR % 240 == 1' out/mixed.csv
	@echo; echo "The first rows of out/easy.parquet, as text:"
	@bin/gridmill solve out/easy.parquet -o - --to text --progress none | head -n 3

.PHONY: test
test: ## run all tests
	$(GO) test -vet=off ./...

.PHONY: test-large
test-large: ## test memory and allocations with ROWS rows, 20 million by default
	GRIDMILL_ROWS=$(ROWS) $(GO) test -count=1 -timeout 1h -v -run Large ./pipeline ./cmd/gridmill

.PHONY: test-dedupe
test-dedupe: ## find duplicates among ROWS rows, and print the time and memory (ROWS=100000000 needs 2.4 GB of disk)
	GRIDMILL_ROWS=$(ROWS) $(GO) test -count=1 -timeout 1h -v -run TestDedupeLarge ./pipeline/dataset

.PHONY: test-kill
test-kill: ## kill runs at KILLS random moments, and compare the results with those of an uninterrupted run
	GRIDMILL_KILLS=$(KILLS) $(GO) test ./cmd/gridmill -count=1 -timeout 1h -v -run 'TestKilledRunsAreIdentical|TestKilledDatasetsAreIdentical'

# Packages that are not listed here do not start goroutines. Tests of the pipeline, and tests with
# Together in their names, use solvers and formats in several goroutines.
.PHONY: race
race: ## run the tests of concurrent packages with the race detector, in short mode
	$(GO) test -race -short -vet=off -timeout 30m ./benchmarks ./cmd/gridmill ./cmd/gridmill/progress ./pipeline/...
	$(GO) test -race -short -vet=off -run Together ./formats

.PHONY: interop
interop: ## check that gridmill and DuckDB can read each other's files
	cd formats/interop && $(GO) test -count=1 ./...

.PHONY: against
against: ## compare the output of commit BASE with the output of the current tree
	formats/interop/against.sh $(AGAINSTFLAGS) $(BASE)

.PHONY: against-time
against-time: ## compare the processor time and memory of commit BASE with those of the current tree
	formats/interop/against.sh -measure $(AGAINSTFLAGS) $(BASE)

.PHONY: manifests
manifests: ## check the Kubernetes manifests with the code of the API server
	cd pipeline/deploy/kubernetes && $(GO) test -count=1 ./...

.PHONY: test-slurm
test-slurm: build ## test the Slurm recipe on a private Slurm, with failures (takes minutes; needs slurm-wlm)
	pipeline/deploy/slurm/test.sh bin/gridmill

.PHONY: fuzz
fuzz: ## run each fuzz target for FUZZTIME
	@set -e; packages=$$($(GO) list ./...); for package in $$packages; do \
		targets=$$($(GO) test -list '^Fuzz' $$package); \
		for target in $$(echo "$$targets" | grep '^Fuzz'); do \
			echo "$$package $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$package; \
		done; \
	done

.PHONY: bench
bench: build ## measure the solvers and the pipeline, and store the results in benchmarks/runs
	mkdir -p $(RUN)
	bin/gridmill bench $(CORPORA) $(BENCHFLAGS) --output $(RUN)/summary.txt --record $(RUN)/bench.json --report $(RUN)/report.html --overwrite
	cat $(RUN)/summary.txt
	$(GO) test -run '^$$' -bench '$(BENCH)' -count $(COUNT) ./... > $(RUN)/go-bench.txt || { cat $(RUN)/go-bench.txt; exit 1; }
	cat $(RUN)/go-bench.txt

.PHONY: lint
lint: ## run gofmt, go vet and golangci-lint, and look for conflict markers
	@! git grep -nE '^(<{7}|>{7}) ' || { echo "these lines are conflict markers of git" >&2; exit 1; }
	@test -z "$$(gofmt -l .)" || { echo "gofmt would change:"; gofmt -l .; exit 1; }
	$(GO) vet ./...
	GOOS=windows $(GO) vet ./...
	$(GO) -C solver/asm vet ./...
	$(GO) -C formats/internal/asm vet ./...
	$(GO) run $(GOLANGCI) run ./...

.PHONY: cross
cross: ## build the programs for all systems and processors, and check them
	GRIDMILL_RELEASE=1 $(GO) test -count=1 -timeout 30m ./cmd/gridmill/release

.PHONY: generate
generate: ## generate the assembly files
	$(GO) generate ./solver/... ./formats/...

.PHONY: generate-check
generate-check: generate ## fail if the committed assembly files differ from the generator's output
	git diff --exit-code -- '*_amd64.s'

.PHONY: purego
purego: ## test the plain Go code of packages that also have assembly, in short mode
	$(GO) test -tags purego -short ./solver ./solver/ladder ./solver/morph ./formats/internal/huffman

.PHONY: check
check: lint race purego generate-check cross interop ## run the checks that must pass before each commit, in addition to make test

.PHONY: golden-update
golden-update: ## replace the expected output of the golden cases with the current output
	$(GO) test ./cmd/gridmill -run TestScripts -update
