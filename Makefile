# Every target sets up its own virtual environment: nothing but Python 3.11, pip and make is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

# The tests start hundreds of Pythons: each would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

MINUTES ?= 20
SEED ?= 0
CASES ?= 1000000
WORKERS ?= auto

CORPUS ?= corpus.jsonl

.PHONY: corpus demo test tests near page-test data-test guide-test everywhere test-family check lint types compiled typed lowest highest cluster harness workbench notations optional bench findings mutants attack soak proof proof-check proof-test docs package installed clean

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e '.[dev]'
	@# On every core, where pip takes one; not what is never loaded, nor what is compiled to machine code.
	@$(BIN)/python -m compileall -q -j 0 -x '/(tests|mypy|mypyc|pip|pygments|setuptools)/' $(VENV)/lib >/dev/null 2>&1 || true
	touch $(STAMP)

demo: $(STAMP)
	$(BIN)/python examples/demo.py

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

check: lint types
	$(BIN)/pytest tests/house/test_architecture.py

# Compiles the package and the tests once: the workers would do it all at the same time.
compiled: $(STAMP)
	@$(BIN)/python -m tests.compiling

# Folders and kinds of tests that have targets of their own.
APART := $(addprefix --ignore=tests/,cluster everywhere harness workbench)
RUN := $(BIN)/pytest -n $(WORKERS) --dist worksteal --durations 10 --durations-min 2

# Workers take neighbours: what a module prepares is made once.
tests: compiled
	$(RUN) -m 'not page and not proof and not guide and not data' $(APART) tests

# Types are checked beside the first tests.
test: lint
	@$(MAKE) --no-print-directory -j2 types tests

# The nearest tests of what has changed, in a minute: make near NEAR='--since main'
NEAR ?=
near: compiled
	$(BIN)/python -m tools.near $(NEAR)

# Reports and the home page as a Chromium shows them; without one these are skipped.
page-test: $(STAMP)
	$(BIN)/pytest -n auto --dist worksteal -m page tests/reports tests/docs

# What reads published data: the folder that SYMCAUSE_DATA names; without it these are skipped.
data-test: compiled
	$(RUN) -m 'data and not page and not proof' $(APART) tests

# What guides, notebooks and galleries show, done as a reader does it.
guide-test: compiled
	$(RUN) -m guide tests/docs

# The same commands on a system that cannot fork, with every child started anew.
everywhere: compiled
	$(RUN) tests/everywhere

# One family or layer alone: make test-family FAMILY=linear (tests/README.md lists them).
test-family: $(STAMP)
	@test -d 'tests/$(FAMILY)' -a -n '$(FAMILY)' || { \
	  echo "make test-family FAMILY=NAME, one of: $$(ls -d tests/*/ | cut -d/ -f2 | grep -v __ | tr '\n' ' ')"; exit 2; }
	$(BIN)/pytest -n auto --dist worksteal 'tests/$(FAMILY)'

# The lowest versions that pyproject.toml allows, or the highest, each in an environment of its own: a certified
# audit of every family, one of everything, and proofs of solvers. Only wheels: not everybody can build others.
EDGE = -m pip install --quiet --disable-pip-version-check --only-binary :all: -e '.[dev]'
TRY = -m pytest -p no:cacheprovider -n $(WORKERS)

