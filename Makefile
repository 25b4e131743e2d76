# SPDX-License-Identifier: GPL-2.0-or-later
# A thin front over meson; `make help` says what there is.

BUILD ?= build
PREFIX ?= /usr/local
SECONDS ?= 60
MINUTES ?= 120
NINJA = ninja -C $(BUILD) $(shell [ -t 2 ] || echo --quiet)

CHIPS ?= nv10 nv15 nv17 nv20 nv25 nv2a nv30 nv34 nv35 nv40

.PHONY: all whole setup demo check unit bench run fuzz guest check-guest install tools qemu-tree
.PHONY: check-guest-gl check-guest-piglit check-guest-hostile check-other check-newest check-captures check-races
.PHONY: bench-guest hostile scene
.PHONY: check-tree dist deb docs clean help

# Plugin, tools, library, bundled guest: what people use.
all: setup
	@$(NINJA) used

# And the tests.
whole: setup
	@$(NINJA)

setup:
	@scripts/setup $(BUILD)

demo: $(if $(XBOX),whole,all)
	@$(if $(WINDOW),scripts/ensure-packages qemu-system-gui)
	@NV2A_PLUGIN=$(abspath $(BUILD))/nv2a.so python3 scripts/$(if $(XBOX),demo-xbox,demo).py --build $(BUILD) \
	    $(if $(WINDOW),--window) $(if $(CHIP),--device $(CHIP))

# GRUB is booted, gdb stops a guest; without them those tests are skipped.
check: whole
	@scripts/ensure-packages grub-common grub-pc-bin || true
	@scripts/ensure-packages gdb || true
	@scripts/run-tests $(if $(RETRY),--retry) $(BUILD) $(TESTS)

# The other release of the distribution, in a system of its own in the cache;
# and the newest QEMU, compiled against.  Each skipped, with a reason, where it
# cannot be had.
check-other: all
	@scripts/other-release --summary $(BUILD)/other-summary $(ARGS)

check-newest: all
	@scripts/newest-qemu $(BUILD)/newest $(BUILD)/newest-summary

# One program (T=test-idx) or all of a unit's (T=idx); P=/path one case.
unit: setup
	@scripts/run-unit $(BUILD) "$(T)" $(if $(P),-p $(P))

bench: whole
	@$(BUILD)/tests-qtest/bench/nv-bench --json $(BUILD)/bench.json $(ARGS)

# What threads do at once, with the thread sanitizer: pools, pixels, frames.
RACES = test-pool-jobs test-xf-pool test-raster-threads
check-races:
	@scripts/ensure-packages clang llvm libclang-rt-dev
	@CC=clang QEMU_SRC=none scripts/setup build-races -Db_sanitize=thread -Db_lundef=false
	@for t in $(RACES); do scripts/run-unit build-races $$t || exit 1; done
	@for t in lanes code; do \
	    scripts/run-unit build-races test-raster-$$t \
	        -p /raster-$$t/threads || exit 1; done

# The longest call into a card under each hostile input, and the monitor's
# answers from QEMU meanwhile; ARGS=-m '2d/*'.
hostile: whole
	@$(BUILD)/tests-qtest/hostile/nv-hostile $(ARGS)
	@echo; echo "The same by charges alone:"
	@$(BUILD)/tests-qtest/hostile/nv-hostile --clockless $(ARGS)
	@if [ -x $(BUILD)/tests-qtest/qtest/nv-hostile-qemu ]; then \
	    echo; $(BUILD)/tests-qtest/qtest/nv-hostile-qemu $(ARGS); fi

run: all
	@NV2A_PLUGIN=$(abspath $(BUILD))/nv2a.so scripts/nv2a-qemu $(ARGS)

# Work that coverage guides, with sanitizers: SECONDS of processor time for
# each target, or for TARGET; SHARD=K/N does one share of N.
fuzz: setup
	@scripts/ensure-packages clang llvm libclang-rt-dev
	@scripts/fuzz --build $(BUILD) --seconds $(SECONDS) \
	    $(if $(TARGET),--target $(TARGET)) $(if $(SHARD),--shard $(SHARD)) \
	    $(if $(SEED),--seed $(SEED)) $(ARGS)

# Debian guests with the stock nouveau driver for CHIPS, in the user's cache.
guest:
	@scripts/check-guest.py --make $(CHIPS)

# Skipped if the image can neither be found nor made.
check-guest: all
	@scripts/check-guest.py --plugin $(abspath $(BUILD))/nv2a.so \
	    --pictures $(BUILD)/guest --summary $(BUILD)/guest-summary \
	    $(ARGS) $(CHIPS)

# OpenGL programs in it, each beside what software Mesa draws.
check-guest-gl: all
	@scripts/check-guest-gl.py --plugin $(abspath $(BUILD))/nv2a.so \
	    --pictures $(BUILD)/guest-gl $(ARGS) $(CHIPS)

PIGLIT_CHIPS = nv34 nv40
# Tests of piglit's in it, those that software Mesa passes.
check-guest-piglit: all
	@scripts/check-guest-piglit.py --plugin $(abspath $(BUILD))/nv2a.so \
	    --results $(BUILD)/guest-piglit $(ARGS) $(PIGLIT_CHIPS)

# X and an OpenGL program in it captured, and replayed to the bit.
check-captures: all
	@scripts/check-captures.py --plugin $(abspath $(BUILD))/nv2a.so \
	    --nv-cap $(BUILD)/nv-cap $(ARGS) $(CHIPS)

# A scene that nv-cap to-c wrote (C=x.c), with the bundled guest, as x.elf.
scene: all
	@$(if $(C),,$(error say which: make scene C=scene-x.c))
	@cd $(BUILD) && eval "$$(ninja -t commands \
	    tests-qtest/guest/guest.elf | tail -n 1)" \
	    -o '$(abspath $(C:.c=.elf))' '$(abspath $(C))'

# The same guest, treating the card badly.
check-guest-hostile: whole
	@scripts/check-guest-hostile.py --plugin $(abspath $(BUILD))/nv2a.so \
	    --client $(BUILD)/tests-qtest/drm/drm-client $(ARGS) $(CHIPS)

# Snapshots every second, with the bundled guest or (X=1) Debian's X server.
soak: all
	@scripts/soak.py --build $(BUILD) --seconds $(shell expr 60 \* $(MINUTES)) \
	    $(if $(X),--x) $(ARGS) $(firstword $(CHIPS))

# x11perf in it, next to QEMU's standard VGA.
bench-guest: all
	@scripts/bench-guest.py --plugin $(abspath $(BUILD))/nv2a.so $(ARGS) \
	    $(firstword $(CHIPS)) VGA

# Add what this version saves to the states that later ones must load.
saved-states: whole
	@$(if $(VERSION),,$(error say which: make saved-states VERSION=2))
	@G_TEST_SRCDIR=$(abspath tests-qtest) \
	    $(BUILD)/tests-qtest/test-saved-corpus --make $(VERSION)
	@for d in nv25 nv34; do \
	    NV2A_BUILD=$(abspath $(BUILD)) \
	    NV2A_PLUGIN=$(abspath $(BUILD))/nv2a.so \
	    QTEST_QEMU_BINARY=qemu-system-i386 python3 \
	    tests-qtest/scenes/released-test.py --make $(VERSION) $$d || exit 1; \
	done

# The reference pages, from the library's tables.
docs: all
	@scripts/update-docs $(BUILD)

# What is built is put there; nothing is installed for it.
install:
	@if [ ! -f $(BUILD)/build.ninja ]; then \
	    echo "There is nothing to install in $(BUILD): run make first." >&2; \
	    exit 1; fi
	@meson configure $(BUILD) --prefix="$(PREFIX)"
	@$(NINJA) used
	@meson install -C $(BUILD) --no-rebuild --quiet

# A release, signed if KEY=... says with which key, and packages of it.
dist:
	@scripts/ensure-packages git xz-utils
	@scripts/make-dist build-dist $(KEY)

deb: dist
	@scripts/ensure-packages debhelper build-essential
	@scripts/make-deb build-dist/nv2a-*.tar.xz build-deb

# Tools and library alone, without QEMU.
tools:
	@QEMU_SRC=none scripts/setup build-tools
	@ninja -C build-tools $(shell [ -t 2 ] || echo --quiet) used

qemu-tree:
	@$(if $(QEMU_BUILD),scripts/ensure-packages libfdt-dev python3-venv bzip2)
	@scripts/qemu-tree $(if $(COPY),--copy) "$(QEMU_SRC)" "$(QEMU_BUILD)"

# The bundled guest and the console's tests on the QEMU of such a tree.
check-tree: whole
	@scripts/check-tree $(BUILD) "$(QEMU_BUILD)/qemu-system-i386"

clean:
	rm -rf $(BUILD) build-san build-races build-fuzz build-coverage build-dist build-deb \
	    build-tools

help:
	@echo "make               build the plugin $(BUILD)/nv2a.so, tools, library"
	@echo "make demo          boot the bundled guest, save and show its pictures"
	@echo "make demo WINDOW=1 the same in a window"
	@echo "make demo CHIP=nv35"
	@echo "                   the same on that card; without CHIP on nv20"
	@echo "make demo XBOX=1   a program of the console instead (WINDOW=1, too)"
	@echo "make check         run all tests (TESTS='xbe xbox-test': these)"
	@echo "make check-other   build and test on the other release that is supported,"
	@echo "                   in a system of its own in the cache"
	@echo "make check-newest  compile against the newest QEMU that the mirrors have"
	@echo "make unit T=NAME   build and run one test program (T=test-idx) or those"
	@echo "                   of a unit (T=idx); P=/idx/lists: one case of it"
	@echo "make bench         measure, also to $(BUILD)/bench.json (ARGS=--help)"
	@echo "make run ARGS=...  QEMU with the plugin, e.g. ARGS='-device nv20'"
	@echo "make fuzz          input that coverage guides, with sanitizers, to the"
	@echo "                   library and to QEMU: SECONDS=$(SECONDS) each, TARGET=card,"
	@echo "                   SHARD=K/N, SEED=N"
	@echo "make check-races   what threads do at once, with the thread sanitizer"
	@echo "make hostile       the longest call into a card under hostile input, and"
	@echo "                   what the monitor of QEMU takes meanwhile (ARGS=--help)"
	@echo "make check-guest   boot Debian with its own driver on the cards CHIPS"
	@echo "                   (first time: make guest, 5 minutes and 2 GB of cache"
	@echo "                   for each of the two guests)"
	@echo "make check-guest-gl    some 80 OpenGL programs in it, each compared with what"
	@echo "                   software Mesa draws (ARGS=--help; a guest of 4 GB)"
	@echo "make check-guest-piglit"
	@echo "                   piglit's tests in it that software Mesa passes, on the cards"
	@echo "                   PIGLIT_CHIPS=\"$(PIGLIT_CHIPS)\" (ARGS=--help; a guest of 2 GB)"
	@echo "make check-captures capture X and OpenGL in it, and replay that"
	@echo "make scene C=x.c   the bundled guest with a scene of nv-cap to-c, as x.elf"
	@echo "make check-guest-hostile"
	@echo "                   odd modes, no monitor, killed programs, reloads"
	@echo "make soak          a snapshot and back every second for MINUTES=$(MINUTES) on"
	@echo "                   the first of CHIPS; X=1: in a Debian guest"
	@echo "make bench-guest   x11perf on the first of CHIPS and on standard VGA"
	@echo "make saved-states VERSION=N"
	@echo "                   keep what this version saves, for later ones to load"
	@echo "make docs          write docs/pgraph-*.rst from the library's tables"
	@echo "make tools         tools and library alone, without QEMU, in build-tools"
	@echo "make install       what make has built to PREFIX=$(PREFIX): plugin,"
	@echo "                   nv2a-qemu, tools, library, manual pages (DESTDIR=...)"
	@echo "make dist KEY=...    a release in build-dist, signed with that key"
	@echo "make deb             Debian packages of it in build-deb"
	@echo "make qemu-tree QEMU_SRC=DIR [QEMU_BUILD=DIR2]"
	@echo "                   lay the devices into a QEMU source tree, build it;"
	@echo "                   COPY=1: copies, as patches in a git tree"
	@echo "make check-tree QEMU_BUILD=DIR2"
	@echo "                   the bundled guest and the console's tests on that QEMU"
	@echo "make clean         remove the build folders"
	@echo
	@echo "The first build installs missing Debian packages if it may and"
	@echo "fetches the source of the installed QEMU (QEMU_SRC=DIR: use DIR)."
