# The two commands a newcomer needs: `make demo` and `make test`.
#
# `-C target-cpu=native` also turns on the native kernels of llama.cpp, which are 1.4 to 1.8 times as
# fast as the ones that run everywhere. A binary that is built so runs on machines like this one.

export RUSTFLAGS ?= -C target-cpu=native

DEMO_BUG = too-many-pence
DEMO_MODEL = qwen2.5-coder-1.5b
TEST_MODEL = qwen2.5-coder-0.5b
PATCHWRIGHT = target/release/patchwright

.PHONY: demo test build prerequisites lint

demo: build
	$(PATCHWRIGHT) model pull $(DEMO_MODEL)
	examples/prepare $(DEMO_BUG)
	scripts/demo $(PATCHWRIGHT) $(DEMO_MODEL) $(DEMO_BUG)

test: prerequisites
	cargo run --quiet --package app -- model pull $(TEST_MODEL)
	companion/engine/tests/run.sh
	companion/engine/tests/run-on-later-jdk.sh
	PATCHWRIGHT_TEST_MODEL=$(TEST_MODEL) cargo test --workspace

lint: prerequisites
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

build: prerequisites
	cargo build --release --package app

prerequisites:
	@scripts/install-prerequisites