lowest:
	rm -rf .venv-lowest
	$(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python tools/lowest_versions.py > .venv-lowest/constraints.txt
	.venv-lowest/bin/python $(EDGE) -c .venv-lowest/constraints.txt
	.venv-lowest/bin/python tests/python/check_certificates.py
	.venv-lowest/bin/python $(TRY) -m smoke
	.venv-lowest/bin/python $(TRY) tests/solvers/test_rup.py
	rm -rf .venv-lowest

highest:
	rm -rf .venv-highest
	$(PYTHON) -m venv .venv-highest
	.venv-highest/bin/python $(EDGE) --upgrade
	.venv-highest/bin/python tests/python/check_certificates.py
	.venv-highest/bin/python $(TRY) -m smoke
	.venv-highest/bin/python $(TRY) tests/solvers/test_rup.py
	rm -rf .venv-highest

# The wheel in an environment of its own, as mypy and pyright see it.
typed: $(STAMP)
	rm -rf .venv-typed dist-typed
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist-typed .
	$(PYTHON) -m venv .venv-typed
	.venv-typed/bin/python -m pip install --quiet --disable-pip-version-check dist-typed/*.whl \
	  'mypy>=1.10' 'pyright>=1.1.380' types-networkx pandas pandas-stubs
	.venv-typed/bin/python tests/python/check_typed.py
	rm -rf .venv-typed dist-typed

# Evaluation harnesses, training grounds, tools of agents: the extras they take, and their tests; without
# them they are skipped.
harness: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  -e '.[inspect,lm-eval,gymnasium,reasoning-gym,verifiers,mcp]' mlcroissant
	$(BIN)/pytest -n auto --dist worksteal tests/harness

# Graphs and networks through the packages that write them: the extra it takes, and its tests.
notations: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[notations]'
	$(BIN)/pytest tests/notations

# Packages that are of use and not needed, each that can be had, and the tests that are skipped without it.
OPTIONAL := matplotlib pyarrow polars statsmodels
USING := $(addprefix tests/,reports/test_plotting.py formats/test_row_tables.py formats/test_dataset.py \
  textgraph/files/test_files.py textgraph/scoring/test_scoring.py python/test_linear.py python/test_shapeworld.py \
  scoring/test_systems.py scoring/test_paired_statistics.py scoring/test_baselines.py boolean/baselines/test_synthesis.py)
optional: $(STAMP)
	@for name in $(OPTIONAL); do $(BIN)/python -m pip install --quiet --disable-pip-version-check $$name \
	  || echo "$$name could not be installed: its tests are skipped"; done
	$(BIN)/pytest -n auto --dist worksteal -m 'not data' $(USING)

# Pools on a cluster: the extra it takes, and its tests; without it they are skipped.
cluster: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[cluster]'
	$(BIN)/pytest tests/cluster/test_pools.py tests/cluster/test_cli.py tests/cluster/test_docs.py

# The workbench: the extra it takes, and its tests (in a Chromium where there is one); without it they are skipped.
workbench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[serve]'
	$(BIN)/pytest -n auto --dist worksteal tests/workbench

bench: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[cluster]'
	$(BIN)/python -m benchmarks

# The claims of docs/findings.toml whose files are there (SYMCAUSE_DATA, SYMCAUSE_RELEASES), run anew and compared:
# make findings FINDINGS=--write records them and writes docs/findings.md
FINDINGS ?=
findings: $(STAMP)
	$(BIN)/python -m tools.findings $(FINDINGS)

# Small changes of the package, drawn by seed: which do the tests not notice? (tests/README.md)
# make mutants MUTANTS='--stratum a --number 40 --seed 7'; --help lists the rest.
MUTANTS ?=
mutants: $(STAMP)
	$(BIN)/python -m tools.mutants $(MUTANTS)

# Damaged files, disturbed runs, engines against listing; figures for docs/reliability.md.
attack: $(STAMP)
	$(BIN)/python -m attack --minutes $(MINUTES) --seed $(SEED)

# A night's worth: run after run with new seeds until the ledger has a million cases; stop it and go on as you like.
soak: $(STAMP)
	$(BIN)/python -m attack --soak $(CASES) --minutes $(MINUTES)

# Every command on the same files, a hash of what each said: two such files can be compared (tools/corpus).
corpus: $(STAMP)
	$(BIN)/python -m tools.corpus $(CORPUS)

# The proofs behind verdicts (apt-get install coq): compiled once, what they assume, the extracted checker.
proof:
	@home=$$(proofs/build.sh) && cat $$home/assumptions.txt && echo "coqc -Q $$home SC FILE.v checks a theorem file"

# The extracted checker beside the kernel, theorem files beside brute force; without Coq these are skipped.
proof-test: $(STAMP)
	$(BIN)/pytest -m proof tests/boolean/certify tests/finite/test_proved_counts.py tests/finite/test_proved_times.py

# The compiled proofs once more by Coq's own small checker, which lists the axioms of all of them.
proof-check:
	home=$$(proofs/build.sh) && cd $$home && coqchk -silent -o -Q . SC SC.Final SC.Extract

# The site: pages, the reference from docstrings by pdoc, finished reports of the examples, the drawing of the
# home page, notebooks, JSON Schemas, old addresses, every link checked.
docs: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	$(BIN)/zensical build --strict
	$(BIN)/python docs/build_api.py site/reference
	$(BIN)/python docs/gallery.py site/shown >/dev/null
	$(BIN)/python docs/home_drawing.py site/shown/space.html
	$(BIN)/python docs/notebook_pages.py site/shown
	$(BIN)/python -m symcause.audits.schemas site/schemas
	$(BIN)/python docs/moved.py site
	$(BIN)/python docs/check_links.py site

# Source distribution and wheel, the wheel tried in an environment of its own and in another folder.
package: $(STAMP)
	rm -rf dist .venv-wheel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'build>=1.2,<2'
	$(BIN)/python -m build --outdir dist .
	$(PYTHON) -m venv .venv-wheel
	.venv-wheel/bin/python -m pip install --quiet --disable-pip-version-check dist/*.whl
	cp tests/python/check_wheel.py dist/ && cd dist && ../.venv-wheel/bin/python check_wheel.py

# README, guides and pages walked with the wheel alone, in an environment and a folder of their own:
# make installed PYTHON=python3.13
installed: $(STAMP)
	rm -rf build/installed dist-installed
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist-installed .
	mkdir -p build/installed
	$(PYTHON) -m venv build/installed/.venv
	build/installed/.venv/bin/python -m pip install --quiet --disable-pip-version-check "$$(ls dist-installed/*.whl)[dev]"
	cp -r *.md CITATION.cff Makefile pyproject.toml mkdocs.yml docs examples tests build/installed/
	cd build/installed && .venv/bin/python -c 'import symcause; assert "site-packages" in symcause.__file__'
	cd build/installed && .venv/bin/python -m pytest -p no:cacheprovider tests/docs/test_guides.py
	rm -rf build/installed dist-installed

clean:
	rm -rf site .venv-wheel dist $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache
